//! What keys tell, what may not be changed, and plans that were made for another account.

use super::Setting;
use super::seed::{account_tables, pair};
use crate::support::{Database, database_url};

#[tokio::test]
async fn no_row_moves_to_another_account() {
    let pair = pair().await;
    let mut database = Database::connect(&database_url()).await;
    let mut tried = 0;
    for table in account_tables(&mut database).await {
        database.must("BEGIN").await;
        database.must(&Setting::Own.statement(&pair)).await;
        let moved = database
            .run(&format!("UPDATE {table} SET account_id = '{}' WHERE account_id = '{}'", pair.foreign, pair.own))
            .await;
        database.must("ROLLBACK").await;
        assert_eq!(moved.unwrap_err().code, "42501", "{table}");
        tried += 1;
    }
    assert!(tried >= 18, "{tried}");
}

/// Foreign keys pass by row-level security: a reference to a stranger's row must fail as one to a made-up row does.
#[tokio::test]
async fn a_reference_to_a_strangers_row_is_refused_like_one_to_no_row() {
    let pair = pair().await;
    let mut database = Database::connect(&database_url()).await;
    let mut superuser = Database::connect(&crate::support::superuser_database_url()).await;
    let theirs = "77777777-7777-4777-8777-777777777777";
    superuser
        .must(&format!(
            "INSERT INTO memories SELECT (jsonb_populate_record(m, jsonb_build_object(
               'id', '{theirs}', 'lineage_id', '{theirs}', 'number', 900003, 'revision', 1))).*
             FROM memories AS m WHERE account_id = '{}' AND status = 'active'",
            pair.foreign
        ))
        .await;
    let mut answers = Vec::new();
    for memory in [theirs, "88888888-8888-4888-8888-888888888888"] {
        database.must("BEGIN").await;
        database.must(&Setting::Own.statement(&pair)).await;
        let node = database
            .value(&format!("SELECT id FROM scope_nodes WHERE account_id = '{}' AND parent_id IS NULL", pair.own))
            .await;
        let refused = database
            .run(&format!(
                "INSERT INTO memory_topics (account_id, memory_id, topic, scope_id) VALUES ('{}', '{memory}', 'x', {node})",
                pair.own
            ))
            .await
            .unwrap_err();
        database.must("ROLLBACK").await;
        assert_eq!(refused.code, "23503");
        answers.push(refused);
    }
    assert_eq!(answers[0], answers[1]);
}

#[tokio::test]
async fn the_text_of_a_memory_cannot_be_changed() {
    let pair = pair().await;
    let mut database = Database::connect(&database_url()).await;
    for column in
        ["content = 'other'", "context = 'other'", "name = 'other'", "metadata = '{\"a\": 1}'", "semantic_key = 'k'"]
    {
        database.must("BEGIN").await;
        database.must(&Setting::Own.statement(&pair)).await;
        let changed = database
            .run(&format!("UPDATE memories SET {column} WHERE account_id = '{}' AND status = 'active'", pair.own))
            .await;
        database.must("ROLLBACK").await;
        assert_eq!(changed.unwrap_err().code, "23001", "{column}");
    }
    // What may move moves, so that the refusals above are not for want of a row.
    database.must("BEGIN").await;
    database.must(&Setting::Own.statement(&pair)).await;
    let touched = database
        .must(&format!(
            "UPDATE memories SET last_seen_at = now() WHERE account_id = '{}' AND status = 'active'",
            pair.own
        ))
        .await;
    database.must("ROLLBACK").await;
    assert_eq!(touched, 1);
}

#[tokio::test]
async fn a_prepared_statement_serves_each_account_its_own_rows() {
    let pair = pair().await;
    let mut database = Database::connect(&database_url()).await;
    database.must("PREPARE seen AS SELECT DISTINCT account_id FROM memories").await;
    for mode in ["force_generic_plan", "force_custom_plan", "auto"] {
        database.must(&format!("SET plan_cache_mode = {mode}")).await;
        for round in 0..16 {
            let account = if round % 2 == 0 { pair.own } else { pair.foreign };
            database.must("BEGIN").await;
            database.must(&Setting::Own.statement(&pair).replace(&pair.own.to_string(), &account.to_string())).await;
            let seen = database.column("EXECUTE seen").await;
            database.must("COMMIT").await;
            assert_eq!(seen, [account.to_string()], "{mode}, round {round}");
            assert_eq!(database.column("EXECUTE seen").await, [""; 0], "{mode}, round {round}, after the transaction");
        }
    }
}

/// The setting that switches policies off raises where a policy applies, and shows nothing.
#[tokio::test]
async fn switching_row_security_off_raises_and_shows_nothing() {
    let pair = pair().await;
    let mut database = Database::connect(&database_url()).await;
    database.must("SET row_security = off").await;
    for setting in [Setting::Unset, Setting::Own] {
        database.must("BEGIN").await;
        if setting == Setting::Own {
            database.must(&setting.statement(&pair)).await;
        }
        assert_eq!(database.rows("SELECT id FROM memories").await.unwrap_err().code, "42501");
        database.must("ROLLBACK").await;
    }
}

/// What the role could reach beside tables: files, programs, other roles, objects of its own.
#[tokio::test]
async fn the_serving_role_makes_nothing_and_reads_no_files() {
    let mut database = Database::connect(&database_url()).await;
    for statement in [
        "CREATE TABLE public.mine (id int)",
        "CREATE TABLE app.mine (id int)",
        "CREATE TEMP TABLE mine (id int)",
        "CREATE SCHEMA mine",
        "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql RETURN 1",
        "COPY (SELECT 1) TO PROGRAM 'cat'",
        "COPY (SELECT 1) TO '/dev/null'",
        "SELECT pg_read_file('/etc/hostname')",
        "SET ROLE annals_owner",
        "SET ROLE annals_search",
        "SET SESSION AUTHORIZATION annals_owner",
        "ALTER TABLE memories DISABLE ROW LEVEL SECURITY",
        "DROP POLICY account_rows ON memories",
        "TRUNCATE memories",
        "SET session_replication_role = replica",
        "SELECT app.enable_account_table('memories', 'account')",
    ] {
        let refused = database.run(statement).await;
        assert_eq!(
            refused.as_ref().err().map(|refusal| refusal.code.as_str()),
            Some("42501"),
            "{statement}: {refused:?}"
        );
    }
    assert_eq!(database.value("SELECT count(*) FROM pg_stats WHERE schemaname = 'public'").await, "0");
}
