//! `memory_delete_record`: erases one memory (contract, decisions family; rulings 17, 19 and 37).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::ids::{MemoryId, ScopeId};
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::decisions::asked_place::check_account;
use crate::ops::safety::text_hash;
use crate::store::memories;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct MemoryDeleteRecord;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryDeleteRecordInput {
    /// The account; empty is the caller's own.
    #[serde(default)]
    account_id: String,
    /// The memory's id.
    id: String,
    /// Why. It is not kept: of an erased memory nothing stays but that it was there.
    #[serde(default)]
    #[expect(dead_code, reason = "taken so that clients may send it; see its documentation")]
    reason: Option<BoundedText<0, 2000>>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemoryDeleteRecordOutput {
    /// The memory's id.
    id: String,
    /// That nothing of it is left but a tombstone.
    deleted: bool,
    /// What it had replaced: that stays out of use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stays_superseded: Vec<String>,
    /// The memory that counts as having replaced those now.
    #[serde(skip_serializing_if = "Option::is_none")]
    superseded_by: Option<String>,
}

impl Operation for MemoryDeleteRecord {
    type Input = MemoryDeleteRecordInput;
    type Prepared = MemoryDeleteRecordInput;
    type Output = MemoryDeleteRecordOutput;

    const SPEC: Spec = Spec {
        name: "memory_delete_record",
        title: "Delete one memory",
        help: "Erases one memory for good, by its id: its text is gone at once, a mark stays that it was there. What it had replaced \
               does not come back.",
        family: Family::Decisions,
        permissions: &[Permission::DecisionsWrite],
        mcp_permissions: &[Permission::McpWrite],
        role: Role::Member,
        effect: Effect::Remove,
        route: Route::new(Method::Delete, "/v1/records/{id}"),
        surfaces: Surfaces::RestAndGeneric,
        first_block: FirstBlock::Text,
        curated: &[],
        hidden: &[],
        retry: Retry::ByHeader,
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden],
        example: |sample| json!({"id": sample.memory_id, "reason": "no longer true"}),
    };

    async fn prepare(
        _: &Environment,
        _: &Caller,
        input: MemoryDeleteRecordInput,
    ) -> Result<MemoryDeleteRecordInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: MemoryDeleteRecordInput) -> Result<MemoryDeleteRecordOutput, AppError> {
        check_account(cx, &input.account_id)?;
        // Whatever is no id names no memory: one answer for all that is not there.
        let id: MemoryId = input.id.parse().unwrap_or_else(|_| MemoryId::from(uuid::Uuid::nil()));
        let seen = memories::get(cx.tx, id).await?.ok_or_else(|| AppError::not_found("memory"))?;
        let scope = ScopeId(seen.scope_id);
        if !cx.access.writes(scope) {
            return Err(AppError::new(ErrorCode::Forbidden, "You may read this memory's scope, not write to it."));
        }
        // Between seeing and locking, another call may have taken it away or replaced it.
        let (_, status) = memories::lock(cx.tx, id).await?.ok_or_else(|| AppError::not_found("memory"))?;
        let row = memories::get(cx.tx, id).await?.filter(|_| status != "forgotten");
        let row = row.ok_or_else(|| AppError::not_found("memory"))?;
        memories::erase(cx.tx, id, scope, cx.caller.user()).await?;
        cx.acts.memory("erased", id, scope);
        cx.acts.hashes(Some(text_hash(&row.content)), None);
        Ok(MemoryDeleteRecordOutput {
            id: id.to_string(),
            deleted: true,
            superseded_by: row
                .superseded_by
                .filter(|_| !row.supersedes.is_empty())
                .map(|by| MemoryId::from(by).to_string()),
            stays_superseded: row.supersedes.iter().map(|id| MemoryId::from(*id).to_string()).collect(),
        })
    }

    fn text(output: &MemoryDeleteRecordOutput) -> String {
        let mut text = format!("Deleted {}: nothing of its text is left.", output.id);
        if output.stays_superseded.is_empty() {
            return text;
        }
        let replaced = output.stays_superseded.join(", ");
        match &output.superseded_by {
            Some(by) => text.push_str(&format!(" What it had replaced, {replaced}, now counts as replaced by {by}.")),
            None => text.push_str(&format!(
                " What it had replaced, {replaced}, stays out of use. To restore it, read it by its id and record its text again."
            )),
        }
        text
    }
}
