//! What no answer may hold: SQL, names of tables, the database, panics, places in the source.

use std::sync::LazyLock;

use regex::Regex;

static LEAKS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"(?i)\b(select|insert|update|delete|truncate)\b[^.]{0,80}\b(from|into|set|where|values|returning)\s+[a-z_.]+\s*(\(|=|,|;|$|where|set)",
        r"(?i)\b(from|into|join|update|table|relation|column|constraint|function|schema)\s+(public\.|app\.)?[`'\u{22}“]?(accounts|account_numbers|users|memberships|teams|team_members|scope_nodes|scope_grants|signing_keys|service_tokens|memories|supersessions|memory_topics|memory_links|tombstones|idempotency|audit_events|session_reads|change_positions|summary_items|gate_counts|embedding_models|embeddings|embeddings_past|chunks|term_frequencies|term_totals)\b",
        r"(?i)\b(scope_nodes|scope_grants|service_tokens|signing_keys|term_frequencies|term_totals|team_members|embeddings_past|embedding_models|account_numbers|memory_topics|memory_links)\b",
        r"(?i)\b(account_id\s*(=|\)|uuid)|scope_id\s*=|fold_hash|text_hash|tsvector|halfvec|word_candidates|memories_holding)",
        r"(?i)postgres|pgvector|sqlx|sqlstate|\bpg_[a-z]+|\bSQL\b|row-level security|annals_(app|owner|system|search)",
        r"(?i)error returned from database|\b(column|relation|function|type|role|schema)\b \S+ does not exist|violates \S+ \S*constraint",
        r"(?i)panicked|backtrace|stack trace|thread '|unwrap\(\)|RUST_",
        r"\.rs\b|/src/|/root/|/home/|/usr/|/var/|/tmp/|\.cargo|\.local/",
        r"127\.0\.0\.1:5\d{3}\b|Connection refused|os error",
    ]
    .into_iter()
    .map(|pattern| Regex::new(pattern).unwrap())
    .collect()
});

/// What a text gives away.
pub fn leaks(text: &str) -> Vec<String> {
    LEAKS.iter().filter_map(|pattern| pattern.find(text)).map(|found| found.as_str().to_owned()).collect()
}

/// Every header and the body of an answer, looked through.
#[track_caller]
pub fn assert_tight(answer: &crate::support::Answer) {
    let whole = format!("{:?}\n{}", answer.headers, answer.text);
    let found = leaks(&whole);
    assert!(found.is_empty(), "{found:?} in {whole}");
}

#[test]
fn planted_leaks_are_caught_and_plain_sentences_are_not() {
    for planted in [
        r#"relation "memories" does not exist"#,
        "SELECT id, content FROM memories WHERE account_id = $1",
        "INSERT INTO scope_nodes (account_id) VALUES ($1)",
        "account_id = $1 is missing",
        "error returned from database: column content does not exist",
        r#"duplicate key value violates unique constraint "memories_fold_key" in table memories"#,
        "new row violates row-level security policy",
        "password authentication failed for user annals_app",
        "thread 'tokio-runtime-worker' panicked at src/ops/recall.rs:12:5",
        "called `Option::unwrap()` on a `None` value",
        "No such file or directory (os error 2): /root/.local/models",
        "error connecting to 127.0.0.1:5433",
        "sqlx::Error::PoolTimedOut",
    ] {
        assert!(!leaks(planted).is_empty(), "“{planted}” passed");
    }
    for plain in [
        r#"{"code": "not_found", "detail": "There is no memory of that name that you can see."}"#,
        "memory_id: must be an id of the form mem_… with 32 hexadecimal digits",
        "mode: must be one of: soft_delete, hard_delete, redact",
        "Send a valid token as `Authorization: Bearer …`.",
        "Two calls met; try again.",
        r#"{"properties": {"account_id": {"type": "string", "description": "The account; empty is the caller's own."}}}"#,
        "http://127.0.0.1:40123/.well-known/oauth-protected-resource/mcp",
    ] {
        assert_eq!(leaks(plain), Vec::<String>::new(), "{plain}");
    }
}
