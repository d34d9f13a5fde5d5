//! `me_get`: who calls, by what, and how far it reaches.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Role};
use crate::clock::rfc3339;
use crate::error::AppError;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::READS;
use crate::store::{accounts, members, service_tokens};

#[derive(Clone, Copy)]
pub struct MeGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeGetInput {}

/// The token of the call.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MyToken {
    /// Its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    token_id: Option<String>,
    /// What it allows, as it stands now.
    permissions: Vec<String>,
    /// The path of the scope node that it never reaches outside of.
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
    /// The agent's name, which readers see as the writer.
    agent: String,
    /// The device label.
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<String>,
    /// The tool profile.
    profile: String,
    /// When it ends, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MeGetOutput {
    /// The person.
    user_id: String,
    /// His name in paths.
    slug: String,
    /// His name for people.
    display_name: String,
    /// His e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// What he is in the account now.
    role: String,
    /// Teams that he is in.
    teams: Vec<String>,
    /// The account.
    account_id: String,
    /// Its name.
    account_name: String,
    /// The token of this call.
    token: MyToken,
    /// How many scope nodes this call may read.
    readable_scopes: usize,
    /// How many scope nodes this call may write.
    writable_scopes: usize,
}

impl Operation for MeGet {
    type Input = MeGetInput;
    type Prepared = ();
    type Output = MeGetOutput;

    const SPEC: Spec = Spec {
        name: "me_get",
        title: "Read who I am",
        help: "Says who calls: the person, his role and teams in the account, what the token allows, and how many scope nodes it reads and writes.",
        permissions: &[],
        role: Role::Viewer,
        route: Route::new(Method::Get, "/v1/me"),
        example: |_| json!({}),
        ..READS
    };

    async fn prepare(_: &Environment, _: &Caller, _: MeGetInput) -> Result<(), AppError> {
        Ok(())
    }

    async fn run(cx: &mut Cx<'_>, (): ()) -> Result<MeGetOutput, AppError> {
        let member = members::find(cx.tx, cx.caller.user()).await?;
        let member = member.ok_or_else(|| AppError::internal("a caller who is no member"))?;
        let expires_at = match cx.caller.token() {
            Some(token) => service_tokens::administration::ends_at(cx.tx, token).await?,
            None => None,
        };
        let token = MyToken {
            token_id: cx.caller.token().map(|token| token.to_string()),
            permissions: cx.access.permissions.iter().map(ToString::to_string).collect(),
            scope: cx.access.bound_path.clone(),
            agent: cx.access.agent.clone(),
            device: cx.access.device.clone(),
            profile: cx.caller.profile().name().to_owned(),
            expires_at: expires_at.map(rfc3339),
        };
        Ok(MeGetOutput {
            user_id: cx.caller.user().to_string(),
            slug: member.slug,
            display_name: member.display_name,
            email: member.email,
            role: cx.access.role.name().to_owned(),
            teams: member.teams,
            account_id: cx.caller.account().to_string(),
            account_name: accounts::name(cx.tx).await?,
            token,
            readable_scopes: cx.access.readable.len(),
            writable_scopes: cx.access.writable.len(),
        })
    }

    fn text(_: &MeGetOutput) -> String {
        String::new()
    }
}
