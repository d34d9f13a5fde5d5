//! Links that are shown once: to join an account, and to set a new password. What follows them is pages for people.

use chrono::{DateTime, Duration, Utc};

use crate::auth::{Caller, random_secret, secret_hash};
use crate::error::AppError;
use crate::op::Environment;

/// A link with what is kept of it.
pub struct Offered {
    /// The link: a secret.
    pub link: String,
    /// The hash of its secret.
    pub secret_hash: Vec<u8>,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}

/// A link to join the caller's account, good for seven days. It carries the account, by which its hash is looked up.
///
/// # Errors
/// Internal, where the system gives no random bytes.
pub fn invitation(env: &Environment, caller: &Caller) -> Result<Offered, AppError> {
    let secret = format!("{}.{}", caller.account().uuid().simple(), random_secret()?);
    Ok(offered(env, "invitation", &secret, Duration::days(7)))
}

/// A link to set a new password, good for a day.
///
/// # Errors
/// As [`invitation`].
pub fn password_reset(env: &Environment) -> Result<Offered, AppError> {
    Ok(offered(env, "password-reset", &random_secret()?, Duration::days(1)))
}

fn offered(env: &Environment, page: &str, secret: &str, holds: Duration) -> Offered {
    Offered {
        link: format!("{}/{page}/{secret}", env.public_url),
        secret_hash: secret_hash(secret),
        expires_at: env.clock.now() + holds,
    }
}
