//! What the suites that loop over the catalogue share: the ways to call an operation, an account whose content is the same
//! each time, answers without what differs from call to call, and operations with planted faults that the suites must catch.

mod administered;
mod masked;
mod planted;
mod staffed;
mod stocked;
mod ways;

pub use administered::{WEBHOOK, administered, connected_app};
pub use masked::{masked, masked_text};
pub use planted::{Planted, planted};
pub use staffed::staffed;
pub use stocked::{Stocked, sample_of, stocked};
pub use ways::{Said, Way, listed_tools, refusal_of};

/// Fails with the whole list, so that one run shows everything that is wrong.
#[track_caller]
pub fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} found:\n- {}", faults.len(), faults.join("\n- "));
}
