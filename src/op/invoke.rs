//! The one door.

use std::time::Instant;

use tracing::Instrument;

use crate::auth::{Caller, Need, Role, authorize};
use crate::error::AppError;
use crate::op::{Arguments, Cx, Entry, Environment, Reply, View};
use crate::store::access::Access;
use crate::store::tx::detached;
use crate::telemetry::metrics;

/// Carries out a call: authorise, parse, prepare, begin, run, commit. A client that hangs up does not stop it half-way.
///
/// # Errors
/// Whatever the operation refuses with.
pub async fn invoke(
    env: &Environment,
    caller: &Caller,
    entry: &'static Entry,
    view: View,
    arguments: Arguments,
) -> Result<Reply, AppError> {
    let started = Instant::now();
    let name = entry.spec().name;
    let account = caller.account();
    let span = tracing::info_span!("operation", op.name = name, account.id = %account);
    let env = env.clone();
    let caller = caller.clone();
    let work = async move { carry_out(&env, &caller, entry, view, arguments).await };
    let result = detached(work.instrument(span)).await;
    let outcome = result.as_ref().map_or_else(|error| error.code.name(), |_| "ok");
    let took = started.elapsed();
    metrics::operation(name, outcome, took);
    tracing::info!(op.name = name, account.id = %account, outcome, duration_ms = took.as_secs_f64() * 1_000.0, "operation");
    result
}

async fn carry_out(
    env: &Environment,
    caller: &Caller,
    entry: &'static Entry,
    view: View,
    arguments: Arguments,
) -> Result<Reply, AppError> {
    let proof = authorize(caller, &entry.spec().need())?;
    let parsed = match entry.parse(arguments, view) {
        Ok(parsed) => parsed,
        Err(refusal) => {
            // A grant that was revoked says so before anything is said of the arguments.
            identify(env, caller).await?;
            return Err(refusal);
        }
    };
    let ready = parsed.prepare(env, caller).await?;
    let (mut tx, mut access) = env.store.account(&proof).await?;
    let reply = ready.run(&mut Cx::new(&mut tx, &mut access, caller, view, env)).await?;
    tx.commit().await?;
    Ok(reply)
}

/// Who the caller is right now: whether grant and membership still hold, and what they reach.
///
/// # Errors
/// Unauthenticated where they do not hold.
pub async fn identify(env: &Environment, caller: &Caller) -> Result<Access, AppError> {
    let need = Need { permissions: &[], mcp_permissions: &[], role: Role::Viewer, writes: false };
    let proof = authorize(caller, &need)?;
    let (tx, access) = env.store.account(&proof).await?;
    tx.commit().await?;
    Ok(access)
}
