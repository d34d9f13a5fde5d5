//! Echoes: what this server served and gets back as a new memory, verbatim, re-ordered or as a list. It is counted as seen
//! again and not stored.

use std::borrow::Cow;

use serde_json::Value;

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId};
use crate::op::Cx;
use crate::ops::safety::text_hash;
use crate::ops::storing::{Outcome, Stored};
use crate::store::memories;

/// Shorter pieces are no sign of an echo: “yes” stands in many lists.
const SHORTEST_PIECE: usize = 12;

/// The most pieces that are looked up.
const MOST_PIECES: usize = 100;

/// Recognises an echo: our own frame around texts that active memories say, or a list of two or more of them and nothing else.
///
/// # Errors
/// Unavailable without a database.
pub async fn recognise(cx: &mut Cx<'_>, text: &str) -> Result<Option<Stored>, AppError> {
    let (pieces, is_framed) = pieces(text);
    if pieces.is_empty() || (pieces.len() < 2 && !is_framed) || pieces.len() > MOST_PIECES {
        return Ok(None);
    }
    let hashes: Vec<Vec<u8>> = pieces.iter().map(|piece| text_hash(piece)).collect();
    let said = memories::saying(cx.tx, &hashes).await?;
    if said.len() < pieces.len() {
        return Ok(None);
    }
    let mut seen_count = 1;
    let mut echo_of: Vec<MemoryId> = Vec::new();
    for (_, memory, scope) in said {
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

async fn count_again(cx: &mut Cx<'_>, memory: MemoryId, scope: ScopeId) -> Result<Option<i32>, AppError> {
    if !cx.access.writes(scope) {
        return Ok(None);
    }
    cx.acts.memory("seen_again", memory, scope);
    memories::see_again(cx.tx, memory).await.map(Some)
}

/// The pieces of a text that may each be a memory, and whether they stood in our own frame.
fn pieces(text: &str) -> (Vec<String>, bool) {
    if let Some(items) = answered(text).or_else(|| framed(text)) {
        return (items, true);
    }
    let mut pieces = Vec::new();
    for line in text.lines().map(bare).filter(|line| !line.is_empty()) {
        if line.chars().count() < SHORTEST_PIECE {
            return (Vec::new(), false);
        }
        pieces.push(line.into_owned());
    }
    (pieces, false)
}

/// The contents of a JSON array of served items, with or without the notice before it.
fn framed(text: &str) -> Option<Vec<String>> {
    let start = text.find('[')?;
    let end = text.rfind(']')?;
    let items: Vec<Value> = serde_json::from_str(text.get(start..=end)?).ok()?;
    let contents: Option<Vec<String>> = items
        .iter()
        .map(|item| {
            item.get("id").and_then(Value::as_str).filter(|id| id.starts_with("mem_"))?;
            item.get("content").and_then(Value::as_str).map(str::to_owned)
        })
        .collect();
    contents.filter(|contents| !contents.is_empty())
}

/// The contents of records in an answer of the workspaces family.
fn answered(text: &str) -> Option<Vec<String>> {
    let answer: Value = serde_json::from_str(text.trim()).ok().filter(Value::is_object)?;
    let mut contents = Vec::new();
    let mut left = vec![&answer];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(items) => left.extend(items.iter().rev()),
            Value::Object(members)
                if members.get("id").is_some_and(Value::is_i64) && members.contains_key("revision") =>
            {
                contents.push(members.get("content").and_then(Value::as_str)?.to_owned());
            }
            Value::Object(members) => left.extend(members.values()),
            _ => {}
        }
    }
    Some(contents).filter(|contents| !contents.is_empty())
}

/// A line without what makes it an item of a list: bullets, numbers, quotes, and what our own lines end with.
fn bare(line: &str) -> Cow<'_, str> {
    let line = line.trim();
    let line = line.trim_start_matches(['-', '*', '•', '–', '>', ' ']);
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let line = match line[digits..].strip_prefix(['.', ')']) {
        Some(rest) if digits > 0 && digits < 4 => rest,
        _ => line,
    };
    if let Some(text) = quoted_beginning(line) {
        return text;
    }
    let line = line.split(" · version mem_").next().unwrap_or(line);
    line.trim().trim_matches(['"', '“', '”', '„', '«', '»']).into()
}

/// The text of one of our own lines in the decisions family: a JSON string, then what is said about it.
fn quoted_beginning(line: &str) -> Option<Cow<'_, str>> {
    if !line.starts_with('"') || !line.contains(" · mem_") {
        return None;
    }
    let text: String = serde_json::Deserializer::from_str(line).into_iter().next()?.ok()?;
    Some(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_any_dress_have_the_same_pieces() {
        let plain = ["Invoices go out on the first.", "The staging host is blue."];
        for text in [
            "Invoices go out on the first.\nThe staging host is blue.",
            "- Invoices go out on the first.\n- The staging host is blue.",
            "1. Invoices go out on the first.\n2) The staging host is blue.\n",
            "- \"Invoices go out on the first.\" · fact · active · mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6 · by a for b\n- \"The staging host is blue.\" · fact · active · mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f7",
            "> “Invoices go out on the first.”\n> “The staging host is blue.”",
            "• Invoices go out on the first. · version mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6\n\n• The staging host is blue.",
        ] {
            assert_eq!(pieces(text), (plain.map(str::to_owned).to_vec(), false), "{text}");
        }
    }

    #[test]
    fn our_own_frame_is_recognised() {
        let text = "A notice.\n\n[\n{\"id\":\"mem_1\",\"content\":\"Invoices go out.\"}\n]";
        assert_eq!(pieces(text), (vec!["Invoices go out.".to_owned()], true));
        assert!(framed("[{\"content\": \"x\"}]").is_none());
        assert!(framed("[1, 2]").is_none());
        let answer = r#"{"results":[{"record":{"id":7,"revision":1,"content":"Invoices go out."},"scope_rank":1}]}"#;
        assert_eq!(pieces(answer), (vec!["Invoices go out.".to_owned()], true));
        assert!(answered("{\"id\": 7, \"content\": \"x\"}").is_none());
    }
}
