//! A webhook as admins see it, and what its operations have in common.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::rfc3339;
use crate::error::{AppError, ErrorCode};
use crate::ids::WebhookId;
use crate::op::{Cx, Environment};
use crate::store::webhooks::{self, WebhookRow};

/// A webhook.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookView {
    /// Its id.
    pub id: String,
    /// Its target.
    pub url: String,
    /// The kinds of records that it is told of: memory, summary, document, rule, or all.
    pub events: Vec<String>,
    /// Whether it is told anything.
    pub enabled: bool,
    /// The member who made it, as paths name him: it is told of what that member may read, personal scopes left out.
    pub created_by: String,
    /// When it was made, in UTC.
    pub created_at: String,
    /// Until when the secret before the last rotation holds, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_secret_until: Option<String>,
}

/// A kind of records that a webhook is told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WebhookEvent {
    All,
    Document,
    Memory,
    Rule,
    Summary,
}

impl WebhookEvent {
    const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Document => "document",
            Self::Memory => "memory",
            Self::Rule => "rule",
            Self::Summary => "summary",
        }
    }
}

/// Events as the store keeps them: each once, and all alone.
pub fn checked_events(events: &[WebhookEvent]) -> Result<Vec<String>, AppError> {
    let mut events = events.to_vec();
    events.sort_unstable();
    events.dedup();
    match events[..] {
        [] => Err(AppError::invalid("events", "must name at least one of all, document, memory, rule, summary")),
        [WebhookEvent::All, ..] => Ok(vec![WebhookEvent::All.name().to_owned()]),
        _ => Ok(events.iter().map(|event| event.name().to_owned()).collect()),
    }
}

/// Whether a target may be sent to as things stand. Delivery checks again. Why not is not told: nobody shall learn what
/// stands in the network behind the service.
pub async fn check_target(env: &Environment, url: &str) -> Result<(), AppError> {
    let refused = "must be an https URL on port 443 whose host is a name with public addresses alone";
    env.outbound.check(url).await.map_err(|_| AppError::invalid("url", refused))
}

/// A webhook is told of all that its maker may read: a token that is bound to a scope must not widen itself through one.
pub fn only_for_the_whole_account(cx: &Cx<'_>) -> Result<(), AppError> {
    if cx.access.bound_path.as_deref().unwrap_or_default().is_empty() {
        return Ok(());
    }
    let sentence = "Webhooks are told of the whole account: a token that is bound to a scope cannot change them.";
    Err(AppError::new(ErrorCode::Forbidden, sentence))
}

/// The webhook as it is now.
pub async fn found(cx: &mut Cx<'_>, webhook: WebhookId) -> Result<WebhookView, AppError> {
    webhooks::get(cx.tx, webhook).await?.map(view).ok_or_else(|| AppError::not_found("webhook"))
}

pub fn view(row: WebhookRow) -> WebhookView {
    WebhookView {
        id: WebhookId::from(row.id).to_string(),
        url: row.url,
        events: row.events,
        enabled: row.disabled_at.is_none(),
        created_by: row.user_slug,
        created_at: rfc3339(row.created_at),
        previous_secret_until: row.previous_until.map(rfc3339),
    }
}
