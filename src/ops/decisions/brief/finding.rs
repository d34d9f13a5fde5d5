//! What a briefing finds, before it is cut to its budget.

use std::collections::{BTreeSet, HashSet};

use crate::clock::rfc3339;
use crate::error::AppError;
use crate::frame::one_line;
use crate::ids::{DocumentId, MemoryId, RuleId, ScopeId};
use crate::op::Cx;
use crate::ops::decisions::brief::lines::{LONGEST_LINE, LONGEST_RULE};
use crate::ops::decisions::brief::{About, Briefing, CorrectionRule, DocumentLine, Gap, LinkLine, MemoryLine};
use crate::ops::decisions::memory_search_records::rarest_first;
use crate::ops::decisions::record_view::rows_in_order;
use crate::recall::analysis::query_terms;
use crate::recall::search::{MOST_TERMS, Question, search};
use crate::store::documents::{self, DocumentFilter, DocumentRow};
use crate::store::memories::{At, MemoryRow, Selection, holding, most_similar, page};
use crate::store::rules::{self, RuleFilter};

/// The most lines of a part that are looked at.
const MOST_LINES: usize = 40;

/// The most ids that are named of what is left out.
const MOST_NAMED: usize = 5;

/// Cosine from which a memory that shares no word counts as about the same (built-in model: what is unrelated stays under
/// 0.3, paraphrases begin about here).
const RELATED: f32 = 0.45;

/// Trust under which a memory is never at the head of a part.
const TRUSTED: i16 = 50;

/// A briefing that is asked for.
#[derive(Debug)]
pub struct Asking {
    /// What it is about.
    pub about: About,
    /// The text of that, for the search by meaning.
    pub words: String,
    /// Its vector and the number of the model that made it.
    pub vector: Option<(i16, Vec<f32>)>,
    /// The agent that asks, where it names itself.
    pub agent: Option<String>,
    /// The nodes that are covered; all that the caller reads where absent.
    pub nodes: Option<Vec<ScopeId>>,
    /// The node whose rules bind; all that reach the caller where absent.
    pub rule_nodes: Option<Vec<ScopeId>>,
    /// The moments that are asked about.
    pub at: At,
}

/// Finds all that a briefing may hold, each part most relevant first.
///
/// # Errors
/// Unavailable without a database.
pub async fn find(cx: &mut Cx<'_>, asking: &Asking) -> Result<Briefing, AppError> {
    let mut briefing = Briefing { correction_rules: correction_rules(cx, asking).await?, ..Briefing::default() };
    let documents = documents_about(cx, asking).await?;
    briefing.documents = documents.iter().take(MOST_LINES).map(document_line).collect();
    documents.iter().take(MOST_LINES).for_each(|row| cx.acts.shown(ScopeId(row.scope_id)));
    if documents.len() > MOST_LINES {
        briefing.not_covered.push(more("documents", "list them with the documents' own list"));
    }
    if asking.at.as_of.is_some_and(|as_of| documents.iter().any(|row| row.updated_at > as_of)) {
        briefing.not_covered.push(Gap {
            what: "earlier texts of documents".to_owned(),
            why: "documents are shown as they are now; their earlier texts are not kept".to_owned(),
        });
    }
    let questions = memories_about(cx, asking, true).await?;
    let others = memories_about(cx, asking, false).await?;
    for (rows, what, tool) in [
        (&questions, "open questions", "memory_list_records with kind question lists them"),
        (&others, "memories", "memory_search_records finds them"),
    ] {
        if rows.len() > MOST_LINES {
            briefing.not_covered.push(more(what, tool));
        }
    }
    let mut carrying = Vec::new();
    for (rows, is_question) in [(questions, true), (others, false)] {
        let (rows, left_out) = trusted_first(rows.into_iter().take(MOST_LINES).collect());
        if !left_out.is_empty() {
            briefing.not_covered.push(Gap {
                what: format!("{} memories that read like instructions", left_out.len()),
                why: format!("they never head a briefing; read them by id: {}", some_of(&left_out)),
            });
        }
        for row in &rows {
            cx.acts.shown(ScopeId(row.scope_id));
        }
        let lines = rows.iter().map(memory_line).collect();
        if is_question {
            briefing.open_questions = lines;
        } else {
            briefing.memories = lines;
        }
        carrying.extend(rows);
    }
    let mut seen = HashSet::new();
    for row in &carrying {
        for url in row.links.iter().filter(|url| seen.insert((*url).clone())) {
            briefing.links.push(LinkLine { url: url.clone(), id: row.id().to_string() });
        }
    }
    Ok(briefing)
}

/// The first of these ids: a briefing is no list, and what it leaves out must not fill it.
fn some_of(ids: &[String]) -> String {
    let named = ids.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match ids.len().saturating_sub(MOST_NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

fn more(what: &str, how: &str) -> Gap {
    Gap { what: format!("more {what}"), why: format!("only the {MOST_LINES} most relevant were looked at; {how}") }
}

/// Corrections that are in force and aimed at the asking agent, by the name of its token or the one that it claims: a claim
/// does not evade what is aimed at the token.
async fn correction_rules(cx: &mut Cx<'_>, asking: &Asking) -> Result<Vec<CorrectionRule>, AppError> {
    let mut agents = BTreeSet::from([cx.access.agent.clone()]);
    agents.extend(asking.agent.clone());
    let mut found = Vec::new();
    for agent in &agents {
        let filter = RuleFilter {
            nodes: asking.rule_nodes.clone(),
            kind: Some("correction"),
            state: asking.at.as_of.is_none().then_some("in_force"),
            agent: Some(agent),
            before: None,
        };
        found.extend(rules::list(cx.tx, &filter, MOST_LINES).await?);
    }
    if let Some(as_of) = asking.at.as_of {
        found.retain(|rule| {
            rule.in_force_at.is_some_and(|from| from <= as_of) && rule.ended_at.is_none_or(|until| until > as_of)
        });
    }
    // What binds closest to the place comes first, then the newest.
    found.sort_by(|one, other| {
        let depth = |path: &str| path.matches('/').count() + usize::from(!path.is_empty());
        (depth(&other.scope_path), other.created_at, other.id).cmp(&(depth(&one.scope_path), one.created_at, one.id))
    });
    Ok(found
        .into_iter()
        .map(|rule| CorrectionRule {
            id: RuleId::from(rule.id).to_string(),
            text: one_line(&rule.text, LONGEST_RULE),
            agent: rule.agent.unwrap_or_default(),
            scope: rule.scope_path,
        })
        .collect())
}

/// The document that it is, then those that mention it.
async fn documents_about(cx: &mut Cx<'_>, asking: &Asking) -> Result<Vec<DocumentRow>, AppError> {
    let mut found = Vec::new();
    if let Some((kind, number)) = &asking.about.document {
        let filter = DocumentFilter {
            nodes: asking.nodes.clone(),
            kind: Some(kind.clone()),
            number: Some(*number),
            status: None,
        };
        found = documents::page(cx.tx, &filter, None, MOST_LINES + 1).await?;
        found.retain(|row| asking.at.as_of.is_none_or(|as_of| row.created_at <= as_of));
    }
    let About { terms, naming, .. } = &asking.about;
    let nodes = asking.nodes.as_deref();
    for row in documents::mentioning(cx.tx, terms, naming.as_deref(), nodes, asking.at.as_of, MOST_LINES + 1).await? {
        if found.iter().all(|held| held.id != row.id) {
            found.push(row);
        }
    }
    found.truncate(MOST_LINES + 1);
    Ok(found)
}

/// The memories about it, or the open questions about it: what carries the topic exactly, newest first, then what mentions it,
/// most relevant first.
async fn memories_about(cx: &mut Cx<'_>, asking: &Asking, questions: bool) -> Result<Vec<MemoryRow>, AppError> {
    let kinds = if questions { QUESTIONS } else { ALL_BUT_QUESTIONS };
    let selection = Selection {
        nodes: asking.nodes.clone(),
        kinds: Some(kinds.iter().map(|kind| (*kind).to_owned()).collect()),
        status: (asking.at.valid_at.is_none() || questions).then_some("active"),
        at: asking.at,
        ..Selection::default()
    };
    let carrying = Selection { topic: Some(asking.about.topic.clone()), ..selection.clone() };
    let carrying = page(cx.tx, &carrying, None, MOST_LINES + 1).await?;
    let mut ids: Vec<MemoryId> = carrying.into_iter().map(|(id, _)| id).collect();
    for id in mentioning(cx, asking, &selection).await? {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids.truncate(MOST_LINES + 1);
    rows_in_order(cx, &ids, asking.at).await
}

const QUESTIONS: &[&str] = &["question"];

const ALL_BUT_QUESTIONS: &[&str] =
    &["decision", "preference", "fact", "handoff", "done", "solution", "lesson", "convention", "note"];

async fn mentioning(cx: &mut Cx<'_>, asking: &Asking, selection: &Selection) -> Result<Vec<MemoryId>, AppError> {
    if !asking.about.is_exact && asking.at.is_now() {
        let mut question = Question {
            terms: query_terms(&asking.words, MOST_TERMS),
            vector: asking.vector.clone(),
            ..Question::default()
        };
        question.filter.nodes.clone_from(&selection.nodes);
        question.filter.kinds.clone_from(&selection.kinds);
        let hits = search(cx.tx, &question, MOST_LINES + 1).await?;
        let is_related = |bm25: Option<f32>, cosine: Option<f32>| {
            bm25.is_some_and(|bm25| bm25 > 0.0) || cosine.is_some_and(|cosine| cosine >= RELATED)
        };
        return Ok(hits
            .into_iter()
            .filter(|hit| is_related(hit.own.bm25, hit.own.cosine))
            .map(|hit| hit.memory)
            .collect());
    }
    let terms = rarest_first(cx.tx, asking.about.terms.clone()).await?;
    let naming = Selection { naming: asking.about.naming.clone(), ..selection.clone() };
    let mut ids = holding(cx.tx, &terms, None, &naming, false, MOST_LINES + 1).await?;
    if let Some((model, vector)) = asking.vector.as_ref().filter(|_| !asking.about.is_exact) {
        let similar = most_similar(cx.tx, *model, vector, selection, false, MOST_LINES + 1).await?;
        ids.extend(similar.into_iter().filter(|(_, cosine)| *cosine >= RELATED).map(|(id, _)| id));
    }
    Ok(ids)
}

/// What reads like instructions, or is trusted little, comes after all that is trusted; where nothing is, it is left out and
/// named by its id.
fn trusted_first(rows: Vec<MemoryRow>) -> (Vec<MemoryRow>, Vec<String>) {
    let (mut trusted, doubtful): (Vec<MemoryRow>, Vec<MemoryRow>) =
        rows.into_iter().partition(|row| row.label.is_none() && row.trust >= TRUSTED);
    if trusted.is_empty() {
        return (trusted, doubtful.iter().map(|row| row.id().to_string()).collect());
    }
    trusted.extend(doubtful);
    (trusted, Vec::new())
}

fn document_line(row: &DocumentRow) -> DocumentLine {
    DocumentLine {
        id: DocumentId::from(row.id).to_string(),
        name: format!("doc:{} {}", row.kind, row.number),
        title: one_line(&row.title, LONGEST_LINE),
        status: row.status.clone(),
    }
}

fn memory_line(row: &MemoryRow) -> MemoryLine {
    MemoryLine {
        id: row.id().to_string(),
        kind: row.kind.clone(),
        text: one_line(&row.content, LONGEST_LINE),
        status: row.status.clone(),
        author: row.writer(),
        created_at: rfc3339(row.recorded_at),
        label: row.label.clone(),
    }
}
