//! Keys of strangers, and assertions signed with them. The keys are for tests alone.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};

const KEYS: [&str; 2] = [
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7/GI8+VWkM/VI3h4kALBofl9HN3N2G4L1b5Zru3S6+KhRANCAAQlVBYrbotdzmHQwi6rRMbstE41aqDn6vSlr9PGDn7eXmNGDFkH46wVOzJqLJc0tbJNSAqtgkrrPw+DdctGE9q3",
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdzq5+84vDPQcaBVfnhbgJZCNPDdDt86Z6guorw2BsGehRANCAASBEuTb+WVSwLl/t2rguvi61VrIy1HzHspWCM3sIr7XH3zHABqJlecADSD0pVod+dgUDQoa45VKAW356cEoANRw",
];

/// A key by its place.
fn key(place: usize) -> EncodingKey {
    EncodingKey::from_ec_der(&STANDARD.decode(KEYS[place]).unwrap())
}

/// The public key set of a key, under this id.
pub fn key_set(place: usize, kid: &str) -> Value {
    let mut jwk = serde_json::to_value(Jwk::from_encoding_key(&key(place), Algorithm::ES256).unwrap()).unwrap();
    jwk["kid"] = json!(kid);
    jwk["use"] = json!("sig");
    json!({"keys": [jwk]})
}

/// An assertion.
pub fn signed(place: usize, kid: &str, typ: &str, claims: &Value) -> String {
    let mut header = Header::new(Algorithm::ES256);
    header.kid = Some(kid.to_owned());
    header.typ = Some(typ.to_owned());
    encode(&header, claims, &key(place)).unwrap()
}
