//! What the ledger holds, as a superuser sees it.

use crate::support::{Account, stored};

/// The paths that an agent was shown content from, in their order; the root is `/`.
pub async fn shown(account: &Account<'_>, agent: &str) -> Vec<String> {
    stored::column(&format!(
        "SELECT '/' || n.path FROM session_reads AS r
         JOIN scope_nodes AS n ON n.account_id = r.account_id AND n.id = r.scope_id
         WHERE r.account_id = '{}' AND r.agent = '{agent}' ORDER BY 1",
        account.id.uuid()
    ))
    .await
}

/// How many agents of this name are known: one at most for each member.
pub async fn known(account: &Account<'_>, agent: &str) -> i64 {
    stored::number(&format!(
        "SELECT count(*) FROM agents WHERE account_id = '{}' AND agent = '{agent}'",
        account.id.uuid()
    ))
    .await
}
