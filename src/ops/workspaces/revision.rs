//! Changing a record that the caller has read: it must still be at the revision that the caller names.

use crate::error::{AppError, ErrorCode};
use crate::ids::{MemoryId, ScopeId};
use crate::op::Cx;
use crate::store::memories;
use crate::store::workspace_records::{self, Numbered};

/// The record, locked, where it is current and at this revision.
///
/// # Errors
/// Not found where there is none of that number in the workspace; conflict where it was deleted, or has another revision by
/// now, naming that.
pub async fn lock_current(
    cx: &mut Cx<'_>,
    workspace: ScopeId,
    number: i64,
    expected: i64,
) -> Result<Numbered, AppError> {
    let held = workspace_records::lock(cx.tx, workspace, number).await?.ok_or_else(|| AppError::not_found("record"))?;
    match held.status.as_str() {
        "forgotten" => Err(unavailable()),
        "active" if i64::from(held.revision) == expected => Ok(held),
        "active" => Err(changed(&held)),
        _ => Err(replaced(cx, held.id).await?),
    }
}

/// The refusal for a record that has been replaced: it names the current one.
async fn replaced(cx: &mut Cx<'_>, id: MemoryId) -> Result<AppError, AppError> {
    let current = memories::current_of(cx.tx, id).await?;
    let current = workspace_records::standing(cx.tx, &[current]).await?.pop();
    Ok(match current {
        Some(current) if current.status != "forgotten" => changed(&current),
        _ => unavailable(),
    })
}

fn changed(current: &Numbered) -> AppError {
    AppError::new(ErrorCode::Conflict, "Revision changed; read the record before retrying")
        .with("current_revision", current.revision)
        .with("current_id", current.number)
}

fn unavailable() -> AppError {
    AppError::new(ErrorCode::Conflict, "Record unavailable")
}
