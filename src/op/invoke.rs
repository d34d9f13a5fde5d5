//! The one door.

use std::time::Instant;

use chrono::Duration;
use serde_json::Value;
use tracing::Instrument;
use uuid::Uuid;

use crate::auth::{Caller, ClientSurface, Need, Role, authorize};
use crate::error::{AppError, ErrorCode};
use crate::ids::{DocumentId, MemoryId, ScopeId, read_public_scope_id};
use crate::op::{Acts, Arguments, Cx, Entry, Environment, Reply, Retry, View};
use crate::store::access::Access;
use crate::store::audit::{self, Act};
use crate::store::idempotency::{self, KeyOwner, Known};
use crate::store::tx::{AccountTx, detached};
use crate::store::{changes, sessions};
use crate::telemetry::metrics;

/// A call as a surface hands it over.
#[derive(Debug, Clone)]
pub struct Call {
    /// Where it came in.
    pub view: View,
    /// Its arguments.
    pub arguments: Arguments,
    /// The request's id.
    pub request_id: String,
    /// The key of the header `Idempotency-Key`.
    pub key: Option<String>,
}

/// Carries out a call: authorise, parse, prepare, begin, run, record, commit. A client that hangs up does not stop it
/// half-way.
///
/// # Errors
/// Whatever the operation refuses with.
pub async fn invoke(env: &Environment, caller: &Caller, entry: &'static Entry, call: Call) -> Result<Reply, AppError> {
    let started = Instant::now();
    let name = entry.spec().name;
    let account = caller.account();
    let span = tracing::info_span!("operation", op.name = name, account.id = %account);
    let env = env.clone();
    let caller = caller.clone();
    let work = async move {
        let named = named(entry, &call.arguments);
        let request_id = call.request_id.clone();
        let result = carry_out_patiently(&env, &caller, entry, call).await;
        let denied = match &result {
            Ok(reply) => reply.absent.map(|_| ErrorCode::NotFound),
            Err(error) => Some(error.code),
        };
        if let Some(code @ (ErrorCode::NotFound | ErrorCode::Forbidden | ErrorCode::InsufficientScope)) = denied {
            record_denial(&env, &caller, name, code, &named, &request_id).await;
        }
        result
    };
    let result = detached(work.instrument(span)).await;
    let outcome = result.as_ref().map_or_else(|error| error.code.name(), |_| "ok");
    let took = started.elapsed();
    metrics::operation(name, outcome, took);
    tracing::info!(op.name = name, account.id = %account, outcome, duration_ms = took.as_secs_f64() * 1_000.0, "operation");
    result
}

/// How often a call that waits looks again where nothing rings: changes of other replicas ring elsewhere.
const LOOK_AGAIN: std::time::Duration = std::time::Duration::from_millis(250);

/// No call waits longer, in seconds, whatever it asks for: what is out of range is refused in its turn.
const LONGEST_WAIT: u64 = 30;

/// A call that waits for something to answer is carried out again and again, each time in a transaction of its own, which
/// also asks anew whether the grant still holds. No connection is held in between.
async fn carry_out_patiently(
    env: &Environment,
    caller: &Caller,
    entry: &'static Entry,
    call: Call,
) -> Result<Reply, AppError> {
    let wait = entry.parse(call.arguments.clone(), call.view).map_or(0, |parsed| parsed.wait());
    let until = Instant::now() + std::time::Duration::from_secs(wait.min(LONGEST_WAIT));
    loop {
        // Listening begins before the look, so that nothing rings between the two unheard.
        let news = env.news.notified();
        let reply = carry_out(env, caller, entry, call.clone()).await?;
        let left = until.saturating_duration_since(Instant::now());
        if !reply.is_empty || left.is_zero() {
            return Ok(reply);
        }
        // Whether something rang or time ran out, the next round looks.
        let _ = tokio::time::timeout(left.min(LOOK_AGAIN), news).await;
    }
}

async fn carry_out(env: &Environment, caller: &Caller, entry: &'static Entry, call: Call) -> Result<Reply, AppError> {
    let spec = entry.spec();
    let proof = authorize(caller, &spec.need())?;
    let retry = retry_key(env, entry, &call);
    let (parsed, retry) = match (entry.parse(call.arguments, call.view), retry) {
        (Ok(parsed), Ok(retry)) => (parsed, retry),
        (Err(refusal), _) | (Ok(_), Err(refusal)) => {
            // A grant that was revoked says so before anything is said of the arguments.
            identify(env, caller).await?;
            return Err(refusal);
        }
    };
    let ready = parsed.prepare(env, caller).await?;
    let (mut tx, mut access) = env.store.account(&proof).await?;
    let agent = access.agent.clone();
    if let Some(retry) = &retry {
        let owner = retry.owner(caller, &agent, spec.name);
        let expires_at = retry.expires.then(|| env.clock.now() + Duration::days(30));
        match idempotency::claim(&mut tx, &owner, &retry.fingerprint, expires_at).await? {
            Known::New => {}
            Known::Answered(reply) => return serde_json::from_str(&reply).map_err(AppError::internal),
            Known::Erased(id) => return Err(AppError::not_found("memory").with("tombstone", id.to_string())),
            Known::OtherArguments => return Err(key_reused()),
        }
    }
    let mut acts = Acts::default();
    let mut cx = Cx::new(&mut tx, &mut access, caller, call.view, &mut acts, env);
    let reply = ready.run(&mut cx).await?;
    if spec.effect.writes() {
        record(&mut tx, caller, &agent, spec.name, &acts, &call.request_id).await?;
        if let Some(retry) = &retry {
            let kept = serde_json::to_string(&reply).map_err(AppError::internal)?;
            idempotency::keep(&mut tx, &retry.owner(caller, &agent, spec.name), &kept, &acts.records).await?;
        }
    }
    tx.commit().await?;
    if !acts.changes.is_empty() {
        env.bell.notify_one();
    }
    mark(env, caller, &agent, &acts.shown.iter().copied().collect::<Vec<_>>()).await?;
    Ok(reply)
}

/// Who the caller is right now: whether grant and membership still hold, and what they reach.
///
/// # Errors
/// Unauthenticated where they do not hold.
pub async fn identify(env: &Environment, caller: &Caller) -> Result<Access, AppError> {
    let proof = authorize(caller, &nothing_but_presence(false))?;
    let (tx, access) = env.store.account(&proof).await?;
    tx.commit().await?;
    Ok(access)
}

const fn nothing_but_presence(writes: bool) -> Need<'static> {
    Need { permissions: &[], mcp_permissions: &[], role: Role::Viewer, writes }
}

/// The audit row and the change rows, in the transaction that did it.
async fn record(
    tx: &mut AccountTx,
    caller: &Caller,
    agent: &str,
    operation: &'static str,
    acts: &Acts,
    request_id: &str,
) -> Result<(), AppError> {
    let act = Act {
        user: caller.user(),
        grant: caller.token(),
        agent,
        surface: surface_name(caller.surface()),
        operation,
        targets: &acts.targets,
        request_id,
        before_hash: acts.before_hash.clone(),
        after_hash: acts.after_hash.clone(),
    };
    audit::record(tx, &act).await?;
    changes::insert(tx, &acts.changes, caller.user(), agent).await
}

/// What the agent was shown is written before the reply leaves; what was written moments ago is not written again.
async fn mark(env: &Environment, caller: &Caller, agent: &str, shown: &[ScopeId]) -> Result<(), AppError> {
    let now = env.clock.now();
    let owner = (caller.account(), caller.user(), agent.to_owned());
    let (stale, agent_is_stale) = env.ledger.stale(&owner, shown, now);
    if stale.is_empty() && !agent_is_stale {
        return Ok(());
    }
    let proof = authorize(caller, &nothing_but_presence(true))?;
    let (mut tx, _) = env.store.account(&proof).await?;
    sessions::mark(&mut tx, caller.user(), agent, &stale).await?;
    tx.commit().await?;
    env.ledger.written(owner, &stale, now);
    Ok(())
}

/// What a call names: ids and paths, for the record of a denial.
struct Named {
    targets: Vec<String>,
    ids: Vec<Uuid>,
    paths: Vec<String>,
}

fn named(entry: &Entry, arguments: &Arguments) -> Named {
    let mut named = Named { targets: Vec::new(), ids: Vec::new(), paths: Vec::new() };
    named.targets.extend(Some(entry.key_scope(arguments)).filter(|scope| !scope.is_empty()));
    for (name, value) in arguments {
        let Some(text) = value.as_str().filter(|text| text.len() <= 512) else { continue };
        if let Ok(id) = text.parse::<MemoryId>() {
            named.ids.push(id.uuid());
            named.targets.push(text.to_owned());
        } else if let Some(id) = read_public_scope_id(text).or_else(|| text.parse().ok().map(DocumentId::uuid)) {
            named.ids.push(id);
            named.targets.push(text.to_owned());
        } else if matches!(name.as_str(), "path" | "scope" | "scopePath" | "space_id" | "path_filter") {
            named.paths.push(text.trim_end_matches("/%").to_owned());
            named.targets.push(text.to_owned());
        }
    }
    named
}

/// A denial is written in a transaction of its own. Where that fails, the refusal still stands; the log says so.
async fn record_denial(
    env: &Environment,
    caller: &Caller,
    operation: &'static str,
    code: ErrorCode,
    named: &Named,
    request_id: &str,
) {
    let written = async {
        let proof = authorize(caller, &nothing_but_presence(true))?;
        let (mut tx, access) = env.store.account(&proof).await?;
        let act = Act {
            user: caller.user(),
            grant: caller.token(),
            agent: &access.agent,
            surface: surface_name(caller.surface()),
            operation,
            targets: &named.targets,
            request_id,
            before_hash: None,
            after_hash: None,
        };
        audit::record_denial(&mut tx, &act, code.name(), &named.ids, &named.paths).await?;
        tx.commit().await
    };
    if let Err(error) = written.await {
        tracing::warn!(code = error.code.name(), cause = error.causes(), "a denial could not be recorded");
    }
}

const fn surface_name(surface: ClientSurface) -> &'static str {
    match surface {
        ClientSurface::Mcp => "mcp",
        ClientSurface::Rest => "rest",
        ClientSurface::CommandLine => "command_line",
    }
}

/// A retry's key with what it is compared by.
struct RetryKey {
    key: String,
    scope: String,
    fingerprint: Vec<u8>,
    expires: bool,
}

impl RetryKey {
    fn owner<'a>(&'a self, caller: &Caller, agent: &'a str, operation: &'static str) -> KeyOwner<'a> {
        KeyOwner { user: caller.user(), agent, operation, scope: &self.scope, key: &self.key }
    }
}

fn key_reused() -> AppError {
    AppError::new(ErrorCode::KeyReused, "This key was already used with different arguments.")
}

/// The key of a call: of its field or of the header, one mechanism for both. The fingerprint is a keyed hash of the arguments
/// as they were received, never the text.
fn retry_key(env: &Environment, entry: &Entry, call: &Call) -> Result<Option<RetryKey>, AppError> {
    let retry = entry.spec().retry;
    if retry == Retry::Never {
        return Ok(None);
    }
    let field = retry.field().and_then(|field| call.arguments.get(field)).and_then(Value::as_str);
    let key = match (field, call.key.as_deref()) {
        (Some(field), Some(header)) if field != header => {
            return Err(AppError::invalid(
                retry.field().unwrap_or_default(),
                "differs from the header Idempotency-Key",
            ));
        }
        (Some(key), _) | (None, Some(key)) => key,
        (None, None) => return Ok(None),
    };
    // A UUID is the same in both letter cases.
    let spelled = Uuid::try_parse(key).ok().filter(|_| matches!(retry, Retry::ByField(_))).map(|id| id.to_string());
    let key = spelled.as_deref().unwrap_or(key);
    if key.is_empty() || key.chars().count() > 255 || key.chars().any(char::is_control) {
        return Err(AppError::invalid("Idempotency-Key", "must have 1 to 255 characters on one line"));
    }
    let mut compared = call.arguments.clone();
    if let Some(field) = retry.field() {
        compared.remove(field);
    }
    let received = serde_json::to_vec(&compared).map_err(AppError::internal)?;
    Ok(Some(RetryKey {
        key: key.to_owned(),
        scope: entry.key_scope(&call.arguments),
        fingerprint: env.master.keyed_hash("idempotency", &received),
        expires: !matches!(retry, Retry::ByFieldForGood(_)),
    }))
}
