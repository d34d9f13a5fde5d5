//! The values of session cookies, in `Cookie:` and `Set-Cookie:` headers and by the names that frameworks give them.

use std::sync::LazyLock;

use regex::Regex;

use super::span::Span;
use super::wording;

pub(super) const KIND: &str = "cookie";

static HEADER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)(?-u:\b)(?:set-)?cookies?[\\"'`\])]{0,3}\s{0,3}[:=]\s{0,3}[\\"'`]{0,2}"#)
        .expect("a constant expression that the tests run")
});

static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"([A-Za-z0-9_.$-]{1,80})=("?[^\s;,"'`\\\x{2E80}-\x{10FFFF}]+)"#)
        .expect("a constant expression that the tests run")
});

static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?-u:\b)(?:PHPSESSID|JSESSIONID|ASPSESSIONID[A-Z]{0,10}|ASP\.NET_SessionId|\.AspNetCore\.[A-Za-z.]{1,40}|\.ASPXAUTH|connect\.sid|laravel_session|ci_session|",
        r"CFTOKEN|wordpress_(?:logged_in|sec)_[0-9a-z]{1,40}|session_?id|session_?token|sess_?id|_[a-z0-9_]{1,40}_session|__(?:Host|Secure)-[A-Za-z0-9_.-]{1,60}|",
        r"next-auth\.session-token|authjs\.session-token|remember_(?:me|token|user_token)|user_session|_gh_sess|authelia_session)",
        r#"=("?[^\s;,&"'`\\\x{2E80}-\x{10FFFF}]{12,})"#,
    ))
    .expect("a constant expression that the tests run")
});

pub(super) fn find(text: &str, found: &mut Vec<Span>) {
    let mut at = 0;
    while let Some(header) = HEADER.find_at(text, at) {
        let line_end = text[header.end()..].find(['\n', '"', '`']).map_or(text.len(), |length| header.end() + length);
        let line = &text[header.end()..line_end];
        for pair in PAIR.captures_iter(line) {
            let (Some(name), Some(value)) = (pair.get(1), pair.get(2)) else {
                continue;
            };
            if names_a_session(name.as_str()) && is_session_value(value.as_str()) {
                found.push(Span::structured(header.end() + value.start()..header.end() + value.end(), KIND));
            }
        }
        at = line_end.max(header.end());
    }
    for named in NAMED.captures_iter(text).filter_map(|groups| groups.get(1)) {
        if !wording::is_placeholder(named.as_str())
            && !wording::reads_as_words(named.as_str())
            && !wording::is_identifier(named.as_str())
        {
            found.push(Span::structured(named.range(), KIND));
        }
    }
}

fn names_a_session(name: &str) -> bool {
    const PARTS: &[&str] = &[
        "sess",
        "sid",
        "auth",
        "token",
        "jwt",
        "csrf",
        "xsrf",
        "remember",
        "login",
        "identity",
        "__host-",
        "__secure-",
        "access",
        "refresh",
        "ticket",
        "user",
        "sso",
        "saml",
        "key",
    ];
    let name = name.to_ascii_lowercase();
    PARTS.iter().any(|part| name.contains(part)) || name == "s" || name == "id"
}

fn is_session_value(value: &str) -> bool {
    value.len() >= 8 && !wording::is_placeholder(value) && !wording::reads_as_words(value)
}
