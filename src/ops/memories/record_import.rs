//! `record_import`: takes records in, line by line; what is wrong with one line does not stop the rest.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use crate::auth::{Caller, Permission, Role};
use crate::error::{AppError, ErrorCode};
use crate::ids::ScopeId;
use crate::op::{
    Arguments, Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces, parse,
};
use crate::ops::indexing::{self, Index};
use crate::ops::memories::remember::{Kind, MemoryType};
use crate::ops::metadata::safe_metadata;
use crate::ops::placing::{Missing, place_to_write};
use crate::ops::safety::{SafeText, Safety, refuse_secret};
use crate::ops::storing::{self, Draft, Outcome};
use crate::ops::topics::{checked_links, checked_topics};
use crate::scope_path::{NodeKind, ScopePath, join};
use crate::store::frequencies::FrequencyChange;
use crate::store::{frequencies, memories};
use crate::text::{BoundedText, Fraction, Moment};

/// The most records of one call.
const MOST_RECORDS: usize = 1_000;

#[derive(Clone, Copy)]
pub struct RecordImport;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordImportInput {
    /// The records, in the form that record_export gives; 1,000 at most. A body of JSON Lines goes here, a line a record.
    records: Vec<Line>,
    /// The scope path that the records' own paths are taken below; the account's root where nothing is said.
    #[serde(default)]
    scope: Option<BoundedText<0, 512>>,
    /// Whether a text that an active record of the same kind and scope says already is counted there instead of stored.
    #[serde(default = "yes")]
    fold: bool,
}

const fn yes() -> bool {
    true
}

/// What should be a record; absent where it is no object, which is that line's fault alone.
#[derive(Debug)]
struct Line(Option<Arguments>);

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|value| match value {
            Value::Object(record) => Self(Some(record)),
            _ => Self(None),
        })
    }
}

impl JsonSchema for Line {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Line".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Arguments::json_schema(generator)
    }
}

/// A record as a line of JSON.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Record {
    content: BoundedText<1, 524_288>,
    #[serde(default)]
    path: Option<BoundedText<0, 512>>,
    #[serde(default)]
    kind: Kind,
    #[serde(default)]
    memory_type: Option<MemoryType>,
    #[serde(default)]
    name: Option<BoundedText<1, 512>>,
    #[serde(default)]
    project: Option<BoundedText<1, 128>>,
    #[serde(default)]
    context: Option<BoundedText<1, 200_000>>,
    #[serde(default)]
    topics: Vec<BoundedText<1, 200>>,
    #[serde(default)]
    links: Vec<BoundedText<1, 2000>>,
    #[serde(default)]
    session: Option<BoundedText<1, 200>>,
    #[serde(default)]
    position: Option<i32>,
    #[serde(default)]
    external_id: Option<BoundedText<1, 512>>,
    #[serde(default)]
    author: Option<BoundedText<1, 200>>,
    #[serde(default)]
    decided_by: Option<BoundedText<1, 200>>,
    #[serde(default)]
    agent: Option<BoundedText<1, 128>>,
    #[serde(default)]
    recorded_at: Option<Moment>,
    #[serde(default)]
    occurred_at: Option<Moment>,
    #[serde(default)]
    valid_from: Option<Moment>,
    #[serde(default)]
    valid_to: Option<Moment>,
    #[serde(default)]
    expires_at: Option<Moment>,
    #[serde(default)]
    importance: Option<Fraction>,
    #[serde(default)]
    confidence: Option<Fraction>,
    #[serde(default)]
    metadata: Map<String, Value>,
}

struct Row {
    place: usize,
    record: Record,
    path: ScopePath,
    content: SafeText,
    safe: SafeFields,
    number: i64,
}

/// The short texts of a record, cleaned and redacted.
struct SafeFields {
    name: Option<String>,
    project: Option<String>,
    context: Option<String>,
    session: Option<String>,
    external_id: Option<String>,
    author: Option<String>,
    decided_by: Option<String>,
    agent: Option<String>,
    topics: Vec<String>,
    links: Vec<String>,
    metadata: Map<String, Value>,
}

pub struct Prepared {
    rows: Vec<(Row, Index)>,
    refused: Vec<RefusedRecord>,
    fold: bool,
    notice: Option<String>,
}

/// A record that was not taken.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RefusedRecord {
    /// Its place in this call, from 1.
    record: usize,
    /// The stable code of the refusal.
    code: String,
    /// What was wrong and what is accepted.
    detail: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordImportOutput {
    /// Records that were stored.
    stored: usize,
    /// Records that an active record says already.
    seen_again: usize,
    /// Records whose external id the scope holds already.
    already_there: usize,
    /// Records that were not taken.
    refused: Vec<RefusedRecord>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl Operation for RecordImport {
    type Input = RecordImportInput;
    type Prepared = Prepared;
    type Output = RecordImportOutput;

    const SPEC: Spec = Spec {
        name: "record_import",
        title: "Import records",
        help: "Takes records in from JSON or JSON Lines, with their external ids, sessions, positions, authors and times. A \
               line that is wrong is reported and the rest is taken; doing it again adds nothing where external ids are given.",
        family: Family::Administration,
        permissions: &[Permission::MemoryWrite],
        mcp_permissions: &[],
        role: Role::Admin,
        effect: Effect::Put,
        route: Route { method: Method::Post, path: "/v1/records/import", lines_in: Some("records"), lines_out: None },
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::ByHeader,
        errors: &[ErrorCode::NotFound, ErrorCode::Forbidden],
        example: |_| {
            json!({
                "scope": "projects/general",
                "records": [{"content": "Invoices go out on the first of the month.", "kind": "fact", "external_id": "wiki-12"}],
            })
        },
    };

    async fn prepare(env: &Environment, caller: &Caller, input: RecordImportInput) -> Result<Prepared, AppError> {
        if input.records.is_empty() || input.records.len() > MOST_RECORDS {
            return Err(AppError::invalid(
                "records",
                format!("must be 1 to {MOST_RECORDS}, not {}", input.records.len()),
            ));
        }
        let scope = input.scope.as_deref().unwrap_or_default();
        let scope = ScopePath::parse(scope).map_err(|problem| AppError::invalid("scope", problem))?;
        let mut numbers = env.numbers.take(&env.store, caller.account(), input.records.len()).await?.into_iter();
        let safety = Safety::of(env, caller).await?;
        let mut rows = Vec::new();
        let mut refused = Vec::new();
        for (place, record) in input.records.into_iter().enumerate() {
            match row(safety, place + 1, &scope, record, numbers.next().unwrap_or_default()) {
                Ok(row) => rows.push(row),
                Err(refusal) => refused.push(refused_record(place + 1, &refusal)),
            }
        }
        let texts: Vec<(&str, &[String])> =
            rows.iter().map(|row| (row.content.text.as_str(), row.safe.topics.as_slice())).collect();
        let (indexes, notice) = indexing::index(env, &texts).await;
        Ok(Prepared { rows: rows.into_iter().zip(indexes).collect(), refused, fold: input.fold, notice })
    }

    async fn run(cx: &mut Cx<'_>, prepared: Prepared) -> Result<RecordImportOutput, AppError> {
        let mut output = RecordImportOutput {
            stored: 0,
            seen_again: 0,
            already_there: 0,
            refused: prepared.refused,
            notes: prepared.notice.into_iter().collect(),
        };
        let mut known: BTreeMap<ScopeId, HashSet<String>> = BTreeMap::new();
        let mut changes: BTreeMap<ScopeId, FrequencyChange> = BTreeMap::new();
        let external: Vec<String> = prepared.rows.iter().filter_map(|(row, _)| row.safe.external_id.clone()).collect();
        for (row, index) in &prepared.rows {
            let place = match place_to_write(cx, &row.path, Missing::MakesProjects).await {
                Ok(place) if place.node.kind == NodeKind::Personal => {
                    let personal = AppError::new(ErrorCode::Forbidden, "path: personal scopes are left out of imports");
                    output.refused.push(refused_record(row.place, &personal));
                    continue;
                }
                Ok(place) => place,
                Err(refusal)
                    if matches!(refusal.code, ErrorCode::NotFound | ErrorCode::Forbidden | ErrorCode::InvalidInput) =>
                {
                    output.refused.push(refused_record(row.place, &refusal));
                    continue;
                }
                Err(fault) => return Err(fault),
            };
            if let Some(id) = &row.safe.external_id {
                if let std::collections::btree_map::Entry::Vacant(e) = known.entry(place.node.id) {
                    let held = memories::seen_external(cx.tx, place.node.id, &external).await?;
                    e.insert(held);
                }
                if !known.entry(place.node.id).or_default().insert(id.clone()) {
                    output.already_there += 1;
                    continue;
                }
            }
            let draft = draft(row, prepared.fold);
            let stored = storing::store(cx, place.node.id, &place.rest, &draft, index, &[], &mut changes).await?;
            match stored.outcome {
                Outcome::Stored | Outcome::StoredAsHistory => output.stored += 1,
                Outcome::SeenAgain | Outcome::Echo => output.seen_again += 1,
            }
        }
        frequencies::apply(cx.tx, &changes).await?;
        output.refused.sort_by_key(|refused| refused.record);
        Ok(output)
    }

    fn text(_: &RecordImportOutput) -> String {
        String::new()
    }
}

fn refused_record(record: usize, refusal: &AppError) -> RefusedRecord {
    RefusedRecord { record, code: refusal.code.name().to_owned(), detail: refusal.detail.clone().into_owned() }
}

fn row(safety: Safety, place: usize, scope: &ScopePath, line: Line, number: i64) -> Result<Row, AppError> {
    let Some(record) = line.0 else { return Err(AppError::new(ErrorCode::MalformedRequest, "is no JSON object")) };
    let record: Record = parse(record)?;
    let own = record.path.as_deref().unwrap_or_default();
    let path = ScopePath::parse(&join(scope.as_str(), own)).map_err(|problem| AppError::invalid("path", problem))?;
    refuse_secret("path", path.as_str())?;
    let content = safety.content("content", &record.content)?;
    let topics: Vec<String> = record.topics.iter().map(|topic| topic.to_string()).collect();
    let links: Vec<String> = record.links.iter().map(|link| link.to_string()).collect();
    let safe = SafeFields {
        name: safety.optional("name", record.name.as_deref())?,
        project: safety.optional("project", record.project.as_deref())?,
        context: safety.optional("context", record.context.as_deref())?,
        session: safety.optional("session", record.session.as_deref())?,
        external_id: safety.optional("external_id", record.external_id.as_deref())?,
        author: safety.optional("author", record.author.as_deref())?,
        decided_by: safety.optional("decided_by", record.decided_by.as_deref())?,
        agent: safety.optional("agent", record.agent.as_deref())?,
        topics: checked_topics(safety, &topics)?,
        links: checked_links(safety, &links)?,
        metadata: safe_metadata(safety, &record.metadata)?,
    };
    Ok(Row { place, record, path, content, safe, number })
}

fn draft(row: &Row, folds: bool) -> Draft {
    let record = &row.record;
    Draft {
        kind: record.kind.name().to_owned(),
        content: Some(row.content.clone()),
        number: row.number,
        memory_type: record.memory_type.and_then(MemoryType::name).map(str::to_owned),
        name: row.safe.name.clone(),
        project: row.safe.project.clone(),
        context: row.safe.context.clone(),
        importance: record.importance.map(|fraction| fraction.0),
        confidence: record.confidence.map(|fraction| fraction.0),
        metadata: row.safe.metadata.clone(),
        session: row.safe.session.clone(),
        session_position: record.position,
        external_id: row.safe.external_id.clone(),
        decided_by: row.safe.decided_by.clone(),
        claimed_agent: row.safe.agent.clone(),
        imported_author: row.safe.author.clone(),
        recorded_at: record.recorded_at.map(|moment| moment.0),
        occurred_at: record.occurred_at.map(|moment| moment.0),
        valid_from: record.valid_from.map(|moment| moment.0),
        valid_to: record.valid_to.map(|moment| moment.0),
        expires_at: record.expires_at.map(|moment| moment.0),
        topics: row.safe.topics.clone(),
        links: row.safe.links.clone(),
        folds,
        ..Draft::default()
    }
}
