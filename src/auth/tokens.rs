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

/// The longest life of an access token, in seconds: one that claims more is none of ours, whoever signed it.
pub const ACCESS_SECONDS: i64 = 30 * 60;

/// The client that a service token names.
const SERVICE: &str = "service";

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    aud: Audience,
    client_id: String,
    scope: String,
    iat: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nbf: Option<i64>,
    exp: i64,
    jti: String,
    account: String,
    /// The grant of an access token; a service token is its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    grant: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
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

/// What an access token is made from.
#[derive(Debug)]
pub struct NewAccessToken<'a> {
    /// The account.
    pub account: AccountId,
    /// The person who is answerable.
    pub user: UserId,
    /// The grant that each call asks for.
    pub grant: TokenId,
    /// The client.
    pub client_id: &'a str,
    /// What it allows.
    pub permissions: &'a [Permission],
    /// The one resource that it is for.
    pub resource: &'a str,
    /// When it ends; never later than 30 minutes from now.
    pub expires_at: DateTime<Utc>,
}

/// What an access token of ours says, whichever resource it is for.
#[derive(Debug)]
pub struct AccessTokenClaims {
    /// The account.
    pub account: AccountId,
    /// The grant.
    pub grant: TokenId,
    /// The client.
    pub client_id: String,
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
        let claims = Claims {
            iss: self.issuer.clone(),
            sub: new.user.to_string(),
            aud: Audience::Several(resources(&self.issuer)),
            client_id: SERVICE.to_owned(),
            scope: scope(new.permissions),
            iat: self.clock.now().timestamp(),
            nbf: None,
            exp: new.expires_at.timestamp(),
            jti: new.id.to_string(),
            account: new.account.to_string(),
            grant: None,
            profile: Some(new.profile.name().to_owned()),
        };
        let jwt = self.sign(&claims)?;
        let last_four = jwt.chars().rev().take(4).collect::<Vec<_>>().into_iter().rev().collect();
        Ok(IssuedToken { token: format!("{TOKEN_PREFIX}{jwt}"), last_four })
    }

    /// Signs an access token for one resource.
    ///
    /// # Errors
    /// Internal, where there is no key to sign with.
    pub fn issue_access(&self, new: &NewAccessToken<'_>) -> Result<String, AppError> {
        let iat = self.clock.now().timestamp();
        self.sign(&Claims {
            iss: self.issuer.clone(),
            sub: new.user.to_string(),
            aud: Audience::One(new.resource.to_owned()),
            client_id: new.client_id.to_owned(),
            scope: scope(new.permissions),
            iat,
            nbf: None,
            exp: new.expires_at.timestamp().min(iat + ACCESS_SECONDS),
            jti: TokenId::generate().to_string(),
            account: new.account.to_string(),
            grant: Some(new.grant.to_string()),
            profile: None,
        })
    }

    fn sign(&self, claims: &Claims) -> Result<String, AppError> {
        let (kid, key) = self.keys.signing_key().ok_or_else(|| AppError::internal("there is no signing key"))?;
        let mut header = Header::new(Algorithm::EdDSA);
        header.typ = Some("at+jwt".to_owned());
        header.kid = Some(kid);
        encode(&header, claims, &key).map_err(|error| AppError::internal(error.to_string()))
    }
}

fn scope(permissions: &[Permission]) -> String {
    permissions.iter().map(|permission| permission.name()).collect::<Vec<_>>().join(" ")
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

    /// The caller that a token stands for at this path: `/mcp`, `/mcp/<profile>` or `/v1`. Whether the grant behind it still
    /// holds is asked in the call's transaction.
    ///
    /// # Errors
    /// Unauthenticated, in the same words whatever is wrong with the token; unavailable without a database.
    pub async fn verify(&self, token: &str, surface: ClientSurface, path: &str) -> Result<Caller, AppError> {
        let (is_service_token, jwt) = match token.strip_prefix(TOKEN_PREFIX) {
            Some(jwt) => (true, jwt),
            None => (false, token),
        };
        let claims = self.read(jwt, &self.resources_at(path)).await?;
        // A service token is looked for by its prefix; without it, it is no token of ours.
        if is_service_token != (claims.client_id == SERVICE) {
            return Err(bad_token());
        }
        let account = claims.account.parse().map_err(|_| bad_token())?;
        let user = claims.sub.parse().map_err(|_| bad_token())?;
        let permissions = claims.scope.split_whitespace().filter_map(|name| name.parse().ok()).collect();
        let jti: TokenId = claims.jti.parse().map_err(|_| bad_token())?;
        let (token, profile, client) = match (is_service_token, claims.grant, claims.profile) {
            (true, None, Some(profile)) => (jti, profile.parse().map_err(|_| bad_token())?, None),
            (false, Some(grant), None) => {
                let Audience::One(resource) = &claims.aud else { return Err(bad_token()) };
                let profile = resource.strip_prefix(&format!("{}/mcp/", self.issuer)).map(str::parse);
                let profile = profile.transpose().map_err(|_| bad_token())?.unwrap_or(Profile::Generic);
                (grant.parse().map_err(|_| bad_token())?, profile, Some(claims.client_id))
            }
            _ => return Err(bad_token()),
        };
        Ok(Caller { account, user, token: Some(token), permissions, client, profile, surface })
    }

    /// What an access token says, whichever of our resources it is for: for whoever wants it revoked.
    ///
    /// # Errors
    /// Unauthenticated where it is no access token that holds; unavailable without a database.
    pub async fn read_access(&self, token: &str) -> Result<AccessTokenClaims, AppError> {
        let claims = self.read(token, &resources_and_profiles(&self.issuer)).await?;
        let grant = claims.grant.filter(|_| claims.client_id != SERVICE).ok_or_else(bad_token)?;
        Ok(AccessTokenClaims {
            account: claims.account.parse().map_err(|_| bad_token())?,
            grant: grant.parse().map_err(|_| bad_token())?,
            client_id: claims.client_id,
        })
    }

    /// The resources whose tokens are good at a path: a token for all of MCP is good at its profiles, not the other way.
    fn resources_at(&self, path: &str) -> Vec<String> {
        let mut resources = vec![format!("{}{path}", self.issuer)];
        if path.starts_with("/mcp/") {
            resources.push(format!("{}/mcp", self.issuer));
        }
        resources
    }

    async fn read(&self, jwt: &str, resources: &[String]) -> Result<Claims, AppError> {
        if jwt.len() + TOKEN_PREFIX.len() > LONGEST_TOKEN {
            return Err(bad_token());
        }
        let header = decode_header(jwt).map_err(|_| bad_token())?;
        if header.alg != Algorithm::EdDSA || header.typ.as_deref() != Some("at+jwt") {
            return Err(bad_token());
        }
        let kid = header.kid.ok_or_else(bad_token)?;
        let key = self.keys.verifying_key(&kid).await?.ok_or_else(bad_token)?;

        let mut validation = Validation::new(Algorithm::EdDSA);
        validation.leeway = LEEWAY_SECONDS;
        validation.set_issuer(&[&self.issuer]);
        validation.set_audience(resources);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // Expiry is checked against the injected clock below.
        validation.validate_exp = false;
        let claims = decode::<Claims>(jwt, &key, &validation).map_err(|_| bad_token())?.claims;
        let now = self.clock.now().timestamp();
        let leeway = i64::try_from(LEEWAY_SECONDS).unwrap_or(0);
        let begins = claims.nbf.unwrap_or(claims.iat).max(claims.iat);
        let is_too_long = claims.client_id != SERVICE && claims.exp.saturating_sub(claims.iat) > ACCESS_SECONDS;
        if is_too_long || claims.exp.saturating_add(leeway) <= now || begins > now + leeway {
            return Err(bad_token());
        }
        Ok(claims)
    }
}

/// Everything that an access token may be for.
#[must_use]
pub fn resources_and_profiles(issuer: &str) -> Vec<String> {
    let profiles = Profile::ALL.into_iter().map(|profile| format!("{issuer}/mcp/{}", profile.name()));
    resources(issuer).into_iter().chain(profiles).collect()
}

/// The same words for every token that does not hold: which check failed is nobody's to learn.
fn bad_token() -> AppError {
    AppError::new(ErrorCode::Unauthenticated, "The token is not valid, has expired or was revoked.")
        .with("error", "invalid_token")
}
