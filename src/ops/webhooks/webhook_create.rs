//! `webhook_create`: a target that is told of changes from now on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, WebhookSecret};
use crate::error::{AppError, ErrorCode};
use crate::ids::WebhookId;
use crate::op::{Cx, Effect, Environment, Method, Operation, Route, Spec, etag};
use crate::ops::administration::WRITES;
use crate::ops::webhooks::webhook_view::{
    WebhookEvent, WebhookView, check_target, checked_events, found, only_for_the_whole_account,
};
use crate::store::webhooks;
use crate::text::BoundedText;

/// An account has no more than so many.
const MOST: i64 = 100;

#[derive(Clone, Copy)]
pub struct WebhookCreate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookCreateInput {
    /// The target: an https URL on port 443 whose host is a name with public addresses.
    url: BoundedText<1, 2048>,
    /// The kinds of records to be told of: memory, summary, document, rule, or all.
    #[schemars(length(min = 1, max = 5))]
    events: Vec<WebhookEvent>,
}

pub struct Prepared {
    url: String,
    events: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookCreateOutput {
    /// The webhook.
    webhook: WebhookView,
    /// The secret that signs its messages, shown this once.
    secret: String,
    /// What a change must name in If-Match.
    etag: String,
}

impl Operation for WebhookCreate {
    type Input = WebhookCreateInput;
    type Prepared = Prepared;
    type Output = WebhookCreateOutput;

    const SPEC: Spec = Spec {
        name: "webhook_create",
        title: "Create a webhook",
        help: "Names a target that is told of changes from now on: ids, kinds, positions and scope paths, never text. Its secret is \
               shown once.",
        permissions: &[Permission::AccountWrite],
        effect: Effect::Add,
        route: Route::new(Method::Post, "/v1/webhooks"),
        errors: &[ErrorCode::Forbidden, ErrorCode::Conflict],
        example: |_| json!({"url": "https://hooks.example.com/annals", "events": ["memory", "rule"]}),
        ..WRITES
    };

    async fn prepare(env: &Environment, _: &Caller, input: WebhookCreateInput) -> Result<Prepared, AppError> {
        let events = checked_events(&input.events)?;
        check_target(env, &input.url).await?;
        Ok(Prepared { url: input.url.into_inner(), events })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<WebhookCreateOutput, AppError> {
        only_for_the_whole_account(cx)?;
        if webhooks::count(cx.tx).await? >= MOST {
            return Err(AppError::new(
                ErrorCode::Conflict,
                format!("The account has {MOST} webhooks: delete one first."),
            ));
        }
        let id = WebhookId::generate();
        let secret = WebhookSecret::generate()?;
        let sealed = secret.sealed(&cx.env.master)?;
        webhooks::insert(cx.tx, id, &prepared.url, &prepared.events, &sealed, cx.caller.user()).await?;
        cx.acts.target(id.to_string());
        let webhook = found(cx, id).await?;
        Ok(WebhookCreateOutput { etag: etag(&webhook)?, webhook, secret: secret.shown() })
    }

    fn text(_: &WebhookCreateOutput) -> String {
        String::new()
    }
}
