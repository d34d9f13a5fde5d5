//! Cookies: two secrets of 256 bits. One names the browser, so that a form is taken only from where its page was shown; one
//! names the session of a person who is signed in. Neither is stored in the clear.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};

/// A cookie of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cookie {
    Browser,
    Session,
}

impl Cookie {
    /// Its name. The prefix makes browsers refuse it from other hosts and over plain http, which is for loopback alone.
    fn name(self, is_secure: bool) -> &'static str {
        match (self, is_secure) {
            (Self::Browser, true) => "__Host-annals_browser",
            (Self::Browser, false) => "annals_browser",
            (Self::Session, true) => "__Host-annals_session",
            (Self::Session, false) => "annals_session",
        }
    }

    /// The secret that a browser sent; none where it sent several or none that is ours.
    pub fn read(self, headers: &HeaderMap, is_secure: bool) -> Option<[u8; 32]> {
        let name = self.name(is_secure);
        let mut values = headers
            .get_all(COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .filter(|(key, _)| *key == name)
            .map(|(_, value)| value);
        let (Some(value), None) = (values.next(), values.next()) else { return None };
        URL_SAFE_NO_PAD.decode(value).ok()?.try_into().ok()
    }

    /// The header that sets it, until the browser is closed.
    pub fn set(self, secret: &[u8; 32], is_secure: bool) -> Option<HeaderValue> {
        self.header(&URL_SAFE_NO_PAD.encode(secret), is_secure, "")
    }

    /// The header that takes it away.
    pub fn take_away(self, is_secure: bool) -> Option<HeaderValue> {
        self.header("", is_secure, "; Max-Age=0")
    }

    fn header(self, value: &str, is_secure: bool, age: &str) -> Option<HeaderValue> {
        let secure = if is_secure { "; Secure" } else { "" };
        let name = self.name(is_secure);
        HeaderValue::from_str(&format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax{secure}{age}")).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_bound_to_its_host_where_the_service_is_reached_over_https() {
        let header = Cookie::Session.set(&[7; 32], true).expect("a header");
        let header = header.to_str().expect("text");
        assert!(header.starts_with("__Host-annals_session="), "{header}");
        for part in ["; Path=/", "; HttpOnly", "; SameSite=Lax", "; Secure"] {
            assert!(header.contains(part), "{header}");
        }
        assert!(!header.contains("Domain"), "{header}");
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, header.split(';').next().expect("a pair").parse().expect("a value"));
        assert_eq!(Cookie::Session.read(&headers, true), Some([7; 32]));
        // The plain name is another cookie, which any page on the same host name could set.
        assert_eq!(Cookie::Session.read(&headers, false), None);
        let twice = format!("{0}; {0}", headers[COOKIE].to_str().expect("text"));
        headers.insert(COOKIE, twice.parse().expect("a value"));
        assert_eq!(Cookie::Session.read(&headers, true), None);
    }
}
