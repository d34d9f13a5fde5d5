//! Registration, and what a server answers to clients that ask wrongly.

use http::Method;
use serde_json::{Value, json};
use url::Url;

use crate::command::connector::discovery::Discovered;
use crate::command::connector::hosts::Host;
use crate::command::connector::outside::{Outside, document, header};
use crate::command::connector::report::{Fault, Verdict, failed, skipped};
use crate::outbound::visit::Answer;

/// A challenge that is right in form; these requests never get as far as a code.
const SOME_CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// Registers a host's client.
pub async fn register(outside: &Outside, discovered: &Discovered, host: &Host) -> Result<(String, String), Fault> {
    let Some(url) = &discovered.register else {
        return failed("the metadata names no registration_endpoint", "Hosts that know no client document need it.");
    };
    let wanted = json!({
        "client_name": format!("annals doctor, {}", host.name),
        "redirect_uris": [host.registered],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
    });
    let answer = outside.post_json(url, host.agent, &wanted).await?;
    let registered = document(&answer)?;
    match registered["client_id"].as_str() {
        Some(client) if answer.status == 201 => Ok((format!("registered with {}", host.registered), client.to_owned())),
        _ if answer.status == 429 => {
            skipped("429: too many registrations from here", "Wait, and run the doctor again.")
        }
        _ => failed(
            refusal(&answer, &registered),
            "Registration must answer 201 with a client_id; let POST /oauth/register through.",
        ),
    }
}

/// Asks for authorization with the host's own client document.
pub async fn by_document(outside: &Outside, discovered: &Discovered, host: &Host, document: &str) -> Verdict {
    if !discovered.takes_documents {
        return failed(
            "client_id_metadata_document_supported is not true",
            "Without it the host registers anew for each person.",
        );
    }
    let request = Request::of(discovered, outside, document, host.asked);
    let answer = outside.get(&request.url(discovered), host.agent).await?;
    if is_page(outside, &answer) {
        return Ok(format!("{document} was read"));
    }
    let advice =
        "The service must reach the host's document: allow outgoing HTTPS from it. Registration works without.";
    skipped(format!("{document} was not accepted (status {})", answer.status), advice)
}

/// A request for authorization.
pub struct Request<'a> {
    /// Its parameters.
    pub fields: Vec<(&'a str, String)>,
}

impl<'a> Request<'a> {
    /// A request that is right in everything.
    pub fn of(discovered: &Discovered, outside: &Outside, client: &str, redirect: &str) -> Self {
        let fields = [
            ("response_type", "code"),
            ("client_id", client),
            ("redirect_uri", redirect),
            ("code_challenge", SOME_CHALLENGE),
            ("code_challenge_method", "S256"),
            ("state", "doctor-state"),
            ("scope", &discovered.scopes),
            ("resource", &outside.endpoint),
        ];
        Self { fields: fields.into_iter().map(|(name, value)| (name, value.to_owned())).collect() }
    }

    /// The same with another value; without the parameter where there is none.
    pub fn with(mut self, name: &'a str, value: Option<&str>) -> Self {
        self.fields.retain(|(known, _)| *known != name);
        self.fields.extend(value.map(|value| (name, value.to_owned())));
        self
    }

    /// Its address.
    pub fn url(&self, discovered: &Discovered) -> String {
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.fields).finish();
        format!("{}?{query}", discovered.authorize)
    }
}

/// Whether a person sees a page of the service, or is sent on within it.
fn is_page(outside: &Outside, answer: &Answer) -> bool {
    let to = header(answer, "location");
    let stays = to.starts_with('/') || to.starts_with(&format!("{}/", outside.origin));
    answer.status == 200 || (matches!(answer.status, 302 | 303) && stays)
}

/// A person is asked.
pub async fn asks_a_person(outside: &Outside, discovered: &Discovered, host: &Host, client: &str) -> Verdict {
    let scopes = if host.leading_blank { format!(" {}", discovered.scopes) } else { discovered.scopes.clone() };
    let request = Request::of(discovered, outside, client, host.asked).with("scope", Some(&scopes));
    let answer = outside
        .ask(Method::GET, &request.url(discovered), &[("user-agent", host.agent), ("accept", "text/html")], None)
        .await?;
    if is_page(outside, &answer) {
        return Ok(format!("with redirect {}", host.asked));
    }
    let found = format!("status {} for a request that is right (redirect {})", answer.status, host.asked);
    failed(found, "Let GET /oauth/authorize through; loopback redirects match without their port.")
}

/// A redirect that was not registered is not followed.
pub async fn keeps_strangers_out(outside: &Outside, discovered: &Discovered, host: &Host, client: &str) -> Verdict {
    let request = Request::of(discovered, outside, client, "https://stranger.example/callback");
    let answer = outside.get(&request.url(discovered), host.agent).await?;
    if answer.status == 400 && header(&answer, "location").is_empty() {
        return Ok("a redirect that was not registered gets an error page".to_owned());
    }
    failed(
        format!("status {} for a redirect that was not registered", answer.status),
        "It must be an error page, never a redirect: report this.",
    )
}

/// Errors go back to the client, with its state and the issuer.
pub async fn tells_errors(outside: &Outside, discovered: &Discovered, host: &Host, client: &str) -> Verdict {
    for (name, value, error) in [
        ("code_challenge", None, "invalid_request"),
        ("response_type", Some("token"), "unsupported_response_type"),
        ("resource", Some("https://elsewhere.example/mcp"), "invalid_target"),
    ] {
        let request = Request::of(discovered, outside, client, host.asked).with(name, value);
        let answer = outside.get(&request.url(discovered), host.agent).await?;
        let location = Url::parse(header(&answer, "location")).ok();
        let sent = |wanted: &str| {
            let pairs = location.as_ref().map(Url::query_pairs);
            pairs.and_then(|mut pairs| pairs.find(|(name, _)| name == wanted).map(|(_, value)| value.into_owned()))
        };
        if sent("error").as_deref() != Some(error)
            || sent("state").as_deref() != Some("doctor-state")
            || sent("iss").as_deref() != Some(discovered.issuer.as_str())
        {
            let found = format!("a wrong {name} is answered with {} and error {:?}", answer.status, sent("error"));
            return failed(found, format!("The client must be told {error}, with state and iss."));
        }
    }
    Ok("with error, state and iss".to_owned())
}

/// What a refusal says of itself; never what was sent.
pub fn refusal(answer: &Answer, body: &Value) -> String {
    let error = body["error"].as_str().unwrap_or("no error code");
    format!("status {} and {error}", answer.status)
}
