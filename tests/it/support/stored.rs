//! What is stored, as a superuser sees it: tests look there for what the service must not have kept.

use std::collections::BTreeMap;

use annals::ids::AccountId;

use super::database::Database;
use super::environment::superuser_database_url;

/// Runs a statement; the number of rows that it touched.
pub async fn execute(sql: &str) -> u64 {
    Database::connect(&superuser_database_url()).await.must(sql).await
}

/// The first column of every row, as text.
pub async fn column(sql: &str) -> Vec<String> {
    Database::connect(&superuser_database_url()).await.column(sql).await
}

/// One number.
pub async fn number(sql: &str) -> i64 {
    column(&format!("SELECT ({sql})::text")).await[0].parse().unwrap()
}

/// The tables in which a text occurs, in any column, as text or as the bytes of it.
pub async fn tables_that_hold(needle: &str) -> Vec<String> {
    let needle = needle.to_lowercase().replace('\'', "''");
    let bytes = needle.bytes().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    let mut holding = Vec::new();
    for table in tables("true").await {
        let rows = number(&format!(
            "SELECT count(*) FROM {table} AS t
             WHERE position('{needle}' in lower(t::text)) > 0 OR position('{bytes}' in lower(t::text)) > 0"
        ))
        .await;
        if rows > 0 {
            holding.push(table);
        }
    }
    holding
}

/// What is written besides what a call stores: numbers that a refused call may use up or that are given afterwards, the
/// record of acts, which holds denials too, and what agents were shown, and calls that are counted.
const BESIDES: [&str; 6] = [
    "public.account_numbers",
    "public.change_positions",
    "public.audit_events",
    "public.agents",
    "public.session_reads",
    "public.usage_by_month",
];

/// How many rows an account has in each table that holds what calls store.
pub async fn rows_of(account: AccountId) -> BTreeMap<String, i64> {
    let has_account = "EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'account_id')";
    let mut rows = BTreeMap::new();
    for table in tables(has_account).await {
        if !BESIDES.contains(&table.as_str()) {
            let sql = format!("SELECT count(*) FROM {table} WHERE account_id = '{}'", account.uuid());
            rows.insert(table, number(&sql).await);
        }
    }
    rows
}

async fn tables(condition: &str) -> Vec<String> {
    column(&format!(
        "SELECT format('%I.%I', n.nspname, c.relname)
         FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
         WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND {condition}
         ORDER BY 1"
    ))
    .await
}
