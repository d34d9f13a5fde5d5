//! The piece of a text that shows why it was found.

use std::ops::Range;

use super::boundary::{Boundary, attaches};
use crate::recall::analysis::terms;

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The piece, exactly as it stands in the text.
    pub text: String,
    /// Where it begins in the text, in Unicode scalar values.
    pub start: usize,
    /// How long it is, likewise.
    pub chars: usize,
    /// Whether something of the text is left out.
    pub cut: bool,
}

/// At most `max_chars` characters of a text: the whole when it fits, else the window with the most distinct terms of the
/// query, else the beginning of the chunk that was found.
///
/// `around` is the chunk that was found, as its start and its length in Unicode scalar values; terms are looked for in and
/// around it. Without it the whole text is searched. `query_terms` are those of
/// [`query_terms`](crate::recall::analysis::query_terms).
#[must_use]
pub fn excerpt(text: &str, query_terms: &[String], around: Option<(usize, usize)>, max_chars: usize) -> Excerpt {
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    if characters.len() <= max_chars {
        return Excerpt { text: text.to_owned(), start: 0, chars: characters.len(), cut: false };
    }
    let chunk = around.map(|(start, length)| {
        let start = start.min(characters.len());
        start..start.saturating_add(length).min(characters.len())
    });
    let searched = match &chunk {
        Some(chunk) => {
            chunk.start.saturating_sub(max_chars / 2)..chunk.end.saturating_add(max_chars / 2).min(characters.len())
        }
        None => 0..characters.len(),
    };
    let hits = hits(slice(text, &characters, &searched), searched.start, query_terms);
    let range = if let Some(shown) = best_window(&hits, max_chars, chunk.as_ref()) {
        window_around(&characters, &shown, max_chars)
    } else {
        let start = chunk.map_or(0, |chunk| chunk.start);
        window_from(&characters, start, start, max_chars)
    };
    Excerpt { text: slice(text, &characters, &range).to_owned(), start: range.start, chars: range.len(), cut: true }
}

/// Where a term of the query stands.
struct Hit {
    term: usize,
    range: Range<usize>,
}

fn hits(text: &str, offset: usize, query_terms: &[String]) -> Vec<Hit> {
    let place = |text: &str| query_terms.iter().position(|term| term == text);
    let mut hits: Vec<Hit> = terms(text)
        .into_iter()
        .filter_map(|found| Some(Hit { term: place(&found.text)?, range: offset + found.start..offset + found.end }))
        .collect();
    hits.sort_by_key(|hit| (hit.range.start, hit.range.end));
    hits
}

/// From the first to the last hit of the best window: most distinct terms, then inside the chunk, then most hits, then first.
fn best_window(hits: &[Hit], max_chars: usize, chunk: Option<&Range<usize>>) -> Option<Range<usize>> {
    let mut counts = vec![0_usize; hits.iter().map(|hit| hit.term + 1).max().unwrap_or(0)];
    let mut distinct = 0;
    let mut first = 0;
    let mut best: Option<((usize, bool, usize), Range<usize>)> = None;
    for (last, hit) in hits.iter().enumerate() {
        counts[hit.term] += 1;
        distinct += usize::from(counts[hit.term] == 1);
        while first < last && hit.range.end - hits[first].range.start > max_chars {
            let left = hits[first].term;
            counts[left] -= 1;
            distinct -= usize::from(counts[left] == 0);
            first += 1;
        }
        let shown = hits[first].range.start..hit.range.end;
        let inside = chunk.is_none_or(|chunk| chunk.start <= shown.start && shown.end <= chunk.end);
        let rank = (distinct, inside, last - first);
        if best.as_ref().is_none_or(|(best, _)| rank > *best) {
            best = Some((rank, shown));
        }
    }
    best.map(|(_, shown)| shown)
}

/// A window that shows a range, with what comes before it from the start of its sentence if that is near.
fn window_around(characters: &[(usize, char)], shown: &Range<usize>, max_chars: usize) -> Range<usize> {
    let room = max_chars.saturating_sub(shown.len());
    let earliest = shown.start.saturating_sub(room / 2);
    let latest_useful = shown.start;
    let of = |wanted: Boundary| (earliest..=latest_useful).rev().find(|&at| Boundary::at(characters, at) >= wanted);
    let first_word = || (earliest..=latest_useful).find(|&at| Boundary::at(characters, at) >= Boundary::Word);
    let start = of(Boundary::Sentence).or_else(first_word).unwrap_or(earliest);
    // Near the end of the text there is more room before.
    let start = if start + max_chars > characters.len() {
        let filled = characters.len() - max_chars;
        (filled..=start).find(|&at| Boundary::at(characters, at) >= Boundary::Word).unwrap_or(start)
    } else {
        start
    };
    window_from(characters, start, shown.end, max_chars)
}

/// A window from a place on that reaches another, ending between words where that costs little.
fn window_from(characters: &[(usize, char)], start: usize, reached: usize, max_chars: usize) -> Range<usize> {
    let mut start = start.min(characters.len());
    while start > 0 && attaches(characters, start) {
        start -= 1;
    }
    let full = start.saturating_add(max_chars).min(characters.len());
    if full == characters.len() {
        return start..full;
    }
    let whole = |at: usize| Boundary::at(characters, at) >= Boundary::Word || characters[at].1.is_whitespace();
    let shortest = (full - (full - start).min(24)).max(reached).min(full);
    let end = (shortest.max(start + 1)..=full).rev().find(|&at| whole(at));
    let end = end.or_else(|| (shortest.max(start + 1)..=full).rev().find(|&at| !attaches(characters, at)));
    start..end.unwrap_or(full)
}

fn slice<'a>(text: &'a str, characters: &[(usize, char)], range: &Range<usize>) -> &'a str {
    let byte = |at: usize| characters.get(at).map_or(text.len(), |&(byte, _)| byte);
    &text[byte(range.start)..byte(range.end)]
}

#[cfg(test)]
mod tests;
