//! Which URLs are fetched: https on its own port, a name for a host, and one spelling.

use url::{Host, Url};

use crate::outbound::fetch::OutboundFailure;

/// Longer URLs are not looked at, in bytes.
const LONGEST: usize = 2_048;

/// A URL that was checked.
pub struct Target {
    /// The URL.
    pub url: Url,
    /// Its host: a name, never an address.
    pub host: String,
}

impl Target {
    /// Checks a URL. What a parser would quietly mend (blanks, backslashes, dot segments) is refused as it stands.
    pub fn read(text: &str) -> Result<Self, OutboundFailure> {
        let rest = text.strip_prefix("https://").filter(|_| text.len() <= LONGEST).ok_or(OutboundFailure)?;
        let is_plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'\\' | b'#' | b'"' | b'<' | b'>' | b'`');
        let path = rest.find('/').map_or("", |at| &rest[at..]);
        let path = path.split('?').next().unwrap_or_default();
        let is_dots = |segment: &str| matches!(segment.to_lowercase().replace("%2e", ".").as_str(), "." | "..");
        if !rest.bytes().all(is_plain) || path.split('/').any(is_dots) {
            return Err(OutboundFailure);
        }
        let url = Url::parse(text).map_err(|_| OutboundFailure)?;
        let Some(Host::Domain(host)) = url.host() else { return Err(OutboundFailure) };
        let host = host.to_owned();
        let authority = rest.split(['/', '?']).next().unwrap_or_default();
        let is_name = host.contains('.') && !host.ends_with('.');
        if !is_name || authority.contains('@') || url.port_or_known_default() != Some(443) {
            return Err(OutboundFailure);
        }
        Ok(Self { url, host })
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn only_https_names_in_one_spelling_are_taken() {
        for url in ["https://client.example/a", "https://client.example:443/a?b=c", "https://client.example"] {
            assert!(Target::read(url).is_ok(), "{url}");
        }
        for url in [
            "http://client.example/a",
            "HTTPS://client.example/a",
            "ftp://client.example/a",
            "file:///etc/passwd",
            "https://user@client.example/a",
            "https://user:word@client.example/a",
            "https://@client.example/a",
            "https://client.example/a#b",
            "https://client.example/a/../b",
            "https://client.example/./a",
            "https://client.example/%2e%2E/a",
            "https://client.example\\@other.example/a",
            "https://client.example:8443/a",
            "https://client.example:80/a",
            "https://127.0.0.1/a",
            "https://0x7f.1/a",
            "https://2130706433/a",
            "https://[::1]/a",
            "https://localhost/a",
            "https://client.example./a",
            "https://client .example/a",
            " https://client.example/a",
            "https://client.example/a\n",
            "https:///a",
            "https://",
            "",
        ] {
            assert!(Target::read(url).is_err(), "{url}");
        }
        assert!(Target::read(&format!("https://client.example/{}", "a".repeat(2_048))).is_err());
    }
}
