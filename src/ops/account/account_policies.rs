//! `account_policies`: what the account has decided.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::AppError;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::policies::Policies;
use crate::store::accounts;

#[derive(Clone, Copy)]
pub struct AccountPolicies;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountPoliciesInput {}

#[derive(Debug, Serialize, JsonSchema)]
pub struct AccountPoliciesOutput {
    /// The policies.
    policies: Policies,
}

impl Operation for AccountPolicies {
    type Input = AccountPoliciesInput;
    type Prepared = ();
    type Output = AccountPoliciesOutput;

    const SPEC: Spec = Spec {
        name: "account_policies",
        title: "Read policies",
        help: "Reads what the account has decided: redaction, quality gate, flow control, claim overlap, retention.",
        family: Family::Administration,
        permissions: &[Permission::AdminRead],
        mcp_permissions: &[],
        role: Role::Admin,
        effect: Effect::Read,
        route: Route::new(Method::Get, "/v1/account/policies"),
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::Never,
        errors: &[],
        example: |_| json!({}),
    };

    async fn prepare(_: &Environment, _: &Caller, _: AccountPoliciesInput) -> Result<(), AppError> {
        Ok(())
    }

    async fn run(cx: &mut Cx<'_>, (): ()) -> Result<AccountPoliciesOutput, AppError> {
        Ok(AccountPoliciesOutput { policies: accounts::policies(cx.tx).await? })
    }

    fn text(_: &AccountPoliciesOutput) -> String {
        String::new()
    }
}
