//! Tokens taken apart and put together again, signed with the service's own key.

use annals::auth::TOKEN_PREFIX;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, crypto};
use serde_json::Value;

use crate::support::service;

/// A token taken apart, and the real key to sign altered parts with.
pub struct Workshop {
    /// The token itself.
    pub token: String,
    /// Its header.
    pub header: Value,
    /// Its claims.
    pub claims: Value,
}

/// A part of a token.
pub fn encoded(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

/// The same object with other members.
pub fn altered(value: &Value, changes: &[(&str, Value)]) -> Value {
    let mut value = value.clone();
    for (name, change) in changes {
        value[*name] = change.clone();
    }
    value
}

/// The same object without a member.
pub fn without(value: &Value, name: &str) -> Value {
    let mut value = value.clone();
    value.as_object_mut().unwrap().remove(name);
    value
}

impl Workshop {
    /// Takes a token apart.
    pub fn new(token: &str) -> Self {
        let parts: Vec<Value> = token
            .strip_prefix(TOKEN_PREFIX)
            .unwrap()
            .split('.')
            .take(2)
            .map(|part| serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap())
            .collect();
        Self { token: token.to_owned(), header: parts[0].clone(), claims: parts[1].clone() }
    }

    /// A token of these parts, signed with the service's own key.
    pub fn signed(header: &Value, claims: &Value) -> String {
        let (_, key) = service().app.keys.signing_key().unwrap();
        let message = format!("{}.{}", encoded(header), encoded(claims));
        let signature = crypto::sign(message.as_bytes(), &key, Algorithm::EdDSA).unwrap();
        format!("{TOKEN_PREFIX}{message}.{signature}")
    }

    /// The token with another header, signed.
    pub fn with_header(&self, changes: &[(&str, Value)]) -> String {
        Self::signed(&altered(&self.header, changes), &self.claims)
    }

    /// The token with other claims, signed.
    pub fn with_claims(&self, changes: &[(&str, Value)]) -> String {
        Self::signed(&self.header, &altered(&self.claims, changes))
    }

    /// Header, claims and signature as they stand in the token.
    pub fn parts(&self) -> [&str; 3] {
        let parts: Vec<&str> = self.token.strip_prefix(TOKEN_PREFIX).unwrap().split('.').collect();
        [parts[0], parts[1], parts[2]]
    }
}
