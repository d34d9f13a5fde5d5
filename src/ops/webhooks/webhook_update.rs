//! `webhook_update`: changes what is named and leaves the rest.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::WebhookId;
use crate::op::{Cx, Environment, IfMatch, Method, Operation, Route, Spec, etag};
use crate::ops::administration::WRITES;
use crate::ops::webhooks::webhook_view::{
    WebhookEvent, WebhookView, check_target, checked_events, found, only_for_the_whole_account,
};
use crate::store::webhooks;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct WebhookUpdate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookUpdateInput {
    /// The webhook's id.
    id: WebhookId,
    /// The etag that was read, or *; over REST in the header If-Match.
    if_match: IfMatch,
    /// Another target.
    #[serde(default)]
    url: Option<BoundedText<1, 2048>>,
    /// The kinds of records to be told of from now on.
    #[serde(default)]
    #[schemars(length(min = 1, max = 5))]
    events: Option<Vec<WebhookEvent>>,
    /// Whether it is told anything. What happened while it was not is not told later.
    #[serde(default)]
    enabled: Option<bool>,
}

pub struct Prepared {
    input: WebhookUpdateInput,
    events: Option<Vec<String>>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookUpdateOutput {
    /// The webhook as it is now.
    webhook: WebhookView,
    /// What the next change must name in If-Match.
    etag: String,
}

impl Operation for WebhookUpdate {
    type Input = WebhookUpdateInput;
    type Prepared = Prepared;
    type Output = WebhookUpdateOutput;

    const SPEC: Spec = Spec {
        name: "webhook_update",
        title: "Change a webhook",
        help: "Changes a webhook's target, what it is told of, and whether it is told anything; what is not named stays.",
        permissions: &[Permission::AccountWrite],
        route: Route::new(Method::Patch, "/v1/webhooks/{id}"),
        errors: &[
            ErrorCode::NotFound,
            ErrorCode::Forbidden,
            ErrorCode::PreconditionRequired,
            ErrorCode::PreconditionFailed,
        ],
        example: |sample| json!({"id": sample.webhook_id, "if_match": "*", "enabled": false}),
        ..WRITES
    };

    async fn prepare(env: &Environment, _: &Caller, input: WebhookUpdateInput) -> Result<Prepared, AppError> {
        let events = input.events.as_deref().map(checked_events).transpose()?;
        if let Some(url) = &input.url {
            check_target(env, url).await?;
        }
        Ok(Prepared { input, events })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<WebhookUpdateOutput, AppError> {
        only_for_the_whole_account(cx)?;
        let Prepared { input, events } = prepared;
        webhooks::lock(cx.tx, input.id).await?;
        let before = found(cx, input.id).await?;
        input.if_match.check(&before)?;
        let url = input.url.as_deref().unwrap_or(&before.url);
        let events = events.unwrap_or(before.events);
        webhooks::update(cx.tx, input.id, url, &events, input.enabled.unwrap_or(before.enabled)).await?;
        cx.acts.target(input.id.to_string());
        let webhook = found(cx, input.id).await?;
        Ok(WebhookUpdateOutput { etag: etag(&webhook)?, webhook })
    }

    fn text(_: &WebhookUpdateOutput) -> String {
        String::new()
    }
}
