//! `rule_create`: a person writes a rule, which is in force at once (ruling 20).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::frame::reads_like_instructions;
use crate::ids::RuleId;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::placing::{Missing, place_to_write};
use crate::ops::safety::{SafeText, Safety, text_hash};
use crate::scope_path::ScopePath;
use crate::store::rules::{self, NewRule};
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct RuleCreate;

/// The longest rule, in characters.
const LONGEST: usize = 8_000;

/// What a rule is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RuleKind {
    Convention,
    Decision,
    Correction,
}

impl RuleKind {
    /// The kind as the store spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Convention => "convention",
            Self::Decision => "decision",
            Self::Correction => "correction",
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleCreateInput {
    /// convention (how the team does something), decision (a choice that later work follows) or correction (how one agent
    /// shall do better).
    kind: RuleKind,
    /// The rule, in words.
    text: BoundedText<1, LONGEST>,
    /// The scope path that it binds, with all below; the account's root where nothing is said.
    #[serde(default)]
    scope: Option<BoundedText<0, 512>>,
    /// The agent that a correction is aimed at, as its token names it.
    #[serde(default)]
    agent: Option<BoundedText<1, 128>>,
}

pub struct Prepared {
    input: RuleCreateInput,
    agent: Option<String>,
    scope: ScopePath,
    text: SafeText,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct RuleCreateOutput {
    /// The rule's id.
    id: String,
    /// in_force, or proposed where the text reads like instructions to an assistant and awaits a second look.
    state: String,
    /// The scope path that it binds; empty for the whole account.
    scope: String,
    /// Secrets that were cut from the text.
    redactions: u32,
}

impl Operation for RuleCreate {
    type Input = RuleCreateInput;
    type Prepared = Prepared;
    type Output = RuleCreateOutput;

    const SPEC: Spec = Spec {
        name: "rule_create",
        title: "Create a rule",
        help: "Writes a rule of a scope: a convention, a decision, or a correction aimed at one agent. It binds the scope and all \
               below it.",
        family: Family::Administration,
        permissions: &[Permission::RulesWrite],
        mcp_permissions: &[],
        role: Role::Member,
        effect: Effect::Add,
        route: Route::new(Method::Post, "/v1/rules"),
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::ByHeader,
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden, ErrorCode::SecretRefused],
        example: |_| json!({"kind": "convention", "text": "Migrations are forward only.", "scope": "projects/general"}),
    };

    async fn prepare(env: &Environment, caller: &Caller, input: RuleCreateInput) -> Result<Prepared, AppError> {
        let scope = input.scope.as_deref().unwrap_or_default();
        let scope = ScopePath::parse(scope).map_err(|problem| AppError::invalid("scope", problem))?;
        if !scope.pairs().1.is_empty() {
            return Err(AppError::invalid("scope", "must name a scope: teams/<slug>, projects/<slug>, spaces/<slug>"));
        }
        match (input.kind, &input.agent) {
            (RuleKind::Correction, None) => return Err(AppError::invalid("agent", "is required for a correction")),
            (RuleKind::Convention | RuleKind::Decision, Some(_)) => {
                return Err(AppError::invalid("agent", "is for corrections alone"));
            }
            _ => {}
        }
        let safety = Safety::of(env, caller).await?;
        let text = safety.content("text", &input.text)?.at_most("text", LONGEST)?;
        let agent = safety.optional("agent", input.agent.as_deref())?;
        Ok(Prepared { input, agent, scope, text })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<RuleCreateOutput, AppError> {
        let node = place_to_write(cx, &prepared.scope, Missing::IsAnError { can_create: false }).await?.node;
        let is_labelled = reads_like_instructions(&prepared.text.text).is_some();
        // A correction speaks to an agent by nature; elsewhere such a text waits for a second look.
        let in_force = !is_labelled || prepared.input.kind == RuleKind::Correction;
        let id = RuleId::generate();
        let rule = NewRule {
            id,
            scope: node.id,
            kind: prepared.input.kind.name(),
            agent: prepared.agent.as_deref(),
            text: &prepared.text.text,
            in_force,
            label: is_labelled.then_some("instructions"),
            author: cx.caller.user(),
            author_agent: &cx.access.agent,
        };
        rules::insert(cx.tx, &rule).await?;
        cx.acts.record("created", "rule", id.to_string(), id.uuid(), node.id);
        cx.acts.hashes(None, Some(text_hash(&prepared.text.text)));
        Ok(RuleCreateOutput {
            id: id.to_string(),
            state: if in_force { "in_force" } else { "proposed" }.to_owned(),
            scope: node.path,
            redactions: prepared.text.redactions,
        })
    }

    fn text(_: &RuleCreateOutput) -> String {
        String::new()
    }
}
