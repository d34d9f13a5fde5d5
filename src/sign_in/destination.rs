//! Where a person goes after signing in: a page of ours out of a short list, never another origin.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use url::Url;

const LONGEST: usize = 8_192;

/// What is not safe inside the value of a query parameter.
const IN_A_VALUE: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'&').add(b'+').add(b'<').add(b'=').add(b'>').add(b'?');

/// A page of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Destination(String);

impl Destination {
    /// Reads a path with its query; none where it is not on the list.
    pub fn parse(text: &str) -> Option<Self> {
        let is_plain = text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        if !is_plain || !text.starts_with('/') || text.starts_with("//") {
            return None;
        }
        let base = Url::parse("http://annals.invalid").ok()?;
        let url = base.join(text).ok()?;
        let path = text.split(['?', '#']).next().unwrap_or_default();
        // Whatever a browser would read otherwise than we do is refused.
        if url.origin() != base.origin() || url.path() != path || url.fragment().is_some() {
            return None;
        }
        let is_listed = path == "/oauth/authorize"
            || path.strip_prefix("/invitations/").is_some_and(|secret| {
                !secret.is_empty()
                    && url.query().is_none()
                    && secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
            });
        is_listed.then(|| Self(text.to_owned()))
    }

    /// The path with its query.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The sign-in page that leads there.
    pub fn by_sign_in(&self) -> String {
        format!("/sign-in?next={}", utf8_percent_encode(&self.0, IN_A_VALUE))
    }

    /// Where the page there may send the browser on: the redirect that an authorization request names. Browsers hold the
    /// redirects that follow a form to what its page allows.
    pub fn leads_to(&self) -> Option<String> {
        let (path, query) = self.0.split_once('?')?;
        if path != "/oauth/authorize" {
            return None;
        }
        url::form_urlencoded::parse(query.as_bytes())
            .find(|(name, _)| name == "redirect_uri")
            .map(|(_, uri)| uri.into())
    }
}

#[cfg(test)]
mod tests {
    use super::Destination;

    #[test]
    fn only_listed_pages_of_ours_are_destinations() {
        for text in
            ["/oauth/authorize", "/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fx", "/invitations/Ab-_9"]
        {
            assert_eq!(Destination::parse(text).map(|to| to.0).as_deref(), Some(text));
        }
        for text in [
            "",
            "/",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https://evil.example/oauth/authorize",
            "javascript:alert(1)",
            "/oauth/authorize\\@evil.example",
            "/oauth/authorize/../../x",
            "/oauth/./authorize",
            "/oauth/%2e%2e/authorize",
            "/oauth/authorize#x",
            "/oauth/authorize\r\nSet-Cookie: a=b",
            "/oauth/authorize?\tx",
            "/v1/me",
            "/sign-out",
            "/invitations/",
            "/invitations/a/b",
            "/invitations/a?x=1",
            "/invitations/..",
            " /oauth/authorize",
            "oauth/authorize",
            "@evil.example",
            ".evil.example",
        ] {
            assert_eq!(Destination::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_sign_in_page_carries_the_whole_destination() {
        let to = Destination::parse("/oauth/authorize?a=b%26c&d=+e#".trim_end_matches('#')).expect("a destination");
        let url = url::Url::parse("http://annals.invalid").and_then(|base| base.join(&to.by_sign_in())).expect("a URL");
        let next = url.query_pairs().find(|(name, _)| name == "next").map(|(_, value)| value.into_owned());
        assert_eq!(next.as_deref(), Some(to.as_str()));
        assert_eq!(url.query_pairs().count(), 1);
    }
}
