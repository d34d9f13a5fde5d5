//! `webhook_rotate_secret`: a new secret, beside which the old one holds for a day.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, WebhookSecret};
use crate::error::{AppError, ErrorCode};
use crate::ids::WebhookId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::WRITES;
use crate::ops::webhooks::webhook_view::{WebhookView, found, only_for_the_whole_account};
use crate::store::webhooks;

#[derive(Clone, Copy)]
pub struct WebhookRotateSecret;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookRotateSecretInput {
    /// The webhook's id.
    id: WebhookId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookRotateSecretOutput {
    /// The webhook as it is now.
    webhook: WebhookView,
    /// The new secret, shown this once. The one before holds for a day more: until then each message has both signatures.
    secret: String,
}

impl Operation for WebhookRotateSecret {
    type Input = WebhookRotateSecretInput;
    type Prepared = WebhookId;
    type Output = WebhookRotateSecretOutput;

    const SPEC: Spec = Spec {
        name: "webhook_rotate_secret",
        title: "Rotate a webhook’s secret",
        help: "Makes a new secret, shown once. The one before holds for 24 hours more, in which each message has both signatures.",
        permissions: &[Permission::AccountWrite],
        effect: Effect::Add,
        route: Route::new(Method::Post, "/v1/webhooks/{id}/rotate-secret"),
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden],
        example: |sample| json!({"id": sample.webhook_id}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: WebhookRotateSecretInput) -> Result<WebhookId, AppError> {
        Ok(input.id)
    }

    async fn run(cx: &mut Cx<'_>, webhook: WebhookId) -> Result<WebhookRotateSecretOutput, AppError> {
        only_for_the_whole_account(cx)?;
        webhooks::lock(cx.tx, webhook).await?;
        found(cx, webhook).await?;
        let secret = WebhookSecret::generate()?;
        webhooks::rotate(cx.tx, webhook, &secret.sealed(&cx.env.master)?).await?;
        cx.acts.target(webhook.to_string());
        Ok(WebhookRotateSecretOutput { webhook: found(cx, webhook).await?, secret: secret.shown() })
    }

    fn text(_: &WebhookRotateSecretOutput) -> String {
        String::new()
    }
}
