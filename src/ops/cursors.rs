//! Page tokens: sealed, and bound to the account, the person and the filter.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::auth::Caller;
use crate::error::AppError;
use crate::op::{Cx, Environment};
use crate::page::Cursor;

/// The position that a page token holds, where it is a token of this very list.
///
/// # Errors
/// Invalid input for a foreign, altered or made-up token: the same for all.
pub fn opened<P: Serialize + DeserializeOwned>(
    env: &Environment,
    caller: &Caller,
    filter: &str,
    token: Option<&str>,
) -> Result<Option<P>, AppError> {
    let Some(token) = token.filter(|token| !token.is_empty()) else { return Ok(None) };
    let foreign = || AppError::invalid("page_token", "is not the next_page_token of this very list");
    let sealed = URL_SAFE_NO_PAD.decode(token).map_err(|_| foreign())?;
    let plain = env.master.open("page-token", &sealed).ok_or_else(foreign)?;
    Cursor::position(&plain, caller.account(), caller.user(), filter).map(Some).ok_or_else(foreign)
}

/// The token of the page after a position.
///
/// # Errors
/// Internal, where the system gives no random bytes.
pub fn sealed<P: Serialize + DeserializeOwned>(cx: &Cx<'_>, filter: String, position: P) -> Result<String, AppError> {
    let plain = Cursor::new(cx.caller.account(), cx.caller.user(), filter, position).plain();
    cx.env.master.seal("page-token", &plain).map(|sealed| URL_SAFE_NO_PAD.encode(sealed))
}
