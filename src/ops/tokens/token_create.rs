//! `token_create`: makes a service token, shown once.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::auth::{Caller, Permission, Profile};
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::{WRITES, checked_name};
use crate::ops::tokens::making::{Wanted, make};
use crate::ops::tokens::rights;
use crate::ops::tokens::token_view::TokenWithSecret;
use crate::text::{BoundedText, Limit};
use chrono::{Duration, SubsecRound};

#[derive(Clone, Copy)]
pub struct TokenCreate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenCreateInput {
    /// Its name for people.
    name: BoundedText<1, 128>,
    /// What it allows, such as memory:read and memory:write.
    #[schemars(length(min = 1, max = 40))]
    permissions: Vec<BoundedText<1, 64>>,
    /// The member for whom it acts; oneself where nothing is said.
    #[serde(default)]
    user_id: Option<UserId>,
    /// The path of a scope node that it never reaches outside of.
    #[serde(default)]
    scope: Option<BoundedText<1, 512>>,
    /// The agent's name, which readers see as the writer.
    #[serde(default)]
    agent: Option<BoundedText<1, 128>>,
    /// A label for the device.
    #[serde(default)]
    device: Option<BoundedText<1, 128>>,
    /// The tool profile: generic, decisions, facts, remember, workspaces, chatgpt or claude.
    #[serde(default)]
    profile: Option<BoundedText<1, 32>>,
    /// After how many days it ends.
    #[serde(default)]
    expires_in_days: Limit<90, 366>,
    /// token; or client, which asks for short-lived tokens by client_credentials.
    #[serde(default)]
    kind: TokenKind,
    /// Of a client that signs its assertions: its public keys, a JWK set with at most ten. Such a client has no secret.
    #[serde(default)]
    jwks: Option<serde_json::Map<String, serde_json::Value>>,
}

/// What is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TokenKind {
    #[default]
    Token,
    Client,
}

pub struct Prepared {
    is_client: bool,
    jwks: Option<serde_json::Value>,
    name: String,
    permissions: Vec<Permission>,
    user: Option<UserId>,
    scope: Option<String>,
    agent: String,
    device: Option<String>,
    profile: Profile,
    days: i64,
}

impl Operation for TokenCreate {
    type Input = TokenCreateInput;
    type Prepared = Prepared;
    type Output = TokenWithSecret;

    const SPEC: Spec = Spec {
        name: "token_create",
        title: "Create a token",
        help: "Makes a service token for an agent or script, or a client for client_credentials, shown once. It holds nothing above the role of its maker or holder and nothing that the maker's token lacks. A token for somebody else is bound to a team's, project's or space's scope.",
        permissions: &[Permission::TokensWrite],
        effect: Effect::Add,
        route: Route::new(Method::Post, "/v1/tokens"),
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden, ErrorCode::SecretRefused],
        example: |_| json!({"name": "Nightly import", "permissions": ["memory:read", "memory:write"], "agent": "importer"}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: TokenCreateInput) -> Result<Prepared, AppError> {
        let is_client = input.kind == TokenKind::Client;
        if let Some(keys) = &input.jwks {
            check_keys(is_client, keys)?;
        }
        let profile = input.profile.as_deref().unwrap_or("generic");
        Ok(Prepared {
            is_client,
            jwks: input.jwks.map(serde_json::Value::Object),
            name: checked_name("name", &input.name)?,
            permissions: rights::permissions(&input.permissions.iter().map(|name| &**name).collect::<Vec<_>>())?,
            user: input.user_id,
            scope: input.scope.map(BoundedText::into_inner),
            agent: checked_name("agent", input.agent.as_deref().unwrap_or("service"))?,
            device: input.device.map(|device| checked_name("device", &device)).transpose()?,
            profile: profile.parse().map_err(|problem: String| AppError::invalid("profile", problem))?,
            days: i64::try_from(input.expires_in_days.get()).unwrap_or(90),
        })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<TokenWithSecret, AppError> {
        let user = prepared.user.unwrap_or_else(|| cx.caller.user());
        let node = rights::bound_node(cx, prepared.scope.as_deref()).await?;
        rights::check(cx, user, &prepared.permissions, node.as_ref()).await?;
        let wanted = Wanted {
            is_client: prepared.is_client,
            jwks: prepared.jwks.as_ref(),
            name: &prepared.name,
            user,
            permissions: &prepared.permissions,
            scope: node.map(|node| node.id),
            agent: &prepared.agent,
            device: prepared.device.as_deref(),
            profile: prepared.profile,
            expires_at: (cx.env.clock.now() + Duration::days(prepared.days)).trunc_subsecs(0),
        };
        make(cx, &wanted).await
    }

    fn text(_: &TokenWithSecret) -> String {
        String::new()
    }
}

/// Public keys alone are kept, and few of them.
fn check_keys(is_client: bool, jwks: &serde_json::Map<String, serde_json::Value>) -> Result<(), AppError> {
    if !is_client {
        return Err(AppError::invalid("jwks", "is for kind client alone"));
    }
    let keys = jwks.get("keys").and_then(serde_json::Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let is_public = |key: &serde_json::Value| {
        let known = matches!(key["kty"].as_str(), Some("OKP" | "EC" | "RSA"));
        known && ["d", "p", "q", "k"].iter().all(|secret| key.get(secret).is_none())
    };
    if keys.is_empty() || keys.len() > 10 || jwks.len() != 1 || !keys.iter().all(is_public) {
        return Err(AppError::invalid(
            "jwks",
            "must be {\"keys\": […]} with 1 to 10 public keys of type OKP, EC or RSA",
        ));
    }
    Ok(())
}
