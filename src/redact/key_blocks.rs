//! Private key blocks: PEM of every kind, OpenPGP, SSH2, PuTTY; with real or escaped line ends, whole or cut off.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::lines::Lines;
use super::span::Span;

const PRIVATE_KEY: &str = "private-key";

pub(super) const KINDS: &[&str] = &[PRIVATE_KEY];

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"-{3,5} ?(BEGIN|END) [A-Z0-9 ]{0,40}?(PRIVATE KEY|[A-Z])[A-Z0-9 ]{0,40}?-{3,5}")
        .expect("a constant expression that the tests run")
});

static PUTTY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"Private-Lines:\s{0,3}[0-9]{1,4}(",
        r"(?:(?:\s|\\[rn]){1,4}[A-Za-z0-9+/]{16,}={0,2})+",
        r"(?:(?:(?:\s|\\[rn]){1,4}[A-Za-z0-9+/]{1,15}={0,2})?(?:\s|\\[rn]){1,4}Private-MAC:\s{0,3}[0-9a-fA-F]+",
        r"|(?:\s|\\[rn]){1,4}[A-Za-z0-9+/]{1,15}={1,2})?)",
    ))
    .expect("a constant expression that the tests run")
});

struct Mark {
    range: Range<usize>,
    begins: bool,
    private: bool,
}

pub(super) fn find(text: &str, found: &mut Vec<Span>) {
    let marks: Vec<Mark> = MARK
        .captures_iter(text)
        .filter_map(|groups| {
            Some(Mark {
                range: groups.get(0)?.range(),
                begins: groups.get(1)?.as_str() == "BEGIN",
                private: groups.get(0)?.as_str().contains("PRIVATE KEY"),
            })
        })
        .collect();
    for (place, mark) in marks.iter().enumerate().filter(|(_, mark)| mark.private) {
        let previous = place.checked_sub(1).and_then(|before| marks.get(before));
        let next = marks.get(place + 1);
        if let Some(range) = if mark.begins { from_begin(text, mark, next) } else { from_end(text, mark, previous) } {
            found.push(Span::structured(range, PRIVATE_KEY));
        }
    }
    for body in PUTTY.captures_iter(text).filter_map(|groups| groups.get(1)) {
        found.push(Span::structured(body.range(), PRIVATE_KEY));
    }
}

/// The block that opens at `mark`: to its closing line, else as far as the lines look like a key.
fn from_begin(text: &str, mark: &Mark, next: Option<&Mark>) -> Option<Range<usize>> {
    if let Some(next) = next.filter(|next| !next.begins && next.private) {
        let body = &text[mark.range.end..next.range.start];
        return holds_key_material(body).then_some(mark.range.start..next.range.end);
    }
    let limit = next.map_or(text.len(), |next| next.range.start);
    let rest = &text[mark.range.end..limit];
    let mut end = 0;
    let mut any = false;
    for line in Lines::of(rest) {
        let shown = stripped(&rest[line.clone()]);
        if shown.is_empty() || is_header(shown) {
            continue;
        }
        let whole = is_base64(shown) && shown.len() >= 16;
        let last = any
            && is_base64(shown)
            && shown.bytes().any(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'/' | b'='));
        if whole || last {
            any = true;
            end = line.end;
            continue;
        }
        // A block whose line ends became spaces, or a last line with other text behind it.
        let taken = leading_key_words(shown);
        if taken > 0 {
            any = true;
            end = shown.as_ptr() as usize - rest.as_ptr() as usize + taken;
        }
        break;
    }
    any.then(|| mark.range.start..mark.range.end + end)
}

/// How many bytes of the line are words of key material, and spaces between them.
fn leading_key_words(line: &str) -> usize {
    let mut taken = 0;
    loop {
        let word = &line[taken..];
        let offset = word.len() - word.trim_start_matches(' ').len();
        let word = &word[offset..];
        let length = word.bytes().take_while(|byte| is_base64_byte(*byte)).count();
        if length < 16 || super::wording::reads_as_words(&word[..length]) {
            return taken;
        }
        taken += offset + length;
    }
}

/// The end of a block whose beginning was cut off.
fn from_end(text: &str, mark: &Mark, previous: Option<&Mark>) -> Option<Range<usize>> {
    if previous.is_some_and(|previous| previous.begins && previous.private) {
        return None;
    }
    let from = previous.map_or(0, |previous| previous.range.end);
    let before = &text[from..mark.range.start];
    let lines: Vec<Range<usize>> = Lines::of(before).collect();
    let mut start = None;
    for line in lines.iter().rev() {
        let shown = stripped(&before[line.clone()]);
        let short_last_line = start.is_none() && is_base64(shown) && shown.len() >= 4;
        if shown.is_empty() {
            continue;
        }
        let whole_line = is_base64(shown) && shown.len() >= 40;
        if !whole_line && !short_last_line {
            // The first line may be cut off itself, or stand behind other text.
            if start.is_some() && line.start == 0 && is_base64(shown) {
                start = Some(0);
            }
            let run = shown.bytes().rev().take_while(|byte| is_base64_byte(*byte)).count();
            if run >= 16 && !super::wording::reads_as_words(&shown[shown.len() - run..]) {
                start = Some(shown.as_ptr() as usize - before.as_ptr() as usize + shown.len() - run);
            }
            break;
        }
        start = Some(line.start);
    }
    start.map(|start| from + start..mark.range.end)
}

/// At least one line of key material, so that prose that names both marks stays.
fn holds_key_material(body: &str) -> bool {
    body.split(|character: char| character.is_whitespace() || matches!(character, '\\' | '"' | '\'' | ','))
        .map(|word| word.strip_prefix(['n', 'r']).unwrap_or(word))
        .any(|word| is_base64(word) && word.len() >= 8 && !super::wording::reads_as_words(word))
}

/// What program text puts around a line of a string: quotes, concatenation, comment marks.
fn stripped(line: &str) -> &str {
    line.trim_matches(|character: char| {
        character.is_whitespace() || matches!(character, '"' | '\'' | '`' | ',' | ';' | '>' | '#' | '*' | '|' | '\\')
    })
    .trim_start_matches("+ ")
    .trim_end_matches(" +")
    .trim_matches(|character: char| matches!(character, '"' | '\'' | '\\' | ' '))
}

fn is_base64(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_base64_byte)
}

fn is_base64_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// `Proc-Type: 4,ENCRYPTED`, `DEK-Info: …`, `Version: …`, `Comment: …`.
fn is_header(line: &str) -> bool {
    ["Proc-Type:", "DEK-Info:", "Version:", "Comment:", "Subject:", "Hash:"].iter().any(|name| line.starts_with(name))
}
