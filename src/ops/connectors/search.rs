//! `search` in the shape that ChatGPT documents for connectors: ids, titles, URLs (mcp.md 3.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Profile, Role};
use crate::error::AppError;
use crate::ids::MemoryId;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::asking::{Asked, Filters, ask, find};
use crate::ops::views::title;
use crate::text::BoundedText;

/// How many results a search gives: the shape has no limit argument.
const RESULTS: usize = 10;

#[derive(Clone, Copy)]
pub struct Search;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchInput {
    /// What to look for, in plain words.
    query: BoundedText<1, 8000>,
}

/// One result.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SearchResult {
    /// The id, which fetch takes.
    id: String,
    /// A title made of the memory's beginning.
    title: String,
    /// Where a person who may read it sees it.
    url: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct SearchOutput {
    /// The results, best first.
    results: Vec<SearchResult>,
}

impl Operation for Search {
    type Input = SearchInput;
    type Prepared = Asked;
    type Output = SearchOutput;

    const SPEC: Spec = Spec {
        name: "search",
        title: "Search",
        help: "Searches the team's memories and gives ids, titles and URLs. Fetch reads one of them in full.",
        family: Family::Connectors,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Get, "/v1/search"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Json,
        curated: &[Profile::ChatGpt],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({"query": "OAuth"}),
    };

    async fn prepare(env: &Environment, _: &Caller, input: SearchInput) -> Result<Asked, AppError> {
        Ok(ask(env, &input.query, Filters::default()).await)
    }

    async fn run(cx: &mut Cx<'_>, asked: Asked) -> Result<SearchOutput, AppError> {
        let rows = find(cx, asked, RESULTS).await?;
        let results = rows
            .iter()
            .map(|row| SearchResult {
                id: row.id().to_string(),
                title: title(row),
                url: url_of(&cx.env.public_url, row.id()),
            })
            .collect();
        Ok(SearchOutput { results })
    }

    fn text(_: &SearchOutput) -> String {
        String::new()
    }
}

/// Where a person sees a memory.
pub fn url_of(origin: &str, id: MemoryId) -> String {
    format!("{origin}/console/memories/{id}")
}
