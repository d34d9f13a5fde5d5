//! `webhook_get`: one webhook, with the etag that a change must name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::ids::WebhookId;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec, etag};
use crate::ops::administration::READS;
use crate::ops::webhooks::webhook_view::{WebhookView, found};

#[derive(Clone, Copy)]
pub struct WebhookGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookGetInput {
    /// The webhook's id.
    id: WebhookId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookGetOutput {
    /// The webhook.
    webhook: WebhookView,
    /// What a change must name in If-Match.
    etag: String,
}

impl Operation for WebhookGet {
    type Input = WebhookGetInput;
    type Prepared = WebhookId;
    type Output = WebhookGetOutput;

    const SPEC: Spec = Spec {
        name: "webhook_get",
        title: "Read a webhook",
        help: "Reads a webhook: its target, what it is told of, and whether it is told anything.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/webhooks/{id}"),
        errors: &[ErrorCode::NotFound],
        example: |sample| json!({"id": sample.webhook_id}),
        ..READS
    };

    async fn prepare(_: &Environment, _: &Caller, input: WebhookGetInput) -> Result<WebhookId, AppError> {
        Ok(input.id)
    }

    async fn run(cx: &mut Cx<'_>, webhook: WebhookId) -> Result<WebhookGetOutput, AppError> {
        let webhook = found(cx, webhook).await?;
        Ok(WebhookGetOutput { etag: etag(&webhook)?, webhook })
    }

    fn text(_: &WebhookGetOutput) -> String {
        String::new()
    }
}
