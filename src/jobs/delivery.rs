//! Delivers one message to a webhook: signed as Standard Webhooks describes, through the guarded way out, which checks the
//! target's addresses anew.

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue};
use serde_json::json;

use crate::app::App;
use crate::auth::WebhookSecret;
use crate::error::AppError;
use crate::ids::WebhookId;
use crate::jobs::worker::Attempt;
use crate::store::jobs::ClaimedJob;
use crate::store::tx::SystemPurpose;
use crate::store::webhooks;

/// What a target answers is not looked at, save its status.
const LONGEST_ANSWER: usize = 64 * 1024;

/// Tries to deliver.
pub async fn deliver(app: &App, job: &ClaimedJob) -> Result<Attempt, AppError> {
    let over = |result: &str| Attempt { is_done: false, may_retry: false, result: result.to_owned() };
    let Some(webhook) = job.subject.map(WebhookId::from) else { return Ok(over("no_webhook")) };
    let now = app.env.clock.for_transaction();
    let mut tx = app.env.store.system(SystemPurpose::Jobs).await?;
    let target = webhooks::target(&mut tx, job.account(), webhook, now.as_deref()).await?;
    tx.commit().await?;
    let Some(target) = target else { return Ok(over("no_webhook")) };
    if !target.is_enabled {
        return Ok(over("disabled"));
    }
    let Some(message) = job.payload["message"].as_str() else { return Ok(over("no_message")) };
    let timestamp = app.env.clock.now().timestamp();
    let body = json!({
        "type": job.payload["type"],
        "timestamp": job.payload["timestamp"],
        "data": job.payload["data"],
    })
    .to_string();
    let sealed = [Some(target.sealed_secret), target.previous_secret];
    let secrets = sealed.iter().flatten().map(|sealed| WebhookSecret::open(&app.env.master, sealed));
    let Some(secrets) = secrets.collect::<Option<Vec<_>>>() else { return Ok(over("no_secret")) };
    let signatures: Vec<String> = secrets.iter().map(|secret| secret.signature(message, timestamp, &body)).collect();
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert("webhook-timestamp", HeaderValue::from(timestamp));
    for (name, value) in [("webhook-id", message), ("webhook-signature", &signatures.join(" "))] {
        headers.insert(name, HeaderValue::from_str(value).map_err(AppError::internal)?);
    }
    Ok(match app.outbound.post(&target.url, headers, body.into_bytes(), LONGEST_ANSWER).await {
        Ok(answer) if answer.status.is_success() => {
            Attempt { is_done: true, may_retry: false, result: answer.status.as_u16().to_string() }
        }
        Ok(answer) => Attempt { is_done: false, may_retry: true, result: answer.status.as_u16().to_string() },
        // Whether the address was refused or nobody answered looks the same.
        Err(_) => Attempt { is_done: false, may_retry: true, result: "unreachable".to_owned() },
    })
}
