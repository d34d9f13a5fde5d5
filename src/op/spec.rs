//! The description of an operation. It has no defaults: each operation says all of it.

use serde_json::Value;

use crate::auth::{Need, Permission, Profile, Role};
use crate::error::ErrorCode;

/// Everything that surfaces need to know of an operation.
pub struct Spec {
    /// Tool name, operation id, span name, metric label.
    pub name: &'static str,
    /// Its title for people.
    pub title: &'static str,
    /// What a model must know to choose it: neutral, and never stored text.
    pub help: &'static str,
    /// The family whose page describes it.
    pub family: Family,
    /// Permissions on every surface.
    pub permissions: &'static [Permission],
    /// Permissions that MCP asks for besides.
    pub mcp_permissions: &'static [Permission],
    /// The least role.
    pub role: Role,
    /// What it does to what is stored.
    pub effect: Effect,
    /// Where REST offers it.
    pub route: Route,
    /// Which surfaces offer it.
    pub surfaces: Surfaces,
    /// What MCP's first text block is.
    pub first_block: FirstBlock,
    /// Curated profiles (`chatgpt`, `claude`) that list it besides `generic` and its family's own.
    pub curated: &'static [Profile],
    /// Input fields that some surface or profile does not have: hidden there and refused there (ruling 5).
    pub hidden: &'static [Hidden],
    /// How a retry is recognised.
    pub retry: Retry,
    /// What it refuses with, besides what every operation may.
    pub errors: &'static [ErrorCode],
    /// An input that works in an account that holds the sample.
    pub example: fn(&Sample) -> Value,
}

impl Spec {
    /// What it asks of its caller.
    #[must_use]
    pub const fn need(&self) -> Need<'static> {
        Need {
            permissions: self.permissions,
            mcp_permissions: self.mcp_permissions,
            role: self.role,
            writes: self.effect.writes(),
        }
    }

    /// Whether MCP lists it under a profile.
    #[must_use]
    pub fn is_listed(&self, profile: Profile) -> bool {
        let is_offered = match self.surfaces {
            Surfaces::All => true,
            Surfaces::RestAndGeneric => profile == Profile::Generic,
            Surfaces::RestOnly => false,
        };
        is_offered
            && match profile {
                Profile::Generic => true,
                Profile::Decisions => self.family == Family::Decisions,
                Profile::Facts => self.family == Family::Facts,
                Profile::Remember => self.family == Family::Remember,
                Profile::Workspaces => self.family == Family::Workspaces,
                Profile::ChatGpt | Profile::Claude => self.curated.contains(&profile),
            }
    }
}

/// The family whose page describes an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Session summaries, decisions, briefings.
    Decisions,
    /// Facts, rules, notes, changes.
    Facts,
    /// Remember and recall.
    Remember,
    /// Records in personal, team and shared workspaces.
    Workspaces,
    /// Search and fetch as connectors document them.
    Connectors,
    /// Import, export, administration.
    Administration,
}

impl Family {
    /// The family as documents spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decisions => "decisions",
            Self::Facts => "facts",
            Self::Remember => "remember",
            Self::Workspaces => "workspaces",
            Self::Connectors => "connectors",
            Self::Administration => "administration",
        }
    }
}

/// What an operation does to what is stored. A read runs in a read-only transaction, so that its hint is a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Changes nothing.
    Read,
    /// Adds; doing it again with the same arguments may add again.
    Add,
    /// Adds or changes; doing it again with the same arguments changes nothing more.
    Put,
    /// Takes something away.
    Remove,
}

impl Effect {
    /// Whether anything may change.
    #[must_use]
    pub const fn writes(self) -> bool {
        !matches!(self, Self::Read)
    }

    /// MCP's `destructiveHint`.
    #[must_use]
    pub const fn is_destructive(self) -> bool {
        matches!(self, Self::Remove)
    }

    /// MCP's `idempotentHint`.
    #[must_use]
    pub const fn is_idempotent(self) -> bool {
        matches!(self, Self::Read | Self::Put | Self::Remove)
    }
}

/// How a retry of a call is recognised (ruling 10). Over REST, the header `Idempotency-Key` does the same as the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// It reads: there is nothing to recognise.
    Never,
    /// By the header alone.
    ByHeader,
    /// By this field too; the key is kept for 30 days.
    ByField(&'static str),
    /// By this field too; the key never expires (facts family).
    ByFieldForGood(&'static str),
}

impl Retry {
    /// The field that carries the key.
    #[must_use]
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::Never | Self::ByHeader => None,
            Self::ByField(field) | Self::ByFieldForGood(field) => Some(field),
        }
    }
}

/// An HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Input from path and query.
    Get,
    /// Input from path, query and body.
    Post,
    /// Input from path, query and body.
    Put,
    /// Input from path, query and body.
    Patch,
    /// Input from path, query and body.
    Delete,
}

impl Method {
    /// The method as HTTP spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// Where REST offers an operation.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// The method.
    pub method: Method,
    /// The path, with fields of the input in braces.
    pub path: &'static str,
    /// The field that the lines of an `application/x-ndjson` body go into, for imports.
    pub lines_in: Option<&'static str>,
    /// The field whose items become the lines of an `application/x-ndjson` answer, for exports.
    pub lines_out: Option<&'static str>,
}

impl Route {
    /// A plain route.
    #[must_use]
    pub const fn new(method: Method, path: &'static str) -> Self {
        Self { method, path, lines_in: None, lines_out: None }
    }
}

/// Which surfaces offer an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surfaces {
    /// MCP and REST.
    All,
    /// REST, and MCP under the generic profile alone (ruling 17).
    RestAndGeneric,
    /// REST alone.
    RestOnly,
}

/// What MCP's first text block is (ruling 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstBlock {
    /// The answer in words; REST carries the same as `text`.
    Text,
    /// The structured answer as JSON.
    Json,
}

/// An input field that is not there everywhere.
#[derive(Debug, Clone, Copy)]
pub struct Hidden {
    /// The field.
    pub field: &'static str,
    /// The profiles of MCP that do not have it.
    pub profiles: &'static [Profile],
}

/// What the account holds for which examples are written.
#[derive(Debug, Clone)]
pub struct Sample {
    /// A memory that is there and may be written.
    pub memory_id: String,
    /// The number of a record at revision 1 in the shared workspace.
    pub record_number: i64,
    /// A decision document that is there.
    pub document_id: String,
    /// A member besides the caller.
    pub user_id: String,
    /// A team that holds nothing, with that member in it.
    pub team: String,
    /// The scope node of a project.
    pub scope_id: String,
    /// A grant on that node.
    pub grant_id: String,
    /// An invitation that is open.
    pub invitation_id: String,
    /// A service token of that member, bound to that node.
    pub token_id: String,
    /// An app that the caller connected.
    pub app_id: String,
    /// A webhook.
    pub webhook_id: String,
    /// A job that waits.
    pub waiting_job_id: String,
    /// A job that is dead: a delivery to that webhook.
    pub dead_job_id: String,
}

impl Default for Sample {
    /// The sample that documents show.
    fn default() -> Self {
        Self {
            memory_id: "mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6".to_owned(),
            record_number: 812,
            document_id: "doc_0193f6a2b1c47d5e8f90a1b2c3d4e5f7".to_owned(),
            user_id: "usr_0193f6a2b1c47d5e8f90a1b2c3d4e5f8".to_owned(),
            team: "engineering".to_owned(),
            scope_id: "scp_0193f6a2b1c47d5e8f90a1b2c3d4e5f9".to_owned(),
            grant_id: "sgr_0193f6a2b1c47d5e8f90a1b2c3d4e5fa".to_owned(),
            invitation_id: "inv_0193f6a2b1c47d5e8f90a1b2c3d4e5fb".to_owned(),
            token_id: "tok_0193f6a2b1c47d5e8f90a1b2c3d4e5fc".to_owned(),
            app_id: "app_0193f6a2b1c47d5e8f90a1b2c3d4e600".to_owned(),
            webhook_id: "whk_0193f6a2b1c47d5e8f90a1b2c3d4e601".to_owned(),
            waiting_job_id: "job_0193f6a2b1c47d5e8f90a1b2c3d4e602".to_owned(),
            dead_job_id: "job_0193f6a2b1c47d5e8f90a1b2c3d4e603".to_owned(),
        }
    }
}
