//! Replies that are kept for retries. They are sealed with the master key: some show a secret once, and whoever reads the
//! database must not find it there.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use crate::error::AppError;
use crate::op::{Environment, Reply};

const PURPOSE: &str = "kept-reply";

/// A reply as it is kept.
pub(in crate::op) fn sealed(env: &Environment, reply: &Reply) -> Result<String, AppError> {
    let plain = serde_json::to_vec(reply).map_err(AppError::internal)?;
    env.master.seal(PURPOSE, &plain).map(|sealed| STANDARD_NO_PAD.encode(sealed))
}

/// A reply that was kept. Those of earlier versions are not sealed.
pub(in crate::op) fn opened(env: &Environment, kept: &str) -> Result<Reply, AppError> {
    if kept.starts_with('{') {
        return serde_json::from_str(kept).map_err(AppError::internal);
    }
    let plain = STANDARD_NO_PAD.decode(kept).ok().and_then(|sealed| env.master.open(PURPOSE, &sealed));
    let plain = plain.ok_or_else(|| AppError::internal("a kept reply was sealed with another master key"))?;
    serde_json::from_slice(&plain).map_err(AppError::internal)
}
