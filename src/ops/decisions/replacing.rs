//! What items of a summary replace, checked and locked before anything is written.

use std::collections::HashSet;

use crate::error::{AppError, ErrorCode};
use crate::ids::{MemoryId, ScopeId};
use crate::op::Cx;
use crate::ops::decisions::item::{SafeItem, at_item};
use crate::ops::indexing::Index;
use crate::ops::safety::fold_hash;
use crate::store::memories;

/// Two items that replace one memory cannot both be what is current: the whole call is refused (ruling 18).
pub fn refuse_double_replacement(items: &[SafeItem]) -> Result<(), AppError> {
    let mut replaced = HashSet::new();
    for (place, item) in items.iter().enumerate() {
        if item.supersedes.is_some_and(|id| !replaced.insert(id)) {
            return Err(at_item(
                place,
                AppError::invalid("supersedes", "names a memory that another item of this call replaces already"),
            ));
        }
    }
    Ok(())
}

/// Checks and locks all that the call touches, in one order for everybody, so that two calls never wait for each other in a
/// circle.
pub async fn lock_all(cx: &mut Cx<'_>, node: ScopeId, items: &[(SafeItem, Index, i64)]) -> Result<(), AppError> {
    let mut replaced: Vec<MemoryId> = items.iter().filter_map(|(item, ..)| item.supersedes).collect();
    let readable = memories::get_many(cx.tx, &replaced).await?;
    for (place, (item, ..)) in items.iter().enumerate() {
        let Some(id) = item.supersedes else { continue };
        let row = readable.iter().find(|row| row.id() == id);
        let row = row.ok_or_else(|| at_supersedes(place, AppError::not_found("memory"), true))?;
        if !cx.access.writes(ScopeId(row.scope_id)) {
            let refusal = AppError::new(ErrorCode::Forbidden, "you may read that memory, not replace it.");
            return Err(at_supersedes(place, refusal, true));
        }
    }
    replaced.sort_unstable();
    for id in replaced {
        memories::lock_version(cx.tx, id).await?;
    }
    let hashes: Vec<Vec<u8>> =
        items.iter().filter_map(|(item, ..)| fold_hash(item.kind.name(), None, None, &item.text.text)).collect();
    if hashes.len() > 1 {
        memories::lock_folds(cx.tx, node, &hashes).await?;
    }
    Ok(())
}

/// A refusal to store an item, told with the item's place; what is wrong then is what it replaces.
pub fn at_supersedes(place: usize, mut refusal: AppError, replaces: bool) -> AppError {
    let is_of_caller = matches!(
        refusal.code,
        ErrorCode::NotFound | ErrorCode::Conflict | ErrorCode::Forbidden | ErrorCode::InvalidInput
    );
    if !replaces || !is_of_caller {
        return refusal;
    }
    let problem = refusal.detail.strip_prefix("supersedes: ").unwrap_or(&refusal.detail).to_owned();
    refusal.detail = format!("supersedes: {problem}").into();
    refusal.field = Some("supersedes".to_owned());
    at_item(place, refusal)
}
