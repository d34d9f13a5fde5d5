//! `memory_recall`: the search of this family (contract, workspaces family).

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId};
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::workspaces::record::{Record, notice, records};
use crate::ops::workspaces::sizes::fit_list;
use crate::ops::workspaces::workspace::{ScopeArgument, ScopeView, Wanted, Workspace, all_readable, readable};
use crate::recall::analysis::query_terms;
use crate::recall::search::{MOST_TERMS, Question, search};
use crate::store::chunks;
use crate::store::memories::get_many;
use crate::text::{BoundedText, Limit};

#[derive(Clone, Copy)]
pub struct MemoryRecall;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryRecallInput {
    /// What to look for, in plain words.
    query: BoundedText<1, 8000>,
    /// One workspace; every one that you may read where nothing is said.
    #[serde(default, deserialize_with = "crate::op::optional_object")]
    scope: Option<ScopeArgument>,
    /// Only what belongs to this project.
    #[serde(default)]
    project: Option<BoundedText<1, 128>>,
    /// How many records at most.
    #[serde(default)]
    limit: Limit<10, 50>,
}

pub struct Prepared {
    wanted: Option<Wanted>,
    question: Question,
    notice: Option<String>,
    limit: usize,
}

/// A record that was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Found {
    /// The workspace that it is in.
    scope: ScopeView,
    /// The tags that its records count as having.
    scope_tags: Vec<String>,
    /// The record; a long text is cut around what was found.
    record: Record,
    /// Its place among what was found in its workspace, from 1.
    scope_rank: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemoryRecallOutput {
    /// What was found: the best of each workspace first, then the second of each, and so on.
    results: Vec<Found>,
    /// How the results are ordered.
    ordering: String,
    /// Whether a second model ordered them anew.
    rerank: String,
    /// The workspaces that were searched.
    searched: Vec<ScopeView>,
    /// What else there is to know.
    notice: String,
}

impl Operation for MemoryRecall {
    type Input = MemoryRecallInput;
    type Prepared = Prepared;
    type Output = MemoryRecallOutput;

    const SPEC: Spec = Spec {
        name: "memory_recall",
        title: "Recall records",
        help: "Finds the records that fit a question best, by meaning and by words, in one workspace or in all that you may \
               read. Long texts are cut around what was found; memory_get reads the whole.",
        family: Family::Workspaces,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Post, "/v1/workspace/recall"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({"query": "How is the billing API's database pooled?", "limit": 5}),
    };

    async fn prepare(env: &Environment, _: &Caller, input: MemoryRecallInput) -> Result<Prepared, AppError> {
        let wanted = input.scope.map(ScopeArgument::wanted).transpose()?;
        let (vector, notice) = env.meaning.of_query(&input.query).await;
        let mut question = Question { terms: query_terms(&input.query, MOST_TERMS), vector, ..Question::default() };
        question.filter.project = input.project.map(BoundedText::into_inner);
        Ok(Prepared { wanted, question, notice, limit: input.limit.get() })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<MemoryRecallOutput, AppError> {
        let workspaces = match &prepared.wanted {
            Some(wanted) => vec![readable(cx, wanted).await?],
            None => all_readable(cx).await?,
        };
        let mut question = prepared.question;
        question.filter.nodes = Some(workspaces.iter().map(|workspace| workspace.node).collect());
        let (found, places) = find(cx, &question, &workspaces, prepared.limit).await?;
        let (cut, left_out) = fit_list(found, &question.terms, cx.caller.surface());
        let results: Vec<Found> = cut
            .into_iter()
            .zip(places)
            .map(|(record, place)| Found {
                scope: workspaces[place.workspace].scope.clone(),
                scope_tags: workspaces[place.workspace].scope_tags.clone(),
                record,
                scope_rank: place.rank,
            })
            .collect();
        let mut notice = notice(results.iter().map(|found| &found.record));
        if left_out > 0 {
            notice.push_str(&format!(" {left_out} more were found and left out: the answer would be too long."));
        }
        if let Some(words_only) = prepared.notice {
            notice.push(' ');
            notice.push_str(&words_only);
        }
        Ok(MemoryRecallOutput {
            results,
            ordering: "scope_rank_then_score".to_owned(),
            rerank: "skipped".to_owned(),
            searched: workspaces.into_iter().map(|workspace| workspace.scope).collect(),
            notice,
        })
    }

    fn text(_: &MemoryRecallOutput) -> String {
        String::new()
    }
}

/// Where a record stands among what was found.
struct Place {
    workspace: usize,
    rank: usize,
}

/// A whole record with the place of its chunk that fits best: start and length in characters.
type WholeRecord = (Record, Option<(usize, usize)>);

/// The records that fit best, ordered by their rank in their workspace and then by score.
async fn find(
    cx: &mut Cx<'_>,
    question: &Question,
    workspaces: &[Workspace],
    limit: usize,
) -> Result<(Vec<WholeRecord>, Vec<Place>), AppError> {
    let hits = search(cx.tx, question, limit).await?;
    let ids: Vec<MemoryId> = hits.iter().map(|hit| hit.memory).collect();
    let chunks: Vec<(MemoryId, i16)> =
        hits.iter().filter_map(|hit| hit.chunk.map(|chunk| (hit.memory, chunk))).collect();
    let around: HashMap<MemoryId, (usize, usize)> = chunks::places(cx.tx, &chunks)
        .await?
        .into_iter()
        .map(|(memory, start, chars)| (memory, (start, chars)))
        .collect();
    let mut rows = get_many(cx.tx, &ids).await?;
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id()));
    let mut ranks = vec![0_usize; workspaces.len()];
    let mut ordered = Vec::new();
    for row in rows {
        let workspace = workspaces.iter().position(|workspace| workspace.node == ScopeId(row.scope_id));
        let Some(workspace) = workspace else { continue };
        ranks[workspace] += 1;
        ordered.push((row, Place { workspace, rank: ranks[workspace] }));
    }
    // The sort keeps the order by score among equal ranks.
    ordered.sort_by_key(|(_, place)| place.rank);
    let (rows, places): (Vec<_>, Vec<_>) = ordered.into_iter().unzip();
    let chunks: Vec<_> = rows.iter().map(|row| around.get(&row.id()).copied()).collect();
    Ok((records(cx, rows).await?.into_iter().zip(chunks).collect(), places))
}
