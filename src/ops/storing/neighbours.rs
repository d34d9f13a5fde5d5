//! What a new memory is like: neighbours that may say the same, and neighbours that say something else.

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::AppError;
use crate::ids::{MemoryId, ScopeId};
use crate::op::Cx;
use crate::ops::indexing::Index;
use crate::ops::storing::Stored;
use crate::recall::likeness::{Likeness, compare};
use crate::store::chunks::Filter;
use crate::store::embeddings::nearest;
use crate::store::memories;

/// Cosine from which two texts may say the same, measured with the built-in model.
const LIKE: f32 = 0.85;

/// A neighbour by meaning.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Similar {
    /// The memory.
    pub id: String,
    /// Cosine similarity, to four digits: a reply that is kept reads back as it was written.
    pub score: f64,
}

/// A neighbour that says something else: a number, a name or a negation differs.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Conflict {
    /// The memory.
    pub id: String,
    /// What differs.
    pub why: String,
}

/// Neighbours by meaning in the same scope. None is ever merged: flipped facts are as near as paraphrases.
pub async fn find_likenesses(
    cx: &mut Cx<'_>,
    scope: ScopeId,
    text: &str,
    index: &Index,
    stored: &mut Stored,
) -> Result<(), AppError> {
    let Some((model, vector)) = index.first_vector() else { return Ok(()) };
    let filter = Filter { nodes: Some(vec![scope]), ..Filter::default() };
    let near = nearest(cx.tx, model, vector, &filter, 6).await?;
    let near: Vec<_> = near.into_iter().filter(|found| found.cosine >= LIKE && found.memory != stored.id).collect();
    let ids: Vec<MemoryId> = near.iter().map(|found| found.memory).collect();
    if ids.is_empty() {
        return Ok(());
    }
    for row in memories::get_many(cx.tx, &ids).await? {
        let Some(found) = near.iter().find(|found| found.memory == row.id()) else { continue };
        match compare(text, &row.content) {
            Likeness::Conflict { why } => {
                stored.conflicts.push(Conflict { id: row.id().to_string(), why: why.to_owned() });
            }
            Likeness::Same | Likeness::Similar => {
                stored.similar.push(Similar { id: row.id().to_string(), score: rounded(found.cosine) });
            }
        }
    }
    stored.similar.sort_by(|one, other| other.score.total_cmp(&one.score).then_with(|| one.id.cmp(&other.id)));
    stored.conflicts.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(())
}

fn rounded(cosine: f32) -> f64 {
    (f64::from(cosine) * 10_000.0).round() / 10_000.0
}
