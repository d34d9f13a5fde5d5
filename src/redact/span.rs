//! A place in the text that is to be cut, and how places that overlap become one.

use std::ops::Range;

/// One secret found: byte offsets on character boundaries, its kind, and how it was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: &'static str,
    /// Recognised by its own shape or carrier, not only by the name in front of it.
    pub(super) structured: bool,
}

impl Span {
    pub(super) fn structured(range: Range<usize>, kind: &'static str) -> Self {
        Self { start: range.start, end: range.end, kind, structured: true }
    }

    pub(super) fn contextual(range: Range<usize>, kind: &'static str) -> Self {
        Self { start: range.start, end: range.end, kind, structured: false }
    }
}

/// Sorts the spans and joins those that overlap, so that no part of either survives.
///
/// The joined span takes the kind of its best member: structured before contextual, then leftmost, then longest, then
/// the one found first (`found` lists the rules in table order).
pub(super) fn join_overlapping(mut found: Vec<Span>) -> Vec<Span> {
    found.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end), !span.structured));
    let mut joined: Vec<Span> = Vec::with_capacity(found.len());
    for span in found {
        match joined.last_mut() {
            Some(last) if span.start < last.end => {
                last.end = last.end.max(span.end);
                if span.structured && !last.structured {
                    last.kind = span.kind;
                    last.structured = true;
                }
            }
            _ => joined.push(span),
        }
    }
    joined
}
