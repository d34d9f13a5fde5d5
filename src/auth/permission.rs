//! Permissions that a token carries and roles that a member has (contract, "Authorization scopes on a token"; ruling 1).

use std::fmt;
use std::str::FromStr;

/// A permission: `<noun>:<verb>`. `x:write` implies `x:read`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// Asked for by the MCP surface of the decisions family.
    McpRead,
    /// Asked for by the MCP surface of the decisions family.
    McpWrite,
    /// Read the decisions family.
    DecisionsRead,
    /// Write the decisions family.
    DecisionsWrite,
    /// Read memories of the other families.
    MemoryRead,
    /// Write memories of the other families.
    MemoryWrite,
    /// Read contacts.
    ContactsRead,
    /// Write contacts.
    ContactsWrite,
    /// Read the ledger.
    LedgerRead,
    /// Write the ledger.
    LedgerWrite,
    /// Create rules.
    RulesWrite,
    /// Confirm, reject and retire rules.
    RulesConfirm,
    /// Read the account's administration.
    AdminRead,
    /// Make and revoke tokens.
    TokensWrite,
    /// Invite, change and remove members.
    MembersWrite,
    /// Make and change scope nodes and grants.
    ScopesWrite,
    /// Change the account.
    AccountWrite,
    /// Read the audit log.
    AuditRead,
}

/// What a connector asks for when nothing else is said, and what the metadata advertise (ruling 1).
pub const DEFAULT_PERMISSIONS: &[Permission] = &[
    Permission::McpRead,
    Permission::McpWrite,
    Permission::DecisionsRead,
    Permission::DecisionsWrite,
    Permission::MemoryRead,
    Permission::MemoryWrite,
];

const NAMES: &[(Permission, &str)] = &[
    (Permission::McpRead, "mcp:read"),
    (Permission::McpWrite, "mcp:write"),
    (Permission::DecisionsRead, "decisions:read"),
    (Permission::DecisionsWrite, "decisions:write"),
    (Permission::MemoryRead, "memory:read"),
    (Permission::MemoryWrite, "memory:write"),
    (Permission::ContactsRead, "contacts:read"),
    (Permission::ContactsWrite, "contacts:write"),
    (Permission::LedgerRead, "ledger:read"),
    (Permission::LedgerWrite, "ledger:write"),
    (Permission::RulesWrite, "rules:write"),
    (Permission::RulesConfirm, "rules:confirm"),
    (Permission::AdminRead, "admin:read"),
    (Permission::TokensWrite, "tokens:write"),
    (Permission::MembersWrite, "members:write"),
    (Permission::ScopesWrite, "scopes:write"),
    (Permission::AccountWrite, "account:write"),
    (Permission::AuditRead, "audit:read"),
];

impl Permission {
    /// Every permission there is.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|(permission, _)| *permission)
    }

    /// The permission as tokens and metadata spell it.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES
            .iter()
            .find(|(permission, _)| *permission == self)
            .map(|(_, name)| *name)
            .expect("a test shows that each is named")
    }

    /// Whether having `self` is enough where `needed` is asked for: the same, or the write of the same noun.
    #[must_use]
    pub fn implies(self, needed: Self) -> bool {
        self == needed
            || match (self.name().split_once(':'), needed.name().split_once(':')) {
                (Some((noun, "write")), Some((other, "read"))) => noun == other,
                _ => false,
            }
    }

    /// Whether it lets its holder change something.
    #[must_use]
    pub fn is_write(self) -> bool {
        self.name().ends_with(":write") || self == Self::RulesConfirm
    }

    /// The least role that may hold it in a token: a token is never above its holder's role.
    #[must_use]
    pub fn least_role(self) -> Role {
        match self {
            Self::AdminRead
            | Self::TokensWrite
            | Self::MembersWrite
            | Self::ScopesWrite
            | Self::AccountWrite
            | Self::AuditRead
            | Self::RulesConfirm => Role::Admin,
            permission if permission.is_write() => Role::Member,
            _ => Role::Viewer,
        }
    }

    /// Those of a list that a role may not hold.
    #[must_use]
    pub fn above(held: &[Self], role: Role) -> Vec<&'static str> {
        held.iter().filter(|held| held.least_role() > role).map(|held| held.name()).collect()
    }

    /// Reads a list parted by blanks.
    ///
    /// # Errors
    /// A sentence that names the word and what is accepted.
    pub fn parse_list(list: &str) -> Result<Vec<Self>, String> {
        let mut permissions = list.split_whitespace().map(Self::from_str).collect::<Result<Vec<_>, _>>()?;
        permissions.sort_unstable();
        permissions.dedup();
        if permissions.is_empty() {
            return Err(format!("at least one permission is needed, of: {}", names()));
        }
        Ok(permissions)
    }
}

/// All names, parted by blanks.
fn names() -> String {
    NAMES.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(" ")
}

impl FromStr for Permission {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        NAMES
            .iter()
            .find(|(_, name)| *name == text)
            .map(|(permission, _)| *permission)
            .ok_or_else(|| format!("“{}” is no permission; there are: {}", text.escape_debug(), names()))
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What a member is in the account. Ordered: each may do what those before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Reads.
    Viewer,
    /// Reads and writes memories.
    Member,
    /// Also manages members, tokens and scopes.
    Admin,
    /// Also owns the account.
    Owner,
}

impl Role {
    /// The role as the store and the API spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Member => "member",
            Self::Admin => "admin",
            Self::Owner => "owner",
        }
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "viewer" => Ok(Self::Viewer),
            "member" => Ok(Self::Member),
            "admin" => Ok(Self::Admin),
            "owner" => Ok(Self::Owner),
            _ => Err(format!("“{}” is no role; there are: owner admin member viewer", text.escape_debug())),
        }
    }
}

#[cfg(test)]
mod tests;
