//! `webhook_delivery_list`: what a webhook was told, and what became of it.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::WebhookId;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::READS;
use crate::ops::cursors::{opened, sealed};
use crate::ops::jobs::job_view::{JobState, JobView, view};
use crate::ops::webhooks::webhook_view::found;
use crate::store::jobs::{self, JobFilter};
use crate::store::webhooks::DELIVERY;
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct WebhookDeliveryList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookDeliveryListInput {
    /// The webhook's id.
    id: WebhookId,
    /// Deliveries in this state alone.
    #[serde(default)]
    state: Option<JobState>,
    /// How many deliveries at most.
    #[serde(default)]
    limit: Limit<50, 200>,
    /// The next_page_token of the page before.
    #[serde(default)]
    page_token: Option<BoundedText<0, 2000>>,
}

pub struct Prepared {
    input: WebhookDeliveryListInput,
    filter: String,
    before: Option<(DateTime<Utc>, Uuid)>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookDeliveryListOutput {
    /// The deliveries, newest first.
    deliveries: Vec<JobView>,
    /// The token of the next page, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Operation for WebhookDeliveryList {
    type Input = WebhookDeliveryListInput;
    type Prepared = Prepared;
    type Output = WebhookDeliveryListOutput;

    const SPEC: Spec = Spec {
        name: "webhook_delivery_list",
        title: "List deliveries",
        help: "Lists what a webhook was told, newest first, with what the last attempt came to.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/webhooks/{id}/deliveries"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"id": sample.webhook_id}),
        ..READS
    };

    async fn prepare(
        env: &Environment,
        caller: &Caller,
        input: WebhookDeliveryListInput,
    ) -> Result<Prepared, AppError> {
        let state = input.state.map(JobState::name).unwrap_or_default();
        let filter = format!("webhook_delivery_list/{}/{state}", input.id);
        let before = opened(env, caller, &filter, input.page_token.as_deref())?;
        Ok(Prepared { input, filter, before })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<WebhookDeliveryListOutput, AppError> {
        let input = &prepared.input;
        let limit = input.limit.get();
        found(cx, input.id).await?;
        let filter = JobFilter {
            state: input.state.map(JobState::name),
            kind: Some(DELIVERY),
            subject: Some(input.id.uuid()),
            before: prepared.before,
        };
        let mut rows = jobs::list(cx.tx, &filter, limit + 1).await?;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let next_page_token = match rows.last() {
            Some(last) if has_more => Some(sealed(cx, prepared.filter, (last.created_at, last.id))?),
            _ => None,
        };
        Ok(WebhookDeliveryListOutput { deliveries: rows.into_iter().map(view).collect(), next_page_token })
    }

    fn text(_: &WebhookDeliveryListOutput) -> String {
        String::new()
    }
}
