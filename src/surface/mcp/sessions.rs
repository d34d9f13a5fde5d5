//! The session id of a legacy `initialize`: sealed, so that any replica accepts it and none keeps it. It names a memory
//! session and opens nothing (mcp.md, decision 1).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::auth::{Caller, MasterKey};
use crate::error::AppError;
use crate::ids::new_uuid;

/// A new session id for a caller.
pub fn seal(master: &MasterKey, caller: &Caller) -> Result<String, AppError> {
    let plain = format!("{}/{}/{}", caller.account(), caller.user(), new_uuid().simple());
    master.seal("mcp-session", plain.as_bytes()).map(|sealed| URL_SAFE_NO_PAD.encode(sealed))
}
