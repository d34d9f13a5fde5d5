//! The table `memories` and what hangs on it: supersessions, topics, links, tombstones. A memory is one immutable version;
//! only its status, its counters and its closing fields move.

mod erase;
mod insert;
mod matching;
mod read;
mod supersede;

pub use erase::{Forgotten, erase, erase_many, hide, redact};
pub use insert::{Insertion, NewMemory, insert};
pub use matching::lock_matching;
pub use read::{MemoryRow, Standing, export_page, get, get_many, lock, seen_external, standings};
pub use supersede::{Standing as Version, close, current_of, link, lock_version, saying, see_again};
