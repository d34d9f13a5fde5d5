//! Tokens: one way to make them and one way to verify them. Every token is a JWT `at+jwt` (RFC 9068) signed with EdDSA;
//! a service token is the same with a long life behind the prefix `annals_`, so that secret scanners know it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use jsonwebtoken::{Algorithm, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};

use crate::auth::{Caller, ClientSurface, KeyRing, Permission, Profile};
use crate::clock::Clock;
use crate::error::{AppError, ErrorCode};
use crate::ids::{AccountId, TokenId, UserId};

/// What a service token begins with.
pub const TOKEN_PREFIX: &str = "annals_";

/// The longest token that is looked at, in bytes.
const LONGEST_TOKEN: usize = 4_096;

/// Seconds by which clocks may differ (security.md A3).
const LEEWAY_SECONDS: u64 = 30;

#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    aud: Vec<String>,
    client_id: String,
    scope: String,
    iat: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nbf: Option<i64>,
    exp: i64,
    jti: String,
    account: String,
    profile: String,
}

/// What a service token is made from.
#[derive(Debug)]
pub struct NewToken<'a> {
    /// Its id, which its row has too.
    pub id: TokenId,
    /// The account.
    pub account: AccountId,
    /// The member for whom it acts.
    pub user: UserId,
    /// What it allows.
    pub permissions: &'a [Permission],
    /// Its tool profile.
    pub profile: Profile,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}

/// A token, shown once.
pub struct IssuedToken {
    /// The token itself: a secret.
    pub token: String,
    /// Its last four characters, which its row keeps so that a person can tell tokens apart.
    pub last_four: String,
}

/// Makes service tokens.
pub struct TokenIssuer {
    keys: Arc<KeyRing>,
    clock: Clock,
    issuer: String,
}

impl TokenIssuer {
    /// An issuer for the service at this origin.
    #[must_use]
    pub fn new(keys: Arc<KeyRing>, clock: Clock, issuer: String) -> Self {
        Self { keys, clock, issuer }
    }

    /// Signs a service token. It is good for both resources, MCP and REST.
    ///
    /// # Errors
    /// Internal, where there is no key to sign with.
    pub fn issue(&self, new: &NewToken<'_>) -> Result<IssuedToken, AppError> {
        let (kid, key) = self.keys.signing_key().ok_or_else(|| AppError::internal("there is no signing key"))?;
        let mut header = Header::new(Algorithm::EdDSA);
        header.typ = Some("at+jwt".to_owned());
        header.kid = Some(kid);
        let claims = Claims {
            iss: self.issuer.clone(),
            sub: new.user.to_string(),
            aud: resources(&self.issuer),
            client_id: "service".to_owned(),
            scope: new.permissions.iter().map(|permission| permission.name()).collect::<Vec<_>>().join(" "),
            iat: self.clock.now().timestamp(),
            nbf: None,
            exp: new.expires_at.timestamp(),
            jti: new.id.to_string(),
            account: new.account.to_string(),
            profile: new.profile.name().to_owned(),
        };
        let jwt = encode(&header, &claims, &key).map_err(|error| AppError::internal(error.to_string()))?;
        let last_four = jwt.chars().rev().take(4).collect::<Vec<_>>().into_iter().rev().collect();
        Ok(IssuedToken { token: format!("{TOKEN_PREFIX}{jwt}"), last_four })
    }
}

/// The two resources: MCP and REST.
fn resources(issuer: &str) -> Vec<String> {
    vec![format!("{issuer}/mcp"), format!("{issuer}/v1")]
}

/// Verifies tokens: the one path for all of them.
pub struct Verifier {
    keys: Arc<KeyRing>,
    clock: Clock,
    issuer: String,
}

impl Verifier {
    /// A verifier for the service at this origin.
    #[must_use]
    pub fn new(keys: Arc<KeyRing>, clock: Clock, issuer: String) -> Self {
        Self { keys, clock, issuer }
    }

    /// The caller that a token stands for. Whether the grant behind it still holds is asked in the call's transaction.
    ///
    /// # Errors
    /// Unauthenticated, in the same words whatever is wrong with the token; unavailable without a database.
    pub async fn verify(&self, token: &str, surface: ClientSurface) -> Result<Caller, AppError> {
        let (is_service_token, jwt) = match token.strip_prefix(TOKEN_PREFIX) {
            Some(jwt) => (true, jwt),
            None => (false, token),
        };
        if token.len() > LONGEST_TOKEN {
            return Err(bad_token());
        }
        let header = decode_header(jwt).map_err(|_| bad_token())?;
        if header.alg != Algorithm::EdDSA || header.typ.as_deref() != Some("at+jwt") {
            return Err(bad_token());
        }
        let kid = header.kid.ok_or_else(bad_token)?;
        let key = self.keys.verifying_key(&kid).await?.ok_or_else(bad_token)?;

        let resource = match surface {
            ClientSurface::Mcp => format!("{}/mcp", self.issuer),
            ClientSurface::Rest | ClientSurface::CommandLine => format!("{}/v1", self.issuer),
        };
        let mut validation = Validation::new(Algorithm::EdDSA);
        validation.leeway = LEEWAY_SECONDS;
        validation.set_issuer(&[&self.issuer]);
        validation.set_audience(&[&resource]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // Expiry is checked against the injected clock below.
        validation.validate_exp = false;
        let claims = decode::<Claims>(jwt, &key, &validation).map_err(|_| bad_token())?.claims;
        let now = self.clock.now().timestamp();
        let leeway = i64::try_from(LEEWAY_SECONDS).unwrap_or(0);
        let begins = claims.nbf.unwrap_or(claims.iat).max(claims.iat);
        if claims.exp.saturating_add(leeway) <= now || begins > now + leeway {
            return Err(bad_token());
        }
        // A service token is looked for by its prefix; without it, it is no token of ours.
        if is_service_token != (claims.client_id == "service") {
            return Err(bad_token());
        }
        Ok(Caller {
            account: claims.account.parse().map_err(|_| bad_token())?,
            user: claims.sub.parse().map_err(|_| bad_token())?,
            token: Some(claims.jti.parse().map_err(|_| bad_token())?),
            permissions: claims.scope.split_whitespace().filter_map(|name| name.parse().ok()).collect(),
            profile: claims.profile.parse().map_err(|_| bad_token())?,
            client: (!is_service_token).then_some(claims.client_id),
            surface,
        })
    }
}

/// The same words for every token that does not hold: which check failed is nobody's to learn.
fn bad_token() -> AppError {
    AppError::new(ErrorCode::Unauthenticated, "The token is not valid, has expired or was revoked.")
        .with("error", "invalid_token")
}
