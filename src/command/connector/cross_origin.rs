//! What pages of hosts may read and post.

use http::Method;

use crate::command::connector::hosts::HOSTS;
use crate::command::connector::outside::{Outside, header};
use crate::command::connector::report::{Verdict, failed};

const AGENT: &str = HOSTS[3].agent;

/// Any page may read the metadata.
pub async fn cors(outside: &Outside, issuer: &str) -> Verdict {
    let urls = [
        format!("{}/.well-known/oauth-protected-resource{}", outside.origin, outside.path),
        format!("{issuer}/.well-known/oauth-authorization-server"),
    ];
    for url in urls {
        let answer =
            outside.ask(Method::GET, &url, &[("user-agent", AGENT), ("origin", "https://claude.ai")], None).await?;
        let allowed = header(&answer, "access-control-allow-origin");
        if answer.status != 200 || allowed != "*" {
            let found = format!(
                "{url} with an Origin is answered with {} and Access-Control-Allow-Origin “{allowed}”",
                answer.status
            );
            return failed(found, "Pages of hosts read it: let the service's CORS headers through and add none.");
        }
    }
    Ok("any page may read the metadata".to_owned())
}

/// Any page may post to an address.
pub async fn preflight(outside: &Outside, url: &str) -> Verdict {
    let headers = [
        ("user-agent", AGENT),
        ("origin", "https://claude.ai"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type"),
    ];
    let answer = outside.ask(Method::OPTIONS, url, &headers, None).await?;
    let allowed = header(&answer, "access-control-allow-origin");
    if (200..300).contains(&answer.status) && allowed == "*" {
        return Ok("a page may post there".to_owned());
    }
    let found = format!("a preflight is answered with {} and Access-Control-Allow-Origin “{allowed}”", answer.status);
    failed(found, "Let OPTIONS through to the service.")
}
