//! `memory_delete_matching`: erases all records of a scope, or those of a kind or topic there (rulings 35, 37).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::ids::ScopeId;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::memories::remember::Kind;
use crate::scope_path::ScopePath;
use crate::store::{memories, scopes};
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct MemoryDeleteMatching;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryDeleteMatchingInput {
    /// The scope path whose records are erased; the empty path is the account's root.
    scope: BoundedText<0, 512>,
    /// Whether the scopes below it count too.
    #[serde(default)]
    below: bool,
    /// This kind alone.
    #[serde(default)]
    kind: Option<Kind>,
    /// Records that carry this topic exactly.
    #[serde(default)]
    topic: Option<BoundedText<1, 200>>,
    /// How many records that is, hidden ones included; where it is another number, nothing is erased.
    expected_count: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemoryDeleteMatchingOutput {
    /// How many records were erased.
    erased: u64,
}

impl Operation for MemoryDeleteMatching {
    type Input = MemoryDeleteMatchingInput;
    type Prepared = (MemoryDeleteMatchingInput, ScopePath);
    type Output = MemoryDeleteMatchingOutput;

    const SPEC: Spec = Spec {
        name: "memory_delete_matching",
        title: "Erase many records",
        help: "Erases all records of a scope, or those of a kind or topic there, for good. For admins, and for everybody in the \
               own personal scope. The number has to be given, so that nothing is erased that was not counted.",
        family: Family::Administration,
        permissions: &[Permission::MemoryWrite],
        mcp_permissions: &[],
        role: Role::Member,
        effect: Effect::Remove,
        route: Route::new(Method::Post, "/v1/records/delete-matching"),
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::ByHeader,
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden, ErrorCode::Conflict],
        example: |_| json!({"scope": "projects/general", "kind": "handoff", "expected_count": 0}),
    };

    async fn prepare(
        _: &Environment,
        _: &Caller,
        input: MemoryDeleteMatchingInput,
    ) -> Result<(MemoryDeleteMatchingInput, ScopePath), AppError> {
        let path = ScopePath::parse(&input.scope).map_err(|problem| AppError::invalid("scope", problem))?;
        Ok((input, path))
    }

    async fn run(
        cx: &mut Cx<'_>,
        (input, path): (MemoryDeleteMatchingInput, ScopePath),
    ) -> Result<MemoryDeleteMatchingOutput, AppError> {
        let nodes = scopes::list(cx.tx, &cx.access.readable).await?;
        let wanted = path.as_str();
        let inside = |candidate: &str| {
            candidate == wanted || (input.below && (wanted.is_empty() || candidate.starts_with(&format!("{wanted}/"))))
        };
        if !nodes.iter().any(|node| node.path == wanted) {
            return Err(AppError::not_found("scope"));
        }
        let chosen: Vec<_> = nodes.iter().filter(|node| inside(&node.path)).collect();
        let is_own = chosen.iter().all(|node| node.user == Some(cx.caller.user()));
        if cx.access.role < Role::Admin && !is_own {
            return Err(AppError::new(
                ErrorCode::Forbidden,
                "Only an admin may erase many records outside a personal scope.",
            ));
        }
        let ids: Vec<ScopeId> = chosen.iter().map(|node| node.id).collect();
        let found = memories::lock_matching(cx.tx, &ids, input.kind.map(Kind::name), input.topic.as_deref()).await?;
        let count = u64::try_from(found.len()).unwrap_or(u64::MAX);
        if count != input.expected_count {
            return Err(AppError::new(
                ErrorCode::Conflict,
                format!(
                    "expected_count: there are {count} such records, not {}; nothing was erased.",
                    input.expected_count
                ),
            )
            .with("count", count));
        }
        memories::erase_many(cx.tx, &found, cx.caller.user()).await?;
        for (memory, scope) in &found {
            cx.acts.memory("erased", *memory, *scope);
        }
        Ok(MemoryDeleteMatchingOutput { erased: count })
    }

    fn text(_: &MemoryDeleteMatchingOutput) -> String {
        String::new()
    }
}
