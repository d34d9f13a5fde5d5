//! The proof that a call was authorised.

use crate::auth::{Caller, ClientSurface, Permission, Role};
use crate::error::{AppError, ErrorCode};

/// What an operation asks of its caller.
#[derive(Debug, Clone, Copy)]
pub struct Need<'a> {
    /// Permissions on every surface.
    pub permissions: &'a [Permission],
    /// Permissions that the MCP surface asks for besides.
    pub mcp_permissions: &'a [Permission],
    /// The least role, checked against the membership inside the call's transaction.
    pub role: Role,
    /// Whether the operation changes anything; a read runs in a read-only transaction.
    pub writes: bool,
}

impl Need<'_> {
    /// The permissions that count on this surface.
    pub fn on(&self, surface: ClientSurface) -> impl Iterator<Item = Permission> {
        let mcp: &[Permission] = if surface == ClientSurface::Mcp { self.mcp_permissions } else { &[] };
        self.permissions.iter().chain(mcp).copied()
    }

    /// Whether the caller's credential allows this.
    #[must_use]
    pub fn is_met_by(&self, caller: &Caller) -> bool {
        self.on(caller.surface()).all(|needed| caller.may(needed))
    }
}

/// Proof that a caller's credential allows an operation. Its fields are private to this room and only [`authorize`]
/// makes one, so that a transaction, which asks for it, cannot begin unauthorised.
#[derive(Debug)]
pub struct Authorized<'a> {
    caller: &'a Caller,
    permissions: Vec<Permission>,
    role: Role,
    writes: bool,
}

impl Authorized<'_> {
    /// Who was authorised.
    #[must_use]
    pub const fn caller(&self) -> &Caller {
        self.caller
    }

    /// The permissions that were asked for.
    #[must_use]
    pub fn permissions(&self) -> &[Permission] {
        &self.permissions
    }

    /// The least role that the membership must still have.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// Whether the call may change anything.
    #[must_use]
    pub const fn writes(&self) -> bool {
        self.writes
    }

    /// Checks again against what the grant allows now: it may have been narrowed since its token was signed.
    ///
    /// # Errors
    /// [`ErrorCode::InsufficientScope`] naming every permission that is missing.
    pub fn holds_for(&self, granted: &[Permission]) -> Result<(), AppError> {
        require(granted, &self.permissions)
    }
}

/// Checks a caller's permissions.
///
/// # Errors
/// [`ErrorCode::InsufficientScope`] naming every permission that is missing.
pub fn authorize<'a>(caller: &'a Caller, need: &Need<'_>) -> Result<Authorized<'a>, AppError> {
    let permissions: Vec<Permission> = need.on(caller.surface()).collect();
    require(caller.permissions(), &permissions)?;
    Ok(Authorized { caller, permissions, role: need.role, writes: need.writes })
}

fn require(granted: &[Permission], needed: &[Permission]) -> Result<(), AppError> {
    let missing: Vec<Permission> =
        needed.iter().copied().filter(|needed| !granted.iter().any(|held| held.implies(*needed))).collect();
    if missing.is_empty() {
        return Ok(());
    }
    // What a client should ask for: what it has and what it lacks, so that a step-up takes nothing away.
    let mut asked: Vec<Permission> = granted.iter().chain(&missing).copied().collect();
    asked.sort_unstable();
    asked.dedup();
    let missing: Vec<&str> = missing.iter().map(|permission| permission.name()).collect();
    let asked: Vec<&str> = asked.iter().map(|permission| permission.name()).collect();
    Err(AppError::new(ErrorCode::InsufficientScope, format!("This needs the permission {}.", missing.join(" and ")))
        .with("missing", missing)
        .with("scope", asked.join(" ")))
}
