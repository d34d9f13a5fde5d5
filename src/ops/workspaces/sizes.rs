//! Keeping answers below 100 kB (ruling 40). On MCP an answer goes out twice, as text and as structured content, and the text
//! is JSON inside JSON: that is what is counted there.

use serde::Serialize;

use crate::auth::ClientSurface;
use crate::ops::workspaces::record::Record;
use crate::recall::chunks::excerpt;

/// The most bytes of an answer, with room for what surrounds it.
pub const LARGEST: usize = 97_000;

/// The most bytes that a context takes of an answer.
const LARGEST_CONTEXT: usize = 20_000;

/// The most characters of a record in a list (contract, workspaces family).
pub const LONGEST_IN_LIST: usize = 6_000;

/// The fewest characters to which a record in a list is cut so that more fit.
const SHORTEST_IN_LIST: usize = 240;

/// How many bytes a value takes of an answer.
pub fn weight(surface: ClientSurface, value: &impl Serialize) -> usize {
    serde_json::to_string(value).map_or(usize::MAX, |json| json.chars().map(|one| plain_weight(surface, one)).sum())
}

/// Cuts content and context so that the record alone fits into an answer. The content begins at an offset in characters.
pub fn fit(record: &mut Record, surface: ClientSurface, offset: usize) {
    let total = record.content.chars().count();
    let context_total = record.context.chars().count();
    let whole = std::mem::take(&mut record.content);
    let context = std::mem::take(&mut record.context);
    let mut room = LARGEST.saturating_sub(weight(surface, record) + 400);
    beginning(&context, surface, room.min(LARGEST_CONTEXT)).clone_into(&mut record.context);
    room = room.saturating_sub(weight(surface, &record.context));
    let from = whole.char_indices().nth(offset).map_or("", |(place, _)| &whole[place..]);
    beginning(from, surface, room).clone_into(&mut record.content);
    if record.content.len() < whole.len() {
        record.content_chars = Some(total);
        record.content_offset = Some(offset.min(total));
        record.truncated = Some(true);
    }
    if record.context.len() < context.len() {
        record.context_chars = Some(context_total);
    }
}

/// Records for a list: each cut to the same length around what was found, as long as fits all of them; the last are left out
/// where even the shortest cut does not. Each record comes with the place of its best chunk.
pub fn fit_list(
    records: Vec<(Record, Option<(usize, usize)>)>,
    terms: &[String],
    surface: ClientSurface,
) -> (Vec<Record>, usize) {
    let count = records.len();
    let first: Vec<Record> =
        records.into_iter().map(|(record, around)| shortened(record, terms, around, LONGEST_IN_LIST)).collect();
    // What surrounds a record in a list, its workspace and rank, has its share too.
    let cost = |record: &Record| weight(surface, record) + 700;
    let mut longest = LONGEST_IN_LIST;
    let mut cut = first.clone();
    while longest > SHORTEST_IN_LIST && cut.iter().map(cost).sum::<usize>() > LARGEST {
        longest = (longest * 4 / 5).max(SHORTEST_IN_LIST);
        cut = first.iter().cloned().map(|record| shortened(record, terms, None, longest)).collect();
    }
    let mut room = LARGEST;
    let kept: Vec<Record> = cut
        .into_iter()
        .take_while(|record| {
            let left = room.checked_sub(cost(record));
            room = left.unwrap_or(0);
            left.is_some()
        })
        .collect();
    let left_out = count - kept.len();
    (kept, left_out)
}

fn shortened(mut record: Record, terms: &[String], around: Option<(usize, usize)>, longest: usize) -> Record {
    let chars = record.content.chars().count();
    let total = record.content_chars.unwrap_or(chars);
    let piece = excerpt(&record.content, terms, around, longest);
    record.content_chars = Some(total);
    record.content_offset = Some(record.content_offset.unwrap_or(0) + piece.start);
    record.truncated = Some(piece.chars < total);
    record.content = piece.text;
    let context_chars = record.context.chars().count();
    let context_longest = longest / 6;
    if context_chars > context_longest {
        record.context_chars.get_or_insert(context_chars);
        record.context = record.context.chars().take(context_longest).collect();
    }
    record
}

/// As much of a text's beginning as takes no more than so many bytes of an answer.
fn beginning(text: &str, surface: ClientSurface, room: usize) -> &str {
    let mut taken = 0;
    let end = text.char_indices().find_map(|(place, character)| {
        taken += quoted_weight(surface, character);
        (taken > room).then_some(place)
    });
    end.map_or(text, |end| &text[..end])
}

/// What a character of a JSON text weighs: on MCP that text goes out bare and quoted.
fn plain_weight(surface: ClientSurface, character: char) -> usize {
    let bare = character.len_utf8();
    match surface {
        ClientSurface::Mcp if matches!(character, '"' | '\\') => bare + 2,
        ClientSurface::Mcp => 2 * bare,
        ClientSurface::Rest | ClientSurface::CommandLine => bare,
    }
}

/// What a character of a text weighs once it is quoted in JSON.
fn quoted_weight(surface: ClientSurface, character: char) -> usize {
    let plain = |escape: &str| escape.chars().map(|one| plain_weight(surface, one)).sum();
    match character {
        '"' => plain("\\\""),
        '\\' => plain("\\\\"),
        '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => plain("\\n"),
        other if u32::from(other) < 0x20 => plain("\\u0000"),
        other => plain_weight(surface, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weight_of_a_text_is_what_it_takes_on_the_wire() {
        let text = "a \"quoted\" \\ line\nand ключ \u{1} 記憶\t";
        let json = serde_json::to_string(text).unwrap();
        let again = serde_json::to_string(&json).unwrap();
        assert_eq!(weight(ClientSurface::Rest, &text), json.len());
        assert_eq!(weight(ClientSurface::Mcp, &text), json.len() + again.len() - 2);
        for surface in [ClientSurface::Rest, ClientSurface::Mcp] {
            let quotes = weight(surface, &"");
            let summed: usize = text.chars().map(|character| quoted_weight(surface, character)).sum();
            assert_eq!(summed + quotes, weight(surface, &text));
            assert_eq!(beginning(text, surface, summed), text);
            assert!(beginning(text, surface, summed - 1).len() < text.len());
        }
    }
}
