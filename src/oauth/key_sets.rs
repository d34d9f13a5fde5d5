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
    let base = issuer.trim_end_matches('/');
    for well_known in ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"] {
        let url = format!("{base}{well_known}");
        let now = app.env.clock.now();
        if app.oauth.failed_lately(&url, now) {
            continue;
        }
        let fetched = app.outbound.get(&url, LONGEST).await.ok();
        let metadata = fetched.and_then(|answer| serde_json::from_slice::<Value>(&answer.body).ok());
        match metadata.filter(|metadata| metadata["issuer"] == issuer).as_ref().and_then(|it| it["jwks_uri"].as_str()) {
            Some(jwks_uri) => return at(app, jwks_uri, kid).await,
            None => app.oauth.failed(&url, now),
        }
    }
    Vec::new()
}
