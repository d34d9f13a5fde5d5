//! `remember`: stores one durable memory (contract, remember family).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::auth::{Caller, Permission, Profile, Role};
use crate::clock::rfc3339;
use crate::error::{AppError, ErrorCode};
use crate::ids::MemoryId;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Hidden, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::indexing::{self, Index};
use crate::ops::placing::{Missing, Place, place_to_write};
use crate::ops::safety::{SafeText, fold_hash, safe_content, safe_list};
use crate::scope_path::{ScopePath, join};
use crate::store::memories::{Insertion, NewMemory};
use crate::store::{accounts, frequencies, memories};
use crate::text::{BoundedText, Fraction, Moment};

#[derive(Clone, Copy)]
pub struct Remember;

/// What a memory may be.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Decision,
    Preference,
    Fact,
    Question,
    Handoff,
    Done,
    Solution,
    Lesson,
    Convention,
    #[default]
    Note,
}

impl Kind {
    /// The kind as the store spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Preference => "preference",
            Self::Fact => "fact",
            Self::Question => "question",
            Self::Handoff => "handoff",
            Self::Done => "done",
            Self::Solution => "solution",
            Self::Lesson => "lesson",
            Self::Convention => "convention",
            Self::Note => "note",
        }
    }
}

/// What sort of memory it is to the one who remembers.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MemoryType {
    Auto,
    Episodic,
    Identity,
    Procedural,
    Semantic,
    Working,
}

impl MemoryType {
    /// The type as the store spells it; none where the caller leaves it to the service.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Auto => None,
            Self::Episodic => Some("episodic"),
            Self::Identity => Some("identity"),
            Self::Procedural => Some("procedural"),
            Self::Semantic => Some("semantic"),
            Self::Working => Some("working"),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RememberInput {
    /// The text to keep: factual, self-contained, without secrets. Secrets in it are cut before it is stored.
    content: BoundedText<1, 524_288>,
    /// Where it belongs: a scope such as projects/billing or teams/engineering, and below it any path of your own, for
    /// example projects/billing/decisions. A path that names no scope is a namespace of the account.
    path: BoundedText<1, 512>,
    /// Creates the project that the path names, where it does not exist yet.
    #[serde(default)]
    create_project: bool,
    /// What it is; a note where nothing is said.
    #[serde(default)]
    kind: Kind,
    /// What sort of memory it is.
    #[serde(default)]
    memory_type: Option<MemoryType>,
    /// Free words, file:<path>, service:<name>, doc:<kind> <number>; 20 at most.
    #[serde(default)]
    topics: Vec<BoundedText<1, 200>>,
    /// Links to pull requests, documents, incidents; http or https, 20 at most.
    #[serde(default)]
    links: Vec<BoundedText<1, 2000>>,
    /// When it happened, if not now: a date, or a date-time with an offset.
    #[serde(default)]
    occurred_at: Option<Moment>,
    /// When it may be dropped: a date, or a date-time with an offset.
    #[serde(default)]
    expires_at: Option<Moment>,
    /// How sure it is, 0 to 1.
    #[serde(default)]
    confidence: Option<Fraction>,
    /// How much it matters, 0 to 1.
    #[serde(default)]
    importance: Option<Fraction>,
    /// The agent that speaks, as it names itself: kept as a claim beside the token's own agent.
    #[serde(default)]
    agent_id: Option<BoundedText<1, 128>>,
}

/// Input that was cleaned, redacted and indexed.
pub struct Prepared {
    input: RememberInput,
    path: ScopePath,
    content: SafeText,
    topics: Vec<String>,
    links: Vec<String>,
    number: i64,
    index: Index,
    notice: Option<String>,
}

/// Who wrote.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Writer {
    /// The agent's name, of the token.
    agent: String,
    /// The member for whom it acted.
    user: String,
}

/// The account that it was written in.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Account {
    /// Its id.
    id: String,
    /// Its name.
    name: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct RememberOutput {
    /// The memory's id; treat it as opaque.
    id: String,
    /// The same id, as a reference.
    reference: String,
    /// Where it is: the scope and the record's own path.
    path: String,
    /// The scope's path; empty for the account's root.
    scope_path: String,
    /// What it is.
    kind: String,
    /// stored, or seen_again where an active memory says the same already.
    outcome: String,
    /// How often it has been said.
    seen_count: i32,
    /// Who wrote.
    writer: Writer,
    /// The account.
    account: Account,
    /// The device label of the token, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    device_label: Option<String>,
    /// When it was recorded, in UTC.
    recorded_at: String,
    /// Secrets that were cut from the text.
    redactions: u32,
    /// Hidden characters that were removed from the text.
    characters_cleaned: u32,
    /// Whether only the beginning of a long text is found by meaning so far; words find all of it.
    partly_indexed: bool,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

const EVERY_PROFILE: &[Profile] = &Profile::ALL;

impl Operation for Remember {
    type Input = RememberInput;
    type Prepared = Prepared;
    type Output = RememberOutput;

    const SPEC: Spec = Spec {
        name: "remember",
        title: "Remember",
        help: "Stores one durable memory that later sessions and colleagues can find: a fact, preference, decision or \
               hand-over note. Not for passing chat instructions, raw tool output, secrets, or money (use the ledger). \
               Answers with the memory's reference, path, writer, account and device label.",
        family: Family::Remember,
        permissions: &[Permission::MemoryWrite],
        mcp_permissions: &[],
        role: Role::Member,
        effect: Effect::Put,
        route: Route::new(Method::Post, "/v1/memories"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Text,
        curated: &[Profile::ChatGpt, Profile::Claude],
        hidden: &[
            Hidden { field: "create_project", profiles: &[Profile::ChatGpt, Profile::Claude] },
            Hidden { field: "kind", profiles: EVERY_PROFILE },
            Hidden { field: "memory_type", profiles: EVERY_PROFILE },
            Hidden { field: "topics", profiles: EVERY_PROFILE },
            Hidden { field: "links", profiles: EVERY_PROFILE },
            Hidden { field: "occurred_at", profiles: EVERY_PROFILE },
            Hidden { field: "expires_at", profiles: EVERY_PROFILE },
            Hidden { field: "confidence", profiles: EVERY_PROFILE },
            Hidden { field: "importance", profiles: EVERY_PROFILE },
            Hidden { field: "agent_id", profiles: EVERY_PROFILE },
        ],
        retry: Retry::ByHeader,
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden, ErrorCode::SecretRefused],
        example: |_| json!({"content": "Use OAuth for hosted connections.", "path": "projects/general/decisions"}),
    };

    async fn prepare(env: &Environment, caller: &Caller, input: RememberInput) -> Result<Prepared, AppError> {
        let path = ScopePath::parse(&input.path).map_err(|problem| AppError::invalid("path", problem))?;
        if path.as_str().is_empty() {
            return Err(AppError::invalid("path", "must not be empty or blank"));
        }
        let content = safe_content("content", &input.content)?;
        let plain = |texts: &[BoundedText<1, 200>]| texts.iter().map(|text| text.to_string()).collect::<Vec<_>>();
        let topics = checked_topics(&plain(&input.topics))?;
        let links = checked_links(&input.links.iter().map(|link| link.to_string()).collect::<Vec<_>>())?;
        let (mut indexes, notice) = indexing::index(env, &[&content.text]).await;
        let index = indexes.pop().unwrap_or_default();
        let number = env.numbers.take(&env.store, caller.account(), 1).await?.first().copied().unwrap_or_default();
        Ok(Prepared { input, path, content, topics, links, number, index, notice })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<RememberOutput, AppError> {
        let missing = if prepared.input.create_project {
            Missing::MakesProjects
        } else {
            Missing::IsAnError { can_create: !cx.view.hides(&Self::SPEC, "create_project") }
        };
        let place = place_to_write(cx, &prepared.path, missing).await?;
        let new = new_memory(cx, &prepared, &place);
        let insertion = memories::insert(cx.tx, &new).await?;
        cx.acts.memory(if insertion.stored { "created" } else { "seen_again" }, insertion.id, new.scope);
        if insertion.stored {
            let mut changes = BTreeMap::new();
            indexing::store(cx.tx, new.id, new.scope, &new.kind, insertion.occurred_at, &prepared.index, &mut changes)
                .await?;
            frequencies::apply(cx.tx, &changes).await?;
        }
        let account = accounts::name(cx.tx).await?;
        let row = memories::get(cx.tx, insertion.id)
            .await?
            .ok_or_else(|| AppError::internal("what was stored is not there"))?;
        Ok(RememberOutput {
            id: insertion.id.to_string(),
            reference: insertion.id.to_string(),
            path: row.full_path(),
            scope_path: place.node.path.clone(),
            kind: new.kind,
            outcome: if insertion.stored { "stored" } else { "seen_again" }.to_owned(),
            seen_count: insertion.seen_count,
            writer: Writer { agent: cx.access.agent.clone(), user: cx.access.display_name.clone() },
            account: Account { id: cx.caller.account().to_string(), name: account },
            device_label: cx.access.device.clone(),
            recorded_at: rfc3339(row.recorded_at),
            redactions: prepared.content.redactions,
            characters_cleaned: prepared.content.cleaned,
            partly_indexed: insertion.stored && prepared.index.is_partial,
            notes: notes(&prepared, insertion, &row.full_path(), &join(&place.node.path, &place.rest)),
        })
    }

    fn text(output: &RememberOutput) -> String {
        let first = if output.outcome == "stored" { "Saved" } else { "Already known, seen again:" };
        let device = output.device_label.as_deref().unwrap_or("none");
        let mut text = format!(
            "{first} {} at {}. Written by {} for {}, account {}, device {device}.",
            output.id, output.path, output.writer.agent, output.writer.user, output.account.name,
        );
        for note in &output.notes {
            text.push(' ');
            text.push_str(note);
        }
        text
    }
}

fn new_memory(cx: &Cx<'_>, prepared: &Prepared, place: &Place) -> NewMemory {
    let input = &prepared.input;
    let kind = input.kind.name();
    NewMemory {
        id: MemoryId::generate(),
        number: prepared.number,
        scope: place.node.id,
        path: place.rest.clone(),
        kind: kind.to_owned(),
        memory_type: input.memory_type.and_then(MemoryType::name).map(str::to_owned),
        name: None,
        project: None,
        content: prepared.content.text.clone(),
        context: None,
        importance: input.importance.map(|fraction| fraction.0),
        confidence: input.confidence.map(|fraction| fraction.0),
        metadata: Value::Object(serde_json::Map::new()),
        trust: 100,
        fold_hash: fold_hash(kind, None, None, &prepared.content.text),
        redactions: i32::try_from(prepared.content.redactions).unwrap_or(i32::MAX),
        characters_cleaned: i32::try_from(prepared.content.cleaned).unwrap_or(i32::MAX),
        session: None,
        session_position: None,
        external_id: None,
        decided_by: None,
        claimed_agent: input.agent_id.as_ref().map(|agent| agent.to_string()),
        author: cx.caller.user(),
        author_agent: cx.access.agent.clone(),
        author_client: cx.caller.client().map(str::to_owned),
        author_device: cx.access.device.clone(),
        author_grant: cx.caller.token(),
        imported_author: None,
        recorded_at: None,
        occurred_at: input.occurred_at.map(|moment| moment.0),
        valid_from: None,
        valid_to: None,
        expires_at: input.expires_at.map(|moment| moment.0),
        topics: prepared.topics.clone(),
        links: prepared.links.clone(),
    }
}

fn notes(prepared: &Prepared, insertion: Insertion, path: &str, asked_path: &str) -> Vec<String> {
    let mut notes = Vec::new();
    if !insertion.stored {
        notes.push(format!("It has been said {} times.", insertion.seen_count));
        if path != asked_path {
            notes.push("The memory that says it stands under another path of the same scope.".to_owned());
        }
    }
    if prepared.content.redactions > 0 {
        notes.push(format!("Secrets cut before storing: {}.", prepared.content.redactions));
    }
    if prepared.content.cleaned > 0 {
        notes.push(format!("Hidden characters removed: {}.", prepared.content.cleaned));
    }
    if insertion.stored && prepared.index.is_partial {
        notes.push("Partly indexed: words find all of it, meaning finds its beginning.".to_owned());
    }
    if let Some(notice) = &prepared.notice {
        notes.push(notice.clone());
    }
    notes
}

/// Topics: cleaned, redacted, and none that poses as identity.
///
/// # Errors
/// Invalid input, naming the place.
pub fn checked_topics(topics: &[String]) -> Result<Vec<String>, AppError> {
    if topics.len() > 20 {
        return Err(AppError::invalid("topics", format!("must be at most 20, not {}", topics.len())));
    }
    if let Some(place) = topics.iter().position(|topic| crate::frame::is_reserved_tag(topic)) {
        return Err(AppError::invalid(
            format!("topics[{place}]"),
            "begins like identity metadata (scope:, team:, user: and their like), which only the service writes",
        ));
    }
    safe_list("topics", topics)
}

/// Links: http or https, cleaned and redacted.
///
/// # Errors
/// Invalid input, naming the place.
pub fn checked_links(links: &[String]) -> Result<Vec<String>, AppError> {
    if links.len() > 20 {
        return Err(AppError::invalid("links", format!("must be at most 20, not {}", links.len())));
    }
    for (place, link) in links.iter().enumerate() {
        let scheme = link.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        if !matches!(scheme.as_deref(), Some("http" | "https")) || link.contains(char::is_whitespace) {
            return Err(AppError::invalid(format!("links[{place}]"), "must be an http or https URL"));
        }
    }
    safe_list("links", links)
}
