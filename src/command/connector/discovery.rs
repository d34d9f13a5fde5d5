//! Discovery: the challenge, the metadata of resource and authorization server, CORS.

use serde_json::Value;

use crate::command::connector::cross_origin::{cors, preflight};
use crate::command::connector::hosts::{EVERY_HOST, HOSTS};
use crate::command::connector::outside::{Outside, challenged, document, greeting};
use crate::command::connector::report::{Fault, Report, Verdict, failed};
use crate::outbound::visit::Answer;

const AGENT: &str = HOSTS[3].agent;

/// What discovery gave.
pub struct Discovered {
    /// The issuer.
    pub issuer: String,
    /// Where people go.
    pub authorize: String,
    /// Where codes become tokens.
    pub token: String,
    /// Where clients register.
    pub register: Option<String>,
    /// Where tokens end.
    pub revoke: Option<String>,
    /// What the challenge asks for.
    pub scopes: String,
    /// Whether client-id metadata documents are taken.
    pub takes_documents: bool,
}

/// Looks at everything that a host reads before it asks a person.
pub async fn discover(outside: &Outside, report: &mut Report) -> Option<Discovered> {
    let every = EVERY_HOST;
    report.enter(every, "address", address(outside));
    let scopes = report.take(every, "401 challenge", challenge(outside).await);
    report.enter(every, "challenge, newest revision", newest(outside).await);
    report.enter(every, "challenge, bad token", bad_token(outside).await);
    report.enter(every, "challenge, trailing slash", slash(outside).await);
    for host in &HOSTS[..3] {
        report.enter(host.name, "is let through", let_through(outside, host.agent).await);
    }
    let issuer = report.take(every, "resource metadata", resource(outside).await)?;
    report.enter(every, "resource metadata, both forms", both_forms(outside).await);
    let metadata = report.take(every, "server metadata", server(outside, &issuer).await)?;
    report.enter(every, "openid-configuration", openid(outside, &issuer).await);
    report.enter(every, "signing keys", keys(outside, &metadata).await);
    report.enter(every, "CORS of metadata", cors(outside, &issuer).await);
    let endpoint = |name: &str| metadata[name].as_str().map(str::to_owned);
    let discovered = Discovered {
        authorize: endpoint("authorization_endpoint").unwrap_or_default(),
        token: endpoint("token_endpoint").unwrap_or_default(),
        register: endpoint("registration_endpoint"),
        revoke: endpoint("revocation_endpoint"),
        scopes: scopes.unwrap_or_default(),
        takes_documents: metadata["client_id_metadata_document_supported"] == true,
        issuer,
    };
    for (check, url) in
        [("CORS of token", Some(&discovered.token)), ("CORS of registration", discovered.register.as_ref())]
    {
        if let Some(url) = url {
            report.enter(every, check, preflight(outside, url).await);
        }
    }
    Some(discovered)
}

fn address(outside: &Outside) -> Verdict {
    let is_loopback =
        ["http://127.0.0.1", "http://localhost", "http://[::1]"].iter().any(|start| outside.origin.starts_with(start));
    if outside.origin.starts_with("https://") {
        Ok(format!("{} is https", outside.endpoint))
    } else if is_loopback {
        Ok(format!("{} is on this machine; hosts elsewhere need https", outside.endpoint))
    } else {
        failed(
            format!("{} is not https", outside.endpoint),
            "Put TLS in front of the service and set ANNALS_PUBLIC_URL to the https address.",
        )
    }
}

fn is_challenge(outside: &Outside, answer: &Answer) -> Result<String, Fault> {
    if answer.status != 401 {
        let advice = "Without a token every message must be answered with 401: hosts look for the challenge there alone. \
            Let the request through to the service.";
        return failed(format!("status {}", answer.status), advice);
    }
    let Some(metadata) = challenged(answer, "resource_metadata") else {
        return failed(
            "401 without resource_metadata in WWW-Authenticate",
            "Let the WWW-Authenticate header of the service through.",
        );
    };
    if !metadata.starts_with(&format!("{}/", outside.origin)) {
        let advice = "Set ANNALS_PUBLIC_URL to the origin that people paste; the challenge is made from it.";
        return failed(format!("the challenge names {metadata}, which is not below {}", outside.origin), advice);
    }
    Ok(metadata)
}

async fn challenge(outside: &Outside) -> Result<(String, String), Fault> {
    let answer = outside.message(&outside.endpoint, AGENT, None, false, greeting(false)).await?;
    let metadata = is_challenge(outside, &answer)?;
    let Some(scopes) = challenged(&answer, "scope") else {
        return failed(
            "the challenge names no scope",
            "Let the WWW-Authenticate header of the service through as it is.",
        );
    };
    if challenged(&answer, "error").is_some() {
        return failed(
            "the challenge for a request without a token has an error",
            "No proxy may add a token of its own.",
        );
    }
    let named = document(&outside.get(&metadata, AGENT).await?)?;
    if named["resource"] != outside.endpoint.as_str() {
        return failed(
            format!("the metadata that the challenge names is for {}", named["resource"]),
            "Set ANNALS_PUBLIC_URL to the origin that people paste.",
        );
    }
    Ok((format!("401 that names {metadata} and asks for {scopes}"), scopes))
}

async fn newest(outside: &Outside) -> Verdict {
    let answer = outside.message(&outside.endpoint, AGENT, None, true, greeting(true)).await?;
    is_challenge(outside, &answer).map(|_| "server/discover is challenged like initialize".to_owned())
}

async fn bad_token(outside: &Outside) -> Verdict {
    let answer = outside.message(&outside.endpoint, AGENT, Some("no.such.token"), false, greeting(false)).await?;
    is_challenge(outside, &answer)?;
    match challenged(&answer, "error").as_deref() {
        Some("invalid_token") => Ok("401 with invalid_token: hosts renew theirs".to_owned()),
        other => failed(
            format!("401 with error {other:?}"),
            "A bad token must be answered by the service itself, with error=\"invalid_token\".",
        ),
    }
}

async fn slash(outside: &Outside) -> Verdict {
    let answer = outside.message(&format!("{}/", outside.endpoint), AGENT, None, false, greeting(false)).await?;
    is_challenge(outside, &answer).map(|_| "an address pasted with a slash at its end is challenged too".to_owned())
}

async fn let_through(outside: &Outside, agent: &str) -> Verdict {
    let answer = outside.message(&outside.endpoint, agent, None, false, greeting(false)).await?;
    if answer.status == 401 && challenged(&answer, "resource_metadata").is_some() {
        return Ok(format!("{agent} gets the service's own answer"));
    }
    let advice = "Exempt /mcp, /oauth/* and /.well-known/* from bot protection and challenges.";
    failed(format!("{agent} gets status {} without the service's challenge", answer.status), advice)
}

async fn resource(outside: &Outside) -> Result<(String, String), Fault> {
    let answer =
        outside.get(&format!("{}/.well-known/oauth-protected-resource{}", outside.origin, outside.path), AGENT).await?;
    if answer.status != 200 {
        return failed(
            format!("status {}", answer.status),
            "Let /.well-known/* through to the service, without a login.",
        );
    }
    let metadata = document(&answer)?;
    if metadata["resource"] != outside.endpoint.as_str() {
        let found = format!("resource is {}, pasted is {}", metadata["resource"], outside.endpoint);
        return failed(found, "Hosts compare byte by byte: set ANNALS_PUBLIC_URL to the origin that people paste.");
    }
    let servers = metadata["authorization_servers"].as_array().map(Vec::as_slice).unwrap_or_default();
    let [Value::String(issuer)] = servers else {
        return failed(
            format!("{} authorization servers", servers.len()),
            "Exactly one is needed: some hosts use the first alone.",
        );
    };
    if metadata["scopes_supported"].as_array().is_some_and(|scopes| scopes.contains(&"offline_access".into())) {
        return failed(
            "scopes_supported has offline_access",
            "It belongs into the metadata of the authorization server alone.",
        );
    }
    Ok((format!("for {}, issuer {issuer}", outside.endpoint), issuer.clone()))
}

async fn both_forms(outside: &Outside) -> Verdict {
    let root = format!("{}/.well-known/oauth-protected-resource", outside.origin);
    let forms =
        [root.clone(), format!("{root}{}", outside.path), format!("{root}{}/", outside.path), format!("{root}/")];
    let mut documents = Vec::new();
    for form in &forms {
        let answer = outside.get(form, AGENT).await?;
        if answer.status != 200 {
            let advice =
                "Hosts differ in where they look: with the path, without it, with a slash at the end. Let all through.";
            return failed(format!("{form} is answered with {}", answer.status), advice);
        }
        documents.push(document(&answer)?);
    }
    if documents.windows(2).any(|pair| pair[0] != pair[1]) {
        return failed("the forms differ", "All must be answered by the same service, and not from an old cache.");
    }
    Ok("with and without the path and the slash, all equal".to_owned())
}

async fn server(outside: &Outside, issuer: &str) -> Result<(String, Value), Fault> {
    let answer = outside.get(&format!("{issuer}/.well-known/oauth-authorization-server"), AGENT).await?;
    if answer.status != 200 {
        return failed(
            format!("status {}", answer.status),
            "Let /.well-known/oauth-authorization-server through to the service.",
        );
    }
    let metadata = document(&answer)?;
    let has = |name: &str, value: &str| metadata[name].as_array().is_some_and(|all| all.contains(&value.into()));
    if metadata["issuer"] != issuer {
        let found = format!("issuer is {}, the resource names {issuer}", metadata["issuer"]);
        return failed(found, "Hosts compare byte by byte: set ANNALS_PUBLIC_URL, without a slash at its end.");
    }
    for endpoint in
        ["authorization_endpoint", "token_endpoint", "registration_endpoint", "revocation_endpoint", "jwks_uri"]
    {
        let url = metadata[endpoint].as_str().unwrap_or_default();
        if !url.starts_with(&format!("{issuer}/")) {
            return failed(format!("{endpoint} is “{url}”"), "It must be an absolute address of the issuer.");
        }
    }
    for (name, value, why) in [
        ("code_challenge_methods_supported", "S256", "clients refuse a server that does not say S256"),
        ("response_types_supported", "code", "the authorization code is the only way in"),
        ("grant_types_supported", "authorization_code", "it is how people connect"),
        ("grant_types_supported", "refresh_token", "without it connections die with the first token"),
        ("token_endpoint_auth_methods_supported", "none", "hosts are public clients"),
    ] {
        if !has(name, value) {
            return failed(format!("{name} lacks {value}"), format!("{value} must be there: {why}."));
        }
    }
    if metadata["authorization_response_iss_parameter_supported"] != true {
        let advice = "It must be true: ChatGPT then uses its stable redirect, and strict clients insist on it.";
        return failed("authorization_response_iss_parameter_supported is not true", advice);
    }
    Ok((format!("issuer {issuer}, S256, iss, public clients"), metadata))
}

async fn openid(outside: &Outside, issuer: &str) -> Verdict {
    let answer = outside.get(&format!("{issuer}/.well-known/openid-configuration"), AGENT).await?;
    if answer.status == 404 {
        return Ok("404: this is no OpenID provider, and hosts go on".to_owned());
    }
    let metadata = document(&answer)?;
    if answer.status == 200 && metadata["issuer"] == issuer {
        return Ok("answers for the same issuer".to_owned());
    }
    failed(
        format!("status {} and issuer {}", answer.status, metadata["issuer"]),
        "It must be 404 or agree with the other document: ChatGPT gives up on a mixture.",
    )
}

async fn keys(outside: &Outside, metadata: &Value) -> Verdict {
    let answer = outside.get(metadata["jwks_uri"].as_str().unwrap_or_default(), AGENT).await?;
    let count = document(&answer)?["keys"].as_array().map_or(0, Vec::len);
    if answer.status == 200 && count > 0 {
        Ok(format!("public keys: {count}"))
    } else {
        failed(format!("status {} and {count} keys", answer.status), "Let the address through to the service.")
    }
}
