//! What the serving role's statements reach, verb by verb, on every table with an account: nothing of another account, and
//! nothing at all where no account is set. The product's own statements are not needed for this to hold.

mod keys_and_plans;
mod seed;
mod statements;

use seed::{Pair, pair};
use statements::{Expected, Statement, statements};

use crate::support::{Database, database_url};

/// What the connection's settings say when a statement comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Setting {
    /// Never set on this connection.
    Unset,
    /// Set for a transaction that has ended: Postgres leaves an empty text behind.
    Ended,
    /// Set to the account `own`, with every small node number there is: the account alone keeps strangers out.
    Own,
    /// Set to the account `own`, with no nodes.
    NoNodes,
}

impl Setting {
    fn statement(self, pair: &Pair) -> String {
        let nodes = if self == Self::NoNodes { "{}" } else { pair.nodes.as_str() };
        format!(
            "SELECT set_config('app.account_id', '{}', true), set_config('app.readable_nodes', '{nodes}', true),
                    set_config('app.writable_nodes', '{nodes}', true)",
            pair.own
        )
    }
}

async fn connection(setting: Setting, pair: &Pair) -> Database {
    let mut database = Database::connect(&database_url()).await;
    if setting == Setting::Ended {
        database.must(&format!("BEGIN; {}; COMMIT", setting.statement(pair))).await;
        assert_eq!(database.value("SELECT current_setting('app.account_id', true) IS NOT NULL").await, "t");
    }
    database
}

/// Runs one statement; whatever it did is undone.
async fn outcome(database: &mut Database, setting: Setting, pair: &Pair, statement: &Statement) -> Result<(), String> {
    database.must("BEGIN").await;
    if matches!(setting, Setting::Own | Setting::NoNodes) {
        database.must(&setting.statement(pair)).await;
    }
    let found = statement.run(database).await;
    database.must("ROLLBACK").await;
    statement.expected.holds(&found).map_err(|problem| {
        format!("{setting:?}, {} {}: {problem}\n  {}", statement.verb, statement.table, statement.sql)
    })
}

#[tokio::test]
async fn no_verb_reaches_another_account_or_works_without_one() {
    let pair = pair().await;
    let mut problems = Vec::new();
    for setting in [Setting::Unset, Setting::Ended, Setting::Own, Setting::NoNodes] {
        let mut database = connection(setting, &pair).await;
        for statement in statements(&pair, &pair.foreign).await {
            if let Err(problem) = outcome(&mut database, setting, &pair, &statement).await {
                problems.push(problem);
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[tokio::test]
async fn rows_of_ones_own_account_are_as_far_without_a_setting_or_nodes() {
    let pair = pair().await;
    let mut problems = Vec::new();
    for setting in [Setting::Unset, Setting::Ended, Setting::NoNodes] {
        let mut database = connection(setting, &pair).await;
        for statement in statements(&pair, &pair.own).await {
            if setting == Setting::NoNodes && !statement.is_content {
                continue;
            }
            if let Err(problem) = outcome(&mut database, setting, &pair, &statement).await {
                problems.push(problem);
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The control: with the account set, the very same statements find its rows, so that the tests above can fail.
#[tokio::test]
async fn the_same_statements_reach_ones_own_rows() {
    let pair = pair().await;
    let mut database = connection(Setting::Own, &pair).await;
    let (mut reached, mut refused) = (0, Vec::new());
    for statement in statements(&pair, &pair.own).await {
        if statement.expected != Expected::NoRows {
            continue;
        }
        // A row that others refer to cannot be deleted, which shows as well that it was found.
        match outcome(&mut database, Setting::Own, &pair, &statement).await {
            Err(_) => reached += 1,
            Ok(()) => refused.push(format!("{} {}", statement.verb, statement.table)),
        }
    }
    assert!(refused.is_empty(), "these find nothing even where they should: {refused:?}");
    assert!(reached > 60, "only {reached} statements were tried");
}
