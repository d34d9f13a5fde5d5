//! The rows, as a superuser sees them.

use crate::support::{Account, Database, superuser_database_url};

/// A row of the log.
#[derive(Debug, Clone)]
pub struct Row {
    pub operation: String,
    pub outcome: String,
    pub code: String,
    pub surface: String,
    pub user: String,
    pub grant: String,
    pub agent: String,
    pub targets: String,
    pub request_id: String,
    pub before: String,
    pub after: String,
    /// All of it as text.
    pub whole: String,
}

/// The rows of an account, oldest first.
pub async fn rows(account: &Account<'_>) -> Vec<Row> {
    let sql = format!(
        "SELECT operation, outcome, code, surface, user_id::text, grant_id::text, agent, targets::text, request_id,
                encode(before_hash, 'hex'), encode(after_hash, 'hex'), a::text
         FROM audit_events AS a WHERE account_id = '{}' ORDER BY at, id",
        account.id.uuid()
    );
    let rows = Database::connect(&superuser_database_url()).await.rows(&sql).await.unwrap();
    rows.into_iter()
        .map(|row| {
            let mut cells = row.into_iter().map(Option::unwrap_or_default);
            let mut cell = || cells.next().unwrap();
            Row {
                operation: cell(),
                outcome: cell(),
                code: cell(),
                surface: cell(),
                user: cell(),
                grant: cell(),
                agent: cell(),
                targets: cell(),
                request_id: cell(),
                before: cell(),
                after: cell(),
                whole: cell(),
            }
        })
        .collect()
}

/// The rows that have come since there were so many.
pub async fn rows_since(account: &Account<'_>, known: usize) -> Vec<Row> {
    rows(account).await.split_off(known)
}
