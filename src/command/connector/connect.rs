//! The whole connect of a host, with a person: sign in, allow, tokens, tools, refresh, step up, revoke.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use sha2::{Digest, Sha256};
use url::Url;

use crate::command::connector::browser::Browser;
use crate::command::connector::discovery::Discovered;
use crate::command::connector::grants::{Tokens, redeem, refresh};
use crate::command::connector::hosts::Host;
use crate::command::connector::outside::{Outside, challenged, document, greeting};
use crate::command::connector::register::Request;
use crate::command::connector::report::{Fault, Report, Verdict, failed};
use crate::error::AppError;

/// The little that is asked for at first: enough to read, not to write.
const NARROW: &str = "mcp:read memory:read";

/// Connects a host's client, and ends the connection again.
pub async fn connect(
    outside: &Outside,
    discovered: &Discovered,
    host: &Host,
    client: &str,
    browser: &mut Browser<'_>,
    report: &mut Report,
) {
    let name = host.name;
    let narrow = authorized(outside, discovered, host, client, browser, NARROW).await;
    let Some(tokens) = report.take(name, "sign-in, consent, token", narrow) else { return };
    report.enter(name, "tools", tools(outside, host, &tokens).await);
    report.enter(name, "403 asks for more", step_up(outside, host, &tokens).await);
    let refreshed = refresh(outside, discovered, host, client, &tokens).await;
    let Some(tokens) = report.take(name, "refresh", refreshed) else { return };
    let wide = authorized(outside, discovered, host, client, browser, &discovered.scopes).await;
    let Some(wide) = report.take(name, "connect with more", wide) else { return };
    report.enter(name, "tools after that", tools(outside, host, &wide).await);
    for old in [&tokens, &wide] {
        report.enter(name, "revoke, then 401", revoke(outside, discovered, host, client, old).await);
    }
}

async fn authorized(
    outside: &Outside,
    discovered: &Discovered,
    host: &Host,
    client: &str,
    browser: &mut Browser<'_>,
    scopes: &str,
) -> Result<(String, Tokens), Fault> {
    let Ok((verifier, state)) = random().and_then(|verifier| Ok((verifier, random()?))) else {
        return failed("no randomness", "See the operating system.");
    };
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    let request = Request::of(discovered, outside, client, host.asked)
        .with("code_challenge", Some(&challenge))
        .with("state", Some(&state))
        .with("scope", Some(scopes));
    let end = browser.authorize(&request.url(discovered)).await?;
    if end.as_str().split('?').next() != Some(host.asked) {
        return failed("the person was sent elsewhere than the client asked", "Report this.");
    }
    let sent = |wanted: &str| end.query_pairs().find(|(name, _)| name == wanted).map(|(_, value)| value.into_owned());
    if let Some(error) = sent("error") {
        return failed(format!("the client is told {error}"), "See what the pages say in a browser.");
    }
    if sent("state").as_deref() != Some(&state) || sent("iss").as_deref() != Some(&discovered.issuer) {
        return failed("state or iss is missing in the answer", "No proxy may change redirects.");
    }
    let code = Url::query_pairs(&end).find(|(name, _)| name == "code").map(|(_, value)| value.into_owned());
    let Some(code) = code else { return failed("no code in the answer", "No proxy may change redirects.") };
    redeem(outside, discovered, host, (client, &code, &verifier)).await
}

fn random() -> Result<String, AppError> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| AppError::internal(error.to_string()))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

async fn tools(outside: &Outside, host: &Host, tokens: &Tokens) -> Verdict {
    let ask = |message| outside.message(&outside.endpoint, host.agent, Some(&tokens.access), host.is_modern, message);
    let greeted = ask(greeting(host.is_modern)).await?;
    if greeted.status != 200 {
        return failed(
            format!("the first message after the token is answered with {}", greeted.status),
            "Let the Authorization header through.",
        );
    }
    let listed = document(&ask(("tools/list", json!({}))).await?)?;
    let count = listed["result"]["tools"].as_array().map_or(0, Vec::len);
    if count == 0 {
        return failed(
            "no tools are listed",
            "Hosts then show a connection with nothing in it; see the token's permissions.",
        );
    }
    let called = document(&ask(("tools/call", json!({"name": "memory_scopes", "arguments": {}}))).await?)?;
    if called["result"]["isError"] == true || called.get("result").is_none() {
        return failed("a call of memory_scopes fails", "See the log of the service by the request's id.");
    }
    Ok(format!("{count} listed, one called"))
}

async fn step_up(outside: &Outside, host: &Host, tokens: &Tokens) -> Verdict {
    let call =
        ("tools/call", json!({"name": "remember", "arguments": {"content": "The doctor was here.", "path": "doctor"}}));
    let answer = outside.message(&outside.endpoint, host.agent, Some(&tokens.access), host.is_modern, call).await?;
    let scopes = challenged(&answer, "scope").unwrap_or_default();
    let all = ["memory:read", "memory:write"].iter().all(|scope| scopes.split(' ').any(|asked| asked == *scope));
    if answer.status == 403 && challenged(&answer, "error").as_deref() == Some("insufficient_scope") && all {
        return Ok(format!("the challenge names all that is needed: {scopes}"));
    }
    let found = format!("a call beyond the token is answered with {} and scope “{scopes}”", answer.status);
    failed(found, "It must be 403 insufficient_scope with what is granted and what is needed; no proxy may replace it.")
}

async fn revoke(outside: &Outside, discovered: &Discovered, host: &Host, client: &str, tokens: &Tokens) -> Verdict {
    let Some(url) = &discovered.revoke else { return failed("no revocation_endpoint", "See the server metadata.") };
    let fields = [("token", tokens.refresh.as_str()), ("token_type_hint", "refresh_token"), ("client_id", client)];
    let answer = outside.post_form(url, host.agent, &fields).await?;
    if answer.status != 200 {
        return failed(format!("revocation is answered with {}", answer.status), "Let POST /oauth/revoke through.");
    }
    let after = outside
        .message(&outside.endpoint, host.agent, Some(&tokens.access), host.is_modern, greeting(host.is_modern))
        .await?;
    if after.status == 401 {
        Ok("the next call is refused".to_owned())
    } else {
        failed(format!("status {} after revocation", after.status), "Report this.")
    }
}
