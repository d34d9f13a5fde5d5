//! Variants of a token, none of which may be accepted.

use std::collections::BTreeMap;

use annals::auth::TOKEN_PREFIX;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use super::workshop::{Workshop, altered, encoded, without};
use crate::support::service;

/// Every variant by its name. `trap` is an origin that must not be asked, `other` another account.
pub fn variants(workshop: &Workshop, trap: &str, other: &str) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut add = |name: String, token: String| assert!(all.insert(name.clone(), token).is_none(), "{name} twice");
    algorithms(workshop, &mut add);
    public_key_as_secret(workshop, &mut add);
    headers(workshop, trap, &mut add);
    times(workshop, &mut add);
    resources_and_issuers(workshop, &mut add);
    identities(workshop, other, &mut add);
    prefixes(workshop, &mut add);
    second_spellings(workshop, &mut add);
    parts(workshop, &mut add);
    all
}

fn algorithms(workshop: &Workshop, mut add: impl FnMut(String, String)) {
    let [_, body, signature] = workshop.parts();
    let (header, claims) = (&workshop.header, &workshop.claims);
    for alg in [
        "none", "None", "NONE", "nOnE", "", "HS256", "HS384", "HS512", "RS256", "PS256", "ES256", "ES384", "Ed25519",
        "eddsa",
    ] {
        let head = encoded(&altered(header, &[("alg", json!(alg))]));
        add(format!("alg {alg:?}, no signature"), format!("annals_{head}.{body}."));
        add(format!("alg {alg:?}, old signature"), format!("annals_{head}.{body}.{signature}"));
        add(format!("alg {alg:?}, signed"), workshop.with_header(&[("alg", json!(alg))]));
    }
    add("alg null".into(), workshop.with_header(&[("alg", Value::Null)]));
    add("no alg".into(), Workshop::signed(&without(header, "alg"), claims));
}

fn public_key_as_secret(workshop: &Workshop, mut add: impl FnMut(String, String)) {
    let [_, body, _] = workshop.parts();
    let header = &workshop.header;
    let jwks = service().app.keys.jwks();
    let public = jwks["keys"][0]["x"].as_str().unwrap().to_owned();
    let raw = URL_SAFE_NO_PAD.decode(&public).unwrap();
    let der = [&[0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00][..], &raw].concat();
    let pem = format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", STANDARD.encode(&der));
    let secrets: [(&str, Vec<u8>); 8] = [
        ("raw", raw),
        ("text", public.into_bytes()),
        ("der", der),
        ("pem", pem.into_bytes()),
        ("jwks", jwks.to_string().into_bytes()),
        ("jwk", jwks["keys"][0].to_string().into_bytes()),
        ("empty", Vec::new()),
        ("kid", header["kid"].as_str().unwrap().as_bytes().to_vec()),
    ];
    for (name, secret) in secrets {
        let head = encoded(&altered(header, &[("alg", json!("HS256"))]));
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret).unwrap();
        mac.update(format!("{head}.{body}").as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes());
        add(format!("HS256 with the public key as {name}"), format!("annals_{head}.{body}.{signature}"));
    }
}

fn headers(workshop: &Workshop, trap: &str, mut add: impl FnMut(String, String)) {
    let (header, claims) = (&workshop.header, &workshop.claims);
    for kid in ["", "x", "../../etc/passwd", "/dev/null", "' OR '1'='1", "a' UNION SELECT 'x", "\u{0}", "0", "null"] {
        add(format!("kid {kid:?}"), workshop.with_header(&[("kid", json!(kid))]));
    }
    add("kid as a URL".into(), workshop.with_header(&[("kid", json!(format!("{trap}/kid")))]));
    add("kid too long".into(), workshop.with_header(&[("kid", json!("k".repeat(2_000)))]));
    add(
        "kid with a blank".into(),
        workshop.with_header(&[("kid", json!(format!("{} ", header["kid"].as_str().unwrap())))]),
    );
    for kid in [json!(1), json!(null), json!([header["kid"]]), json!({"kid": header["kid"]})] {
        add(format!("kid as {kid}"), workshop.with_header(&[("kid", kid)]));
    }
    add("no kid".into(), Workshop::signed(&without(header, "kid"), claims));

    for typ in ["JWT", "jwt", "at+JWT", "application/at+jwt", "", "refresh+jwt", "id_token", "logout+jwt", "dpop+jwt"] {
        add(format!("typ {typ:?}"), workshop.with_header(&[("typ", json!(typ))]));
    }
    add("no typ".into(), Workshop::signed(&without(header, "typ"), claims));
    add("typ 1".into(), workshop.with_header(&[("typ", json!(1))]));
    for crit in [json!(["exp"]), json!(["b64"]), json!(["unknown"]), json!([]), json!("exp"), json!({})] {
        add(
            format!("crit {crit}"),
            workshop.with_header(&[("crit", crit), ("b64", json!(false)), ("unknown", json!(1))]),
        );
    }
}

fn times(workshop: &Workshop, mut add: impl FnMut(String, String)) {
    let claims = &workshop.claims;
    for name in ["exp", "iat"] {
        for value in [
            json!("1"),
            json!("4102444800"),
            json!(null),
            json!([4_102_444_800_i64]),
            json!({}),
            json!(true),
            json!(1e300),
            json!(""),
        ] {
            add(format!("{name} as {value}"), workshop.with_claims(&[(name, value)]));
        }
    }
    for exp in [0, 1, -1, i64::MIN, claims["iat"].as_i64().unwrap() - 31] {
        add(format!("exp {exp}"), workshop.with_claims(&[("exp", json!(exp))]));
    }
    add("iat in a day".into(), workshop.with_claims(&[("iat", json!(claims["iat"].as_i64().unwrap() + 86_400))]));
    add("iat far away".into(), workshop.with_claims(&[("iat", json!(i64::MAX))]));
    add("exp beyond 64 bits".into(), workshop.with_claims(&[("exp", json!(1e19))]));
    add("nbf in a day".into(), workshop.with_claims(&[("nbf", json!(claims["iat"].as_i64().unwrap() + 86_400))]));
    add("nbf as text".into(), workshop.with_claims(&[("nbf", json!("soon"))]));
}

fn resources_and_issuers(workshop: &Workshop, mut add: impl FnMut(String, String)) {
    let origin = &service().origin;
    for aud in [
        json!([]),
        json!(""),
        json!(null),
        json!(["https://other.example/mcp"]),
        json!([origin]),
        json!([format!("{origin}/")]),
        json!([format!("{origin}/mcp/"), format!("{origin}/v1/")]),
        json!([format!("{origin}/MCP")]),
        json!(["*"]),
        json!({}),
        json!([format!("{origin}/mcp2")]),
        json!([1]),
    ] {
        add(format!("aud {aud}"), workshop.with_claims(&[("aud", aud)]));
    }
    for iss in [
        json!(""),
        json!(null),
        json!(format!("{origin}/")),
        json!("https://other.example"),
        json!([origin]),
        json!(origin.to_uppercase()),
        json!(1),
        json!(format!("{origin}.evil.example")),
    ] {
        add(format!("iss {iss}"), workshop.with_claims(&[("iss", iss)]));
    }
}

fn identities(workshop: &Workshop, other: &str, mut add: impl FnMut(String, String)) {
    let (header, claims) = (&workshop.header, &workshop.claims);
    for name in ["iss", "sub", "aud", "exp", "iat", "jti", "client_id", "scope", "account", "profile"] {
        add(format!("no {name}"), Workshop::signed(header, &without(claims, name)));
    }
    for (name, value) in [
        ("sub", json!("")),
        ("sub", json!("usr_0190a0b0c0d07000800090a0b0c0d0e0")),
        ("sub", json!(claims["account"])),
        ("sub", json!(1)),
        ("jti", json!("")),
        ("jti", json!("tok_0190a0b0c0d07000800090a0b0c0d0e0")),
        ("jti", json!("tok_' OR true")),
        ("jti", json!(7)),
        ("account", json!(other)),
        ("account", json!("")),
        ("account", json!("acc_0190a0b0c0d07000800090a0b0c0d0e0")),
        ("account", json!(1)),
        ("client_id", json!("")),
        ("client_id", json!("console")),
        ("client_id", json!("Service")),
        ("client_id", json!("https://claude.ai/client")),
        ("profile", json!("root")),
        ("profile", json!(1)),
        ("scope", json!(["memory:read"])),
        ("scope", json!(1)),
    ] {
        add(format!("{name} as {value}"), workshop.with_claims(&[(name, value)]));
    }
}

fn prefixes(workshop: &Workshop, mut add: impl FnMut(String, String)) {
    let jwt = workshop.token.strip_prefix(TOKEN_PREFIX).unwrap();
    add("no prefix".into(), jwt.to_owned());
    add("prefix twice".into(), format!("annals_annals_{jwt}"));
    add("prefix in capitals".into(), format!("ANNALS_{jwt}"));
    add("another prefix".into(), format!("annalx_{jwt}"));
    add("prefix alone".into(), "annals_".into());
}

fn second_spellings(workshop: &Workshop, mut add: impl FnMut(String, String)) {
    let [head, body, signature] = workshop.parts();
    let last = signature.chars().last().unwrap();
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let place = alphabet.find(last).unwrap();
    for bits in 1..16 {
        // 64 bytes in base64 leave four bits unused: the same signature in other letters.
        let other = alphabet.chars().nth(place ^ bits).unwrap();
        add(
            format!("second spelling {bits} of the signature"),
            format!("annals_{head}.{body}.{}{other}", &signature[..signature.len() - 1]),
        );
    }
}

fn parts(workshop: &Workshop, mut add: impl FnMut(String, String)) {
    let [head, body, signature] = workshop.parts();
    let claims = &workshop.claims;
    let padded = |part: &str| URL_SAFE.encode(URL_SAFE_NO_PAD.decode(part).unwrap());
    add("padded signature".into(), format!("annals_{head}.{body}.{}", padded(signature)));
    add("padded by hand".into(), format!("annals_{head}.{body}.{signature}=="));
    let standard = |part: &str| STANDARD.encode(URL_SAFE_NO_PAD.decode(part).unwrap());
    if standard(signature).trim_end_matches('=') != signature {
        add("the other base64".into(), format!("annals_{head}.{body}.{}", standard(signature).trim_end_matches('=')));
    }
    add("no signature".into(), format!("annals_{head}.{body}"));
    add("empty signature".into(), format!("annals_{head}.{body}."));
    add("four parts".into(), format!("annals_{head}.{body}.{signature}.{signature}"));
    add("five parts".into(), format!("annals_{head}..{body}.{signature}.x"));
    add("swapped parts".into(), format!("annals_{body}.{head}.{signature}"));
    add("dots alone".into(), "annals_..".into());
    add(
        "an altered body".into(),
        format!("annals_{head}.{}.{signature}", encoded(&altered(claims, &[("scope", json!("admin:read"))]))),
    );
    add("a space inside".into(), format!("annals_{head}.{body}.{} {}", &signature[..10], &signature[10..]));
    for length in (1..workshop.token.len()).step_by(23) {
        add(format!("cut to {length}"), workshop.token[..length].to_owned());
    }
    for place in (0..signature.len()).step_by(5) {
        let mut bytes = signature.as_bytes().to_vec();
        bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(bytes).unwrap();
        add(format!("signature altered at {place}"), format!("annals_{head}.{body}.{changed}"));
    }
    add("longer than is looked at".into(), format!("{}{}", workshop.token, "A".repeat(5_000)));
    add("padded with claims".into(), workshop.with_claims(&[("padding", json!("x".repeat(5_000)))]));
    add("text".into(), "not-a-token".into());
    add("an opaque token".into(), "sk_live_0123456789".into());
}
