//! The table `memories` and what hangs on it: supersessions, topics, links, tombstones. A memory is one immutable version;
//! only its status, its counters and its closing fields move.

mod erase;
mod insert;
mod list;
mod matching;
mod read;
mod session_places;
mod similar;
mod supersede;

pub use erase::{Forgotten, erase, erase_many, hide, redact};
pub use insert::{Insertion, NewMemory, insert};
pub use list::{At, Link, Selection, chain_of, is_selected, page};
pub use matching::lock_matching;
pub use read::{MemoryRow, export_page, get, get_many, lock, seen_external};
pub use session_places::{Standing, standings};
pub use similar::{holding, most_similar};
pub use supersede::{Standing as Version, close_at, current_of, link, lock_folds, lock_version, saying, see_again};
