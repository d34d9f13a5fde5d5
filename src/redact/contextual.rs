//! Values that follow a name such as `password`, `API_KEY` or `secret`.
//!
//! A name alone proves nothing, so the value has to look like a secret, and names that only speak *about* secrets
//! (`token_count`, `password_policy`, `page_token`) are passed over.

use std::sync::LazyLock;

use regex::Regex;

use super::assigned_value::{self, Link};
use super::span::Span;
use super::wording;

const PASSWORD: &str = "password";
const TOKEN: &str = "token";
const API_KEY: &str = "api-key";
const SECRET: &str = "secret";
const PRIVATE_KEY: &str = "private-key";

pub(super) const KINDS: &[&str] = &[PASSWORD, TOKEN, API_KEY, SECRET, PRIVATE_KEY];

/// The group that takes part tells the kind, in the order of [`GROUPS`].
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(passwor[dt]s?|passwd|passphrase|passcode|kennwort|contrase(?:ñ|n)a|senha|mot de passe|wachtwoord|hasło|пароль|密码|密碼|口令|パスワード|暗証|비밀번호|암호|pwd|(?:_|(?-u:\b))pass(?-u:\b)|(?:_|(?-u:\b))pw(?-u:\b))",
        r"|(api[-_ ]?keys?|access[-_ ]?keys?|account[-_ ]?keys?|subscription[-_ ]?keys?|license[-_ ]?keys?|authkey|auth[-_]key|appkey|app[-_]key|密钥|密鑰|api[-_ ]?密钥)",
        r"|(private[-_ ]?keys?|秘密鍵|私钥|私鑰)",
        r"|(secrets?|credentials?|(?:signing|encryption|master|shared|hmac|session|cookie|webhook|deploy|decryption|crypto)[-_ ]?key|(?:recovery|backup)[-_ ]codes?|salt|pepper|секрет)",
        r"|(tokens?|bearer|令牌|トークン|토큰|токен|oauth_verifier|session_?id|jwt)",
        r"|([A-Za-z0-9]_key(?-u:\b))",
    ))
    .expect("a constant expression that the tests run")
});

#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    Password,
    ApiKey,
    PrivateKey,
    Secret,
    Token,
    SomeKey,
}

const GROUPS: [Name; 6] = [Name::Password, Name::ApiKey, Name::PrivateKey, Name::Secret, Name::Token, Name::SomeKey];

impl Name {
    fn kind(self) -> &'static str {
        match self {
            Self::Password => PASSWORD,
            Self::ApiKey | Self::SomeKey => API_KEY,
            Self::PrivateKey => PRIVATE_KEY,
            Self::Secret => SECRET,
            Self::Token => TOKEN,
        }
    }
}

pub(super) fn find(text: &str, found: &mut Vec<Span>) {
    let mut at = 0;
    while let Some(groups) = NAME.captures_at(text, at) {
        let hit = GROUPS.iter().enumerate().find_map(|(place, name)| Some((groups.get(place + 1)?, *name)));
        let Some((hit, name)) = hit else { break };
        at = hit.end();
        let identifier_start = back_over_identifier(text, hit.start());
        let identifier_end = over_identifier(text, hit.end());
        let identifier = &text[identifier_start..identifier_end];
        if speaks_about_secrets(identifier, text, identifier_start) {
            at = identifier_end.max(at);
            continue;
        }
        let Some((value, link)) = assigned_value::after(text, identifier_start, identifier_end) else {
            continue;
        };
        let shown = &text[value.clone()];
        if is_secret(name, identifier, shown, link) {
            let quoted = matches!(link, Link::Assigned { quoted: true });
            let end = if quoted { value.end } else { assigned_value::end_of_bare(text, &value) };
            let value = value.start..end;
            at = value.end;
            found.push(Span::contextual(value, name.kind()));
        }
    }
}

/// The identifier around a name is at most this long on either side.
const IDENTIFIER_REACH: usize = 60;

fn is_identifier_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

fn back_over_identifier(text: &str, start: usize) -> usize {
    let length = text.as_bytes()[..start]
        .iter()
        .rev()
        .take(IDENTIFIER_REACH)
        .take_while(|byte| is_identifier_byte(**byte))
        .count();
    start - length
}

fn over_identifier(text: &str, end: usize) -> usize {
    let bytes = &text.as_bytes()[end..];
    let length = bytes.iter().take(IDENTIFIER_REACH).take_while(|byte| is_identifier_byte(**byte)).count();
    // A `.` or `-` at the end belongs to the sentence.
    end + bytes[..length].iter().rposition(|byte| !matches!(byte, b'.' | b'-')).map_or(0, |last| last + 1)
}

static ABOUT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:page|next|cursor|continuation|resume|sync|prev|previous|change|state)[-_ ]?tokens?$|",
        r"(?:max|min|num|total|prompt|completion|input|output|cached|used|count|stop|eos|bos|pad|unk|cls|sep|mask|special|of)[-_]?tokens?|",
        r"tokens?[-_]?(?:count|type|limit|budget|usage|used|per|total|name|id|ids|ttl|url|uri|endpoint|expir|life|length|len|size|format|path|file|header|scope|hash|digest|sha[0-9]*|fingerprint|prefix|rotation|position|index|idx|class|stream|bucket|pattern|regex|issuer|algorithm|alg|hint|ref|field|key$)|",
        r"tokeni[sz]|",
        r"(?:password|passwd|pwd|passphrase|secret|credential|key|keys|pass|salt)s?[-_.]?(?:count|type|limit|name|names|id|ids|ttl|url|uri|endpoint|expir|expiry|length|len|size|format|path|file|header|policy|rules?|hash|hashes|digest|sha[0-9]*|fingerprint|checksum|prefix|rotation|rotate|reset|hint|ref|field|manager|store|provider|version|algorithm|alg|strength|min|max|pattern|regex|label|column|env|var|arn|alias|usage|bits|ring|space|board|map|note|notes)(?:[-_.0-9]|$)|",
        r"(?:password|secret|token|key|pass)s?(?:Count|Type|Limit|Name|Names|Id|Ids|Ttl|Url|Uri|Endpoint|Expir|Length|Len|Size|Format|Path|File|Header|Policy|Rule|Hash|Digest|Fingerprint|Prefix|Rotation|Reset|Hint|Ref|Field|Manager|Store|Provider|Version|Algorithm|Min|Max|Pattern|Label|KeyRef)|",
        r"(?:public|primary|foreign|cache|sort|partition|idempotency|routing|publishable|object|s3|redis|queue|translation|i18n|message|group|lookup|unique|composite|hash|range|map|dict|storage|surrogate|natural|join|host|dedup|dedupe|dedupl|shard|lock|metric|config|context|feature|item|row|record|locale|error|search|index|sitekey|site|ordering|order|request|event|issue|project|session_storage|local_storage|cookie_name)[-_ ]?key$|",
        r"^(?:no|has|is|use|with|without|hide|show|require|verify|validate|check|forgot|reset|change)[-_](?:password|secret|token)",
    ))
    .expect("a constant expression that the tests run")
});

static ABOUT_WORD_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:page|next|cursor|continuation|resume|sync|previous|change|public|primary|foreign|cache|sort|partition|idempotency|device)[\s_-]{1,3}$").expect("a constant expression that the tests run")
});

/// `token_count`, `page token`, `passwordPolicy`, `secretName`: what they hold is no secret.
fn speaks_about_secrets(identifier: &str, text: &str, start: usize) -> bool {
    let from = text.floor_char_boundary(start.saturating_sub(24));
    ABOUT.is_match(identifier) || ABOUT_WORD_BEFORE.is_match(&text[from..start])
}

fn is_secret(name: Name, identifier: &str, value: &str, link: Link) -> bool {
    let characters = value.chars().count();
    if characters < 8 {
        return false;
    }
    if wording::is_placeholder(value) || wording::is_identifier(value) {
        return false;
    }
    let assigned = matches!(link, Link::Assigned { .. });
    let quoted = matches!(link, Link::Assigned { quoted: true });
    if !quoted && wording::is_code(value) && !is_strong(value) {
        return false;
    }
    if wording::is_uuid(value) {
        return assigned && (matches!(name, Name::Password | Name::ApiKey | Name::Secret) || names_access(identifier));
    }
    if wording::is_bare_digest(value) {
        return match name {
            Name::SomeKey => false,
            // A token that is spoken of may be named by the commit or digest it belongs to.
            Name::Token => assigned || (link == Link::Said && value.len() == 32),
            _ => assigned || link == Link::Said,
        };
    }
    if name == Name::Password && assigned && (8..12).contains(&characters) {
        return (is_strong(value) || is_mixed(value)) && !wording::reads_as_words(value);
    }
    if is_passphrase(identifier, value, assigned, quoted) {
        return true;
    }
    if value.contains(char::is_whitespace) && !quoted {
        return false;
    }
    let at_least = if name == Name::SomeKey { 16 } else { 12 };
    if characters < at_least || wording::reads_as_words(value) || wording::entropy(value) < least_entropy(name) {
        return false;
    }
    // Prose in quotes has spaces between its words; a secret hardly has more than one.
    if value.split_whitespace().count() > 3 {
        return false;
    }
    match link {
        Link::Assigned { .. } => true,
        Link::Said => wording::character_classes(value) >= 2 && has_digit_or_sign(value),
        Link::Beside => wording::character_classes(value) >= 3 && value.bytes().any(|byte| byte.is_ascii_digit()),
    }
}

fn has_digit_or_sign(value: &str) -> bool {
    value.bytes().any(|byte| {
        byte.is_ascii_digit() || (byte.is_ascii_punctuation() && !matches!(byte, b'-' | b'_' | b'.' | b'/' | b'\''))
    })
}

fn least_entropy(name: Name) -> f64 {
    match name {
        Name::Password => 2.2,
        Name::SomeKey => 3.2,
        _ => 2.5,
    }
}

fn names_access(identifier: &str) -> bool {
    let identifier = identifier.to_ascii_lowercase();
    ["access", "auth", "api", "refresh", "bearer", "bot", "admin"].iter().any(|part| identifier.contains(part))
}

/// Three kinds of characters, a digit and a sign among them.
fn is_strong(value: &str) -> bool {
    wording::character_classes(value) >= 3
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value
            .bytes()
            .any(|byte| byte.is_ascii_punctuation() && !matches!(byte, b'.' | b',' | b'/' | b':' | b'(' | b')'))
}

/// Letters of both cases and a digit, or letters and several digits.
fn is_mixed(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    digits >= 1
        && (wording::character_classes(value) >= 3
            || (digits >= 2 && value.len() >= 10 && wording::character_classes(value) >= 2))
}

/// Words in a row count where the name says that words are the secret: `passphrase: correct horse battery staple`.
fn is_passphrase(identifier: &str, value: &str, assigned: bool, quoted: bool) -> bool {
    let variable =
        assigned && identifier.bytes().all(|byte| byte.is_ascii_uppercase() || matches!(byte, b'_' | b'0'..=b'9'));
    let identifier = identifier.to_ascii_lowercase();
    let words = value.split([' ', '-', '_', '.']).filter(|word| word.len() >= 3).count();
    let named = identifier.contains("passphrase")
        || ((quoted || variable) && (identifier.ends_with("password") || identifier.ends_with("passwd")));
    let joined = !value.contains(' ') || quoted;
    named
        && joined
        && (4..=8).contains(&words)
        && value
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || matches!(byte, b' ' | b'-' | b'_' | b'.' | b'0'..=b'9'))
}
