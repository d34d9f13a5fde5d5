//! Reading changes nothing of what is stored: a hundred reads leave every row as it was.

use std::collections::BTreeMap;

use annals::CATALOG;
use annals::ids::AccountId;
use serde_json::json;

use crate::catalogue::{Way, stocked};
use crate::support::{service, stored};

/// What a read may leave: who was shown what and when, when a token was used, and the blocks of numbers.
const MOVED_BY_READS: [&str; 3] = ["public.agents", "public.session_reads", "public.service_tokens"];

/// A digest of every row of an account, table by table.
async fn digests(account: AccountId) -> BTreeMap<String, String> {
    let mut digests = BTreeMap::new();
    for table in stored::rows_of(account).await.into_keys().filter(|table| !MOVED_BY_READS.contains(&table.as_str())) {
        let sql = format!(
            "SELECT coalesce(string_agg(md5(t::text), ',' ORDER BY md5(t::text)), '') FROM {table} AS t WHERE account_id = '{}'",
            account.uuid()
        );
        let digest = stored::column(&sql).await.remove(0);
        digests.insert(table, digest);
    }
    digests
}

#[tokio::test]
async fn a_hundred_reads_leave_every_row_as_it_was() {
    let stocked = stocked(service()).await;
    let (account, client) = (stocked.account.id, &stocked.client);
    crate::change_feed::following::settled(client, 0).await;
    let updated = format!(
        "SELECT id || ' ' || updated_at || ' ' || last_seen_at FROM memories WHERE account_id = '{}' ORDER BY 1",
        account.uuid()
    );
    let (before, moments) = (digests(account).await, stored::column(&updated).await);
    assert!(before["public.memories"].len() > 32 * 4 && moments.len() > 4, "{before:?}");

    let mut reads = 0;
    while reads < 100 {
        for entry in CATALOG.iter().filter(|entry| !entry.spec().effect.writes()) {
            for way in Way::of(entry.spec()) {
                let said = way.call(client, entry, &(entry.spec().example)(&stocked.sample)).await;
                assert!(said.structured.is_some(), "{}, {way}: {}", entry.spec().name, said.body());
                reads += 1;
            }
        }
    }
    assert_eq!(stored::column(&updated).await, moments);
    let after = digests(account).await;
    let changed: Vec<&String> = before.keys().filter(|table| before[*table] != after[*table]).collect();
    assert!(changed.is_empty(), "{reads} reads changed {changed:?}");

    // The digests do move where something is written.
    client.post(&format!("/v1/memories/{}/forget", stocked.sample.memory_id), json!({})).await.expect(200);
    assert_ne!(digests(account).await["public.memories"], before["public.memories"]);
}
