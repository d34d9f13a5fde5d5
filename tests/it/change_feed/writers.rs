//! Sixteen writers over two replicas while an index is built and a long transaction stands open, and two readers who follow:
//! no change is lost, repeated, foreign or out of the order of its record's own history (design, section 7).

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use annals::auth::Role;
use annals::clock::Clock;
use annals::ids::{AccountId, UserId};
use futures::future::join_all;
use serde_json::{Value, json};

use super::following::{page, rows};
use super::rounds::{CHANGES, Record, Writer};
use crate::support::{Account, Client, Database, OwnDatabase, Service, Wish};

const WRITERS: usize = 16;
const ROUNDS: usize = 4;

/// A row as a reader saw it.
struct Seen {
    position: i64,
    record: String,
    what: String,
    scope: String,
    at: Instant,
}

/// Follows the feed to the last of what is expected, by long poll, from position to position.
async fn follow(client: &Client, wanted: &AtomicUsize) -> Vec<Seen> {
    let (mut after, mut seen) = (0, Vec::new());
    loop {
        let answer = page(client, &format!("after={after}&limit=100&wait=5")).await;
        let at = Instant::now();
        let text = |row: &Value, member: &str| row[member].as_str().unwrap().to_owned();
        for row in rows(&answer) {
            seen.push(Seen {
                position: row["position"].as_i64().unwrap(),
                record: text(&row, "record_id"),
                what: text(&row, "what"),
                scope: text(&row, "scope"),
                at,
            });
        }
        after = answer["next_after"].as_i64().unwrap();
        // Five seconds without a row after the last write: nothing comes any more, be it all or not.
        let wanted = wanted.load(Ordering::SeqCst);
        if wanted > 0 && rows(&answer).is_empty() {
            return seen;
        }
    }
}

/// Builds and drops an index on the memories over and over, and holds a transaction open meanwhile that has written.
async fn disturb(database: &OwnDatabase, half: &tokio::sync::Notify, done: &AtomicUsize) -> usize {
    let (mut long, mut builder) = (database.superuser().await, database.superuser().await);
    long.must("CREATE TABLE public.long_transaction (n int)").await;
    long.must("BEGIN ISOLATION LEVEL REPEATABLE READ; INSERT INTO public.long_transaction VALUES (1); SELECT count(*) FROM memories").await;
    let building = async {
        let mut built = 0;
        while done.load(Ordering::SeqCst) == 0 {
            builder.must("CREATE INDEX CONCURRENTLY disturbing_idx ON memories (md5(content))").await;
            builder.must("DROP INDEX CONCURRENTLY disturbing_idx").await;
            built += 1;
        }
        built
    };
    let holding = async {
        half.notified().await;
        long.must("COMMIT").await;
    };
    futures::future::join(building, holding).await.0
}

async fn clients(account: &Account<'_>, origins: [&str; 2], team: UserId) -> (Vec<Writer>, Client, Client) {
    let mut writers = Vec::new();
    for name in 0..WRITERS {
        let wish = Wish { user: Some(team), agent: format!("writer-{name}"), ..Wish::default() };
        let client = account.client_with(wish).await.at(origins[name % 2]);
        let (path, workspace) = if name % 4 == 3 {
            ("teams/engineering", json!({"kind": "team", "team_id": "engineering"}))
        } else {
            ("projects/general", json!({"kind": "shared"}))
        };
        writers.push(Writer { client, name, path, workspace, written: Vec::new() });
    }
    let owner = account.client().await.at(origins[0]);
    let boris = account.member(Role::Member, "boris").await;
    let boris = account.client_with(Wish { user: Some(boris), ..Wish::default() }).await.at(origins[1]);
    (writers, owner, boris)
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_writers_lose_repeat_and_misplace_nothing() {
    let database = OwnDatabase::migrated().await;
    let url = database.app_url();
    let here = Service::start(
        {
            let url = url.clone();
            move |config| config.database_url = Some(url)
        },
        Clock::default(),
    );
    let public_url = here.origin.clone();
    let there = Service::start(
        move |config| {
            config.database_url = Some(url);
            config.public_url = public_url;
        },
        Clock::default(),
    );
    let (account, other) = (here.account().await, here.account().await);
    account.client().await.post("/v1/scopes", json!({"path": "teams/engineering"})).await.expect(200);
    let member = account.member(Role::Admin, "vasya").await;
    let origins = [here.origin.as_str(), there.origin.as_str()];
    let (mut writers, owner, boris) = clients(&account, origins, member).await;
    let stranger = other.client().await;

    let (wanted, half) = (AtomicUsize::new(0), tokio::sync::Notify::new());
    let rounds_done = AtomicUsize::new(0);
    let write = async {
        let (stranger, rounds_done, half) = (&stranger, &rounds_done, &half);
        join_all(writers.iter_mut().map(|writer| async move {
            for round in 0..ROUNDS {
                writer.round(round).await;
                stranger.remember(&format!("Foreign {} {round}.", writer.name), "projects/general").await;
                if rounds_done.fetch_add(1, Ordering::SeqCst) + 1 == WRITERS * ROUNDS / 2 {
                    half.notify_one();
                }
            }
        }))
        .await;
        wanted.store(WRITERS * ROUNDS * CHANGES, Ordering::SeqCst);
    };
    let (everything, open_to_all, built, ()) =
        futures::join!(follow(&owner, &wanted), follow(&boris, &wanted), disturb(&database, &half, &wanted), write);
    assert!(built > 0);

    let numbers = numbers(&database, account.id).await;
    let ids = |writer: &Writer| -> Vec<(String, &'static str, Instant)> {
        let id = |record: &Record| match record {
            Record::Id(id) => id.clone(),
            Record::Number(number) => numbers[number].clone(),
        };
        writer.written.iter().map(|change| (id(&change.record), change.what, change.answered)).collect()
    };
    let all: Vec<_> = writers.iter().flat_map(ids).collect();
    assert_eq!(all.len(), WRITERS * ROUNDS * CHANGES);
    compare("the owner", &everything, &all);
    let team = |seen: &Seen| seen.scope == "teams/engineering";
    assert!(everything.iter().any(team));
    assert!(!open_to_all.iter().any(team), "Boris reads nothing of the team");
    let visible: Vec<&Seen> = everything.iter().filter(|seen| !team(seen)).collect();
    assert_eq!(
        open_to_all.iter().map(|seen| (seen.position, &seen.record)).collect::<Vec<_>>(),
        visible.iter().map(|seen| (seen.position, &seen.record)).collect::<Vec<_>>(),
        "Boris reads all the rest in the same order"
    );
    let dense: Vec<i64> = (1..=i64::try_from(all.len()).unwrap()).collect();
    assert_eq!(everything.iter().map(|seen| seen.position).collect::<Vec<_>>(), dense);
    report(&everything, &all, built);
}

/// The ids of an account's records by their numbers.
async fn numbers(database: &OwnDatabase, account: AccountId) -> HashMap<i64, String> {
    let sql = format!(
        "SELECT number || ' mem_' || replace(id::text, '-', '') FROM memories WHERE account_id = '{}'",
        account.uuid()
    );
    let mut superuser: Database = database.superuser().await;
    let split =
        |line: String| line.split_once(' ').map(|(number, id)| (number.parse().unwrap(), id.to_owned())).unwrap();
    superuser.column(&sql).await.into_iter().map(split).collect()
}

/// Every change was seen once and nothing else was, and each record's changes in the order in which they happened.
fn compare(reader: &str, seen: &[Seen], written: &[(String, &'static str, Instant)]) {
    let mut left: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    for (record, what, _) in written {
        *left.entry((record, what)).or_default() += 1;
    }
    for row in seen {
        *left.entry((&row.record, &row.what)).or_default() -= 1;
    }
    let lost: Vec<_> = left.iter().filter(|(_, count)| **count > 0).collect();
    let repeated: Vec<_> = left.iter().filter(|(_, count)| **count < 0).collect();
    assert!(lost.is_empty() && repeated.is_empty(), "{reader}: lost {lost:?}, repeated or foreign {repeated:?}");

    let mut histories: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in seen {
        histories.entry(&row.record).or_default().push(&row.what);
    }
    for (record, history) in histories {
        let seen_again = history.iter().filter(|what| **what == "seen_again").count();
        let mut expected = vec!["created"];
        expected.extend(vec!["seen_again"; seen_again]);
        expected.extend(history.iter().find(|what| !matches!(**what, "created" | "seen_again")).copied());
        assert_eq!(history, expected, "{reader}: {record}");
    }
}

/// The figures for the closing note. Nothing is asserted of time.
#[expect(clippy::print_stdout, reason = "the figures are what the run is read for")]
fn report(seen: &[Seen], written: &[(String, &'static str, Instant)], built: usize) {
    let mut answered: HashMap<(&str, &str), Vec<Instant>> = HashMap::new();
    for (record, what, at) in written {
        answered.entry((record, what)).or_default().push(*at);
    }
    for moments in answered.values_mut() {
        moments.sort_unstable();
    }
    let mut lags: Vec<Duration> = Vec::new();
    let mut taken: HashMap<(&str, &str), usize> = HashMap::new();
    for row in seen {
        let key = (row.record.as_str(), row.what.as_str());
        let place = taken.entry(key).or_default();
        lags.push(row.at.saturating_duration_since(answered[&key][*place]));
        *place += 1;
    }
    lags.sort_unstable();
    println!(
        "change feed: {WRITERS} writers, 2 replicas, {} rows, 0 lost, 0 repeated, {built} index builds; seen after the writer's \
         own answer: median {:?}, 99 % {:?}, at most {:?}",
        seen.len(),
        lags[lags.len() / 2],
        lags[lags.len() * 99 / 100],
        lags[lags.len() - 1],
    );
}
