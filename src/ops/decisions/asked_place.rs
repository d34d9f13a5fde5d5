//! The account and the space that a call of this family names. An empty account is the caller's own, every other is not
//! there; a space that is unknown, malformed or not the caller's to read is not there either, in the same words.

use crate::error::{AppError, ErrorCode};
use crate::ids::{AccountId, ScopeId, read_public_scope_id};
use crate::op::Cx;
use crate::scope_path::NodeKind;
use crate::store::scopes::{self, Node};

/// Refuses every account but the caller's own.
///
/// # Errors
/// Not found for any other account, whether it exists or not.
pub fn check_account(cx: &Cx<'_>, account_id: &str) -> Result<(), AppError> {
    if account_id.is_empty() || account_id.parse::<AccountId>().is_ok_and(|id| id == cx.caller.account()) {
        return Ok(());
    }
    Err(named(AppError::not_found("account"), "account_id"))
}

/// The nodes that a list or search covers: the space with all below it that the caller reads, or nothing narrower than all
/// that the caller reads.
///
/// # Errors
/// Not found, as the module says.
pub async fn nodes_to_read(
    cx: &mut Cx<'_>,
    account_id: &str,
    space_id: &str,
) -> Result<Option<Vec<ScopeId>>, AppError> {
    check_account(cx, account_id)?;
    if space_id.is_empty() {
        return Ok(None);
    }
    let space = readable_space(cx, space_id).await?;
    let below = format!("{}/", space.path);
    let readable = scopes::list(cx.tx, &cx.access.readable).await?;
    let inside =
        readable.iter().filter(|node| node.id == space.id || space.path.is_empty() || node.path.starts_with(&below));
    Ok(Some(inside.map(|node| node.id).collect()))
}

/// The node that a write goes to: the space, or the token's node, or the account's root.
///
/// # Errors
/// Not found, as the module says; forbidden for a node that the caller reads and may not write.
pub async fn node_to_write(cx: &mut Cx<'_>, account_id: &str, space_id: &str) -> Result<Node, AppError> {
    check_account(cx, account_id)?;
    let node = if space_id.is_empty() {
        let path = cx.access.bound_path.clone().unwrap_or_default();
        let found = scopes::find_by_paths(cx.tx, &[path]).await?.pop();
        found.ok_or_else(|| AppError::internal("the token's node is not there"))?
    } else {
        readable_space(cx, space_id).await?
    };
    if !cx.access.writes(node.id) {
        let refused = AppError::new(ErrorCode::Forbidden, "space_id: you cannot write there.");
        return Err(named(refused, "space_id"));
    }
    Ok(node)
}

/// The space of an id. Nodes of other kinds are taken by the id under which records name them.
///
/// # Errors
/// Not found, as the module says.
pub async fn readable_space(cx: &mut Cx<'_>, space_id: &str) -> Result<Node, AppError> {
    // What is malformed is looked up too, so that it answers as late as what is not there.
    let id = read_public_scope_id(space_id).unwrap_or_default();
    let found = scopes::find_by_public_id(cx.tx, id).await?;
    found
        .filter(|node| node.public_id == space_id && cx.access.reads(node.id))
        .ok_or_else(|| named(AppError::not_found("space"), "space_id"))
}

/// How records name a node: empty for the root.
pub fn shown_space(node: &Node) -> String {
    if node.kind == NodeKind::Account { String::new() } else { node.public_id.clone() }
}

fn named(mut error: AppError, field: &str) -> AppError {
    error.field = Some(field.to_owned());
    error
}
