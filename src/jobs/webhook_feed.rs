//! Queues deliveries of what happened, webhook by webhook, each in a transaction of the member who made it.

use std::time::Duration;

use tokio::time::timeout;

use crate::app::App;
use crate::auth::{Need, Operator, Permission, Role, authorize, operator};
use crate::error::{AppError, ErrorCode};
use crate::ids::{AccountId, UserId, WebhookId};
use crate::store::tx::SystemPurpose;
use crate::store::webhooks::{self, BehindWebhook};

/// How long a change of another replica waits at the most.
const IDLE: Duration = Duration::from_millis(500);

/// How long it rests when the database cannot be reached.
const REST: Duration = Duration::from_secs(1);

/// What the member who made a webhook must still be allowed.
const NEED: Need<'static> =
    Need { permissions: &[Permission::AccountWrite], mcp_permissions: &[], role: Role::Admin, writes: true };

/// Queues deliveries for as long as the process lives.
pub async fn run_webhook_feed(app: App) {
    loop {
        // Listening begins before the look, so that nothing rings between the two unheard.
        let news = app.env.news.notified();
        match look(&app).await {
            Ok(queued) if queued > 0 => {}
            Ok(_) => {
                // Whether something rang or time ran out, the next round looks.
                let _ = timeout(IDLE, news).await;
            }
            Err(error) => {
                tracing::warn!(code = error.code.name(), cause = error.causes(), "webhooks could not be queued");
                tokio::time::sleep(REST).await;
            }
        }
    }
}

async fn look(app: &App) -> Result<usize, AppError> {
    let mut tx = app.env.store.system(SystemPurpose::Jobs).await?;
    let behind = webhooks::behind(&mut tx).await?;
    tx.commit().await?;
    let mut queued = 0;
    for webhook in behind {
        queued += queue(app, &webhook).await?;
    }
    Ok(queued)
}

async fn queue(app: &App, webhook: &BehindWebhook) -> Result<usize, AppError> {
    let (account, user) = (AccountId::from(webhook.account_id), UserId::from(webhook.created_by));
    let id = WebhookId::from(webhook.id);
    let caller = operator(&Operator { account, user });
    let proof = authorize(&caller, &NEED)?;
    match app.env.store.account(&proof).await {
        Ok((mut tx, _)) => {
            let queued = webhooks::queue_changes(&mut tx, id, user).await?;
            tx.commit().await?;
            Ok(queued)
        }
        // Who made it is gone, or no admin any more: nobody reads for it.
        Err(error) if matches!(error.code, ErrorCode::Unauthenticated | ErrorCode::Forbidden) => {
            let mut tx = app.env.store.system(SystemPurpose::Jobs).await?;
            webhooks::disable(&mut tx, account, id).await?;
            tx.commit().await?;
            Ok(0)
        }
        Err(error) => Err(error),
    }
}
