//! The resources that tokens are for (RFC 8707).

use crate::auth::resources_and_profiles;

/// The resource that a client names: that of MCP where it names none, none where it is not ours. An upper-case scheme or host
/// and one slash at the end are taken, nothing else.
pub fn read(origin: &str, asked: Option<&str>) -> Option<String> {
    let Some(asked) = asked else { return Some(format!("{origin}/mcp")) };
    let asked = asked.strip_suffix('/').unwrap_or(asked);
    let (scheme, rest) = asked.split_once("://")?;
    let (host, path) = rest.split_at(rest.find('/')?);
    let spelled = format!("{}://{}{path}", scheme.to_lowercase(), host.to_lowercase());
    let is_it = |known: &String| {
        known == asked
            || known.strip_prefix(origin).is_some_and(|path| spelled == format!("{}{path}", origin.to_lowercase()))
    };
    resources_and_profiles(origin).into_iter().find(is_it)
}

/// Whether a token for one resource may be had by a grant for another: the same, or a profile of it.
pub fn is_within(origin: &str, granted: &str, asked: &str) -> bool {
    granted == asked || (granted == format!("{origin}/mcp") && asked.starts_with(&format!("{origin}/mcp/")))
}

#[cfg(test)]
mod tests {
    use super::{is_within, read};

    const ORIGIN: &str = "https://annals.example";

    #[test]
    fn our_resources_are_read_in_their_spellings_and_no_others() {
        for (asked, resource) in [
            (None, Some("/mcp")),
            (Some("https://annals.example/mcp"), Some("/mcp")),
            (Some("https://annals.example/mcp/"), Some("/mcp")),
            (Some("HTTPS://Annals.Example/mcp"), Some("/mcp")),
            (Some("https://annals.example/v1"), Some("/v1")),
            (Some("https://annals.example/mcp/claude"), Some("/mcp/claude")),
            (Some("https://annals.example/MCP"), None),
            (Some("https://annals.example/mcp//"), None),
            (Some("https://annals.example/mcp?x"), None),
            (Some("https://annals.example/mcp#x"), None),
            (Some("https://annals.example/mcp/nobody"), None),
            (Some("https://annals.example:443/mcp"), None),
            (Some("https://annals.example"), None),
            (Some("https://other.example/mcp"), None),
            (Some("/mcp"), None),
        ] {
            assert_eq!(read(ORIGIN, asked), resource.map(|path| format!("{ORIGIN}{path}")), "{asked:?}");
        }
    }

    #[test]
    fn a_grant_reaches_its_resource_and_its_profiles() {
        let at = |path: &str| format!("{ORIGIN}{path}");
        assert!(is_within(ORIGIN, &at("/mcp"), &at("/mcp")) && is_within(ORIGIN, &at("/mcp"), &at("/mcp/claude")));
        assert!(!is_within(ORIGIN, &at("/mcp/claude"), &at("/mcp")) && !is_within(ORIGIN, &at("/mcp"), &at("/v1")));
    }
}
