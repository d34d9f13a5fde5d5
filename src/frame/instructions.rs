//! PROVISIONAL: replaced by the real module before merging.
/// A label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// Reads like instructions.
    Instructions,
}
/// Labels.
#[must_use]
pub fn reads_like_instructions(_text: &str) -> Option<Label> {
    None
}
