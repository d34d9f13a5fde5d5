//! `webhook_replay`: a message is delivered once more.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::{JobId, WebhookId};
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::WRITES;
use crate::ops::webhooks::webhook_view::{found, only_for_the_whole_account};
use crate::store::jobs::{self, NewJob};
use crate::store::webhooks::DELIVERY;

#[derive(Clone, Copy)]
pub struct WebhookReplay;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookReplayInput {
    /// The webhook's id.
    id: WebhookId,
    /// The delivery's id.
    delivery: JobId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookReplayOutput {
    /// The new delivery's id. The message has the id that it had, so that its receiver knows it again.
    delivery_id: String,
}

impl Operation for WebhookReplay {
    type Input = WebhookReplayInput;
    type Prepared = WebhookReplayInput;
    type Output = WebhookReplayOutput;

    const SPEC: Spec = Spec {
        name: "webhook_replay",
        title: "Replay a delivery",
        help: "Queues a message of a webhook once more, under the message id that it had.",
        permissions: &[Permission::AccountWrite],
        effect: Effect::Add,
        route: Route::new(Method::Post, "/v1/webhooks/{id}/deliveries/{delivery}/replay"),
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden],
        example: |sample| json!({"id": sample.webhook_id, "delivery": sample.dead_job_id}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: WebhookReplayInput) -> Result<WebhookReplayInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: WebhookReplayInput) -> Result<WebhookReplayOutput, AppError> {
        only_for_the_whole_account(cx)?;
        found(cx, input.id).await?;
        let subject = input.id.uuid();
        let payload = jobs::payload(cx.tx, input.delivery, DELIVERY, subject).await?;
        let payload = payload.ok_or_else(|| AppError::not_found("delivery"))?;
        let id = JobId::generate();
        let by = cx.caller.user();
        jobs::insert(cx.tx, &NewJob { id, kind: DELIVERY, subject, payload: &payload, by }).await?;
        cx.acts.target(input.id.to_string());
        cx.acts.target(id.to_string());
        Ok(WebhookReplayOutput { delivery_id: id.to_string() })
    }

    fn text(_: &WebhookReplayOutput) -> String {
        String::new()
    }
}
