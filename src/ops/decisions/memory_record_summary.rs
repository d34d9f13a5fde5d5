//! `memory_record_summary`: what a session decided, with its items (contract, decisions family; rulings 18 and 38). All of it
//! is stored, or nothing.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::clock::rfc3339;
use crate::error::{AppError, ErrorCode};
use crate::ids::{MemoryId, ScopeId, SummaryId};
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::decisions::asked_place::{node_to_write, shown_space};
use crate::ops::decisions::filters::word;
use crate::ops::decisions::item::{Item, MOST_ITEMS, SafeItem, at_item};
use crate::ops::decisions::recorded::{RecordedItem, RecordedSummary, recorded};
use crate::ops::decisions::replacing::{at_supersedes, lock_all, refuse_double_replacement};
use crate::ops::indexing::{self, Index};
use crate::ops::safety::{SafeText, Safety};
use crate::ops::storing::{self, Draft};
use crate::store::access::now;
use crate::store::frequencies::{self, FrequencyChange};
use crate::store::summaries::{self, NewSummary};
use crate::text::BoundedText;

/// The longest prose, in characters.
const LONGEST_TEXT: usize = 8_000;

const TRIGGERS: &[&str] = &["compaction", "end", "turns", "manual"];

#[derive(Clone, Copy)]
pub struct MemoryRecordSummary;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryRecordSummaryInput {
    /// The account; empty is the caller's own.
    #[serde(default)]
    account_id: String,
    /// Who is speaking, as the agent names itself. Kept as a claim.
    #[serde(default)]
    agent: Option<BoundedText<0, 128>>,
    /// What was decided, learned, asked, done and left open; 50 at most. All of them are stored, or none.
    #[serde(default, deserialize_with = "crate::op::objects")]
    #[schemars(length(max = 50))]
    items: Vec<Item>,
    /// The session's label.
    #[serde(default)]
    session: Option<BoundedText<0, 200>>,
    /// A space's id, as decisions_list_spaces gives it; empty for the account as a whole, or the token's own scope.
    #[serde(default)]
    space_id: String,
    /// The summary in prose, at most 8,000 characters, never a transcript; empty where there are only items. Secrets are cut
    /// before anything is kept.
    #[serde(default)]
    text: Option<BoundedText<0, LONGEST_TEXT>>,
    /// Why it is recorded now: compaction, end, turns or manual; empty is manual.
    #[serde(default)]
    trigger: String,
}

pub struct Prepared {
    account_id: String,
    space_id: String,
    agent: Option<String>,
    session: Option<String>,
    trigger: &'static str,
    text: Option<SafeText>,
    redactions: u32,
    items: Vec<(SafeItem, Index, i64)>,
    notice: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemoryRecordSummaryOutput {
    /// The summary.
    summary: RecordedSummary,
    /// What became of the items, in their order.
    items: Vec<RecordedItem>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl Operation for MemoryRecordSummary {
    type Input = MemoryRecordSummaryInput;
    type Prepared = Prepared;
    type Output = MemoryRecordSummaryOutput;

    const SPEC: Spec = Spec {
        name: "memory_record_summary",
        title: "Record a session summary",
        help: "Records what a session decided, learned, asked, did and left open, so that the next session starts from it: a summary \
               in prose, and items that are found on their own. An item that an active memory already says counts as seen again; \
               an item can replace a memory, and an answer replaces its question. Summaries only, never a transcript; secrets \
               are cut.",
        family: Family::Decisions,
        permissions: &[Permission::DecisionsWrite],
        mcp_permissions: &[Permission::McpWrite],
        role: Role::Member,
        effect: Effect::Add,
        route: Route::new(Method::Post, "/v1/summaries"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Text,
        curated: &[],
        hidden: &[],
        retry: Retry::ByHeader,
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden, ErrorCode::Conflict],
        example: |_| {
            json!({
                "agent": "claude-code",
                "session": "webhooks",
                "trigger": "end",
                "text": "Decided how failed webhook deliveries are sent again.",
                "items": [{
                    "kind": "decision",
                    "text": "Failed webhook deliveries are sent again five times, with a pause that doubles.",
                    "topics": ["webhooks", "service:billing"],
                    "links": ["https://example.com/pull/7"],
                }],
            })
        },
    };

    async fn prepare(
        env: &Environment,
        caller: &Caller,
        input: MemoryRecordSummaryInput,
    ) -> Result<Prepared, AppError> {
        if input.items.len() > MOST_ITEMS {
            return Err(AppError::invalid("items", format!("must be at most {MOST_ITEMS}, not {}", input.items.len())));
        }
        let safety = Safety::of(env, caller).await?;
        let safe = |field: &str, text: Option<&str>| match text.filter(|text| !text.trim().is_empty()) {
            Some(text) => safety.text(field, text).map(Some),
            None => Ok(None),
        };
        let text = safe("text", input.text.as_deref())?.map(|text| text.at_most("text", LONGEST_TEXT)).transpose()?;
        let agent = safe("agent", input.agent.as_deref())?;
        let session = safe("session", input.session.as_deref())?;
        if text.is_none() && input.items.is_empty() {
            return Err(AppError::invalid(
                "text",
                "must not be empty where there are no items: nothing would be recorded",
            ));
        }
        let trigger = word("trigger", &input.trigger, TRIGGERS)?.unwrap_or("manual");
        let items: Vec<SafeItem> = input
            .items
            .into_iter()
            .enumerate()
            .map(|(place, item)| item.made_safe(safety).map_err(|refusal| at_item(place, refusal)))
            .collect::<Result<_, _>>()?;
        refuse_double_replacement(&items)?;
        let texts: Vec<(&str, &[String])> =
            items.iter().map(|item| (item.text.text.as_str(), item.topics.as_slice())).collect();
        let (indexes, notice) = if texts.is_empty() { (Vec::new(), None) } else { indexing::index(env, &texts).await };
        let numbers = env.numbers.take(&env.store, caller.account(), items.len()).await?;
        let redactions = [&text, &agent, &session].into_iter().flatten().map(|safe| safe.redactions).sum();
        Ok(Prepared {
            account_id: input.account_id,
            space_id: input.space_id,
            agent: agent.map(|agent| agent.text),
            session: session.map(|session| session.text),
            trigger,
            text,
            redactions,
            items: items
                .into_iter()
                .zip(indexes)
                .zip(numbers)
                .map(|((item, index), number)| (item, index, number))
                .collect(),
            notice,
        })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<MemoryRecordSummaryOutput, AppError> {
        let node = node_to_write(cx, &prepared.account_id, &prepared.space_id).await?;
        lock_all(cx, node.id, &prepared.items).await?;
        let moment = now(cx.tx).await?;
        let id = SummaryId::generate();
        let new = NewSummary {
            id,
            scope: node.id,
            claimed_agent: prepared.agent.as_deref(),
            session: prepared.session.as_deref(),
            trigger: prepared.trigger,
            text: prepared.text.as_ref().map_or("", |text| text.text.as_str()),
            items: prepared.items.len(),
            redactions: prepared.redactions,
            author: cx.caller.user(),
            author_agent: &cx.access.agent,
        };
        let created_at = summaries::insert(cx.tx, &new).await?;
        cx.acts.record("created", "summary", id.to_string(), id.uuid(), node.id);
        let mut items = Vec::new();
        let mut said = Vec::new();
        let mut changes: BTreeMap<ScopeId, FrequencyChange> = BTreeMap::new();
        for (place, (item, index, number)) in prepared.items.iter().enumerate() {
            let draft = Draft {
                kind: item.kind.name().to_owned(),
                content: Some(item.text.clone()),
                number: *number,
                session: prepared.session.clone(),
                decided_by: item.decided_by.clone(),
                claimed_agent: prepared.agent.clone(),
                topics: item.topics.clone(),
                links: item.links.clone(),
                summary: Some((id.uuid(), i16::try_from(place).unwrap_or(i16::MAX))),
                folds: item.kind.folds(),
                moment: Some(moment),
                ..Draft::default()
            };
            let supersedes: Vec<MemoryId> = item.supersedes.into_iter().collect();
            let stored = storing::store(cx, node.id, "", &draft, index, &supersedes, &mut changes)
                .await
                .map_err(|refusal| at_supersedes(place, refusal, !supersedes.is_empty()))?;
            said.push(stored.id);
            items.push(recorded(place, item, &stored));
        }
        summaries::insert_items(cx.tx, id, node.id, &said).await?;
        frequencies::apply(cx.tx, &changes).await?;
        let partial = prepared.items.iter().filter(|(_, index, _)| index.is_partial).count();
        let mut notes: Vec<String> = prepared.notice.into_iter().collect();
        if partial > 0 {
            notes.push(format!(
                "{partial} long items are partly indexed: words find all of them, meaning finds their beginnings."
            ));
        }
        Ok(MemoryRecordSummaryOutput {
            summary: RecordedSummary {
                id: id.to_string(),
                space_id: shown_space(&node),
                trigger: prepared.trigger.to_owned(),
                agent: prepared.agent,
                session: prepared.session,
                created_at: rfc3339(created_at),
                redactions: prepared.redactions,
            },
            items,
            notes,
        })
    }

    fn text(output: &MemoryRecordSummaryOutput) -> String {
        let mut text = format!("Recorded summary {} with {} items.", output.summary.id, output.items.len());
        let cut = output.summary.redactions + output.items.iter().map(|item| item.redactions).sum::<u32>();
        if cut > 0 {
            text.push_str(&format!(" Secrets cut before storing: {cut}."));
        }
        for item in &output.items {
            text.push_str(&format!("\n- items[{}] {} · {}", item.index, item.outcome, item.id));
            if item.outcome == "seen_again" {
                text.push_str(&format!(" · seen {} times", item.seen_count));
            }
            if !item.supersedes.is_empty() {
                text.push_str(&format!(" · replaced {}", item.supersedes.join(", ")));
            }
            for conflict in &item.conflicts {
                text.push_str(&format!(" · may contradict {}: {}", conflict.id, conflict.why));
            }
            if !item.similar.is_empty() {
                let ids: Vec<&str> = item.similar.iter().map(|similar| similar.id.as_str()).collect();
                text.push_str(&format!(" · similar to {}", ids.join(", ")));
            }
        }
        for note in &output.notes {
            text.push_str(&format!("\n{note}"));
        }
        text
    }
}
