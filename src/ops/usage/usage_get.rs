//! `usage_get`: what the account holds and used this month, and how much of its limits that is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::AppError;
use crate::limits::{Limits, percent};
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::READS;
use crate::store::usage;

#[derive(Clone, Copy)]
pub struct UsageGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UsageGetInput {}

/// What is used of one kind.
#[derive(Debug, Serialize, JsonSchema)]
pub struct KindView {
    /// memories, bytes, calls_per_month or embeddings_per_month.
    kind: &'static str,
    /// How much is used.
    used: i64,
    /// How much may be used; absent where there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<i64>,
    /// The share of the limit, in whole percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    percent: Option<i64>,
    /// What to know, where the limit is near or reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct UsageGetOutput {
    /// What is used, kind by kind. Calls and embeddings are those of this month in UTC, some seconds late.
    usage: Vec<KindView>,
    /// From which share of a limit on there is a warning, in percent.
    warns_at: i64,
}

impl Operation for UsageGet {
    type Input = UsageGetInput;
    type Prepared = ();
    type Output = UsageGetOutput;

    const SPEC: Spec = Spec {
        name: "usage_get",
        title: "Read usage",
        help: "Reads what the account holds and used this month, its limits, and which of them are near.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/usage"),
        example: |_| json!({}),
        ..READS
    };

    async fn prepare(_: &Environment, _: &Caller, _: UsageGetInput) -> Result<(), AppError> {
        Ok(())
    }

    async fn run(cx: &mut Cx<'_>, (): ()) -> Result<UsageGetOutput, AppError> {
        let (held, month) = usage::read(cx.tx).await?;
        let limits = month.limits;
        let (calls, embeddings) = cx.env.usage.unwritten(cx.caller.account());
        let kinds = [
            ("memories", held.memories, limits.memories),
            ("bytes", held.bytes, limits.bytes),
            ("calls_per_month", month.calls + calls, limits.calls_per_month),
            ("embeddings_per_month", month.embeddings + embeddings, limits.embeddings_per_month),
        ];
        let usage = kinds.into_iter().map(|(kind, used, limit)| view(kind, used, limit, &limits)).collect();
        Ok(UsageGetOutput { usage, warns_at: limits.soft_percent })
    }

    fn text(_: &UsageGetOutput) -> String {
        String::new()
    }
}

fn view(kind: &'static str, used: i64, limit: Option<i64>, limits: &Limits) -> KindView {
    let share = limit.map(|limit| percent(used, limit));
    let warning = limit.filter(|limit| limits.warns(used, *limit)).map(|limit| {
        let share = percent(used, limit);
        let name = kind.replace('_', " ");
        if used >= limit {
            format!("The limit of {name} is reached ({used} of {limit}). Ask the operator for more, or make room.")
        } else {
            format!("{share} % of the limit of {name} are used ({used} of {limit}).")
        }
    });
    KindView { kind, used, limit, percent: share, warning }
}
