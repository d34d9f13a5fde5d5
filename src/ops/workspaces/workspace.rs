//! Workspaces: the scope tree as this family names it. Personal is the caller's own node, a team's is `teams/<team_id>`,
//! shared is the root node itself (ruling 11).

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;

use crate::error::{AppError, ErrorCode};
use crate::ids::ScopeId;
use crate::op::{Arguments, Cx};
use crate::scope_path::{NodeKind, child};
use crate::store::scopes::{self, Node};

/// What sort of workspace it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScopeKind {
    #[default]
    Personal,
    Team,
    Shared,
}

/// A workspace, as a call names it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScopeArgument {
    /// personal: your own; team: that of a team; shared: that of everybody in the account.
    #[serde(default)]
    kind: ScopeKind,
    /// The team's id, as memory_scopes gives it; needed for a team, and given for nothing else.
    #[serde(default)]
    team_id: Option<TeamId>,
}

/// A team's id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamId(String);

impl TeamId {
    /// The id itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for TeamId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_taken = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
        if (1..=64).contains(&text.len()) && text.chars().all(is_taken) {
            Ok(Self(text))
        } else {
            Err(de::Error::custom("must have 1 to 64 letters, digits, _ and -"))
        }
    }
}

impl JsonSchema for TeamId {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "TeamId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[a-zA-Z0-9_-]{1,64}$"})
    }
}

/// The workspace that is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// The caller's own.
    Personal,
    /// That of this team.
    Team(String),
    /// That of everybody.
    Shared,
}

impl ScopeArgument {
    /// The workspace that is meant.
    ///
    /// # Errors
    /// Invalid input where a team's id is missing, or given for what is no team.
    pub fn wanted(self) -> Result<Wanted, AppError> {
        match (self.kind, self.team_id) {
            (ScopeKind::Personal, None) => Ok(Wanted::Personal),
            (ScopeKind::Shared, None) => Ok(Wanted::Shared),
            (ScopeKind::Team, Some(team)) => Ok(Wanted::Team(team.0)),
            (ScopeKind::Team, None) => Err(AppError::invalid("scope.team_id", "is needed where the kind is team")),
            (_, Some(_)) => Err(AppError::invalid("scope.team_id", "is given only where the kind is team")),
        }
    }
}

/// A workspace, as an answer names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ScopeView {
    /// personal, team or shared.
    pub kind: String,
    /// The team's id, where the kind is team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_id: Option<String>,
}

/// A workspace that the caller reads.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// Its node.
    pub node: ScopeId,
    /// Its name.
    pub scope: ScopeView,
    /// The tags that its records count as having.
    pub scope_tags: Vec<String>,
}

/// The workspace that a node is, where it is one: projects, spaces and whatever nests deeper are none.
pub fn workspace_of(node: &Node, caller_slug: &str) -> Option<Workspace> {
    let (kind, team_id, tag) = match node.kind {
        NodeKind::Account => ("shared", None, None),
        NodeKind::Personal if node.path == child("", NodeKind::Personal, caller_slug) => {
            ("personal", None, Some(format!("user:{caller_slug}")))
        }
        NodeKind::Team => {
            let team = node.team.clone().filter(|team| node.path == child("", NodeKind::Team, team))?;
            ("team", Some(team.clone()), Some(format!("team:{team}")))
        }
        NodeKind::Personal | NodeKind::Project | NodeKind::Space => return None,
    };
    let scope_tags = std::iter::once(format!("scope:{kind}")).chain(tag).collect();
    Some(Workspace { node: node.id, scope: ScopeView { kind: kind.to_owned(), team_id }, scope_tags })
}

/// The workspace, where the caller reads it.
///
/// # Errors
/// Forbidden, in the same words whether there is none or it is not the caller's to see.
pub async fn readable(cx: &mut Cx<'_>, wanted: &Wanted) -> Result<Workspace, AppError> {
    let path = match wanted {
        Wanted::Personal => child("", NodeKind::Personal, &cx.access.slug),
        Wanted::Team(team) => child("", NodeKind::Team, team),
        Wanted::Shared => String::new(),
    };
    let found = scopes::find_by_paths(cx.tx, &[path]).await?;
    found
        .iter()
        .filter(|node| cx.access.reads(node.id))
        .find_map(|node| workspace_of(node, &cx.access.slug))
        .ok_or_else(|| AppError::new(ErrorCode::Forbidden, "Workspace unavailable"))
}

/// The workspace, where the caller writes to it.
///
/// # Errors
/// Forbidden as [`readable`], and where it may only be read.
pub async fn writable(cx: &mut Cx<'_>, wanted: &Wanted) -> Result<Workspace, AppError> {
    let workspace = readable(cx, wanted).await?;
    if cx.access.writes(workspace.node) {
        Ok(workspace)
    } else {
        Err(AppError::new(ErrorCode::Forbidden, "Workspace is read-only"))
    }
}

/// Every workspace that the caller reads: personal, teams by their ids, shared.
///
/// # Errors
/// Unavailable without a database.
pub async fn all_readable(cx: &mut Cx<'_>) -> Result<Vec<Workspace>, AppError> {
    let nodes = scopes::list(cx.tx, &cx.access.readable).await?;
    Ok(nodes.iter().filter_map(|node| workspace_of(node, &cx.access.slug)).collect())
}

/// The scope that stands in a retry's key: the same UUID in another workspace is another request. Arguments that do not
/// name a workspace are refused before a key counts.
pub fn key_scope(arguments: &Arguments) -> String {
    let scope = arguments.get("scope");
    let member = |name| scope.and_then(|scope| scope.get(name)).and_then(Value::as_str);
    match (member("kind"), member("team_id")) {
        (Some("team"), Some(team)) => format!("team:{}", team.chars().take(64).collect::<String>()),
        (Some("shared"), _) => "shared".to_owned(),
        _ => "personal".to_owned(),
    }
}
