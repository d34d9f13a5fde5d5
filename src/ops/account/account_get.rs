//! `account_get`: the account's name and age.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::AppError;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec, etag};
use crate::ops::account::account_view::AccountView;
use crate::ops::administration::READS;
use crate::store::accounts;

#[derive(Clone, Copy)]
pub struct AccountGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountGetInput {}

#[derive(Debug, Serialize, JsonSchema)]
pub struct AccountGetOutput {
    /// The account.
    account: AccountView,
    /// What a change of it must name as If-Match.
    etag: String,
}

impl Operation for AccountGet {
    type Input = AccountGetInput;
    type Prepared = ();
    type Output = AccountGetOutput;

    const SPEC: Spec = Spec {
        name: "account_get",
        title: "Read the account",
        help: "Reads the account: its name and when it was made. Its policies are read apart.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/account"),
        example: |_| json!({}),
        ..READS
    };

    async fn prepare(_: &Environment, _: &Caller, _: AccountGetInput) -> Result<(), AppError> {
        Ok(())
    }

    async fn run(cx: &mut Cx<'_>, (): ()) -> Result<AccountGetOutput, AppError> {
        let account = AccountView::of(accounts::find(cx.tx).await?);
        Ok(AccountGetOutput { etag: etag(&account)?, account })
    }

    fn text(_: &AccountGetOutput) -> String {
        String::new()
    }
}
