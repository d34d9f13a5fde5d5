//! `webhook_list`: the targets that are told of changes.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::auth::{Caller, Permission};
use crate::error::AppError;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::READS;
use crate::ops::cursors::{opened, sealed};
use crate::ops::webhooks::webhook_view::{WebhookView, view};
use crate::store::webhooks;
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct WebhookList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookListInput {
    /// How many webhooks at most.
    #[serde(default)]
    limit: Limit<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<0, 2000>>,
}

pub struct Prepared {
    input: WebhookListInput,
    filter: String,
    before: Option<(DateTime<Utc>, Uuid)>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookListOutput {
    /// The webhooks, newest first.
    webhooks: Vec<WebhookView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for WebhookList {
    type Input = WebhookListInput;
    type Prepared = Prepared;
    type Output = WebhookListOutput;

    const SPEC: Spec = Spec {
        name: "webhook_list",
        title: "List webhooks",
        help: "Lists the targets that are told of changes, newest first. Secrets are never shown again.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/webhooks"),
        example: |_| json!({}),
        ..READS
    };

    async fn prepare(env: &Environment, caller: &Caller, input: WebhookListInput) -> Result<Prepared, AppError> {
        let filter = "webhook_list".to_owned();
        let before = opened(env, caller, &filter, input.page_token.as_deref())?;
        Ok(Prepared { input, filter, before })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<WebhookListOutput, AppError> {
        let input = &prepared.input;
        let limit = input.limit.get();
        let mut rows = webhooks::list(cx.tx, prepared.before, limit + 1).await?;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let next_page_token = match rows.last() {
            Some(last) if has_more => Some(sealed(cx, prepared.filter, (last.created_at, last.id))?),
            _ => None,
        };
        Ok(WebhookListOutput { webhooks: rows.into_iter().map(view).collect(), next_page_token })
    }

    fn text(_: &WebhookListOutput) -> String {
        String::new()
    }
}
