//! Key sets of strangers (RFC 7517), fetched through the guarded way out and kept for minutes.

use serde_json::Value;

use crate::app::App;

/// The most bytes of a key set or of an issuer's metadata.
const LONGEST: usize = 64 * 1024;

/// The keys at a URL. Where none has the wanted id, they are asked for again, though not at once.
pub async fn at(app: &App, url: &str, kid: Option<&str>) -> Vec<Value> {
    let now = app.env.clock.now();
    let has = |keys: &[Value]| kid.is_none_or(|kid| keys.iter().any(|key| key["kid"] == kid));
    if let Some(keys) = app.oauth.key_set(url, false, now)
        && (has(&keys) || app.oauth.key_set(url, true, now).is_some())
    {
        return keys;
    }
    if app.oauth.failed_lately(url, now) {
        return Vec::new();
    }
    let fetched = app.outbound.get(url, LONGEST).await.ok();
    let set = fetched.and_then(|answer| serde_json::from_slice::<Value>(&answer.body).ok());
    let Some(keys) = set.as_ref().and_then(|set| set["keys"].as_array()) else {
        app.oauth.failed(url, now);
        return Vec::new();
    };
    app.oauth.keep_key_set(url, keys.clone(), now);
    keys.clone()
}

/// The keys of an issuer, found by its metadata, which must name it.
pub async fn of_issuer(app: &App, issuer: &str, kid: Option<&str>) -> Vec<Value> {
    for well_known in ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"] {
        let url = format!("{}{well_known}", issuer.trim_end_matches('/'));
        if let Some(jwks_uri) = jwks_uri(app, issuer, &url).await {
            return at(app, &jwks_uri, kid).await;
        }
    }
    Vec::new()
}

/// Where the metadata at a URL say that the keys stand; remembered as long as the keys themselves.
async fn jwks_uri(app: &App, issuer: &str, url: &str) -> Option<String> {
    let now = app.env.clock.now();
    if let Some(known) = app.oauth.key_set(url, false, now) {
        return known.first().and_then(Value::as_str).map(str::to_owned);
    }
    if app.oauth.failed_lately(url, now) {
        return None;
    }
    let fetched = app.outbound.get(url, LONGEST).await.ok();
    let metadata = fetched.and_then(|answer| serde_json::from_slice::<Value>(&answer.body).ok());
    let Some(place) =
        metadata.filter(|it| it["issuer"] == issuer).and_then(|it| it["jwks_uri"].as_str().map(str::to_owned))
    else {
        app.oauth.failed(url, now);
        return None;
    };
    app.oauth.keep_key_set(url, vec![place.clone().into()], now);
    Some(place)
}
