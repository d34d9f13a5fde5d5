//! Sessions of people in browsers.

use sha2::{Digest, Sha256};

use crate::app::App;
use crate::auth::random_secret;
use crate::error::AppError;
use crate::ids::UserId;
use crate::sign_in::visit::SignedIn;
use crate::store::tx::SystemPurpose;
use crate::store::web_sessions;

/// Who is signed in by this secret, where the session holds.
pub(super) async fn who(app: &App, secret: &[u8; 32]) -> Result<Option<SignedIn>, AppError> {
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    let found = web_sessions::use_now(&mut tx, &hash(secret), app.env.clock.now()).await?;
    tx.commit().await?;
    Ok(found.map(|(user, email)| SignedIn { user, email }))
}

/// Begins a session and ends the one that there was.
pub(super) async fn begin(app: &App, user: UserId, before: Option<&[u8; 32]>) -> Result<[u8; 32], AppError> {
    let secret = random_secret()?;
    let now = app.env.clock.now();
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    if let Some(before) = before {
        web_sessions::end(&mut tx, &hash(before), now).await?;
    }
    web_sessions::begin(&mut tx, &hash(&secret), user, now).await?;
    tx.commit().await?;
    Ok(secret)
}

/// Ends a session.
pub(super) async fn end(app: &App, secret: &[u8; 32]) -> Result<(), AppError> {
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    web_sessions::end(&mut tx, &hash(secret), app.env.clock.now()).await?;
    tx.commit().await
}

fn hash(secret: &[u8; 32]) -> Vec<u8> {
    Sha256::digest(secret).to_vec()
}
