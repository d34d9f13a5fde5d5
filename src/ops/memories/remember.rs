//! `remember`: stores one durable memory (contract, remember family).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Profile, Role};
use crate::clock::rfc3339;
use crate::error::{AppError, ErrorCode};
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Hidden, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::indexing::{self, Index};
use crate::ops::placing::{Missing, place_to_write};
use crate::ops::safety::{SafeText, Safety, refuse_secret};
use crate::ops::storing::{Conflict, Draft, Outcome, Similar, Stored, store_one};
use crate::ops::topics::{checked_links, checked_topics};
use crate::scope_path::{ScopePath, join};
use crate::store::{accounts, memories};
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
    claimed_agent: Option<String>,
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
    /// Active memories of the same scope that may say the same; the caller may replace one of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    similar: Vec<Similar>,
    /// Active memories of the same scope that say something else: a number, a name or a negation differs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conflicts: Vec<Conflict>,
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
        refuse_secret("path", path.as_str())?;
        let safety = Safety::of(env, caller).await?;
        let claimed_agent = safety.optional("agent_id", input.agent_id.as_deref())?;
        let content = safety.content("content", &input.content)?;
        let plain = |texts: &[BoundedText<1, 200>]| texts.iter().map(|text| text.to_string()).collect::<Vec<_>>();
        let topics = checked_topics(safety, &plain(&input.topics))?;
        let links = checked_links(safety, &input.links.iter().map(|link| link.to_string()).collect::<Vec<_>>())?;
        let (mut indexes, notice) = indexing::index(env, &[(content.text.as_str(), topics.as_slice())]).await;
        let index = indexes.pop().unwrap_or_default();
        let number = env.numbers.take(&env.store, caller.account(), 1).await?.first().copied().unwrap_or_default();
        Ok(Prepared { input, path, content, topics, links, claimed_agent, number, index, notice })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<RememberOutput, AppError> {
        let missing = if prepared.input.create_project {
            Missing::MakesProjects
        } else {
            Missing::IsAnError { can_create: !cx.view.hides(&Self::SPEC, "create_project") }
        };
        let place = place_to_write(cx, &prepared.path, missing).await?;
        let draft = draft(&prepared);
        let stored = store_one(cx, place.node.id, &place.rest, &draft, &prepared.index, &[]).await?;
        let account = accounts::name(cx.tx).await?;
        let row =
            memories::get(cx.tx, stored.id).await?.ok_or_else(|| AppError::internal("what was stored is not there"))?;
        Ok(RememberOutput {
            id: stored.id.to_string(),
            reference: stored.id.to_string(),
            path: row.full_path(),
            scope_path: place.node.path.clone(),
            kind: row.kind.clone(),
            outcome: if stored.outcome == Outcome::Stored { "stored" } else { "seen_again" }.to_owned(),
            seen_count: stored.seen_count,
            writer: Writer { agent: cx.access.agent.clone(), user: cx.access.display_name.clone() },
            account: Account { id: cx.caller.account().to_string(), name: account },
            device_label: cx.access.device.clone(),
            recorded_at: rfc3339(row.recorded_at),
            similar: stored.similar.clone(),
            conflicts: stored.conflicts.clone(),
            redactions: prepared.content.redactions,
            characters_cleaned: prepared.content.cleaned,
            partly_indexed: stored.outcome == Outcome::Stored && prepared.index.is_partial,
            notes: notes(&prepared, &stored, &row.full_path(), &join(&place.node.path, &place.rest)),
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

fn draft(prepared: &Prepared) -> Draft {
    let input = &prepared.input;
    Draft {
        kind: input.kind.name().to_owned(),
        content: Some(prepared.content.clone()),
        number: prepared.number,
        memory_type: input.memory_type.and_then(MemoryType::name).map(str::to_owned),
        importance: input.importance.map(|fraction| fraction.0),
        confidence: input.confidence.map(|fraction| fraction.0),
        claimed_agent: prepared.claimed_agent.clone(),
        occurred_at: input.occurred_at.map(|moment| moment.0),
        expires_at: input.expires_at.map(|moment| moment.0),
        topics: prepared.topics.clone(),
        links: prepared.links.clone(),
        folds: true,
        ..Draft::default()
    }
}

fn notes(prepared: &Prepared, stored: &Stored, path: &str, asked_path: &str) -> Vec<String> {
    let mut notes = Vec::new();
    if stored.outcome != Outcome::Stored {
        notes.push(format!("It has been said {} times.", stored.seen_count));
        if path != asked_path {
            notes.push("The memory that says it stands under another path of the same scope.".to_owned());
        }
    }
    if matches!(path.split('/').next(), Some("personal" | "private")) {
        notes.push(
            "This path is shared with the account; a path that begins with people/<you> is for you alone.".to_owned(),
        );
    }
    if stored.echo_of.len() > 1 {
        notes.push(format!("It repeats {} memories that were served; nothing new was stored.", stored.echo_of.len()));
    }
    for conflict in &stored.conflicts {
        notes.push(format!("It may contradict {}: {}.", conflict.id, conflict.why));
    }
    if prepared.content.redactions > 0 {
        notes.push(format!("Secrets cut before storing: {}.", prepared.content.redactions));
    }
    if prepared.content.cleaned > 0 {
        notes.push(format!("Hidden characters removed: {}.", prepared.content.cleaned));
    }
    if stored.outcome == Outcome::Stored && prepared.index.is_partial {
        notes.push("Partly indexed: words find all of it, meaning finds its beginning.".to_owned());
    }
    if let Some(notice) = &prepared.notice {
        notes.push(notice.clone());
    }
    notes
}
