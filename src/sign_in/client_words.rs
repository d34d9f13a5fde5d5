//! What a page says about a client. Its name is a claim, and may try to look like something else.

use url::Url;

use crate::oauth::authorization::{AuthorizationRequest, ClientTrust};

/// What a page says about a client.
pub(super) struct ClientWords {
    pub name: String,
    /// How we know it.
    pub known_by: String,
    /// Where it is sent back to.
    pub redirect_host: String,
    pub is_unverified: bool,
    pub is_loopback_only: bool,
}

impl ClientWords {
    pub fn of(request: &AuthorizationRequest) -> Self {
        let known_by = match request.trust {
            ClientTrust::Document => host(&request.client_id),
            ClientTrust::Registered => "registered itself".to_owned(),
            ClientTrust::Preregistered => "set up by the operator of this service".to_owned(),
        };
        Self {
            name: visible(&request.client_name),
            known_by,
            redirect_host: host(&request.redirect_uri),
            is_unverified: request.trust == ClientTrust::Registered,
            is_loopback_only: request.loopback_only,
        }
    }
}

/// The host of a URL with its port, in ASCII: names of other alphabets show as what they are.
fn host(url: &str) -> String {
    let Ok(parsed) = Url::parse(url) else { return visible(url) };
    match (parsed.host_str(), parsed.port()) {
        (Some(host), Some(port)) => visible(&format!("{host}:{port}")),
        (Some(host), None) if matches!(parsed.scheme(), "http" | "https") => visible(host),
        (Some(host), None) => visible(&format!("{}://{host}", parsed.scheme())),
        (None, _) => visible(&format!("{}:", parsed.scheme())),
    }
}

/// A claim on one line; what is invisible or turns the direction of writing shows as a replacement character.
fn visible(text: &str) -> String {
    let shown = |character: char| match character {
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}' => '\u{fffd}',
        character if character.is_control() => '\u{fffd}',
        character => character,
    };
    let line: String = text.trim().chars().map(shown).take(200).collect();
    if line.is_empty() { "(no name)".to_owned() } else { line }
}

#[cfg(test)]
mod tests {
    use super::{host, visible};

    #[test]
    fn a_name_that_hides_something_shows_that_it_does() {
        assert_eq!(visible("Cla\u{202e}ude"), "Cla\u{fffd}ude");
        assert_eq!(visible("Claude\u{200b}\nDesktop"), "Claude\u{fffd}\u{fffd}Desktop");
        assert_eq!(visible("  "), "(no name)");
        assert_eq!(visible("Z\u{fc}rich \u{65e5}\u{672c}"), "Z\u{fc}rich \u{65e5}\u{672c}");
    }

    #[test]
    fn a_host_is_shown_in_ascii_with_its_port() {
        assert_eq!(host("https://claude.ai/oauth/client"), "claude.ai");
        assert_eq!(host("http://127.0.0.1:1234/callback"), "127.0.0.1:1234");
        assert_eq!(host("https://cl\u{430}ude.ai/x"), "xn--clude-5ve.ai");
        assert_eq!(host("cursor://anysphere.cursor-mcp/x"), "cursor://anysphere.cursor-mcp");
        assert_eq!(host("https://claude.ai@evil.example/x"), "evil.example");
    }
}
