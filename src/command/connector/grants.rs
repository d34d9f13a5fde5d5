//! The token endpoint: refusals that hosts act on, and tokens.

use crate::command::connector::discovery::Discovered;
use crate::command::connector::hosts::Host;
use crate::command::connector::outside::{Outside, document, header};
use crate::command::connector::register::refusal;
use crate::command::connector::report::{Fault, Verdict, failed};

/// Tokens as they were issued.
#[derive(Clone)]
pub struct Tokens {
    /// The access token.
    pub access: String,
    /// The refresh token.
    pub refresh: String,
}

/// Refusals are told in the form that hosts act on.
pub async fn refuses(outside: &Outside, discovered: &Discovered, host: &Host, client: &str) -> Verdict {
    let verifier = "a".repeat(43);
    let code = [("code", "no-such-code"), ("redirect_uri", host.asked), ("code_verifier", verifier.as_str())];
    let unknown = [&[("grant_type", "authorization_code"), ("client_id", "no-such-client")][..], &code].concat();
    let spent = [&[("grant_type", "authorization_code"), ("client_id", client)][..], &code].concat();
    let stale = [("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", "no-such-token")];
    let strange = [("grant_type", "password"), ("client_id", client), ("username", "a"), ("password", "b")];
    for (what, fields, status, error, why) in [
        ("an unknown client", &unknown[..], 401, "invalid_client", "Claude registers again only then"),
        ("an unknown code", &spent[..], 400, "invalid_grant", "hosts begin anew"),
        ("an unknown refresh token", &stale[..], 400, "invalid_grant", "otherwise hosts try again for ever"),
        ("an unknown grant type", &strange[..], 400, "unsupported_grant_type", "clients then fall back"),
    ] {
        let answer = outside.post_form(&discovered.token, host.agent, fields).await?;
        let body = document(&answer)?;
        if answer.status != status || body["error"] != error {
            let found = format!("{what} is answered with {}", refusal(&answer, &body));
            return failed(found, format!("It must be {status} {error}: {why}. No proxy may replace it."));
        }
        if !header(&answer, "cache-control").contains("no-store") {
            return failed(
                format!("the answer to {what} may be kept"),
                "Let Cache-Control: no-store of the service through.",
            );
        }
    }
    Ok("invalid_client, invalid_grant, unsupported_grant_type in their places".to_owned())
}

/// A code becomes tokens.
pub async fn redeem(
    outside: &Outside,
    discovered: &Discovered,
    host: &Host,
    (client, code, verifier): (&str, &str, &str),
) -> Result<(String, Tokens), Fault> {
    let fields = [
        ("grant_type", "authorization_code"),
        ("client_id", client),
        ("code", code),
        ("redirect_uri", host.asked),
        ("code_verifier", verifier),
        ("resource", &outside.endpoint),
    ];
    tokens(outside, discovered, host, &fields).await
}

/// A refresh token becomes new ones, and another than itself.
pub async fn refresh(
    outside: &Outside,
    discovered: &Discovered,
    host: &Host,
    client: &str,
    old: &Tokens,
) -> Result<(String, Tokens), Fault> {
    let fields = [("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", &old.refresh)];
    let (found, new) = tokens(outside, discovered, host, &fields).await?;
    if new.refresh == old.refresh {
        return failed("the refresh token stays the same", "It must rotate for public clients: report this.");
    }
    Ok((format!("{found}; the refresh token rotates"), new))
}

async fn tokens(
    outside: &Outside,
    discovered: &Discovered,
    host: &Host,
    fields: &[(&str, &str)],
) -> Result<(String, Tokens), Fault> {
    let answer = outside.post_form(&discovered.token, host.agent, fields).await?;
    let body = document(&answer)?;
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    if answer.status != 200 {
        return failed(refusal(&answer, &body), "The token endpoint refused what was right; the audit log says why.");
    }
    if !text("token_type").eq_ignore_ascii_case("bearer")
        || text("access_token").is_empty()
        || text("refresh_token").is_empty()
    {
        return failed("access_token, refresh_token or token_type is missing", "Hosts need all three: report this.");
    }
    if !header(&answer, "cache-control").contains("no-store") {
        return failed("tokens may be kept by proxies", "Let Cache-Control: no-store of the service through.");
    }
    let found = format!("tokens for {} s with scope {}", body["expires_in"], text("scope"));
    Ok((found, Tokens { access: text("access_token"), refresh: text("refresh_token") }))
}
