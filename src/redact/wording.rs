//! What a value looks like: words, a place-holder, an identifier, or something random.
//!
//! All judgements look at the first [`JUDGED`] bytes only, which is enough to tell and keeps the whole linear.

use std::sync::LazyLock;

use regex::Regex;

use super::spelling::is_word_or_number;

/// How much of a value is looked at, in bytes.
pub(super) const JUDGED: usize = 128;

fn judged(value: &str) -> &str {
    &value[..value.floor_char_boundary(JUDGED.min(value.len()))]
}

/// Nothing but `x`, as documents write a key they do not show.
pub(super) fn is_mask(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|byte| matches!(byte, b'x' | b'X' | b'-' | b'_' | b'.'))
}

/// Reads as words, numbers and names joined by punctuation: `refresh-token-rotation`, `us-east-1`, `get_access_token`.
pub(super) fn reads_as_words(value: &str) -> bool {
    let value = judged(value);
    if value.bytes().any(|byte| matches!(byte, b'!' | b'$' | b'%' | b'^' | b'~' | b'+')) {
        return false;
    }
    let mut parts = 0;
    let mut letters = 0;
    for part in value.split(|character: char| !character.is_alphanumeric()).filter(|part| !part.is_empty()) {
        if !is_word_or_number(part) {
            return false;
        }
        parts += 1;
        letters += part.chars().filter(|character| character.is_alphabetic()).count();
    }
    // `a-b-c-1-2-3` is no prose: words have three letters and more on the average.
    parts == 0 || letters * 2 >= parts * 3 || letters == 0
}

/// Words that stand where a secret would, in documents.
const STAND_INS: &[&str] = &[
    "your",
    "my",
    "the",
    "a",
    "an",
    "db",
    "database",
    "user",
    "username",
    "password",
    "passwd",
    "pass",
    "pwd",
    "pw",
    "passphrase",
    "secret",
    "token",
    "key",
    "api",
    "here",
    "example",
    "sample",
    "placeholder",
    "changeme",
    "change",
    "me",
    "redacted",
    "hidden",
    "insert",
    "replace",
    "with",
    "todo",
    "tbd",
    "none",
    "null",
    "nil",
    "undefined",
    "value",
    "string",
    "str",
    "some",
    "real",
    "actual",
    "goes",
    "env",
    "var",
    "empty",
    "unset",
    "true",
    "false",
    "optional",
    "required",
    "dummy",
    "fake",
    "access",
    "client",
    "private",
    "auth",
    "bearer",
    "xxx",
    "xxxx",
    "xxxxx",
    "and",
    "or",
    "not",
    "is",
    "set",
    "from",
    "this",
    "that",
    "enter",
    "paste",
    "masked",
    "omitted",
    "removed",
    "confidential",
    "foo",
    "bar",
    "baz",
];

static TEMPLATE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"^(?:",
        r"\$\{|\$\(|\$\$?[A-Z_][A-Z0-9_]*$|\$\$?[a-z_]+$|\$env:|\{\{|<|«|\[(?i:your|redacted|hidden|secret|password|token|masked|removed|filtered)|%[A-Za-z_]+%|%\(|%s|@[A-Z_]+@|#\{|",
        r"\{[A-Za-z_.()\[\]0-9 ]*\}?$|\\?\$|!(?:Ref|Sub|vault|GetAtt|ImportValue)|\*+$|",
        r"(?i:process\.env|os\.environ|os\.getenv|system\.getenv|env\[|env\.|env\(|getenv|secrets?\.|secrets?\[|vars?\.|local\.|data\.|vault[:.(]|config[.\[(]|settings\.|self\.|this\.|import\.meta|deno\.env|op://|ref\+|sops|enc\[|keyring\.|ssm:|arn:|file:|env:|projects/)",
        r")",
    ))
    .expect("a constant expression that the tests run")
});

/// Stands in for a secret: `<token>`, `${PASSWORD}`, `os.environ["X"]`, `********`, `YOUR_API_KEY`, or nothing at all.
pub(super) fn is_placeholder(value: &str) -> bool {
    let value = judged(value).trim();
    if value.is_empty() || TEMPLATE.is_match(value) {
        return true;
    }
    if value.chars().all(|character| {
        matches!(character, '*' | '•' | '●' | '·' | '…' | '.' | 'x' | 'X' | '#' | '-' | '_' | '?' | '█' | '⋅')
    }) {
        return true;
    }
    let lower = value.to_lowercase();
    let lower = lower.as_str();
    if lower.starts_with("your")
        || lower.contains("...")
        || lower.contains("…")
        || lower.contains("***")
        || lower.contains("xxxxxx")
        || lower.contains("••")
    {
        return true;
    }
    lower
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .all(|word| STAND_INS.contains(&word))
}

static IDENTIFIER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"^(?:",
        r"[0-7][0-9A-HJKMNP-TV-Z]{25}|",
        r"(?:mem|tok|lab|ses|agt|usr|acc|dec|req|evt|job|rec|ent|src|spc|doc|fct|brf)_(?:[0-9a-f]{32}|[0-9A-HJKMNP-TV-Z]{26})|",
        r"(?i:sha-?(?:1|224|256|384|512)[:-]|md5[:-]|blake[23][bs]?:).*|",
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.]+(?:Z|[+-][0-9:]{4,6})?)?|",
        r"[0-9 ,._/:+-]+%?|",
        r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|",
        r"[a-z][a-z0-9+.-]{1,20}://.*|",
        r"(?:ssh-[a-z0-9-]+|ecdsa-sha2-[a-z0-9-]+|AAAA[BCE]3NzaC1).*|",
        r"(?:\.{0,2}|~)/(?:[A-Za-z0-9_.@-]{1,40}/)*[A-Za-z0-9_-]{1,40}\.[a-z]{2,5}|",
        r"(?:~|/(?:run|etc|var|home|usr|opt|tmp|secrets?|mnt|app|root|Users|data|srv|dev|proc|sys|vault|v[0-9]|api))/.*|",
        r"[A-Za-z]:\\.*|",
        r"v?[0-9]+\.[0-9]+(?:\.[0-9]+)*(?:[-+][0-9A-Za-z.-]+)?",
        r")$",
    ))
    .expect("a constant expression that the tests run")
});

/// An identifier, time, number, digest with its name, address or path: long and mixed, but no secret.
pub(super) fn is_identifier(value: &str) -> bool {
    IDENTIFIER.is_match(judged(value))
}

/// Eight, four, four, four and twelve hexadecimal digits.
pub(super) fn is_uuid(value: &str) -> bool {
    value.len() == 36
        && value
            .bytes()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 8 | 13 | 18 | 23) { byte == b'-' } else { byte.is_ascii_hexdigit() })
}

/// The length of a digest or commit hash, and hexadecimal throughout.
pub(super) fn is_bare_digest(value: &str) -> bool {
    matches!(value.len(), 32 | 40 | 56 | 64 | 96 | 128) && value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A call, an index or a path of names in program text.
pub(super) fn is_code(value: &str) -> bool {
    static CODE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:await |new |&|\*|!)*[A-Za-z_$][A-Za-z0-9_$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][A-Za-z0-9_$]*)*(?:[(\[<].*|::.*|\(\)|!\(.*|\?)$")
            .expect("a constant expression that the tests run")
    });
    CODE.is_match(judged(value))
}

/// Random enough to be a secret of its own right: at least twelve characters, no words, no identifier, no place-holder.
pub(super) fn is_random(value: &str) -> bool {
    value.len() >= 12 && is_credential(value) && entropy(value) >= 2.5 && !is_identifier(value) && !is_uuid(value)
}

/// What may stand in a header for credentials: not a place-holder, not words, and not letters of one case alone when short.
pub(super) fn is_credential(value: &str) -> bool {
    !is_placeholder(value) && !reads_as_words(value) && !is_code(value)
}

/// Shannon entropy in bits for each byte.
pub(super) fn entropy(value: &str) -> f64 {
    let bytes = judged(value).as_bytes();
    let mut counts = [0_u32; 256];
    for byte in bytes {
        counts[usize::from(*byte)] += 1;
    }
    #[expect(clippy::cast_precision_loss, reason = "a length of text is far inside the range")]
    let total = bytes.len() as f64;
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| {
            let share = f64::from(*count) / total;
            -share * share.log2()
        })
        .sum()
}

/// How many of lower case, upper case, digits and other characters occur.
pub(super) fn character_classes(value: &str) -> usize {
    let value = judged(value);
    [
        value.chars().any(char::is_lowercase),
        value.chars().any(char::is_uppercase),
        value.chars().any(|character| character.is_ascii_digit()),
        value.chars().any(|character| !character.is_alphanumeric() && !character.is_whitespace()),
    ]
    .into_iter()
    .filter(|present| *present)
    .count()
}
