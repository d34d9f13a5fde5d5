//! A briefing, in three steps: what it is about, what is found, and what of it fits.

mod about;
mod finding;
mod fitting;
mod lines;

pub use about::About;
pub use finding::{Asking, find};
pub use fitting::{fit, heading};
pub use lines::{Briefing, CorrectionRule, DocumentLine, Gap, LinkLine, MemoryLine, briefing_text};
