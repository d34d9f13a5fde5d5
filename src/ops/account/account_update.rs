//! `account_update`: gives the account another name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::{AppError, ErrorCode};
use crate::op::{Cx, Environment, IfMatch, Method, Operation, Route, Spec, etag};
use crate::ops::account::account_view::AccountView;
use crate::ops::administration::{WRITES, changed, checked_name};
use crate::store::accounts;
use crate::text::BoundedText;

#[derive(Clone, Copy)]
pub struct AccountUpdate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountUpdateInput {
    /// Its name for people.
    name: BoundedText<1, 200>,
    /// The etag that was read; over REST it is the header If-Match.
    if_match: IfMatch,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct AccountUpdateOutput {
    /// The account.
    account: AccountView,
    /// What a change of it must name as If-Match.
    etag: String,
}

impl Operation for AccountUpdate {
    type Input = AccountUpdateInput;
    type Prepared = AccountUpdateInput;
    type Output = AccountUpdateOutput;

    const SPEC: Spec = Spec {
        name: "account_update",
        title: "Change the account",
        help: "Gives the account another name. Name the etag that was read.",
        permissions: &[Permission::AccountWrite],
        route: Route::new(Method::Patch, "/v1/account"),
        errors: &[ErrorCode::SecretRefused, ErrorCode::PreconditionRequired, ErrorCode::PreconditionFailed],
        example: |_| json!({"name": "Harbour Ltd", "if_match": "*"}),
        ..WRITES
    };

    async fn prepare(_: &Environment, _: &Caller, input: AccountUpdateInput) -> Result<AccountUpdateInput, AppError> {
        Ok(input)
    }

    async fn run(cx: &mut Cx<'_>, input: AccountUpdateInput) -> Result<AccountUpdateOutput, AppError> {
        let name = checked_name("name", &input.name)?;
        accounts::lock_policies(cx.tx).await?;
        let before = AccountView::of(accounts::find(cx.tx).await?);
        input.if_match.check(&before)?;
        accounts::rename(cx.tx, &name).await?;
        let account = AccountView::of(accounts::find(cx.tx).await?);
        cx.acts.target(account.account_id.clone());
        changed(cx, &before, &account)?;
        Ok(AccountUpdateOutput { etag: etag(&account)?, account })
    }

    fn text(_: &AccountUpdateOutput) -> String {
        String::new()
    }
}
