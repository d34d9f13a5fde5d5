//! `webhook_test`: a ping for a target.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::clock::rfc3339;
use crate::error::{AppError, ErrorCode};
use crate::ids::{JobId, WebhookId};
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::WRITES;
use crate::ops::webhooks::webhook_view::{found, only_for_the_whole_account};
use crate::store::access;
use crate::store::jobs::{self, NewJob};
use crate::store::webhooks::DELIVERY;

#[derive(Clone, Copy)]
pub struct WebhookTest;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookTestInput {
    /// The webhook's id.
    id: WebhookId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookTestOutput {
    /// The delivery's id.
    delivery_id: String,
}

impl Operation for WebhookTest {
    type Input = WebhookTestInput;
    type Prepared = WebhookId;
    type Output = WebhookTestOutput;

    const SPEC: Spec = Spec {
        name: "webhook_test",
        title: "Test a webhook",
        help: "Queues a ping for a webhook; its deliveries show what came of it.",
        permissions: &[Permission::AccountWrite],
        effect: Effect::Add,
        route: Route::new(Method::Post, "/v1/webhooks/{id}/test"),
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden],
        example: |sample| json!({"id": sample.webhook_id}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: WebhookTestInput) -> Result<WebhookId, AppError> {
        Ok(input.id)
    }

    async fn run(cx: &mut Cx<'_>, webhook: WebhookId) -> Result<WebhookTestOutput, AppError> {
        only_for_the_whole_account(cx)?;
        found(cx, webhook).await?;
        let id = JobId::generate();
        let at = rfc3339(access::now(cx.tx).await?);
        let payload = json!({"message": id, "type": "ping", "timestamp": at, "data": {"webhook_id": webhook}});
        let by = cx.caller.user();
        jobs::insert(cx.tx, &NewJob { id, kind: DELIVERY, subject: webhook.uuid(), payload: &payload, by }).await?;
        cx.acts.target(webhook.to_string());
        cx.acts.target(id.to_string());
        Ok(WebhookTestOutput { delivery_id: id.to_string() })
    }

    fn text(_: &WebhookTestOutput) -> String {
        String::new()
    }
}
