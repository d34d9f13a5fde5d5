//! The entrance of the room: text in, text without secrets out.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::span::{Span, join_overlapping};
use super::{contextual, cookies, key_blocks, kubernetes, only_secret, patterns, tokens, url_passwords};

/// What a workspace wants cut besides secrets. Both are off by default: contacts are what some memories are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// Cut e-mail addresses.
    pub email_addresses: bool,
    /// Cut payment card numbers: 13 to 19 digits, in groups or not, whose Luhn sum is right.
    pub card_numbers: bool,
}

/// How many secrets of one kind were cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Kebab-case, as it stands in the marker: `github-token`, `private-key`, `password`, …
    pub kind: &'static str,
    /// At least 1.
    pub count: u32,
}

/// What [`redact`] returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted {
    /// The text with every secret replaced by `[redacted:<kind>]`.
    pub text: String,
    /// One entry for each kind cut, ordered by kind. Markers that stood in the text before are not counted.
    pub findings: Vec<Finding>,
}

impl Redacted {
    /// How many secrets were cut, of all kinds.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.findings.iter().map(|finding| finding.count).sum()
    }

    /// Nothing but markers, white space, punctuation and labels such as `password:` remains.
    #[must_use]
    pub fn is_only_secret(&self) -> bool {
        only_secret::is_only_secret(&self.text)
    }
}

/// A cut can bring a second secret into view (two values that touch). Two rounds settle all but contrived text; the
/// bound keeps contrived text linear.
const MAX_ROUNDS: usize = 8;

/// Cuts every secret out of `text`. The result is a fixed point: redacting it again changes nothing.
///
/// Time is linear in the length of the text.
#[must_use]
pub fn redact(text: &str, policy: Policy) -> Redacted {
    let mut current = text.to_owned();
    let mut counts: BTreeMap<&'static str, u32> = BTreeMap::new();
    for _ in 0..MAX_ROUNDS {
        let spans = find(&current, policy);
        if spans.is_empty() {
            break;
        }
        for span in &spans {
            *counts.entry(span.kind).or_default() += 1;
        }
        current = cut(&current, &spans);
    }
    let findings = counts.into_iter().map(|(kind, count)| Finding { kind, count }).collect();
    Redacted { text: current, findings }
}

fn find(text: &str, policy: Policy) -> Vec<Span> {
    let mut found = Vec::new();
    key_blocks::find(text, &mut found);
    tokens::find(text, &mut found);
    patterns::find(text, policy, &mut found);
    url_passwords::find(text, &mut found);
    cookies::find(text, &mut found);
    kubernetes::find(text, &mut found);
    contextual::find(text, &mut found);
    let markers = markers(text);
    found.retain(|span| span.start < span.end && !touches_marker(&markers, span));
    join_overlapping(found)
}

fn cut(text: &str, spans: &[Span]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        out.push_str(&text[at..span.start]);
        out.push_str("[redacted:");
        out.push_str(span.kind);
        out.push(']');
        at = span.end;
    }
    out.push_str(&text[at..]);
    out
}

static MARKER: LazyLock<Regex> = LazyLock::new(|| {
    let kinds: Vec<&str> = all_kinds().collect();
    let pattern = format!(r"\[redacted:(?:{})\]", kinds.join("|"));
    Regex::new(&pattern).expect("kinds are kebab-case words, as a test checks")
});

/// Every kind that a marker can name.
pub(super) fn all_kinds() -> impl Iterator<Item = &'static str> {
    let mut kinds: Vec<&'static str> = tokens::kinds()
        .chain(patterns::kinds())
        .chain(contextual::KINDS.iter().copied())
        .chain(key_blocks::KINDS.iter().copied())
        .chain(url_passwords::KINDS.iter().copied())
        .chain([cookies::KIND, kubernetes::KIND])
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.into_iter()
}

/// The markers that stand in the text. Only our own kinds count, so that a secret cannot hide in a made-up marker.
pub(super) fn markers(text: &str) -> Vec<Range<usize>> {
    MARKER.find_iter(text).map(|found| found.range()).collect()
}

fn touches_marker(markers: &[Range<usize>], span: &Span) -> bool {
    let first = markers.partition_point(|marker| marker.end <= span.start);
    markers.get(first).is_some_and(|marker| marker.start < span.end)
}
