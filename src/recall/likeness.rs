//! How two texts that are near each other by meaning relate: the same, similar, or in conflict.
//!
//! A distance cannot tell a paraphrase from a text with one fact flipped, so the facts themselves are compared: numbers,
//! dates, amounts, negations, names. A conflict needs a difference on both sides ("Oslo" here, "Bergen" there); what one
//! text merely adds is no conflict. Negations are the exception: one text says it, the other denies it. The order of the
//! two texts does not matter. Linear in the texts, but for sentences, of which a fixed number is paired.

mod dates;
mod names;
mod negation;
mod numbers;
mod words;

use words::Text;

/// How two texts relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// Equal but for compatibility forms, case, white space and final punctuation.
    Same,
    /// No fact that both state differs.
    Similar,
    /// A fact differs.
    Conflict {
        /// What differs, as replies carry it.
        why: &'static str,
    },
}

/// Compares two texts of which the caller knows that they are near each other by meaning or by words.
#[must_use]
pub fn compare(new: &str, old: &str) -> Likeness {
    let (new, old) = (Text::of(new), Text::of(old));
    if new.folded == old.folded {
        return Likeness::Same;
    }
    why(&new, &old).map_or(Likeness::Similar, |why| Likeness::Conflict { why })
}

fn why(new: &Text, old: &Text) -> Option<&'static str> {
    let (new_rest, new_dates) = dates::taken_out(&new.beginning);
    let (old_rest, old_dates) = dates::taken_out(&old.beginning);
    if dates::differ(&new_dates, &old_dates) {
        return Some("a date differs");
    }
    if let Some(why) = numbers::difference(&new_rest, &old_rest) {
        return Some(why);
    }
    if negation::differs(new, old) {
        return Some("a negation differs");
    }
    if names::differ(new, old) {
        return Some("a name differs");
    }
    if negation::has_opposites(new, old) {
        return Some("one says the opposite of the other");
    }
    None
}

#[cfg(test)]
mod tests;
