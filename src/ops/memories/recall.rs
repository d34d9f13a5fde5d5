//! `recall`: a few relevant memories for a query (contract, remember family).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Profile, Role};
use crate::error::AppError;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::asking::{Asked, Filters, answer, ask};
use crate::ops::views::{MemoryView, framed};
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct Recall;

/// A memory type, or % for every one.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
pub enum TypeFilter {
    #[serde(rename = "%")]
    Every,
    #[serde(rename = "episodic")]
    Episodic,
    #[serde(rename = "identity")]
    Identity,
    #[serde(rename = "procedural")]
    Procedural,
    #[serde(rename = "semantic")]
    Semantic,
    #[serde(rename = "working")]
    Working,
}

impl TypeFilter {
    /// The filter as the store takes it.
    pub fn wanted(self) -> Option<String> {
        let name = match self {
            Self::Every => return None,
            Self::Episodic => "episodic",
            Self::Identity => "identity",
            Self::Procedural => "procedural",
            Self::Semantic => "semantic",
            Self::Working => "working",
        };
        Some(name.to_owned())
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecallInput {
    /// What to look for, in plain words.
    query: BoundedText<1, 8000>,
    /// How many memories at most.
    #[serde(default)]
    limit: Limit<5, 50>,
    /// Whether each memory says why it came.
    #[serde(default)]
    explain: bool,
    /// Where to look: a path for exactly that place, a path and /% for it and all below, % for everything.
    #[serde(default)]
    path_filter: Option<BoundedText<1, 512>>,
    /// Which memory type; % for every one.
    #[serde(default)]
    memory_type: Option<TypeFilter>,
    /// Only what the agent of this name wrote.
    #[serde(default)]
    agent_id: Option<BoundedText<1, 128>>,
    /// Only what was written under this device label.
    #[serde(default)]
    agent_instance_id: Option<BoundedText<1, 128>>,
    /// Whether memories of the type working come first.
    #[serde(default)]
    prefer_working: bool,
}

pub struct Prepared {
    asked: Asked,
    count: usize,
    explain: bool,
    prefer_working: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct RecallOutput {
    /// The answer as text: a notice, then the memories as data.
    result: String,
    /// The memories, best first.
    items: Vec<MemoryView>,
    /// What else there is to know, such as that only words were searched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl Operation for Recall {
    type Input = RecallInput;
    type Prepared = Prepared;
    type Output = RecallOutput;

    const SPEC: Spec = Spec {
        name: "recall",
        title: "Recall memories",
        help: "Finds the few memories that fit a question best, by meaning and by words, in everything that the caller may \
               read. For a decision, preference or fact from an earlier session.",
        family: Family::Remember,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Post, "/v1/memories/recall"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Text,
        curated: &[Profile::ChatGpt, Profile::Claude],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({"query": "How do hosted clients sign in?", "limit": 5}),
    };

    async fn prepare(env: &Environment, _: &Caller, input: RecallInput) -> Result<Prepared, AppError> {
        let filters = Filters {
            path: input.path_filter.map(BoundedText::into_inner),
            memory_type: input.memory_type.and_then(TypeFilter::wanted),
            agent: input.agent_id.map(BoundedText::into_inner),
            device: input.agent_instance_id.map(BoundedText::into_inner),
        };
        let asked = ask(env, &input.query, filters).await;
        Ok(Prepared { asked, count: input.limit.get(), explain: input.explain, prefer_working: input.prefer_working })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<RecallOutput, AppError> {
        let mut answer = answer(cx, prepared.asked, prepared.count, prepared.explain).await?;
        if prepared.prefer_working {
            answer.items.sort_by_key(|item| item.memory_type.as_deref() != Some("working"));
        }
        let result = framed(&answer.items, "No memory fits.", &answer.notes);
        Ok(RecallOutput { result, items: answer.items, notes: answer.notes })
    }

    fn text(output: &RecallOutput) -> String {
        output.result.clone()
    }
}
