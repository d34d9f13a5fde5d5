//! `account_update_policies`: changes what is named and leaves the rest.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission, Role};
use crate::error::AppError;
use crate::op::{Cx, Effect, Environment, Family, FirstBlock, Method, Operation, Retry, Route, Spec, Surfaces};
use crate::ops::safety::text_hash;
use crate::policies::{FlowControl, Policies};
use crate::store::accounts;

#[derive(Clone, Copy)]
pub struct AccountUpdatePolicies;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountUpdatePoliciesInput {
    /// Whether e-mail addresses are cut from texts before they are stored; contacts are exempt.
    #[serde(default)]
    redact_email_addresses: Option<bool>,
    /// Whether card numbers are cut from texts before they are stored.
    #[serde(default)]
    redact_card_numbers: Option<bool>,
    /// Whether the quality gate of the workspaces family refuses texts without information.
    #[serde(default)]
    quality_gate: Option<bool>,
    /// Which writes are guarded against carrying content between scopes: facts, or all.
    #[serde(default)]
    flow_control: Option<FlowControl>,
    /// Whether claims of agents are compared by the files that they touch.
    #[serde(default)]
    claim_overlap: Option<bool>,
    /// After how many days hidden records are erased, 1 to 3650.
    #[serde(default)]
    #[schemars(range(min = 1, max = 3650))]
    retention_days: Option<u16>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct AccountUpdatePoliciesOutput {
    /// The policies as they are now.
    policies: Policies,
}

impl Operation for AccountUpdatePolicies {
    type Input = AccountUpdatePoliciesInput;
    type Prepared = AccountUpdatePoliciesInput;
    type Output = AccountUpdatePoliciesOutput;

    const SPEC: Spec = Spec {
        name: "account_update_policies",
        title: "Change policies",
        help: "Changes the account's policies that are named and leaves the rest. They hold on every replica within two seconds.",
        family: Family::Administration,
        permissions: &[Permission::AccountWrite],
        mcp_permissions: &[],
        role: Role::Admin,
        effect: Effect::Put,
        route: Route::new(Method::Patch, "/v1/account/policies"),
        surfaces: Surfaces::RestOnly,
        first_block: FirstBlock::Json,
        curated: &[],
        hidden: &[],
        retry: Retry::ByHeader,
        errors: &[],
        example: |_| json!({"redact_email_addresses": true}),
    };

    async fn prepare(
        _: &Environment,
        _: &Caller,
        input: AccountUpdatePoliciesInput,
    ) -> Result<AccountUpdatePoliciesInput, AppError> {
        if input.retention_days.is_some_and(|days| !(1..=3650).contains(&days)) {
            return Err(AppError::invalid("retention_days", "must be 1 to 3650"));
        }
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: AccountUpdatePoliciesInput) -> Result<AccountUpdatePoliciesOutput, AppError> {
        let kept = accounts::lock_policies(cx.tx).await?;
        let policies = Policies {
            redact_email_addresses: input.redact_email_addresses.unwrap_or(kept.redact_email_addresses),
            redact_card_numbers: input.redact_card_numbers.unwrap_or(kept.redact_card_numbers),
            quality_gate: input.quality_gate.unwrap_or(kept.quality_gate),
            flow_control: input.flow_control.unwrap_or(kept.flow_control),
            claim_overlap: input.claim_overlap.unwrap_or(kept.claim_overlap),
            retention_days: input.retention_days.unwrap_or(kept.retention_days),
        };
        accounts::set_policies(cx.tx, &policies).await?;
        cx.env.policies.forget(cx.caller.account());
        cx.acts.target("policies".to_owned());
        cx.acts.hashes(Some(hash(&kept)?), Some(hash(&policies)?));
        Ok(AccountUpdatePoliciesOutput { policies })
    }

    fn text(_: &AccountUpdatePoliciesOutput) -> String {
        String::new()
    }
}

fn hash(policies: &Policies) -> Result<Vec<u8>, AppError> {
    serde_json::to_string(policies).map(|text| text_hash(&text)).map_err(AppError::internal)
}
