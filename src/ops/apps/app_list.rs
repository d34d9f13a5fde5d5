//! `app_list`: the clients that a member let in; all members' for an admin who asks.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::auth::{Caller, Permission, Role};
use crate::clock::rfc3339;
use crate::error::{AppError, ErrorCode};
use crate::ids::AppId;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::READS;
use crate::ops::apps::app_revoke::is_admin;
use crate::ops::cursors::{opened, sealed};
use crate::store::oauth_apps::{self, AppRow};
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct AppList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AppListInput {
    /// Whether to list everybody's; for admins whose token has admin:read.
    #[serde(default)]
    all: bool,
    /// How many apps at most.
    #[serde(default)]
    limit: Limit<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<0, 2000>>,
}

pub struct Prepared {
    all: bool,
    limit: usize,
    filter: String,
    before: Option<(DateTime<Utc>, Uuid)>,
}

/// A connected app.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AppView {
    /// Its id.
    id: String,
    /// The client, as it names itself to the authorization server.
    client_id: String,
    /// The client's name: a claim of its own.
    name: String,
    /// The host of the client's id, where that is a URL: the part of it that was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    /// What it may do.
    permissions: Vec<String>,
    /// The scope path that it never reaches outside of; absent for the whole account.
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
    /// The member who let it in, as paths name him.
    user: String,
    /// When it was let in, in UTC.
    created_at: String,
    /// When it ends, in UTC.
    expires_at: String,
    /// The day of its last call.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct AppListOutput {
    /// The apps, newest first.
    apps: Vec<AppView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for AppList {
    type Input = AppListInput;
    type Prepared = Prepared;
    type Output = AppListOutput;

    const SPEC: Spec = Spec {
        name: "app_list",
        title: "List connected apps",
        help: "Lists the clients that the caller let in, with what each may do; with all, everybody's, for admins.",
        permissions: &[Permission::MemoryRead],
        role: Role::Viewer,
        route: Route::new(Method::Get, "/v1/apps"),
        errors: &[ErrorCode::Forbidden],
        example: |_| json!({}),
        ..READS
    };

    async fn prepare(env: &Environment, caller: &Caller, input: AppListInput) -> Result<Prepared, AppError> {
        let filter = format!("app_list/{}", input.all);
        let before = opened(env, caller, &filter, input.page_token.as_deref())?;
        Ok(Prepared { all: input.all, limit: input.limit.get(), filter, before })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<AppListOutput, AppError> {
        if prepared.all && !is_admin(cx, Permission::AdminRead) {
            return Err(AppError::new(
                ErrorCode::Forbidden,
                "Everybody's apps are for admins whose token has admin:read.",
            ));
        }
        let user = (!prepared.all).then(|| cx.caller.user());
        let mut rows = oauth_apps::list(cx.tx, user, prepared.before, prepared.limit + 1).await?;
        let has_more = rows.len() > prepared.limit;
        rows.truncate(prepared.limit);
        let next_page_token = match rows.last() {
            Some(last) if has_more => Some(sealed(cx, prepared.filter, (last.created_at, last.id))?),
            _ => None,
        };
        Ok(AppListOutput { apps: rows.into_iter().map(view).collect(), next_page_token })
    }

    fn text(_: &AppListOutput) -> String {
        String::new()
    }
}

fn view(row: AppRow) -> AppView {
    let host = url::Url::parse(&row.client_id).ok().and_then(|url| url.host_str().map(str::to_owned));
    AppView {
        id: AppId::from(row.id).to_string(),
        client_id: row.client_id,
        name: row.client_name,
        host,
        permissions: row.permissions,
        scope: row.path,
        user: row.user_slug,
        created_at: rfc3339(row.created_at),
        expires_at: rfc3339(row.expires_at),
        last_used: row.last_used_at.map(|at| at.date_naive().to_string()),
    }
}
