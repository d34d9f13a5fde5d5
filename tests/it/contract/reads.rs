//! What is hinted as a read changes nothing: the rows are the same before and after, and the transaction could not have
//! written.

use std::collections::BTreeMap;

use annals::CATALOG;
use annals::clock::Clock;
use annals::ids::AccountId;
use serde_json::{Value, json};

use crate::catalogue::{Way, assert_none, stocked};
use crate::support::{Database, OwnDatabase, Service, service, superuser_database_url};

#[tokio::test]
async fn no_read_changes_a_row_of_its_account() {
    let stocked = stocked(service()).await;
    let mut database = Database::connect(&superuser_database_url()).await;
    let mut faults = Vec::new();
    for entry in CATALOG.iter().filter(|entry| !entry.spec().effect.writes()) {
        let example = (entry.spec().example)(&stocked.sample);
        for way in Way::of(entry.spec()) {
            let before = checksums(&mut database, stocked.account.id).await;
            let said = way.call(&stocked.client, entry, &example).await;
            assert!(said.structured.is_some(), "{}: {}", entry.spec().name, said.body());
            let changed = differences(&before, &checksums(&mut database, stocked.account.id).await);
            if !changed.is_empty() {
                faults.push(format!("{}, {way}: changed {}", entry.spec().name, changed.join(", ")));
            }
        }
    }
    assert_none(&faults);
}

#[tokio::test]
async fn every_write_is_seen_in_the_checksums() {
    let mut database = Database::connect(&superuser_database_url()).await;
    for entry in CATALOG.iter().filter(|entry| entry.spec().effect.writes()) {
        let stocked = stocked(service()).await;
        let before = checksums(&mut database, stocked.account.id).await;
        let example = (entry.spec().example)(&stocked.sample);
        let said = Way::Rest.call(&stocked.client, entry, &example).await;
        assert!(said.structured.is_some(), "{}: {}", entry.spec().name, said.body());
        let changed = differences(&before, &checksums(&mut database, stocked.account.id).await);
        assert!(!changed.is_empty(), "{} is a write and changed nothing that this suite sees", entry.spec().name);
    }
}

/// The database's clock, which every call asks as it begins, is replaced by one that stops read-only transactions.
#[tokio::test]
async fn exactly_the_reads_run_in_read_only_transactions() {
    let own = OwnDatabase::migrated().await;
    let url = own.app_url();
    // The clock stands still, so that what a call asks of the account's policies beforehand, in a short read of its own, is
    // asked once here, before the trap is set.
    let clock = Clock::fixed(Clock::default().now());
    let service = Service::start(move |config| config.database_url = Some(url), clock);
    let stocked = stocked(&service).await;
    own.superuser()
        .await
        .must(
            "CREATE OR REPLACE FUNCTION app.now() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
             BEGIN
               IF current_setting('transaction_read_only')::boolean THEN
                 RAISE EXCEPTION 'read only' USING ERRCODE = '57014';
               END IF;
               RETURN statement_timestamp();
             END $$",
        )
        .await;
    let mut faults = Vec::new();
    // Changing the policies makes the next call ask for them anew: it comes last.
    let mut entries: Vec<_> = CATALOG.iter().collect();
    entries.sort_by_key(|entry| entry.spec().name == "account_update_policies");
    for (place, entry) in entries.into_iter().enumerate() {
        for way in Way::of(entry.spec()) {
            let writes = entry.spec().effect.writes();
            let sample = if writes {
                stocked.another_sample(entry, &format!("Sample {place} for {way}")).await
            } else {
                stocked.sample.clone()
            };
            let mut example = (entry.spec().example)(&sample);
            if let Some(content) = example.get("content").and_then(Value::as_str) {
                example["content"] = json!(format!("{content} Said over {way}."));
            }
            let said = way.call(&stocked.client, entry, &example).await;
            let was_read_only = said.code.as_deref() == Some(way.told(entry.spec(), "timeout"));
            if was_read_only == writes || (writes && said.structured.is_none()) {
                faults.push(format!(
                    "{}, {way}: writes is {writes}, and the answer {}",
                    entry.spec().name,
                    said.outcome()
                ));
            }
        }
    }
    assert_none(&faults);
}

/// What is written besides: what an agent was shown, which a read must remember, calls that are counted, and the numbers that
/// changes are given afterwards (left out of their rows, too, as is when a token was last used).
const BESIDES: [&str; 4] = ["agents", "session_reads", "change_positions", "usage_by_month"];

/// A checksum of each account table's rows for one account.
async fn checksums(database: &mut Database, account: AccountId) -> BTreeMap<String, String> {
    let tables = database
        .column(
            "SELECT c.relname FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'account_id'
             ORDER BY c.relname",
        )
        .await;
    assert!(tables.len() > 10, "the account tables were not found: {tables:?}");
    let mut sums = BTreeMap::new();
    for table in tables.into_iter().filter(|table| !BESIDES.contains(&table.as_str())) {
        let sum = database
            .value(&format!(
                "SELECT count(*) || ' ' || coalesce(md5(string_agg(row, E'\\n' ORDER BY row COLLATE \"C\")), '')
                 FROM public.{table} AS t, concat(to_jsonb(t) - 'position' - 'last_used_at') AS row WHERE account_id = '{}'",
                account.uuid()
            ))
            .await;
        sums.insert(table, sum);
    }
    sums
}

fn differences(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    before.iter().filter(|(table, sum)| after.get(*table) != Some(sum)).map(|(table, _)| table.clone()).collect()
}
