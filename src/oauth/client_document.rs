//! Client-id metadata documents: a client whose id is a URL says at that URL who it is.

use chrono::{DateTime, Duration, Utc};
use serde_json::Value;

use crate::app::App;
use crate::oauth::redirects::may_be_registered;
use crate::oauth::registration::cleaned_name;
use crate::store::oauth_clients::NewClient;

/// The most bytes of a document.
const LONGEST: usize = 16 * 1024;

/// A copy is used at least and at most so long, whatever its headers say.
const LEAST_FRESH: Duration = Duration::minutes(5);
const MOST_FRESH: Duration = Duration::hours(24);

/// What a document says.
pub struct Document {
    name: String,
    redirect_uris: Vec<String>,
    auth_method: &'static str,
    jwks: Option<Value>,
    jwks_uri: Option<String>,
    /// Until when it need not be fetched again.
    pub fresh_until: DateTime<Utc>,
}

impl Document {
    /// The client that it describes.
    pub fn client<'a>(&'a self, url: &'a str, grant_types: &'a [String]) -> NewClient<'a> {
        NewClient {
            client_id: url,
            name: &self.name,
            redirect_uris: &self.redirect_uris,
            grant_types,
            auth_method: self.auth_method,
            secret_hash: None,
            jwks: self.jwks.as_ref(),
            jwks_uri: self.jwks_uri.as_deref(),
        }
    }
}

/// Whether an id may be the URL of a document: it has a path. The way out checks the rest.
pub fn is_document_id(client_id: &str) -> bool {
    client_id.strip_prefix("https://").is_some_and(|rest| rest.contains('/'))
}

/// Fetches and reads a document; nothing, whatever is wrong with it.
pub async fn fetch(app: &App, url: &str) -> Option<Document> {
    let answer = app.outbound.get(url, LONGEST).await.ok()?;
    let document: Value = serde_json::from_slice(&answer.body).ok()?;
    let fresh_for = answer.fresh_for.and_then(|fresh| Duration::from_std(fresh).ok()).unwrap_or(LEAST_FRESH);
    let fresh_until = app.env.clock.now() + fresh_for.clamp(LEAST_FRESH, MOST_FRESH);
    read(url, &document, fresh_until)
}

fn read(url: &str, document: &Value, fresh_until: DateTime<Utc>) -> Option<Document> {
    if document.get("client_id")?.as_str()? != url || document.get("client_secret").is_some() {
        return None;
    }
    let name = cleaned_name(document.get("client_name")?.as_str()?)?;
    let redirect_uris = texts(document.get("redirect_uris")?)?;
    if redirect_uris.is_empty() || redirect_uris.len() > 50 || !redirect_uris.iter().all(|uri| may_be_registered(uri)) {
        return None;
    }
    let jwks = document.get("jwks").filter(|jwks| !jwks.is_null());
    if jwks.is_some_and(|jwks| !is_public(jwks)) {
        return None;
    }
    let jwks_uri = document.get("jwks_uri").and_then(Value::as_str).map(str::to_owned);
    let has_keys = jwks.is_some() || jwks_uri.is_some();
    let method = document.get("token_endpoint_auth_method").map_or(Some("none"), Value::as_str)?;
    let also = document.get("token_endpoint_auth_methods_supported").and_then(texts).unwrap_or_default();
    let auth_method = match method {
        "none" => "none",
        // Whoever may do either is held to neither.
        "private_key_jwt" if also.iter().any(|method| method == "none") => "none",
        "private_key_jwt" if has_keys => "private_key_jwt",
        _ => return None,
    };
    Some(Document { name, redirect_uris, auth_method, jwks: jwks.cloned(), jwks_uri, fresh_until })
}

/// Whether a key set holds public keys and nothing else.
pub fn is_public(jwks: &Value) -> bool {
    let Some(keys) = jwks.get("keys").and_then(Value::as_array) else { return false };
    keys.len() <= 20
        && keys.iter().all(|key| {
            let is_secret = |name: &str| key.get(name).is_some();
            key.is_object() && !["d", "p", "q", "dp", "dq", "qi", "k", "oth"].into_iter().any(is_secret)
        })
}

/// A list of texts.
pub fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use serde_json::{Value, json};

    use super::{is_document_id, read};

    const URL: &str = "https://client.example/client.json";

    fn taken(change: impl FnOnce(&mut Value)) -> Option<&'static str> {
        let mut document =
            json!({"client_id": URL, "client_name": "Client", "redirect_uris": ["https://client.example/callback"]});
        change(&mut document);
        read(URL, &document, DateTime::default()).map(|document| document.auth_method)
    }

    #[test]
    fn documents_that_are_taken() {
        assert_eq!(taken(|_| {}), Some("none"));
        assert_eq!(
            taken(|document| document["grant_types"] = json!(["authorization_code", "urn:other"])),
            Some("none")
        );
        let keys = json!({"keys": [{"kty": "EC", "crv": "P-256", "x": "a", "y": "b"}]});
        assert_eq!(
            taken(|document| {
                document["token_endpoint_auth_method"] = json!("private_key_jwt");
                document["jwks"] = keys.clone();
            }),
            Some("private_key_jwt")
        );
        assert_eq!(
            taken(|document| {
                document["token_endpoint_auth_method"] = json!("private_key_jwt");
                document["token_endpoint_auth_methods_supported"] = json!(["private_key_jwt", "none"]);
                document["jwks_uri"] = json!("https://client.example/jwks.json");
            }),
            Some("none")
        );
    }

    #[test]
    fn documents_that_are_not() {
        let changes: [(&str, Value); 13] = [
            ("client_id", json!("https://client.example/other.json")),
            ("client_id", json!(null)),
            ("client_id", json!("https://client.example:443/client.json")),
            ("client_name", json!(null)),
            ("client_name", json!("  ")),
            ("redirect_uris", json!([])),
            ("redirect_uris", json!("https://client.example/callback")),
            ("redirect_uris", json!(["https://client.example/callback", "javascript:alert(1)"])),
            ("redirect_uris", json!([1])),
            ("client_secret", json!("secret")),
            ("token_endpoint_auth_method", json!("client_secret_basic")),
            ("token_endpoint_auth_method", json!("private_key_jwt")),
            ("jwks", json!({"keys": [{"kty": "EC", "d": "private"}]})),
        ];
        for (name, value) in changes {
            assert_eq!(taken(|document| document[name] = value.clone()), None, "{name}: {value}");
        }
        assert!(read(URL, &json!([]), DateTime::default()).is_none());
    }

    #[test]
    fn an_id_that_is_a_document_has_a_path() {
        assert!(is_document_id(URL));
        for id in ["https://client.example", "http://client.example/a", "cli_1", ""] {
            assert!(!is_document_id(id), "{id}");
        }
    }
}
