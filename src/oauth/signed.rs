//! Signed assertions of strangers: by which a client proves who it is (RFC 7523), and by which an issuer says who a person is.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, DecodingKey, Header, Validation, decode, decode_header};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// No assertion lives longer, in seconds.
const LONGEST_LIFE: i64 = 300;

/// Seconds by which clocks may differ.
const LEEWAY: i64 = 30;

/// The longest assertion, in bytes.
const LONGEST: usize = 16 * 1024;

/// What an assertion must say.
pub struct Expected<'a> {
    /// Its type, where one is needed.
    pub typ: Option<&'a str>,
    /// Who made it.
    pub issuer: &'a str,
    /// Whom it is for: one of these.
    pub audiences: &'a [String],
    /// The time now.
    pub now: DateTime<Utc>,
}

/// An assertion that holds.
pub struct Assertion {
    /// What it says.
    pub claims: Value,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
    /// The hash of its id.
    pub id_hash: Vec<u8>,
}

/// The header of an assertion whose algorithm is one that is taken.
pub fn header(jwt: &str) -> Option<Header> {
    let header = decode_header(jwt).ok().filter(|_| jwt.len() <= LONGEST)?;
    matches!(header.alg, Algorithm::RS256 | Algorithm::ES256).then_some(header)
}

/// A text claim, read before anything is verified: it says whose keys to look for and is believed for nothing else.
pub fn claimed(jwt: &str, name: &str) -> Option<String> {
    let body = jwt.split('.').nth(1).filter(|_| jwt.len() <= LONGEST)?;
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(body).ok()?).ok()?;
    claims.get(name)?.as_str().map(str::to_owned)
}

/// Verifies an assertion against a key set.
pub fn verify(jwt: &str, keys: &[Value], expected: &Expected<'_>) -> Option<Assertion> {
    let header = header(jwt)?;
    if expected.typ.is_some_and(|typ| !header.typ.as_deref().is_some_and(|given| given.eq_ignore_ascii_case(typ))) {
        return None;
    }
    let key = key(keys, &header)?;
    let mut validation = Validation::new(header.alg);
    validation.set_issuer(&[expected.issuer]);
    validation.set_audience(expected.audiences);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    // Expiry is checked against the injected clock below.
    validation.validate_exp = false;
    let claims = decode::<Value>(jwt, &key, &validation).ok()?.claims;
    let now = expected.now.timestamp();
    let exp = claims["exp"].as_i64()?;
    let begins = [&claims["iat"], &claims["nbf"]].into_iter().filter_map(Value::as_i64).max().unwrap_or(now);
    let lives_too_long = exp > now + LONGEST_LIFE + LEEWAY || exp - begins.min(now) > LONGEST_LIFE + LEEWAY;
    if exp + LEEWAY <= now || begins > now + LEEWAY || lives_too_long {
        return None;
    }
    let id = claims["jti"].as_str().filter(|id| !id.is_empty() && id.len() <= 512)?;
    let id_hash = Sha256::digest(id.as_bytes()).to_vec();
    Some(Assertion { expires_at: DateTime::from_timestamp(exp + LEEWAY, 0)?, id_hash, claims })
}

/// The key of a header: by its id, or the only one of its kind where the header names none.
fn key(keys: &[Value], header: &Header) -> Option<DecodingKey> {
    let kind = if header.alg == Algorithm::RS256 { "RSA" } else { "EC" };
    let alg = if header.alg == Algorithm::RS256 { "RS256" } else { "ES256" };
    let mut fitting = keys.iter().filter(|key| {
        key["kty"] == kind
            && key.get("use").is_none_or(|use_| use_ == "sig")
            && key.get("alg").is_none_or(|given| given == alg)
            && header.kid.as_ref().is_none_or(|kid| key["kid"] == kid.as_str())
    });
    let (found, None) = (fitting.next()?, fitting.next()) else { return None };
    let jwk: Jwk = serde_json::from_value(found.clone()).ok()?;
    DecodingKey::from_jwk(&jwk).ok()
}
