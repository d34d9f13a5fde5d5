//! The first two stages: acts, and what they are done to, in one clause.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};

use super::Label;
use super::acts::FAMILIES;
use super::folding;

/// One sign of instructions at a place of the folded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sign {
    pub(super) label: Label,
    /// What sort of sign it is; finer than the label, since only signs of different kinds add up.
    pub(super) kind: &'static str,
    /// First byte in the folded text.
    pub(super) at: usize,
    /// Byte behind the last.
    pub(super) end: usize,
    /// Enough by itself.
    pub(super) strong: bool,
}

/// An act, and a target made of two parts that must stand near each other: what it is, and whose or which.
pub(super) struct Family {
    pub(super) label: Label,
    pub(super) strong: bool,
    pub(super) acts: &'static [&'static str],
    pub(super) targets: &'static [&'static str],
    /// Empty: the target stands by itself.
    pub(super) qualifiers: &'static [&'static str],
    /// Bytes between act and target at most; half of it when the target stands first.
    pub(super) act_gap: usize,
    /// Bytes between target and qualifier at most.
    pub(super) qualifier_gap: usize,
}

struct Compiled {
    family: &'static Family,
    acts: Regex,
    targets: Regex,
    qualifiers: Option<Regex>,
}

pub(super) type Span = (usize, usize);

/// Every act that meets a target of its family.
pub(super) fn signs(view: &str) -> Vec<Sign> {
    static COMPILED: LazyLock<Vec<Compiled>> = LazyLock::new(|| FAMILIES.iter().map(compile).collect());
    COMPILED.iter().filter_map(|compiled| first_sign(compiled, view)).flatten().collect()
}

fn compile(family: &'static Family) -> Compiled {
    Compiled {
        family,
        acts: alternation(family.acts),
        targets: alternation(family.targets),
        qualifiers: (!family.qualifiers.is_empty()).then(|| alternation(family.qualifiers)),
    }
}

/// One expression of many; a test compiles all of them.
///
/// Word boundaries are those of ASCII: folded Latin words are ASCII, Latin words inside Chinese text have a boundary, and
/// the fast matcher of `regex` knows no other. The patterns are folded as the text is.
pub(super) fn alternation(parts: &[&str]) -> Regex {
    let parts = parts.iter().map(|part| format!("(?:{})", folding::as_folded(part))).collect::<Vec<_>>().join("|");
    RegexBuilder::new(&parts.replace(r"\b", r"(?-u:\b)"))
        .size_limit(64 << 20)
        .dfa_size_limit(16 << 20)
        .build()
        .expect("the patterns are fixed and a test compiles them")
}

/// The signs of one family; a strong one ends the search.
fn first_sign(compiled: &Compiled, view: &str) -> Option<Vec<Sign>> {
    let acts = spans(&compiled.acts, view);
    if acts.is_empty() {
        return None;
    }
    let mut targets = spans(&compiled.targets, view);
    if let Some(qualifiers) = &compiled.qualifiers {
        let qualifiers = spans(qualifiers, view);
        let gap = compiled.family.qualifier_gap;
        targets.retain(|target| near(*target, &qualifiers, (gap, gap), view).is_some());
    }
    let mut found = Vec::new();
    for act in acts {
        // Whether the act is negated is asked last: it is the dearest question.
        if let Some(target) = near(act, &targets, (compiled.family.act_gap, compiled.family.act_gap / 2), view)
            && !is_negated(view, act.0)
        {
            let (label, strong) = (compiled.family.label, compiled.family.strong);
            let (at, end) = (act.0.min(target.0), act.1.max(target.1));
            found.push(Sign { label, kind: label.code(), at, end, strong });
            if compiled.family.strong {
                break;
            }
        }
    }
    Some(found)
}

pub(super) fn spans(pattern: &Regex, view: &str) -> Vec<Span> {
    pattern.find_iter(view).map(|found| (found.start(), found.end())).collect()
}

/// The nearest of `others` (in the order of the text) behind the span, else in front of it, within the gap (behind, in
/// front) and clause.
pub(super) fn near(span: Span, others: &[Span], gap: (usize, usize), view: &str) -> Option<Span> {
    let first_behind = others.partition_point(|other| other.0 < span.1);
    if let Some(behind) = others.get(first_behind)
        && behind.0 - span.1 <= gap.0
        && is_one_clause(&view[span.1..behind.0])
    {
        return Some(*behind);
    }
    // Two in front: the nearest may overlap the span itself.
    others[..first_behind]
        .iter()
        .rev()
        .take(2)
        .find(|front| {
            (front.1 <= span.0 && span.0 - front.1 <= gap.1 && is_one_clause(&view[front.1..span.0]))
                || (front.1 > span.0 && front.0 < span.1 && (front.0 != span.0 || front.1 != span.1))
        })
        .copied()
}

/// A few bytes may hold any punctuation ("Ignore. All. Previous."), and a column of single words is one clause.
fn is_one_clause(between: &str) -> bool {
    between.len() <= 12 || !ends_a_sentence(between)
}

fn ends_a_sentence(between: &str) -> bool {
    between.contains(['。', '！', '？', '؟'])
        || between.contains("! ")
        || between.contains("? ")
        || (between.contains('\n') && between.contains(' '))
        || between.contains(". ")
        || between.contains("; ")
}

/// "never ignore", "do not send", "nicht ignorieren": the act is forbidden, not asked for.
pub(super) fn is_negated(view: &str, at: usize) -> bool {
    static NEGATION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?:\b(?:never|not|don't|dont|cannot|can't|won't|mustn't|shouldn't|nor|avoid|nie|niemals|nicht|kein\w*|ne|n'|jamais|pas|sans|no|nunca|jamas|sin|nao|sem|non|mai|senza|не|никогда|нельзя|без)(?: (?:ever|just|simply|blindly|please|to|be|je|einfach))?[ ']{0,2}|n'|不要|不得|请勿|不能|禁止|切勿|别|لا ?)$",
        )
        .expect("the pattern is fixed and a test compiles it")
    });
    let start = view.floor_char_boundary(at.saturating_sub(32));
    NEGATION.is_match(&view[start..at])
}
