//! The one door.

use std::time::Instant;

use chrono::Duration;
use tracing::Instrument;

use crate::auth::{Caller, ClientSurface, Need, Role, authorize};
use crate::error::{AppError, ErrorCode};
use crate::ids::ScopeId;
use crate::op::denial::{Named, record_denial};
use crate::op::entry::Ready;
use crate::op::kept_reply::{opened, sealed};
use crate::op::retry_key::{RetryKey, key_reused, retry_key};
use crate::op::{Acts, Arguments, Cx, Entry, Environment, Reply, View};
use crate::store::access::Access;
use crate::store::audit::{self, Act};
use crate::store::idempotency::{self, Known};
use crate::store::tx::{AccountTx, detached};
use crate::store::{changes, oauth_grants, sessions};
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
    let mut env = env.clone();
    env.meaning = env.usage.metered(env.meaning, account);
    let caller = caller.clone();
    let work = async move {
        let named = Named::of(entry, &call.arguments);
        let request_id = call.request_id.clone();
        let result = match env.usage.count_call(account, entry.spec()) {
            Ok(()) => carry_out_patiently(&env, &caller, entry, call).await,
            Err(refusal) => Err(refusal),
        };
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
    let (mut tx, access) = env.store.account(&proof).await?;
    let agent = access.agent.clone();
    let mut acts = Acts::default();
    let work = Work { env, caller, entry, view: call.view, request_id: &call.request_id, retry: retry.as_ref() };
    let reply = match work.carry_out(&mut tx, access, ready, &mut acts).await {
        Ok(Done::Now(reply)) => {
            tx.commit().await?;
            reply
        }
        // The key is free again before the reply leaves.
        Ok(Done::Before(reply)) => {
            tx.roll_back().await?;
            return Ok(reply);
        }
        Err(refusal) => {
            // Where even that fails, the connection is closed and the refusal stands.
            let _ = tx.roll_back().await;
            return Err(refusal);
        }
    };
    if !acts.changes.is_empty() {
        env.bell.notify_one();
    }
    if let Some(mail) = &env.mail {
        for letter in &acts.letters {
            mail.invitation(&letter.to, &letter.link, &letter.account_name, &letter.inviter);
        }
    }
    let marked = mark(env, caller, &agent, &acts.shown.iter().copied().collect::<Vec<_>>()).await;
    match marked {
        // What is committed is done, and told as done.
        Err(error) if spec.effect.writes() => {
            tracing::warn!(code = error.code.name(), cause = error.causes(), "a reader could not be marked");
        }
        marked => marked?,
    }
    Ok(reply)
}

/// A call that has its transaction.
struct Work<'a> {
    env: &'a Environment,
    caller: &'a Caller,
    entry: &'static Entry,
    view: View,
    request_id: &'a str,
    retry: Option<&'a RetryKey>,
}

/// When the reply was made.
enum Done {
    /// By this call.
    Now(Reply),
    /// By an earlier one with the same key.
    Before(Reply),
}

impl Work<'_> {
    async fn carry_out(
        &self,
        tx: &mut AccountTx,
        mut access: Access,
        ready: Box<dyn Ready>,
        acts: &mut Acts,
    ) -> Result<Done, AppError> {
        let Self { env, caller, .. } = self;
        let spec = self.entry.spec();
        let agent = access.agent.clone();
        if let Some(retry) = self.retry {
            let owner = retry.owner(caller, &agent, spec.name);
            let expires_at = retry.expires.then(|| env.clock.now() + Duration::days(30));
            match idempotency::claim(tx, &owner, &retry.fingerprint, expires_at).await? {
                Known::New => {}
                Known::Answered(kept) => return opened(env, &kept).map(Done::Before),
                Known::Erased(id) => return Err(AppError::not_found("memory").with("tombstone", id.to_string())),
                Known::OtherArguments => return Err(key_reused()),
            }
        }
        let reply = ready.run(&mut Cx::new(tx, &mut access, caller, self.view, acts, env)).await?;
        if spec.effect.writes() {
            record(tx, env, caller, &agent, spec.name, acts, self.request_id).await?;
            if let Some(retry) = self.retry {
                let kept = sealed(env, &reply)?;
                idempotency::keep(tx, &retry.owner(caller, &agent, spec.name), &kept, &acts.records).await?;
            }
        }
        Ok(Done::Now(reply))
    }
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

pub(in crate::op) const fn nothing_but_presence(writes: bool) -> Need<'static> {
    Need { permissions: &[], mcp_permissions: &[], role: Role::Viewer, writes }
}

/// The audit row and the change rows, in the transaction that did it.
async fn record(
    tx: &mut AccountTx,
    env: &Environment,
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
        client: caller.client(),
        surface: surface_name(caller.surface()),
        operation,
        targets: &acts.targets,
        request_id,
        before_hash: audited(env, &acts.before),
        after_hash: audited(env, &acts.after),
    };
    audit::record(tx, &act).await?;
    changes::insert(tx, &acts.changes, caller.user(), agent).await
}

/// The hash of texts for the audit log. It is keyed: the log outlives what is erased, and a plain hash of a short text can be
/// guessed.
fn audited(env: &Environment, hashes: &[u8]) -> Option<Vec<u8>> {
    (!hashes.is_empty()).then(|| env.master.keyed_hash("audit", hashes))
}

/// What the agent was shown is written before the reply leaves; what was written moments ago is not written again.
async fn mark(env: &Environment, caller: &Caller, agent: &str, shown: &[ScopeId]) -> Result<(), AppError> {
    let now = env.clock.now();
    let owner = (caller.account(), caller.user(), agent.to_owned(), caller.token());
    let (stale, agent_is_stale) = env.ledger.stale(&owner, shown, now);
    if stale.is_empty() && !agent_is_stale {
        return Ok(());
    }
    let proof = authorize(caller, &nothing_but_presence(true))?;
    let (mut tx, _) = env.store.account(&proof).await?;
    sessions::mark(&mut tx, caller.user(), agent, &stale).await?;
    if let Some(grant) = caller.token() {
        sessions::mark_token(&mut tx, grant).await?;
        oauth_grants::mark_used(&mut tx, grant).await?;
    }
    tx.commit().await?;
    env.ledger.written(owner, &stale, now);
    Ok(())
}

pub(in crate::op) const fn surface_name(surface: ClientSurface) -> &'static str {
    match surface {
        ClientSurface::Mcp => "mcp",
        ClientSurface::Rest => "rest",
        ClientSurface::CommandLine => "command_line",
    }
}
