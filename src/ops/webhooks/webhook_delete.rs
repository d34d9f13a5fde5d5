//! `webhook_delete`: a target is told nothing more.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::WebhookId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::WRITES;
use crate::ops::webhooks::webhook_view::only_for_the_whole_account;
use crate::store::webhooks;

#[derive(Clone, Copy)]
pub struct WebhookDelete;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookDeleteInput {
    /// The webhook's id.
    id: WebhookId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookDeleteOutput {
    /// The webhook's id.
    id: String,
    /// Whether it is gone.
    deleted: bool,
}

impl Operation for WebhookDelete {
    type Input = WebhookDeleteInput;
    type Prepared = WebhookId;
    type Output = WebhookDeleteOutput;

    const SPEC: Spec = Spec {
        name: "webhook_delete",
        title: "Delete a webhook",
        help: "Takes a webhook away; what is queued for it is not delivered any more.",
        permissions: &[Permission::AccountWrite],
        effect: Effect::Remove,
        route: Route::new(Method::Delete, "/v1/webhooks/{id}"),
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden],
        example: |sample| json!({"id": sample.webhook_id}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: WebhookDeleteInput) -> Result<WebhookId, AppError> {
        Ok(input.id)
    }

    async fn run(cx: &mut Cx<'_>, webhook: WebhookId) -> Result<WebhookDeleteOutput, AppError> {
        only_for_the_whole_account(cx)?;
        if !webhooks::delete(cx.tx, webhook).await? {
            return Err(AppError::not_found("webhook"));
        }
        cx.acts.target(webhook.to_string());
        Ok(WebhookDeleteOutput { id: webhook.to_string(), deleted: true })
    }

    fn text(_: &WebhookDeleteOutput) -> String {
        String::new()
    }
}
