//! The first steps of a connection, before its account is known.

use std::time::Duration;

use axum::extract::Request;

use crate::app::App;
use crate::error::AppError;
use crate::store::oauth_steps::{self, Step};
use crate::store::tx::{SystemPurpose, detached};
use crate::surface::{Id, client_address};

/// Nobody waits longer than this for a note about a look at the metadata.
const PATIENCE: Duration = Duration::from_millis(50);

/// The hash of where a request came from, by which attempts are counted.
pub fn address_hash(app: &App, request: &Request) -> Vec<u8> {
    let address = client_address(&app.config, request.headers(), request.extensions());
    app.env.master.keyed_hash("client-address", address.to_string().as_bytes())
}

/// The correlation id of what an address does before it registers.
pub fn address_correlation(hash: &[u8]) -> String {
    format!("look_{}", hex(&hash[..hash.len().min(16)]))
}

/// Bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// The id of a request.
pub fn request_id(request: &Request) -> String {
    request.extensions().get::<Id>().map(|id| id.0.clone()).unwrap_or_default()
}

/// Notes that somebody looked at the metadata: once in a while for each address, and never so that the answer waits. What is
/// needed of the request is read at once.
pub fn discovered(app: &App, request: &Request) -> impl Future<Output = ()> + Send + use<> {
    let (app, hash, request_id) = (app.clone(), address_hash(app, request), request_id(request));
    async move {
        if !app.oauth.is_new_look(&hash, app.env.clock.now()) {
            return;
        }
        let noting = detached(async move {
            let correlation_id = address_correlation(&hash);
            let step = Step {
                correlation_id: &correlation_id,
                step: "discover",
                client_id: None,
                code: None,
                request_id: &request_id,
            };
            note(&app, &step).await
        });
        // The note goes on by itself; one that is lost is no loss.
        let _ = tokio::time::timeout(PATIENCE, noting).await;
    }
}

/// Notes a step in a transaction of its own.
///
/// # Errors
/// Unavailable without a database.
pub async fn note(app: &App, step: &Step<'_>) -> Result<(), AppError> {
    let mut tx = app.env.store.system(SystemPurpose::OAuth).await?;
    oauth_steps::record_step(&mut tx, step, app.env.clock.now()).await?;
    tx.commit().await
}
