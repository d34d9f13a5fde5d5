//! Redirects: which may be registered, and which match.

use url::Url;

/// Programs on the person's machine that answer to a scheme of their own.
const PRIVATE_SCHEMES: &[&str] = &["cursor", "vscode", "vscode-insiders", "windsurf"];

const LONGEST: usize = 2_048;

/// Whether a client may register a redirect: https, http on loopback, or a scheme of a known program.
pub fn may_be_registered(uri: &str) -> bool {
    let is_plain =
        |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'\\' | b'#' | b'"' | b'<' | b'>' | b'*' | b'`');
    if uri.len() > LONGEST || !uri.bytes().all(is_plain) {
        return false;
    }
    let Some((scheme, rest)) = uri.split_once("://") else { return false };
    if PRIVATE_SCHEMES.contains(&scheme) {
        return !rest.is_empty() && !rest.starts_with('/');
    }
    let path = rest.find('/').map_or("", |at| &rest[at..]);
    let path = path.split('?').next().unwrap_or_default();
    let is_dots = |segment: &str| matches!(segment.to_lowercase().replace("%2e", ".").as_str(), "." | "..");
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    if authority.is_empty() || authority.contains(['@', '%']) || path.split('/').any(is_dots) {
        return false;
    }
    match scheme {
        "https" => Url::parse(uri).is_ok_and(|url| url.host_str().is_some_and(|host| !host.is_empty())),
        "http" => loopback(uri).is_some(),
        _ => false,
    }
}

/// Whether a redirect stands on the person's own machine.
pub fn is_loopback(uri: &str) -> bool {
    loopback(uri).is_some()
}

/// Whether an asked-for redirect is this registered one: byte for byte, on loopback whatever the port (RFC 8252, section 7.3).
pub fn matches(registered: &str, asked: &str) -> bool {
    registered == asked || matches!((loopback(registered), loopback(asked)), (Some(one), Some(other)) if one == other)
}

/// The host of a redirect on loopback, and what follows its port.
fn loopback(uri: &str) -> Option<(&str, &str)> {
    let rest = uri.strip_prefix("http://")?;
    let host = ["127.0.0.1", "[::1]", "localhost"].into_iter().find(|host| rest.starts_with(host))?;
    let rest = &rest[host.len()..];
    let after = match rest.strip_prefix(':') {
        Some(rest) => {
            let end = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse::<u16>().ok().filter(|port| *port > 0)?;
            &rest[end..]
        }
        None => rest,
    };
    (after.is_empty() || after.starts_with(['/', '?'])).then_some((host, after))
}

/// A redirect with parameters added to its query.
pub fn with_parameters(uri: &str, parameters: &[(&str, &str)]) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in parameters {
        query.append_pair(name, value);
    }
    let sign = if uri.contains('?') { '&' } else { '?' };
    format!("{uri}{sign}{}", query.finish())
}

#[cfg(test)]
mod tests {
    use super::{matches, may_be_registered};

    #[test]
    fn redirects_that_may_be_registered() {
        for uri in [
            "https://claude.ai/api/mcp/auth_callback",
            "https://client.example:8443/callback?x=1",
            "http://127.0.0.1/callback",
            "http://localhost:3118/callback",
            "http://[::1]:9/",
            "cursor://anysphere.cursor-retrieval/oauth/callback",
            "vscode://vscode.github-authentication",
        ] {
            assert!(may_be_registered(uri), "{uri}");
        }
        for uri in [
            "",
            "https://",
            "https:///callback",
            "/callback",
            "client.example/callback",
            "http://client.example/callback",
            "http://127.0.0.2/callback",
            "http://127.0.0.1.client.example/callback",
            "http://localhost.client.example/callback",
            "http://localhost:x/callback",
            "http://localhost:0/callback",
            "http://localhost:99999/callback",
            "https://client.example/callback#fragment",
            "https://user@client.example/callback",
            "https://client.example\\@other.example/",
            "https://*.client.example/callback",
            "https://client.example/../callback",
            "https://client.example/%2e%2e/callback",
            "https://client.example/call back",
            "https://client.example/\ncallback",
            "javascript:alert(1)",
            "javascript://client.example/%0aalert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "ftp://client.example/",
            "other://callback",
            "cursor://",
            "HTTPS://client.example/callback",
        ] {
            assert!(!may_be_registered(uri), "{uri}");
        }
    }

    #[test]
    fn redirects_match_byte_for_byte_and_on_loopback_whatever_the_port() {
        let loopback = "http://localhost/callback";
        for asked in [loopback, "http://localhost:1/callback", "http://localhost:65535/callback"] {
            assert!(matches(loopback, asked), "{asked}");
        }
        assert!(matches("http://127.0.0.1:80/c", "http://127.0.0.1:81/c"));
        for (registered, asked) in [
            (loopback, "http://127.0.0.1:1/callback"),
            (loopback, "http://localhost:1/callback/"),
            (loopback, "http://localhost:1/callback?x=1"),
            (loopback, "http://localhost:1/Callback"),
            (loopback, "https://localhost:1/callback"),
            (loopback, "http://localhost:1@other.example/callback"),
            ("https://client.example/c", "https://client.example:443/c"),
            ("https://client.example/c", "https://client.example/c?"),
            ("https://client.example/c", "https://client.example/c/"),
            ("https://client.example/c", "https://Client.example/c"),
            ("https://client.example/c", "https://client.example/c/../c"),
        ] {
            assert!(!matches(registered, asked), "{registered} {asked}");
        }
    }
}
