//! How the product's own statements are carried out beside many rows of other accounts: as the serving role, under
//! row-level security, with the account and its nodes set.

mod crowd;
mod product_statements;

use crowd::{Crowd, OWN_ROWS, RARE_ROWS, crowd};
use product_statements::{checked_statements, nearest_statement};

use crate::support::Database;

/// Tables whose rows belong to a node: the large ones.
const CONTENT: &[&str] = &[
    "memories",
    "supersessions",
    "memory_topics",
    "memory_links",
    "tombstones",
    "embeddings",
    "embeddings_past",
    "chunks",
    "term_frequencies",
    "term_totals",
];

async fn plan(database: &mut Database, statement: &str) -> Result<String, String> {
    let rows = database.rows(statement).await.map_err(|refusal| refusal.to_string())?;
    Ok(rows.into_iter().filter_map(|row| row.into_iter().next().flatten()).collect::<Vec<_>>().join("\n"))
}

/// One test, since all of it asks one crowded database.
#[tokio::test]
async fn statements_read_what_is_theirs_and_no_more() {
    let crowd = crowd().await;
    meaning_reads_the_covering_index_alone(&crowd).await;
    words_read_the_index_of_terms(&crowd).await;
    checked_statements_scan_no_content_table(&crowd).await;
    scans_are_seen(&crowd).await;
}

async fn meaning_reads_the_covering_index_alone(crowd: &Crowd<'_>) {
    let (statement, dimensions, model) = nearest_statement(crowd).await;
    for mode in ["auto", "force_generic_plan"] {
        let mut database = crowd.entered().await;
        database.must(&format!("SET LOCAL plan_cache_mode = {mode}")).await;
        database.must(&format!("PREPARE nearest AS {statement}")).await;
        let vector = format!("array_fill(0.05::real, ARRAY[{dimensions}])::halfvec");
        let account = crowd.account.id.uuid();
        let plan = plan(
            &mut database,
            &format!(
                "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)
                 EXECUTE nearest ({vector}, '{account}', {model}, {vector}, 100)"
            ),
        )
        .await
        .unwrap();
        assert!(plan.contains("Index Only Scan using embeddings_scan_idx"), "{mode}:\n{plan}");
        assert!(plan.contains("Heap Fetches: 0"), "{mode}:\n{plan}");
        assert!(!plan.contains("Seq Scan"), "{mode}:\n{plan}");
        assert!(plan.contains(&format!("rows={OWN_ROWS}")), "the scan reads the account's rows alone, {mode}:\n{plan}");
    }
}

async fn words_read_the_index_of_terms(crowd: &Crowd<'_>) {
    let mut database = crowd.entered().await;
    let found = database
        .column(
            "SELECT memory_id FROM app.word_candidates(ARRAY['rare'], ARRAY['rare'], NULL, NULL, NULL, NULL, NULL,
               '{}', NULL, false, NULL, NULL, '{}', 1000, NULL)",
        )
        .await;
    assert_eq!(found.len(), RARE_ROWS);
    let counters = database
        .rows(
            "SELECT pg_stat_get_xact_numscans('chunks_terms_idx'::regclass), pg_stat_get_xact_numscans('chunks'::regclass),
                    pg_stat_get_xact_tuples_fetched('chunks'::regclass)",
        )
        .await
        .unwrap()
        .remove(0);
    let [by_terms, whole, read]: [u64; 3] =
        std::array::from_fn(|place| counters[place].as_deref().unwrap_or("0").parse().unwrap());
    assert!(by_terms >= 1, "the index of terms was not used");
    assert_eq!(whole, 0, "the table was read from end to end");
    // Strangers use the word as well; the index holds the account beside it.
    assert!(read <= 4 * RARE_ROWS as u64, "{read} rows were read for {} candidates", found.len());
}

async fn checked_statements_scan_no_content_table(crowd: &Crowd<'_>) {
    let (mut seen, mut problems, mut point_reads) = (0, Vec::new(), 0);
    for statement in checked_statements() {
        let mut database = crowd.entered().await;
        let plan = match plan(&mut database, &format!("EXPLAIN (GENERIC_PLAN, COSTS OFF) {statement}")).await {
            Ok(plan) => plan,
            // Statements of the system role are not this role's.
            Err(refusal) if refusal.starts_with("42501") => continue,
            Err(refusal) => panic!("{refusal}\n{statement}"),
        };
        if !CONTENT.iter().any(|table| plan.contains(&format!(" on {table}"))) {
            continue;
        }
        seen += 1;
        for table in CONTENT {
            if plan
                .lines()
                .any(|line| line.contains("Seq Scan on ") && line.split_whitespace().any(|word| word == *table))
            {
                problems.push(format!("{table} is read from end to end by\n{statement}\n{plan}"));
            }
        }
        if statement.starts_with("SELECT m.id, m.number") {
            assert!(plan.contains("using memories_pkey on memories m"), "{plan}");
            point_reads += 1;
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
    assert_eq!(point_reads, 1, "the statement that reads memories by id");
    assert!(seen >= 20, "only {seen} statements on content tables were found");
}

/// The control: a statement that no index serves shows as what it is.
async fn scans_are_seen(crowd: &Crowd<'_>) {
    let mut superuser = crowd.database.superuser().await;
    let plan = plan(&mut superuser, "EXPLAIN SELECT id FROM memories WHERE content LIKE '%x%'").await.unwrap();
    assert!(plan.contains("Seq Scan on memories"), "{plan}");
}
