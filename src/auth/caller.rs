//! The caller: who is answerable for a call, by which grant, from where.

use crate::auth::{Permission, Profile};
use crate::ids::{AccountId, TokenId, UserId};

/// Where a call came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientSurface {
    /// The MCP endpoint.
    Mcp,
    /// The REST API.
    Rest,
    /// The command line.
    CommandLine,
}

/// Who calls. Made by verifying a token, or for an operator at the command line; never from a request's arguments.
#[derive(Debug, Clone)]
pub struct Caller {
    pub(in crate::auth) account: AccountId,
    pub(in crate::auth) user: UserId,
    pub(in crate::auth) token: Option<TokenId>,
    pub(in crate::auth) permissions: Vec<Permission>,
    pub(in crate::auth) client: Option<String>,
    pub(in crate::auth) profile: Profile,
    pub(in crate::auth) surface: ClientSurface,
}

impl Caller {
    /// The account: the tenant.
    #[must_use]
    pub const fn account(&self) -> AccountId {
        self.account
    }

    /// The person who is answerable.
    #[must_use]
    pub const fn user(&self) -> UserId {
        self.user
    }

    /// The service token or OAuth grant that the call stands on; none for an operator.
    #[must_use]
    pub const fn token(&self) -> Option<TokenId> {
        self.token
    }

    /// What the credential allows.
    #[must_use]
    pub fn permissions(&self) -> &[Permission] {
        &self.permissions
    }

    /// Whether the credential allows this.
    #[must_use]
    pub fn may(&self, needed: Permission) -> bool {
        self.permissions.iter().any(|held| held.implies(needed))
    }

    /// The OAuth client, where there is one.
    #[must_use]
    pub fn client(&self) -> Option<&str> {
        self.client.as_deref()
    }

    /// The tool profile of the token.
    #[must_use]
    pub const fn profile(&self) -> Profile {
        self.profile
    }

    /// Where the call came in.
    #[must_use]
    pub const fn surface(&self) -> ClientSurface {
        self.surface
    }
}

/// An operator at the command line, who holds the database's URL and so needs no token.
#[derive(Debug)]
pub struct Operator {
    /// The account to work in.
    pub account: AccountId,
    /// The member as whom to work; what he may do bounds the work.
    pub user: UserId,
}

/// The caller that an operator is.
#[must_use]
pub fn operator(operator: &Operator) -> Caller {
    Caller {
        account: operator.account,
        user: operator.user,
        token: None,
        permissions: Permission::all().collect(),
        client: None,
        profile: Profile::Generic,
        surface: ClientSurface::CommandLine,
    }
}

/// The caller that a person is who is signed in to a page. It carries no permission: a page shows what he reaches, and what
/// he does there goes through operations or the store's system transactions.
#[must_use]
pub fn member(account: AccountId, user: UserId) -> Caller {
    Caller {
        account,
        user,
        token: None,
        permissions: Vec::new(),
        client: None,
        profile: Profile::Generic,
        surface: ClientSurface::Rest,
    }
}
