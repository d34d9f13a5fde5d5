//! What a member may put into a token. Nothing above the role of whoever makes it or holds it, nothing that the maker's own
//! token lacks, nothing outside the node that it is bound to; and no door into somebody else's personal node.

use crate::auth::{Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::op::Cx;
use crate::ops::administration::forbidden;
use crate::ops::members::member_view::member;
use crate::scope_path::NodeKind;
use crate::store::scopes::{self, Node};

/// The permissions of these names.
///
/// # Errors
/// Invalid input, naming the word.
pub fn permissions(names: &[impl AsRef<str>]) -> Result<Vec<Permission>, AppError> {
    let list = names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" ");
    Permission::parse_list(&list).map_err(|problem| AppError::invalid("permissions", problem))
}

/// The node that a token is to be bound to.
///
/// # Errors
/// Not found for a path that names no node which the caller reads.
pub async fn bound_node(cx: &mut Cx<'_>, path: Option<&str>) -> Result<Option<Node>, AppError> {
    let Some(path) = path.filter(|path| !path.is_empty()) else { return Ok(None) };
    let found = scopes::find_by_paths(cx.tx, &[path.to_owned()]).await?.pop();
    let node = found.filter(|node| cx.access.reads(node.id)).ok_or_else(|| {
        let mut error = AppError::not_found("scope");
        error.field = Some("scope".to_owned());
        error
    })?;
    Ok(Some(node))
}

/// Checks a token that the caller is about to make, or whose secret he is about to see.
///
/// # Errors
/// Forbidden or insufficient scope, saying what is above whom.
pub async fn check(
    cx: &mut Cx<'_>,
    holder: UserId,
    permissions: &[Permission],
    node: Option<&Node>,
) -> Result<(), AppError> {
    let role = member(cx, holder).await?.role()?;
    if role > cx.access.role {
        return Err(forbidden(format!("An {} makes no token for an {}.", cx.access.role.name(), role.name())));
    }
    for (whose, role) in [("your role", cx.access.role), ("the role of its holder", role)] {
        let above = Permission::above(permissions, role);
        if !above.is_empty() {
            return Err(forbidden(format!("{} is above {whose}, {}.", above.join(", "), role.name())));
        }
    }
    let lacking: Vec<&str> = permissions
        .iter()
        .filter(|wanted| !cx.access.permissions.iter().any(|held| held.implies(**wanted)))
        .map(|wanted| wanted.name())
        .collect();
    if !lacking.is_empty() {
        let sentence = format!("Your own token lacks {}; it makes no token that holds more.", lacking.join(", "));
        return Err(AppError::new(ErrorCode::Forbidden, sentence).with("missing", lacking));
    }
    if node.is_none() && cx.access.bound_path.as_deref().is_some_and(|path| !path.is_empty()) {
        return Err(forbidden("Your own token is bound to a scope; name one inside it."));
    }
    let is_open_to_admins = node.is_some_and(|node| !matches!(node.kind, NodeKind::Account | NodeKind::Personal));
    if holder != cx.caller.user() && !is_open_to_admins {
        let sentence = "A token for somebody else is bound to a team's, project's or space's scope: the personal node \
                        is that person's alone.";
        return Err(forbidden(sentence));
    }
    Ok(())
}

/// Whether permissions are no more than what was held.
pub fn is_narrower(wanted: &[Permission], held: &[String]) -> bool {
    let held: Vec<Permission> = held.iter().filter_map(|name| name.parse().ok()).collect();
    wanted.iter().all(|wanted| held.iter().any(|held| held.implies(*wanted)))
}

/// Whether a node is the one that a token is bound to, or lies below it.
pub fn is_inside(path: &str, bound: Option<&str>) -> bool {
    match bound {
        None | Some("") => true,
        Some(bound) => path == bound || path.strip_prefix(bound).is_some_and(|rest| rest.starts_with('/')),
    }
}

/// Whether the caller may change a token of this holder: nobody reaches above himself, save to revoke.
///
/// # Errors
/// Forbidden.
pub async fn check_holder(cx: &mut Cx<'_>, holder: UserId) -> Result<(), AppError> {
    let role: Option<Role> = match crate::store::members::find(cx.tx, holder).await? {
        Some(found) => Some(found.role.parse().map_err(AppError::internal)?),
        None => None,
    };
    match role {
        Some(role) if role > cx.access.role => Err(forbidden("It is the token of somebody above your role.")),
        _ => Ok(()),
    }
}
