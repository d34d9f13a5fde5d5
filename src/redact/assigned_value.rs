//! Where the value of a name stands: `name = value`, `"name": "value"`, `<name>value</name>`, "the name is value".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// How a name and its value hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// By a sign: `=`, `:`, `=>`, a tag, a table cell, a command line option.
    Assigned {
        /// The value stands in quotes.
        quoted: bool,
    },
    /// By a word of a sentence: "is", "set to".
    Said,
    /// By standing behind it: `token "…"`.
    Beside,
}

/// No secret in quotes that a name introduces is longer, private key blocks aside.
const LONGEST_VALUE: usize = 4096;

/// How much of a value without quotes is read before it is judged; [`end_of_bare`] finds the rest.
const FIRST_OF_BARE: usize = 256;

static SIGN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r#"^(?:"#,
        // A name and a value as two members: `"name": "DB_PASSWORD", "value": "…"`, in JSON and in YAML.
        r#"[\\"'`]{0,3}\s{0,4},?(?:\s|\\[nrt]){0,40}[\\"']{0,2}(?:value|val)[\\"']{0,2}\s{0,3}[:=]|"#,
        r#"[\\"'`)\]*]{0,4}[ \t]{0,4}(?::=|=>|->|→|===?|[:：＝=]|%3[DdAa]|\|)|"#,
        r#"[\\"'`]{1,2}[ \t]{0,4},|"#,
        r#"[^\S\n]{0,2}>|"#,
        r#"\([ \t]{0,2}|"#,
        r#"\*{0,2}(?:是|は|为|為|이|가|는|은)"#,
        r#")"#,
    ))
    .expect("a constant expression that the tests run")
});

static WORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)^[*_`]{0,2}(?:[ \t]+[A-Za-z0-9.@'/_-]{1,30}){0,6}?",
        r"(?:[ \t]+(?:is|was|now|to|be|becomes|ist|lautet|es|est|är|é|это)(?:[ \t]+(?:now|to|always|still|(?:set|changed|reset|rotated|updated)[ \t]+to))?[ \t]*[:=]?[ \t]+|[ \t]*[:=][ \t]+)",
    ))
    .expect("a constant expression that the tests run")
});

/// A declared type between a name and its value: `password: str = "…"`.
static TYPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[ \t]{0,3}(?:&?(?:'static )?[A-Za-z][A-Za-z0-9_.:<>]{0,40}\??)[ \t]{1,2}=[ \t]{1,2}")
        .expect("a constant expression that the tests run")
});

/// A block scalar of YAML: the value stands on the next line.
static BLOCK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[ \t]{0,4}(?:[|>][+-]?)?[ \t]{0,4}(?:\r?\n|\\n)[ \t]{1,40}")
        .expect("a constant expression that the tests run")
});

/// The value of the name that ends at `end`, without its quotes.
pub(super) fn after(text: &str, start: usize, end: usize) -> Option<(Range<usize>, Link)> {
    let near = near(text, end);
    let before = &text[..start];
    if let Some(sign) = SIGN.find(near) {
        let signs = sign.as_str();
        let mut at = end + sign.end();
        let rest = self::near(text, at);
        if let Some(declared) = TYPE.find(rest) {
            at += declared.end();
        } else if signs.ends_with(':')
            && let Some(block) = BLOCK.find(rest)
        {
            at += block.end();
        }
        let in_query = signs.ends_with('=') && before.ends_with(['?', '&', ';']);
        let (value, quoted) = value_at(text, at, in_query)?;
        // A list, a call or a comparison proves nothing without quotes around the value.
        let needs_quotes = signs.trim_end().ends_with([',', '(']) || signs.ends_with("==");
        return (quoted || !needs_quotes).then_some((value, Link::Assigned { quoted }));
    }
    // `--password …`, `-e TOKEN …`, `ENV DB_PASSWORD …`
    let option = before.ends_with("--")
        || text[start..end].starts_with("--")
        || before.ends_with("ENV ")
        || before.ends_with("env:");
    if option && near.starts_with([' ', '\t']) {
        let (value, quoted) = value_at(text, end, false)?;
        return Some((value, Link::Assigned { quoted }));
    }
    if let Some(word) = WORD.find(near) {
        let (value, _) = value_at(text, end + word.end(), false)?;
        return Some((value, Link::Said));
    }
    near.starts_with(' ').then(|| value_at(text, end, false)).flatten().map(|(value, _)| (value, Link::Beside))
}

/// The text behind a name, as far as a link may reach.
fn near(text: &str, from: usize) -> &str {
    &text[from..text.floor_char_boundary((from + 260).min(text.len()))]
}

fn value_at(text: &str, at: usize, in_query: bool) -> Option<(Range<usize>, bool)> {
    let rest = &text[at..text.floor_char_boundary((at + LONGEST_VALUE).min(text.len()))];
    let lead = rest.len() - rest.trim_start_matches([' ', '\t', '*', '_', '(']).len();
    let (lead, quote) = opening_quote(rest, lead);
    let start = at + lead;
    let body = &rest[lead..];
    if let Some(quote) = quote
        && let Some(length) = closing_quote(body, quote)
    {
        return (length > 0).then(|| (start..start + length, true));
    }
    let body = &body[..body.floor_char_boundary(FIRST_OF_BARE.min(body.len()))];
    let value = &body[..bare_length(body, in_query)];
    let value = value.trim_end_matches(END_OF_SENTENCE);
    (!value.is_empty()).then(|| (start..start + value.len(), false))
}

/// Closes a sentence, a list or a block rather than a value.
const END_OF_SENTENCE: [char; 10] = ['.', ',', ';', ':', ')', ']', '}', '*', '\\', '|'];

/// Where a value without quotes really ends, of which `value` is what was judged.
pub(super) fn end_of_bare(text: &str, value: &Range<usize>) -> usize {
    if value.len() < FIRST_OF_BARE - 8 {
        return value.end;
    }
    let rest = &text[value.start..text.floor_char_boundary((value.start + LONGEST_VALUE).min(text.len()))];
    let whole = &rest[..bare_length(rest, true)];
    (value.start + whole.trim_end_matches(END_OF_SENTENCE).len()).max(value.end)
}

/// Up to white space, a quote, an escaped line end, or a character that no password on a keyboard has.
fn bare_length(body: &str, in_query: bool) -> usize {
    let mut characters = body.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        if ends_bare_value(character, in_query)
            || (character == '\\' && matches!(next, Some('n' | 'r' | 't' | '"' | 'u')))
        {
            return at;
        }
    }
    body.len()
}

/// A quotation mark, and how many backslashes escape it (more than one where a string is quoted in a string).
#[derive(Clone, Copy)]
struct Quote {
    close: char,
    backslashes: usize,
}

/// What opens the value: a quote, perhaps escaped, perhaps behind the mark of a raw or byte string.
fn opening_quote(rest: &str, lead: usize) -> (usize, Option<Quote>) {
    let body = &rest[lead..];
    let marked =
        body.strip_prefix(['b', 'r', 'f', 'u', '@', '[', '{']).filter(|marked| marked.starts_with(['"', '\'']));
    let (lead, body) = marked.map_or((lead, body), |marked| (lead + 1, marked));
    let quoted = body.trim_start_matches('\\');
    let backslashes = body.len() - quoted.len();
    let Some(open) = quoted.chars().next() else {
        return (lead, None);
    };
    let close = match open {
        '"' | '\'' | '`' => open,
        '“' => '”',
        '「' => '」',
        '«' => '»',
        _ => return (lead, None),
    };
    let triple = quoted.starts_with("\"\"\"") || quoted.starts_with("'''");
    let width = if triple { 3 } else { open.len_utf8() };
    (lead + backslashes + width, Some(Quote { close, backslashes }))
}

/// The length of the value in front of its closing quote; none if the line ends first.
fn closing_quote(body: &str, quote: Quote) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + body[from..].find([quote.close, '\n'])?;
        if body[at..].starts_with('\n') {
            return None;
        }
        let before = &body[..at];
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        let closes =
            if quote.backslashes == 0 { backslashes.is_multiple_of(2) } else { backslashes <= quote.backslashes };
        if closes {
            return Some(at - backslashes.min(quote.backslashes));
        }
        from = at + quote.close.len_utf8();
    }
}

fn ends_bare_value(character: char, in_query: bool) -> bool {
    character.is_whitespace()
        || character >= '\u{2000}'
        || matches!(character, '"' | '\'' | '`' | '<' | ',' | ';')
        || (in_query && matches!(character, '&' | '#'))
}
