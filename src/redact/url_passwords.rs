//! The password in `scheme://user:password@host`. The rest of the address stays, because it is what makes the memory useful.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::span::Span;
use super::wording;

const IN_CONNECTION_STRING: &str = "connection-string";
const IN_URL: &str = "url-password";

pub(super) const KINDS: &[&str] = &[IN_CONNECTION_STRING, IN_URL];

/// No authority that anybody writes is longer; it keeps the search linear.
const LONGEST_AUTHORITY: usize = 2048;

static SCHEME_END: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?::|%3[Aa])(?://|\\/\\/|%2[Ff]%2[Ff])").expect("a constant expression that the tests run")
});

pub(super) fn find(text: &str, found: &mut Vec<Span>) {
    let mut marks = SCHEME_END.find_iter(text).map(|mark| mark.range()).peekable();
    while let Some(mark) = marks.next() {
        let scheme = scheme_before(text, mark.start);
        if scheme.is_empty() {
            continue;
        }
        let limit = marks.peek().map_or(text.len(), |next| next.start);
        let database = !is_web(scheme);
        if let Some(secret) = secret_of(text, mark.end, limit, database) {
            let kind = if database { IN_CONNECTION_STRING } else { IN_URL };
            found.push(Span::structured(secret, kind));
        }
    }
}

fn scheme_before(text: &str, end: usize) -> &str {
    let length = text.as_bytes()[..end]
        .iter()
        .rev()
        .take(32)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
        .count();
    &text[end - length..end]
}

fn is_web(scheme: &str) -> bool {
    const WEB: &[&str] = &[
        "http",
        "https",
        "ftp",
        "ftps",
        "sftp",
        "ssh",
        "ws",
        "wss",
        "git",
        "git+https",
        "git+http",
        "git+ssh",
        "svn",
        "dav",
        "davs",
    ];
    WEB.iter().any(|web| scheme.eq_ignore_ascii_case(web))
}

/// The part to cut out of the authority that begins at `start`, if it names a password.
fn secret_of(text: &str, start: usize, limit: usize, database: bool) -> Option<Range<usize>> {
    let limit = text.floor_char_boundary(limit.min(start + LONGEST_AUTHORITY));
    let reach = &text[start..limit];
    let end = reach
        .find(|character: char| {
            character.is_whitespace() || matches!(character, '"' | '\'' | '`' | '<' | '>') || character >= '\u{2E80}'
        })
        .unwrap_or(reach.len());
    let reach = &reach[..end];
    let user_info = user_info(reach, database)?;
    let (user, password) = user_info.split_once(':').or_else(|| split_encoded(user_info))?;
    let password_start = start + user_info.len() - password.len();
    if matches!(password, "x-oauth-basic" | "x-access-token" | "") && wording::is_credential(user) {
        return Some(start..start + user.len());
    }
    let harmless = wording::is_placeholder(password) || (!database && begins_with_port(password));
    (!harmless).then(|| password_start..password_start + password.len())
}

/// `http://localhost:3000,maria@example.com` is an address and something else.
fn begins_with_port(text: &str) -> bool {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    rest.len() < text.len() && rest.starts_with([',', ';', ')', ']', '|'])
}

fn split_encoded(user_info: &str) -> Option<(&str, &str)> {
    user_info.split_once("%3A").or_else(|| user_info.split_once("%3a"))
}

/// What stands in front of the `@` of the host, if anything does.
fn user_info(reach: &str, database: bool) -> Option<&str> {
    let authority_end = reach.find(['/', '?', '#', '\\']).unwrap_or(reach.len());
    if let Some(at) = reach[..authority_end].rfind('@') {
        return Some(&reach[..at]);
    }
    if let Some(at) = reach[..authority_end].find("%40") {
        return Some(&reach[..at]);
    }
    // Passwords of databases are often pasted without their `/`, `?` and `#` being encoded.
    let (host, port) = reach[..authority_end].split_once(':')?;
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && !port.is_empty() && !host.is_empty();
    if !database || is_port {
        return None;
    }
    let at = reach.rfind('@')?;
    let host_follows = reach[at + 1..].bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'[');
    host_follows.then(|| &reach[..at])
}
