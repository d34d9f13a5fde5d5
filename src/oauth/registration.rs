//! Dynamic registration (RFC 7591), for clients that have no document yet: bounded, counted, and never a sign of trust.

use std::time::Duration as Wait;

use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::response::Response;
use chrono::{DateTime, Duration, DurationRound, Utc};
use http::StatusCode;
use serde_json::{Map, Value, json};
use unicode_normalization::UnicodeNormalization;

use crate::app::App;
use crate::error::AppError;
use crate::ids::new_uuid;
use crate::oauth::client_document::{is_public, texts};
use crate::oauth::diary::{address_correlation, address_hash, request_id};
use crate::oauth::redirects::may_be_registered;
use crate::oauth::refusal::{Refusal, json_answer};
use crate::oauth::secrets;
use crate::store::oauth_clients::{self, NewClient};
use crate::store::oauth_steps::{self, Step};
use crate::store::tx::{SystemPurpose, SystemTx, detached};
use crate::surface::json;

/// The most bytes of a registration.
const LONGEST: usize = 64 * 1024;

/// The most registrations of a day, from everywhere.
const MOST_A_DAY: i32 = 10_000;

/// The most clients that wait for their first grant.
const MOST_WAITING: i64 = 10_000;

/// The longest name, in characters.
const LONGEST_NAME: usize = 80;

const GRANT_TYPES: &[&str] = &["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:jwt-bearer"];

/// What a client asked for, as far as it is accepted.
struct Registration {
    name: String,
    redirect_uris: Vec<String>,
    grant_types: Vec<String>,
    auth_method: String,
    jwks: Option<Value>,
    jwks_uri: Option<String>,
}

/// `POST /oauth/register`.
pub async fn register(State(app): State<App>, request: Request) -> Response {
    let id = request_id(&request);
    let from = address_hash(&app, &request);
    let body = to_bytes(request.into_body(), LONGEST).await;
    let (kept, request) = (app.clone(), id.clone());
    let work = async move {
        let registration = match body {
            Ok(body) => json::read(&body).ok().as_ref().and_then(Value::as_object).map_or_else(unreadable, read),
            Err(_) => unreadable(),
        };
        let registration = match registration {
            Ok(registration) => registration,
            Err(refusal) => return Ok(Err(refusal)),
        };
        store(&kept, &registration, &from, &request).await
    };
    match detached(work).await.map_err(Refusal::from).and_then(|outcome| outcome) {
        Ok(document) => json_answer(StatusCode::CREATED, &document),
        Err(refusal) => refusal.answer(&id),
    }
}

fn unreadable() -> Result<Registration, Refusal> {
    Err(Refusal::new("invalid_client_metadata", "Send the client's metadata as a JSON object."))
}

fn invalid(sentence: &'static str) -> Refusal {
    Refusal::new("invalid_client_metadata", sentence)
}

fn read(metadata: &Map<String, Value>) -> Result<Registration, Refusal> {
    let redirect_uris = metadata.get("redirect_uris").and_then(texts).unwrap_or_default();
    if redirect_uris.is_empty() || redirect_uris.len() > 20 || !redirect_uris.iter().all(|uri| may_be_registered(uri)) {
        let sentence = "redirect_uris: between 1 and 20, each https, or http on 127.0.0.1, [::1] or localhost, or of a known \
                        program; no fragment.";
        return Err(Refusal::new("invalid_redirect_uri", sentence));
    }
    let name = match metadata.get("client_name") {
        None | Some(Value::Null) => "Unnamed client".to_owned(),
        Some(name) => name.as_str().and_then(cleaned_name).ok_or_else(|| invalid("client_name: must be a name."))?,
    };
    let wanted = match metadata.get("grant_types") {
        None | Some(Value::Null) => vec!["authorization_code".to_owned(), "refresh_token".to_owned()],
        Some(value) => texts(value).ok_or_else(|| invalid("grant_types: must be a list of texts."))?,
    };
    let grant_types: Vec<String> = wanted.into_iter().filter(|wanted| GRANT_TYPES.contains(&wanted.as_str())).collect();
    if !grant_types.iter().any(|wanted| wanted == "authorization_code") {
        return Err(invalid("grant_types: must hold authorization_code."));
    }
    if let Some(types) = metadata.get("response_types").filter(|types| !types.is_null())
        && !texts(types).is_some_and(|types| types.iter().any(|wanted| wanted == "code"))
    {
        return Err(invalid("response_types: must hold code."));
    }
    let jwks = metadata.get("jwks").filter(|jwks| !jwks.is_null()).cloned();
    if jwks.as_ref().is_some_and(|jwks| !is_public(jwks)) {
        return Err(invalid("jwks: must be a set of public keys."));
    }
    let jwks_uri = metadata.get("jwks_uri").and_then(Value::as_str).map(str::to_owned);
    if jwks_uri.as_ref().is_some_and(|uri| uri.len() > 2_048 || !uri.starts_with("https://")) {
        return Err(invalid("jwks_uri: must be an https URL."));
    }
    let auth_method = match metadata.get("token_endpoint_auth_method") {
        None | Some(Value::Null) => "none",
        Some(method) => match method.as_str() {
            Some("private_key_jwt") if jwks.is_none() && jwks_uri.is_none() => {
                return Err(invalid("token_endpoint_auth_method: private_key_jwt needs jwks or jwks_uri."));
            }
            Some(method @ ("none" | "private_key_jwt" | "client_secret_basic" | "client_secret_post")) => method,
            _ => return Err(invalid("token_endpoint_auth_method: not one of those in the metadata.")),
        },
    };
    Ok(Registration { name, redirect_uris, grant_types, auth_method: auth_method.to_owned(), jwks, jwks_uri })
}

async fn store(
    app: &App,
    registration: &Registration,
    from: &[u8],
    request_id: &str,
) -> Result<Result<Value, Refusal>, AppError> {
    let now = app.env.clock.now();
    let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
    oauth_clients::collect(&mut tx, now).await?;
    if let Some(wait) = too_many(app, &mut tx, from, now).await? {
        tx.commit().await?;
        return Ok(Err(Refusal::too_many(wait)));
    }
    let client_id = format!("cli_{}", new_uuid().simple());
    let correlation_id = format!("con_{}", new_uuid().simple());
    let secret = registration.auth_method.starts_with("client_secret").then(secrets::client_secret).transpose()?;
    let secret_hash = secret.as_deref().map(secrets::hash);
    let client = NewClient {
        client_id: &client_id,
        name: &registration.name,
        redirect_uris: &registration.redirect_uris,
        grant_types: &registration.grant_types,
        auth_method: &registration.auth_method,
        secret_hash: secret_hash.as_deref(),
        jwks: registration.jwks.as_ref(),
        jwks_uri: registration.jwks_uri.as_deref(),
    };
    oauth_clients::insert_registered(&mut tx, &client, &correlation_id, from, now).await?;
    oauth_steps::adopt(&mut tx, &address_correlation(from), &correlation_id, now - Duration::minutes(10)).await?;
    let step =
        Step { correlation_id: &correlation_id, step: "register", client_id: Some(&client_id), code: None, request_id };
    oauth_steps::record_step(&mut tx, &step, now).await?;
    tx.commit().await?;
    let mut answer = json!({
        "client_id": client_id,
        "client_id_issued_at": now.timestamp(),
        "client_name": registration.name,
        "redirect_uris": registration.redirect_uris,
        "grant_types": registration.grant_types,
        "response_types": ["code"],
        "token_endpoint_auth_method": registration.auth_method,
    });
    if let Some(secret) = secret {
        answer["client_secret"] = secret.into();
        answer["client_secret_expires_at"] = 0.into();
    }
    for (name, value) in
        [("jwks", registration.jwks.clone()), ("jwks_uri", registration.jwks_uri.clone().map(Value::from))]
    {
        if let Some(value) = value {
            answer[name] = value;
        }
    }
    Ok(Ok(answer))
}

/// Counts the attempt; how long to wait where there were too many.
async fn too_many(app: &App, tx: &mut SystemTx, from: &[u8], now: DateTime<Utc>) -> Result<Option<Wait>, AppError> {
    let of_address = app.env.master.keyed_hash("rate", &[b"register:".as_slice(), from].concat());
    let of_all = app.env.master.keyed_hash("rate", b"register-all");
    oauth_clients::forget_attempts(tx, now - Duration::days(2)).await?;
    let most = i32::try_from(app.config.registrations_per_hour).unwrap_or(i32::MAX);
    for (subject, window, most) in [(of_address, Duration::hours(1), most), (of_all, Duration::days(1), MOST_A_DAY)] {
        let begins = now.duration_trunc(window).map_err(AppError::internal)?;
        if oauth_clients::count_attempt(tx, &subject, begins).await? > most {
            return Ok(Some((begins + window - now).to_std().unwrap_or_default()));
        }
    }
    let is_full = oauth_clients::waiting(tx).await? >= MOST_WAITING;
    Ok(is_full.then_some(Wait::from_mins(10)))
}

/// A name without what could dress it up: no control or format characters, single blanks, at most 80 characters.
pub fn cleaned_name(name: &str) -> Option<String> {
    let kept: String = name
        .nfc()
        .map(|character| if character.is_whitespace() { ' ' } else { character })
        .filter(|character| !character.is_control() && !is_invisible(*character))
        .collect();
    let name = kept.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let name: String = name.chars().take(LONGEST_NAME).collect();
    let name = name.trim().to_owned();
    (!name.is_empty()).then_some(name)
}

fn is_invisible(character: char) -> bool {
    use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
    matches!(
        character.general_category(),
        GeneralCategory::Format
            | GeneralCategory::PrivateUse
            | GeneralCategory::Unassigned
            | GeneralCategory::Surrogate
    )
}

#[cfg(test)]
mod tests {
    use super::cleaned_name;

    #[test]
    fn names_are_cleaned() {
        assert_eq!(cleaned_name("  My\tclient \n 2 ").as_deref(), Some("My client 2"));
        assert_eq!(cleaned_name("safe\u{202e}txe.\u{200b}").as_deref(), Some("safetxe."));
        assert_eq!(cleaned_name("<b>x</b>").as_deref(), Some("<b>x</b>"), "pages escape what they show");
        assert_eq!(cleaned_name(&"n".repeat(500)).map(|name| name.chars().count()), Some(80));
        assert_eq!(cleaned_name("\u{202e} \u{0}"), None);
    }
}
