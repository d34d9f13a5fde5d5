//! `gate_statistics`: what the quality gate did, by day and reason.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::AppError;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::store::gate_counts;
use crate::text::Limit;

#[derive(Clone, Copy)]
pub struct GateStatistics;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GateStatisticsInput {
    /// How many days back, today included.
    #[serde(default)]
    days: Limit<30, 366>,
}

/// What the gate did on a day for one reason.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DayAndReason {
    /// The day, in UTC.
    day: String,
    /// The reason's code.
    reason: String,
    /// Texts that were refused.
    refused: i32,
    /// Texts that were stored all the same, since a member said why.
    overridden: i32,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct GateStatisticsOutput {
    /// By day and reason, newest first. A text with two reasons counts for both.
    days: Vec<DayAndReason>,
    /// Refusals together, by reason.
    refused: i64,
    /// Overridden refusals together, by reason.
    overridden: i64,
}

impl Operation for GateStatistics {
    type Input = GateStatisticsInput;
    type Prepared = i32;
    type Output = GateStatisticsOutput;

    const SPEC: Spec = Spec {
        name: "gate_statistics",
        title: "Read the quality gate's statistics",
        help: "Counts what the quality gate refused and what members stored all the same, by day and reason. No texts.",
        family: Family::Administration,
        permissions: &[Permission::AdminRead],
        mcp_permissions: &[],
        role: Role::Admin,
        effect: Effect::Read,
        route: Route::new(Method::Get, "/v1/gate/statistics"),
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({"days": 30}),
    };

    async fn prepare(_: &Environment, _: &Caller, input: GateStatisticsInput) -> Result<i32, AppError> {
        Ok(i32::try_from(input.days.get()).unwrap_or(i32::MAX))
    }

    async fn run(cx: &mut Cx<'_>, days: i32) -> Result<GateStatisticsOutput, AppError> {
        let counts = gate_counts::list(cx.tx, days).await?;
        Ok(GateStatisticsOutput {
            refused: counts.iter().map(|count| i64::from(count.refused)).sum(),
            overridden: counts.iter().map(|count| i64::from(count.overridden)).sum(),
            days: counts
                .into_iter()
                .map(|count| DayAndReason {
                    day: count.day.to_string(),
                    reason: count.reason,
                    refused: count.refused,
                    overridden: count.overridden,
                })
                .collect(),
        })
    }

    fn text(_: &GateStatisticsOutput) -> String {
        String::new()
    }
}
