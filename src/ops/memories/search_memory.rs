//! `search_memory`: browsing, and confirming a write (contract, remember family).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Profile, Role};
use crate::error::AppError;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::asking::{Asked, Filters, answer, ask};
use crate::ops::memories::recall::TypeFilter;
use crate::ops::views::{MemoryView, framed};
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct SearchMemory;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchMemoryInput {
    /// What to look for, in plain words.
    query: BoundedText<1, 8000>,
    /// How many memories at most.
    #[serde(default)]
    limit: Limit<10, 100>,
    /// Whether each memory says why it came.
    #[serde(default)]
    explain: bool,
    /// A scope path to search in, with all below it.
    #[serde(default)]
    scope: Option<BoundedText<1, 512>>,
    /// A team's slug, to search in its scope and all below it.
    #[serde(default)]
    team_id: Option<BoundedText<1, 64>>,
    /// Where to look: a path for exactly that place, a path and /% for it and all below, % for everything.
    #[serde(default)]
    path_filter: Option<BoundedText<1, 512>>,
    /// Which memory type; % for every one.
    #[serde(default)]
    memory_type: Option<TypeFilter>,
    /// Only what the agent of this name wrote.
    #[serde(default)]
    agent_id: Option<BoundedText<1, 128>>,
}

pub struct Prepared {
    asked: Asked,
    count: usize,
    explain: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct SearchMemoryOutput {
    /// The memories, best first.
    items: Vec<MemoryView>,
    /// What else there is to know, such as that only words were searched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl Operation for SearchMemory {
    type Input = SearchMemoryInput;
    type Prepared = Prepared;
    type Output = SearchMemoryOutput;

    const SPEC: Spec = Spec {
        name: "search_memory",
        title: "Search memories",
        help: "Searches memories by meaning and by words and lists more of them than recall, with an excerpt around each \
               match. For browsing, and for confirming that a write can be found.",
        family: Family::Remember,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Post, "/v1/memories/search"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Text,
        curated: &[Profile::ChatGpt, Profile::Claude],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({"query": "OAuth for hosted connections", "limit": 3}),
    };

    async fn prepare(env: &Environment, _: &Caller, input: SearchMemoryInput) -> Result<Prepared, AppError> {
        let below = |path: &str| format!("{path}/%");
        let places = [
            input.path_filter.map(BoundedText::into_inner),
            input.scope.map(|scope| below(&scope)),
            input.team_id.map(|team| below(&format!("teams/{}", &*team))),
        ];
        let mut places: Vec<String> = places.into_iter().flatten().collect();
        if places.len() > 1 {
            return Err(AppError::invalid("path_filter", "at most one of path_filter, scope and team_id is taken"));
        }
        let filters = Filters {
            path: places.pop(),
            memory_type: input.memory_type.and_then(TypeFilter::wanted),
            agent: input.agent_id.map(BoundedText::into_inner),
            device: None,
        };
        let asked = ask(env, &input.query, filters).await;
        Ok(Prepared { asked, count: input.limit.get(), explain: input.explain })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<SearchMemoryOutput, AppError> {
        let answer = answer(cx, prepared.asked, prepared.count, prepared.explain).await?;
        Ok(SearchMemoryOutput { items: answer.items, notes: answer.notes })
    }

    fn text(output: &SearchMemoryOutput) -> String {
        framed(&output.items, "No memory fits.", &output.notes)
    }
}
