//! Asking the store: from a query to memories that are shown. One code for every operation that finds.

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId};
use crate::op::{Cx, Environment};
use crate::ops::placing::narrow;
use crate::ops::views::{Findings, MemoryView, found};
use crate::recall::analysis::query_terms;
use crate::recall::search::{Hit, MOST_TERMS, Question, search};
use crate::store::chunks;
use crate::store::memories::{MemoryRow, get_many};

/// A query with what needs no connection done.
#[derive(Debug)]
pub struct Asked {
    question: Question,
    path_filter: String,
    notice: Option<String>,
}

/// What was found.
#[derive(Debug)]
pub struct Answer {
    /// The memories, best first.
    pub items: Vec<MemoryView>,
    /// What the reply has to say besides, such as that only words were searched.
    pub notes: Vec<String>,
}

/// Filters that the finding operations share.
#[derive(Debug, Default)]
pub struct Filters {
    /// A path pattern; `%` for everything.
    pub path: Option<String>,
    /// A memory type; `%` for every one.
    pub memory_type: Option<String>,
    /// What this agent wrote.
    pub agent: Option<String>,
    /// What was written on the device of this label.
    pub device: Option<String>,
}

/// Prepares a query: its terms and, where there is a model, its vector.
pub async fn ask(env: &Environment, query: &str, filters: Filters) -> Asked {
    let (vector, notice) = env.meaning.of_query(query).await;
    let mut question = Question { terms: query_terms(query, MOST_TERMS), vector, ..Question::default() };
    question.filter.memory_type = filters.memory_type.filter(|memory_type| memory_type != "%");
    question.filter.agent = filters.agent;
    question.filter.device = filters.device;
    Asked { question, path_filter: filters.path.unwrap_or_else(|| "%".to_owned()), notice }
}

/// Carries the query out and shows what it found.
///
/// # Errors
/// Invalid input where the path pattern is none; unavailable without a database.
pub async fn answer(cx: &mut Cx<'_>, asked: Asked, count: usize, explain: bool) -> Result<Answer, AppError> {
    let (question, notice, hits) = carry_out(cx, asked, count).await?;
    let ids: Vec<MemoryId> = hits.iter().map(|hit| hit.memory).collect();
    let rows = get_many(cx.tx, &ids).await?;
    for row in &rows {
        cx.acts.shown(ScopeId(row.scope_id));
    }
    let wanted: Vec<(MemoryId, i16)> =
        hits.iter().filter_map(|hit| hit.chunk.map(|chunk| (hit.memory, chunk))).collect();
    let places = chunks::places(cx.tx, &wanted).await?;
    let (items, left_out) = found(&Findings {
        hits: &hits,
        rows: &rows,
        places: &places,
        terms: &question.terms,
        explain,
        now: cx.env.clock.now(),
    });
    let mut notes: Vec<String> = notice.into_iter().collect();
    if left_out > 0 {
        notes.push(format!("{left_out} more fit and are left out, since the answer would be too long."));
    }
    Ok(Answer { items, notes })
}

/// Carries the query out and gives the memories as they are stored, best first.
///
/// # Errors
/// As [`answer`].
pub async fn find(cx: &mut Cx<'_>, asked: Asked, count: usize) -> Result<Vec<MemoryRow>, AppError> {
    let (_, _, hits) = carry_out(cx, asked, count).await?;
    let ids: Vec<MemoryId> = hits.iter().map(|hit| hit.memory).collect();
    let mut rows = get_many(cx.tx, &ids).await?;
    for row in &rows {
        cx.acts.shown(ScopeId(row.scope_id));
    }
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id()));
    Ok(rows)
}

async fn carry_out(
    cx: &mut Cx<'_>,
    asked: Asked,
    count: usize,
) -> Result<(Question, Option<String>, Vec<Hit>), AppError> {
    let Asked { mut question, path_filter, notice } = asked;
    narrow(cx, &mut question.filter, "path_filter", &path_filter).await?;
    let hits = search(cx.tx, &question, count).await?;
    Ok((question, notice, hits))
}
