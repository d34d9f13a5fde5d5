//! A member as clients see him, and the rules about who may change whom.

use schemars::JsonSchema;
use serde::Serialize;

use crate::auth::Role;
use crate::clock::rfc3339;
use crate::error::AppError;
use crate::ids::UserId;
use crate::op::Cx;
use crate::ops::administration::{conflict, forbidden};
use crate::store::members::{self, MemberRow};

/// A member.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MemberView {
    /// The person.
    pub user_id: String,
    /// His name in paths: people/<slug>.
    pub slug: String,
    /// His name for people.
    pub display_name: String,
    /// His e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// owner, admin, member or viewer.
    pub role: String,
    /// Teams that he is in.
    pub teams: Vec<String>,
    /// When he joined, in UTC.
    pub created_at: String,
    /// When he was removed, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed_at: Option<String>,
}

impl MemberView {
    /// As he is stored.
    pub fn of(row: MemberRow) -> Self {
        Self {
            user_id: UserId::from(row.user_id).to_string(),
            slug: row.slug,
            display_name: row.display_name,
            email: row.email,
            role: row.role,
            teams: row.teams,
            created_at: rfc3339(row.created_at),
            removed_at: row.removed_at.map(rfc3339),
        }
    }

    /// What he is.
    pub fn role(&self) -> Result<Role, AppError> {
        self.role.parse().map_err(AppError::internal)
    }
}

/// A member who is there.
///
/// # Errors
/// Not found for whoever is none, in the same words for strangers and for people who do not exist.
pub async fn member(cx: &mut Cx<'_>, user: UserId) -> Result<MemberView, AppError> {
    let found = members::find(cx.tx, user).await?;
    found.map(MemberView::of).ok_or_else(|| AppError::not_found("member"))
}

/// A member who is to be changed, held until the transaction ends.
///
/// # Errors
/// As [`member`].
pub async fn member_to_change(cx: &mut Cx<'_>, user: UserId) -> Result<MemberView, AppError> {
    members::lock(cx.tx, user).await?;
    member(cx, user).await
}

/// What is to be done to a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// His name alone is changed.
    Name,
    /// He gets a role.
    Role(Role),
    /// He is removed.
    Removal,
}

/// Owners are made and changed by owners alone, and one of them always stays. Asked while all owners are held, so that of two
/// calls at once the second sees what the first has done.
///
/// # Errors
/// Forbidden, where the caller is no owner; conflict, where no owner would be left.
pub async fn check_owners(cx: &mut Cx<'_>, user: UserId, change: Change) -> Result<(), AppError> {
    let owners = members::lock_owners(cx.tx).await?;
    let is_owner = owners.contains(&user);
    let makes_owner = change == Change::Role(Role::Owner);
    if (is_owner || makes_owner) && !owners.contains(&cx.caller.user()) {
        return Err(forbidden("Only an owner makes, changes or removes owners."));
    }
    if is_owner && !makes_owner && change != Change::Name && owners.len() == 1 {
        return Err(conflict("An account keeps at least one owner; make somebody else an owner first."));
    }
    Ok(())
}
