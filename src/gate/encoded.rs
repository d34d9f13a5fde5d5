//! Encoded data and addresses, told from words by what they are spelled with.

use std::sync::LazyLock;

use regex::Regex;

/// The longest token that is looked at whole; longer ones are judged by their beginning.
const JUDGED: usize = 512;
/// From this length on, mixed letters and digits are taken for base64 and the like, in bytes.
const SHORTEST_BASE64: usize = 20;
/// From this length on, hexadecimal digits are a digest or a dump, in bytes.
const SHORTEST_HEX: usize = 16;
/// With so many words besides the data the text says something about it.
const WORDS_THAT_SAY_SOMETHING: usize = 3;

/// Nine tenths of the text are encoded data, and fewer than three words go with it.
pub(super) fn is_dump(content: &str) -> bool {
    let mut encoded = 0;
    let mut bytes_in_hex = 0;
    let mut visible = 0;
    let mut words = 0;
    let mut in_armour = false;
    for line in content.lines() {
        let mut in_gutter = false;
        for token in line.split_whitespace() {
            visible += token.len();
            if token.starts_with("-----BEGIN") || (in_armour && token.ends_with("-----")) {
                in_armour = token.starts_with("-----BEGIN") && !token.ends_with("-----");
                encoded += token.len();
            } else if in_armour || token.starts_with("-----END") {
                in_armour = !token.ends_with("-----");
                encoded += token.len();
            } else if in_gutter || is_encoded(token) {
                encoded += token.len();
            } else if is_byte_in_hex(token) {
                bytes_in_hex += token.len();
            } else if token.starts_with('|') && bytes_in_hex > 0 {
                in_gutter = true;
                encoded += token.len();
            } else if has_a_word(token) {
                words += 1;
            }
        }
    }
    // Two digits here and there are numbers; eight bytes and more are a dump.
    let dumped = if bytes_in_hex >= 16 { encoded + bytes_in_hex } else { encoded };
    dumped > 0 && words < WORDS_THAT_SAY_SOMETHING && dumped * 10 >= visible * if bytes_in_hex >= 16 { 6 } else { 8 }
}

/// Addresses and nothing else: no word, no text of a link.
pub(super) fn is_bare_url(content: &str) -> bool {
    let mut any = false;
    for token in content.split_whitespace() {
        let bare = token.trim_matches(|character: char| {
            matches!(
                character,
                '<' | '>'
                    | '('
                    | ')'
                    | '['
                    | ']'
                    | '"'
                    | '\''
                    | '`'
                    | '*'
                    | ','
                    | ';'
                    | '.'
                    | '!'
                    | '?'
                    | ':'
                    | '|'
                    | '“'
                    | '”'
                    | '„'
                    | '«'
                    | '»'
                    | '。'
                    | '，'
            )
        });
        let bare = bare.strip_prefix("](").unwrap_or(bare);
        if bare.chars().all(|character| !character.is_alphanumeric()) || is_list_number(bare) {
            continue;
        }
        if !is_url(bare) {
            return false;
        }
        any = true;
    }
    any
}

fn is_list_number(token: &str) -> bool {
    token.len() <= 2 && token.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_url(token: &str) -> bool {
    static URL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?xi) ^ (?:
              !?\[\]\(? [a-z][a-z0-9+.-]{1,15}:// \S+
            | [a-z][a-z0-9+.-]{1,15}:// \S+
            | www\. [^\s/]+ \. \S+
            | mailto: \S+ @ \S+
            | (?: [a-z0-9-]{1,63} \. )+ (?: com|org|net|de|fr|uk|eu|ru|cn|jp|kr|br|es|it|nl|ch|at|pl|edu|gov|info|dev|app ) (?: : [0-9]+ )? (?: / \S* )?
            | (?: [a-z0-9-]{1,63} \. )+ [a-z]{2,12} / \S+
            ) $ ",
        )
        .expect("the pattern is fixed and a test compiles it")
    });
    // A sentence without spaces may begin with an address: then other scripts follow the dot or the path.
    URL.is_match(token) && !followed_by_words(token)
}

/// `https://example.com是我们的主页`: letters of a script without spaces, right after the address.
fn followed_by_words(token: &str) -> bool {
    token.chars().filter(|character| is_unspaced_letter(*character)).count() >= 2
        && !token.contains('%')
        && token.chars().next_back().is_some_and(|last| !last.is_ascii())
}

fn is_unspaced_letter(character: char) -> bool {
    matches!(u32::from(character), 0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xAC00..=0xD7AF)
}

/// `7f`, `7F45`, `0x7f,`, `\x7f`, `00000010:`
fn is_byte_in_hex(token: &str) -> bool {
    let token = token.trim_end_matches([',', ':', ';']).trim_start_matches(['{', '[', '(']);
    let digits = token.strip_prefix("0x").or_else(|| token.strip_prefix("\\x")).unwrap_or(token);
    matches!(digits.len(), 2 | 4 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn has_a_word(token: &str) -> bool {
    token.chars().filter(|character| character.is_alphabetic()).count() >= 2
}

/// One token of base64, hexadecimal digits, an escaped byte string, a UUID or a ULID.
fn is_encoded(token: &str) -> bool {
    let token = token.trim_matches(['"', '\'', '`', ',', ';', '(', ')', '[', ']', '{', '}', '<', '>']);
    let token = match (token.starts_with("data:"), token.split_once(";base64,")) {
        (true, Some((_, data))) => data,
        _ => token,
    };
    let token = &token[..token.floor_char_boundary(JUDGED.min(token.len()))];
    is_hex(token) || is_uuid(token) || is_escaped(token) || is_base64(token)
}

fn is_hex(token: &str) -> bool {
    let token = ["0x", "0X", "sha256:", "sha1:", "md5:", "sha512:"]
        .iter()
        .find_map(|prefix| token.strip_prefix(prefix))
        .unwrap_or(token);
    let digits = token.bytes().filter(u8::is_ascii_digit).count();
    let separators = token.bytes().filter(|byte| *byte == b':').count();
    token.len() - separators >= SHORTEST_HEX
        && (digits > 0 || token.len() >= 20)
        && token.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b':')
        && (separators == 0 || separators * 3 >= token.len() - 3)
}

fn is_uuid(token: &str) -> bool {
    let parts: Vec<&str> = token.split('-').map(str::trim).collect();
    parts.len() == 5
        && parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12])
        && token.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// `\x7f\x45\x4c`, `%E4%BD%A0%E5`, `=E4=BD=A0`
fn is_escaped(token: &str) -> bool {
    let marks = token.matches("\\x").count() * 4 + token.matches("\\u").count() * 6;
    let percents = token.matches('%').count() * 3;
    token.len() >= 12 && (marks * 10 >= token.len() * 9 || percents * 10 >= token.len() * 8)
}

/// Letters and digits that change their class too often to be words; words joined by `-`, `_`, `.` or capitals do not.
fn is_base64(token: &str) -> bool {
    let bare = token.trim_end_matches('=');
    if token.len() < SHORTEST_BASE64
        || !bare
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_' | b'.' | b'~'))
    {
        return false;
    }
    let class = |byte: u8| match byte {
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        b'0'..=b'9' => 3,
        _ => 0,
    };
    let bytes = bare.as_bytes();
    let changes = bytes
        .windows(2)
        .filter(|pair| class(pair[0]) != class(pair[1]) && class(pair[0]) != 0 && class(pair[1]) != 0)
        .count();
    let has = |wanted: i32| bytes.iter().any(|byte| class(*byte) == wanted);
    let mixed = (has(1) && has(2)) || ((has(1) || has(2)) && has(3));
    mixed && changes * 100 >= bytes.len() * 28
}
