//! `app_revoke`: a client is let in no longer, and asks for consent the next time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::ids::AppId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::WRITES;
use crate::store::oauth_apps;

#[derive(Clone, Copy)]
pub struct AppRevoke;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AppRevokeInput {
    /// The app's id.
    id: AppId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct AppRevokeOutput {
    /// The app's id.
    id: String,
    /// Whether it is disconnected.
    revoked: bool,
}

impl Operation for AppRevoke {
    type Input = AppRevokeInput;
    type Prepared = AppId;
    type Output = AppRevokeOutput;

    const SPEC: Spec = Spec {
        name: "app_revoke",
        title: "Disconnect an app",
        help: "Ends what a client may do, at its next call on every replica, and forgets that it was consented to: one's own, or \
               anybody's for admins whose token has tokens:write.",
        permissions: &[Permission::MemoryWrite],
        role: Role::Member,
        effect: Effect::Remove,
        route: Route::new(Method::Delete, "/v1/apps/{id}"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"id": sample.app_id}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: AppRevokeInput) -> Result<AppId, AppError> {
        Ok(input.id)
    }

    async fn run(cx: &mut Cx<'_>, app: AppId) -> Result<AppRevokeOutput, AppError> {
        let user = cx.caller.user();
        let mut is_revoked = oauth_apps::revoke(cx.tx, app, Some(user), "disconnected by its user").await?;
        if !is_revoked && is_admin(cx, Permission::TokensWrite) {
            is_revoked = oauth_apps::revoke(cx.tx, app, None, "disconnected by an admin").await?;
        }
        if !is_revoked {
            return Err(AppError::not_found("app"));
        }
        cx.acts.target(app.to_string());
        Ok(AppRevokeOutput { id: app.to_string(), revoked: true })
    }

    fn text(_: &AppRevokeOutput) -> String {
        String::new()
    }
}

/// Whether the caller is an admin by role, by its token and by what the grant allows now.
pub fn is_admin(cx: &Cx<'_>, permission: Permission) -> bool {
    let holds = cx.access.permissions.iter().any(|held| held.implies(permission));
    cx.access.role >= Role::Admin && cx.caller.may(permission) && holds
}
