//! An operation that nobody put into the catalogue.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::AppError;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};

#[derive(Clone, Copy)]
pub struct Forgotten;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgottenInput {}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ForgottenOutput {}

impl Operation for Forgotten {
    type Input = ForgottenInput;
    type Prepared = ();
    type Output = ForgottenOutput;

    const SPEC: Spec = Spec {
        name: "forgotten",
        title: "Forgotten",
        help: "Does nothing.",
        family: Family::Facts,
        permissions: &[Permission::MemoryRead],
        mcp_permissions: &[],
        role: Role::Viewer,
        effect: Effect::Read,
        route: Route::new(Method::Get, "/v1/forgotten"),
        surfaces: Surfaces::All,
        first_block: FirstBlock::Text,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({}),
    };

    async fn prepare(_: &Environment, _: &Caller, _: ForgottenInput) -> Result<(), AppError> {
        Ok(())
    }

    async fn run(_: &mut Cx<'_>, (): ()) -> Result<ForgottenOutput, AppError> {
        Ok(ForgottenOutput {})
    }

    fn text(_: &ForgottenOutput) -> String {
        String::new()
    }
}
