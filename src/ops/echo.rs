//! Echoes: what this server served and gets back as a new memory, verbatim, re-ordered or as a list. It is counted as seen
//! again and not stored.

use serde_json::{Map, Value};

use crate::error::AppError;
use crate::frame::{NOTICE, fold};
use crate::ids::{MemoryId, ScopeId};
use crate::op::Cx;
use crate::ops::safety::text_hash;
use crate::ops::storing::{Outcome, Stored};
use crate::store::memories::{self, MemoryRow};

/// Shorter pieces are no sign of an echo: “yes” stands in many lists.
const SHORTEST_PIECE: usize = 12;

/// The most pieces that are looked up.
const MOST_PIECES: usize = 100;

/// A piece of a text that may be a memory.
#[derive(Debug, PartialEq, Eq)]
struct Piece {
    /// What it says, or the beginning or a part of it.
    text: String,
    /// The memory that it says it is, where it is one of our own lines or items.
    memory: Option<MemoryId>,
}

/// Recognises an echo: our own lines and items, or a list of two or more texts that active memories say, and nothing else.
///
/// # Errors
/// Unavailable without a database.
pub async fn recognise(cx: &mut Cx<'_>, text: &str) -> Result<Option<Stored>, AppError> {
    let (pieces, is_ours) = pieces(text);
    if pieces.is_empty() || (pieces.len() < 2 && !is_ours) || pieces.len() > MOST_PIECES {
        return Ok(None);
    }
    let Some(said) = said(cx, &pieces).await? else { return Ok(None) };
    let mut seen_count = 1;
    let mut echo_of: Vec<MemoryId> = Vec::new();
    for (memory, scope) in said {
        if echo_of.contains(&memory) {
            continue;
        }
        echo_of.push(memory);
        seen_count = count_again(cx, memory, scope).await?.unwrap_or(seen_count);
    }
    let Some(id) = echo_of.first().copied() else { return Ok(None) };
    Ok(Some(Stored {
        id,
        outcome: if echo_of.len() == 1 { Outcome::SeenAgain } else { Outcome::Echo },
        seen_count,
        is_labelled: false,
        superseded: Vec::new(),
        similar: Vec::new(),
        conflicts: Vec::new(),
        echo_of,
    }))
}

/// The active memory that says each piece; none where one of them says something that no memory says.
async fn said(cx: &mut Cx<'_>, pieces: &[Piece]) -> Result<Option<Vec<(MemoryId, ScopeId)>>, AppError> {
    let hashes: Vec<Vec<u8>> = pieces.iter().map(|piece| text_hash(&piece.text)).collect();
    let whole = memories::saying(cx.tx, &hashes).await?;
    let mut found = Vec::new();
    for (place, piece) in pieces.iter().enumerate() {
        let said = whole.iter().find(|(said, ..)| *said == place).map(|(_, memory, scope)| (*memory, *scope));
        let said = match (said, piece.memory) {
            (Some(said), _) => Some(said),
            // A long text is served in part: its id tells whose part it is.
            (None, Some(memory)) => part_of(cx, memory, &piece.text).await?,
            (None, None) => None,
        };
        match said {
            Some(said) => found.push(said),
            None => return Ok(None),
        }
    }
    Ok(Some(found))
}

async fn part_of(cx: &mut Cx<'_>, memory: MemoryId, part: &str) -> Result<Option<(MemoryId, ScopeId)>, AppError> {
    let row = memories::get(cx.tx, memory).await?.filter(|row| row.status == "active");
    let part = fold(part);
    let is_part = |row: &MemoryRow| part.chars().count() >= SHORTEST_PIECE && fold(&row.content).contains(&part);
    Ok(row.filter(is_part).map(|row| (memory, ScopeId(row.scope_id))))
}

async fn count_again(cx: &mut Cx<'_>, memory: MemoryId, scope: ScopeId) -> Result<Option<i32>, AppError> {
    if !cx.access.writes(scope) {
        return Ok(None);
    }
    cx.acts.memory("seen_again", memory, scope);
    memories::see_again(cx.tx, memory).await.map(Some)
}

/// The pieces of a text that may each be a memory, and whether they stood in our own frame or lines.
fn pieces(text: &str) -> (Vec<Piece>, bool) {
    if let Some(items) = answered(text).or_else(|| framed(text)) {
        return (items, true);
    }
    let mut pieces = Vec::new();
    for line in text.lines() {
        let piece = bare(line);
        if piece.text.is_empty() {
            continue;
        }
        if piece.memory.is_none() && piece.text.chars().count() < SHORTEST_PIECE {
            return (Vec::new(), false);
        }
        pieces.push(piece);
    }
    let is_ours = pieces.iter().any(|piece| piece.memory.is_some());
    (pieces, is_ours)
}

/// The contents of a JSON array of served items, with or without our notice before it and our notes after it. Where anything
/// else stands around it, somebody says something of his own.
fn framed(text: &str) -> Option<Vec<Piece>> {
    let start = text.find('[')?;
    let end = text.rfind("\n]").map_or_else(|| text.rfind(']'), |place| Some(place + 1))?;
    let before = text[..start].trim();
    let is_note = |line: &str| line.is_empty() || line.starts_with(MEANING_IS_OFF) || line.ends_with(LEFT_OUT);
    if !(before.is_empty() || before == NOTICE) || !text[end + 1..].lines().all(|line| is_note(line.trim())) {
        return None;
    }
    let items: Vec<Value> = serde_json::from_str(text.get(start..=end)?).ok()?;
    let contents: Option<Vec<Piece>> = items
        .iter()
        .map(|item| {
            let memory = item.get("id").and_then(Value::as_str)?.parse().ok()?;
            let text = item.get("content").and_then(Value::as_str)?.to_owned();
            Some(Piece { text, memory: Some(memory) })
        })
        .collect();
    contents.filter(|contents| !contents.is_empty())
}

/// How our notes after served items begin or end.
const MEANING_IS_OFF: &str = "Search by meaning is unavailable (";
const LEFT_OUT: &str = " more fit and are left out, since the answer would be too long.";

/// What an answer of the workspaces family that shows records consists of.
const ANSWER: &[&str] = &[
    "scope",
    "scope_tags",
    "data",
    "results",
    "searched",
    "ordering",
    "rerank",
    "records",
    "next_after",
    "more",
    "notice",
];

/// The contents of records in an answer of the workspaces family.
fn answered(text: &str) -> Option<Vec<Piece>> {
    let answer: Value = serde_json::from_str(text.trim()).ok().filter(Value::is_object)?;
    let is_ours = |members: &Map<String, Value>| members.keys().all(|name| ANSWER.contains(&name.as_str()));
    if !answer.as_object().is_some_and(|members| is_record(members) || is_ours(members)) {
        return None;
    }
    let mut contents = Vec::new();
    let mut left = vec![&answer];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(items) => left.extend(items.iter().rev()),
            Value::Object(members) if is_record(members) => {
                let text = members.get("content").and_then(Value::as_str)?.to_owned();
                contents.push(Piece { text, memory: None });
            }
            Value::Object(members) => left.extend(members.values()),
            _ => {}
        }
    }
    Some(contents).filter(|contents| !contents.is_empty())
}

fn is_record(members: &Map<String, Value>) -> bool {
    members.get("id").is_some_and(Value::is_i64) && members.contains_key("revision")
}

/// A line without what makes it an item of a list: bullets, numbers, quotes, and what our own lines end with.
fn bare(line: &str) -> Piece {
    let line = line.trim();
    let line = line.trim_start_matches(['-', '*', '•', '–', '>', ' ']);
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let line = match line[digits..].strip_prefix(['.', ')']) {
        Some(rest) if digits > 0 && digits < 4 => rest.trim(),
        _ => line,
    };
    if let Some(piece) = our_own(line) {
        return piece;
    }
    let (line, memory) = match line.split_once(" · version mem_") {
        Some((text, id)) => (text, memory_of(id)),
        None => (line, None),
    };
    Piece { text: line.trim().trim_matches(['"', '“', '”', '„', '«', '»']).to_owned(), memory }
}

/// One of our own lines in the decisions family: a JSON string, then what is said about it.
fn our_own(line: &str) -> Option<Piece> {
    let (text, id) = line.starts_with('"').then(|| line.split_once(" · mem_"))??;
    let text: String = serde_json::Deserializer::from_str(text).into_iter().next()?.ok()?;
    Some(Piece { text, memory: memory_of(id) })
}

/// The id that a line goes on with, after its prefix.
fn memory_of(rest: &str) -> Option<MemoryId> {
    let digits: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
    format!("mem_{digits}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> (Vec<String>, bool) {
        let (pieces, is_ours) = pieces(text);
        (pieces.into_iter().map(|piece| piece.text).collect(), is_ours)
    }

    #[test]
    fn lists_in_any_dress_have_the_same_pieces() {
        let plain = ["Invoices go out on the first.", "The staging host is blue."];
        for (text, is_ours) in [
            ("Invoices go out on the first.\nThe staging host is blue.", false),
            ("- Invoices go out on the first.\n- The staging host is blue.", false),
            ("1. Invoices go out on the first.\n2) The staging host is blue.\n", false),
            (
                "- \"Invoices go out on the first.\" · fact · active · mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6 · by a for b\n- \"The staging host is blue.\" · fact · active · mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f7",
                true,
            ),
            ("> “Invoices go out on the first.”\n> “The staging host is blue.”", false),
            (
                "• Invoices go out on the first. · version mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6\n\n• The staging host is blue.",
                true,
            ),
        ] {
            assert_eq!(texts(text), (plain.map(str::to_owned).to_vec(), is_ours), "{text}");
        }
    }

    #[test]
    fn our_own_frame_is_recognised() {
        let items = "[\n{\"id\":\"mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6\",\"content\":\"Invoices go out.\"}\n]";
        let said = (vec!["Invoices go out.".to_owned()], true);
        for text in [
            items.to_owned(),
            format!("{NOTICE}\n\n{items}"),
            format!("{NOTICE}\n\n{items}\n\n2{LEFT_OUT}\n\n{MEANING_IS_OFF}off); words alone are searched."),
        ] {
            assert_eq!(texts(&text), said, "{text}");
        }
        for text in [
            format!("From now on they do not:\n{items}"),
            format!("{NOTICE}\n\n{items}\nFrom now on they do not."),
            "[{\"content\": \"x\"}]".to_owned(),
            "[1, 2]".to_owned(),
        ] {
            assert_eq!(framed(&text), None, "{text}");
        }
        let answer = r#"{"results":[{"record":{"id":7,"revision":1,"content":"Invoices go out."},"scope_rank":1}]}"#;
        assert_eq!(texts(answer), said);
        let own = r#"{"results":[{"record":{"id":7,"revision":1,"content":"Invoices go out."}}],"decided":"No more."}"#;
        assert_eq!(answered(own), None);
        assert_eq!(answered("{\"id\": 7, \"content\": \"x\"}"), None);
    }
}
