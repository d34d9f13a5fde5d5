//! `forget`: hides, erases or redacts a memory (contract, remember family; ruling 37).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Profile, Role};
use crate::error::{AppError, ErrorCode};
use crate::ids::MemoryId;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::safety::Safety;
use crate::store::memories;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct Forget;

/// How to forget.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    #[default]
    SoftDelete,
    HardDelete,
    Redact,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgetInput {
    /// The memory's id.
    memory_id: MemoryId,
    /// soft_delete hides it from every reader and keeps its text; hard_delete erases it at once and for good; redact
    /// replaces its text and keeps the record.
    #[serde(default)]
    mode: Mode,
    /// Why. Kept with a hidden memory; not kept with an erased one.
    #[serde(default)]
    reason: Option<BoundedText<1, 2000>>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ForgetOutput {
    /// The memory's id.
    id: String,
    /// What became of it: hidden, erased or redacted.
    outcome: String,
}

impl Operation for Forget {
    type Input = ForgetInput;
    type Prepared = (ForgetInput, Option<String>);
    type Output = ForgetOutput;

    const SPEC: Spec = Spec {
        name: "forget",
        title: "Forget a memory",
        help: "Takes a memory away: hides it from every reader, erases it for good, or replaces its text. Needs the \
               memory's id, as recall and search give it.",
        family: Family::Remember,
        permissions: &[Permission::MemoryWrite],
        mcp_permissions: &[],
        role: Role::Member,
        effect: Effect::Remove,
        route: Route::new(Method::Post, "/v1/memories/{memory_id}/forget"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Text,
        curated: &[Profile::ChatGpt, Profile::Claude],
        hidden: &[],
        retry: Retry::ByHeader,
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden],
        example: |sample| json!({"memory_id": sample.memory_id, "mode": "soft_delete", "reason": "no longer true"}),
    };

    async fn prepare(env: &Environment, caller: &Caller, input: ForgetInput) -> Result<Self::Prepared, AppError> {
        let safety = Safety::of(env, caller).await?;
        let reason = input.reason.as_deref().map(|reason| safety.text("reason", reason)).transpose()?;
        Ok((input, reason.map(|reason| reason.text)))
    }

    async fn run(cx: &mut Cx<'_>, (input, reason): Self::Prepared) -> Result<ForgetOutput, AppError> {
        let held =
            memories::lock_version(cx.tx, input.memory_id).await?.ok_or_else(|| AppError::not_found("memory"))?;
        // A hidden memory is gone for everybody but for the one who erases it for good.
        if held.status == "forgotten" && !matches!(input.mode, Mode::HardDelete) {
            return Err(AppError::not_found("memory"));
        }
        if !cx.access.writes(held.scope) {
            return Err(AppError::new(ErrorCode::Forbidden, "You may read this memory's scope, not write to it."));
        }
        let outcome = match input.mode {
            Mode::SoftDelete => {
                memories::hide(cx.tx, input.memory_id, reason.as_deref()).await?;
                "hidden"
            }
            Mode::HardDelete => {
                memories::erase(cx.tx, input.memory_id, held.scope, cx.caller.user()).await?;
                "erased"
            }
            Mode::Redact => {
                memories::redact(cx.tx, input.memory_id, "[redacted]").await?;
                "redacted"
            }
        };
        cx.acts.memory(outcome, input.memory_id, held.scope);
        cx.acts.hashes(held.text_hash, None);
        Ok(ForgetOutput { id: input.memory_id.to_string(), outcome: outcome.to_owned() })
    }

    fn text(output: &ForgetOutput) -> String {
        match output.outcome.as_str() {
            "hidden" => {
                format!("Forgot {}: hidden from every reader; its text is kept for at least 30 days.", output.id)
            }
            "erased" => format!("Erased {}: nothing of its text is left.", output.id),
            _ => format!("Redacted {}: its text is gone, the record stays.", output.id),
        }
    }
}
