//! Two accounts with a row in every account table.

use uuid::Uuid;

use crate::support::{Account, Database, service, superuser_database_url};

/// Two accounts, and the nodes that either has.
pub struct Pair {
    /// The account that a transaction is for.
    pub own: Uuid,
    /// Another account.
    pub foreign: Uuid,
    /// The node numbers of both, as an array.
    pub nodes: String,
}

const SEED: &str = "
INSERT INTO account_numbers (account_id, next) VALUES ('ACCOUNT', 2) ON CONFLICT DO NOTHING;
INSERT INTO teams (account_id, slug, name) VALUES ('ACCOUNT', 'crew', 'Crew');
INSERT INTO team_members (account_id, team, user_id) VALUES ('ACCOUNT', 'crew', 'OWNER');
INSERT INTO scope_grants (account_id, id, node_id, team, access, below)
  SELECT 'ACCOUNT', gen_random_uuid(), id, 'crew', 'read', true FROM scope_nodes WHERE account_id = 'ACCOUNT' AND parent_id IS NULL;
INSERT INTO memories (account_id, id, number, scope_id, kind, content, content_chars, lineage_id, revision, status,
                      superseded_at, author_user_id, author_agent)
  SELECT 'ACCOUNT', made.id, made.number, n.id, 'note', 'The heron stands in the shallows.', 33, made.lineage, made.revision,
         made.status, CASE WHEN made.status = 'superseded' THEN now() END, 'OWNER', 'seed'
  FROM scope_nodes AS n
  CROSS JOIN (VALUES ('FIRST'::uuid, 900001, 'FIRST'::uuid, 1, 'superseded'),
                     ('SECOND'::uuid, 900002, 'FIRST'::uuid, 2, 'active')) AS made (id, number, lineage, revision, status)
  WHERE n.account_id = 'ACCOUNT' AND n.parent_id IS NULL;
INSERT INTO supersessions (account_id, superseded_id, superseding_id, scope_id)
  SELECT account_id, 'FIRST', 'SECOND', scope_id FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO memory_topics (account_id, memory_id, topic, scope_id)
  SELECT account_id, id, 'birds', scope_id FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO memory_links (account_id, memory_id, position, url, scope_id)
  SELECT account_id, id, 1, 'https://example.com/heron', scope_id FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO tombstones (account_id, memory_id, scope_id, lineage_id, revision, kind, erased_by)
  SELECT account_id, gen_random_uuid(), scope_id, gen_random_uuid(), 1, 'note', 'OWNER'
  FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO embeddings (account_id, memory_id, chunk, model, scope_id, kind, occurred_at, vector)
  SELECT account_id, id, 0, (SELECT min(id) FROM embedding_models), scope_id, kind, now(), '[1,0]'
  FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO embeddings_past (account_id, memory_id, chunk, model, scope_id, kind, occurred_at, vector)
  SELECT account_id, id, 0, (SELECT min(id) FROM embedding_models), scope_id, kind, now(), '[0,1]'
  FROM memories WHERE account_id = 'ACCOUNT' AND id = 'FIRST';
INSERT INTO chunks (account_id, memory_id, chunk, scope_id, kind, occurred_at, current, start_char, char_count, word_count, terms)
  SELECT account_id, id, 0, scope_id, kind, now(), true, 0, 33, 6, '''heron'':2 ''shallow'':6'
  FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO term_frequencies (account_id, scope_id, term, shard, chunks)
  SELECT account_id, scope_id, 'heron', 0, 1 FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO term_totals (account_id, scope_id, shard, chunks, words)
  SELECT account_id, scope_id, 0, 1, 6 FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO rules (account_id, id, scope_id, kind, text, state, author_user_id, author_agent)
  SELECT account_id, 'FIRST', scope_id, 'convention', 'Herons are counted at dawn.', 'in_force', 'OWNER', 'seed'
  FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO agents (account_id, user_id, agent) VALUES ('ACCOUNT', 'OWNER', 'seed') ON CONFLICT DO NOTHING;
INSERT INTO session_reads (account_id, user_id, agent, scope_id)
  SELECT account_id, 'OWNER', 'seed', scope_id FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO changes (account_id, position, what, record_kind, record_id, scope_id, user_id, agent)
  SELECT account_id, 900001, 'created', 'memory', id, scope_id, 'OWNER', 'seed'
  FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO change_positions (account_id, last) VALUES ('ACCOUNT', 900001) ON CONFLICT DO NOTHING;
INSERT INTO idempotency (account_id, user_id, agent, operation, scope, key, fingerprint, reply)
  VALUES ('ACCOUNT', 'OWNER', 'seed', 'remember', '', 'heron', '\\x00', '{}');
INSERT INTO audit_events (account_id, surface, operation, outcome) VALUES ('ACCOUNT', 'rest', 'remember', 'done');
INSERT INTO summaries (account_id, id, scope_id, trigger, text, author_user_id, author_agent)
  SELECT account_id, 'FIRST', scope_id, 'manual', 'Herons were counted.', 'OWNER', 'seed'
  FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO summary_items (account_id, summary_id, place, memory_id, scope_id)
  SELECT account_id, 'FIRST', 0, id, scope_id FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO documents (account_id, id, scope_id, kind, number, title, body, terms, author_user_id, author_agent)
  SELECT account_id, 'FIRST', scope_id, 'adr', 1, 'Herons', 'Count them.', '''heron'':1', 'OWNER', 'seed'
  FROM memories WHERE account_id = 'ACCOUNT' AND id = 'SECOND';
INSERT INTO oauth_grants (account_id, id, user_id, client_id, client_name, agent, permissions, resource, expires_at)
  VALUES ('ACCOUNT', 'FIRST', 'OWNER', 'cli_heron', 'Heron', 'heron', '{memory:read}', 'https://example.com/mcp', now() + interval '1 day');
INSERT INTO oauth_codes (account_id, code_hash, grant_id, redirect_uri, challenge, expires_at)
  VALUES ('ACCOUNT', '\\x01', 'FIRST', 'https://example.com/callback', 'challenge', now());
INSERT INTO refresh_tokens (account_id, token_hash, grant_id, expires_at) VALUES ('ACCOUNT', '\\x02', 'FIRST', now());
INSERT INTO oauth_consents (account_id, user_id, client_id, redirects_hash, permissions)
  VALUES ('ACCOUNT', 'OWNER', 'cli_heron', '\\x03', '{memory:read}');
INSERT INTO invitations (account_id, id, email, role, secret_hash, invited_by, expires_at)
  VALUES ('ACCOUNT', 'FIRST', 'heron@example.com', 'member', '\\x04', 'OWNER', now());
INSERT INTO account_usage (account_id, memories, bytes) VALUES ('ACCOUNT', 2, 66) ON CONFLICT DO NOTHING;
INSERT INTO usage_by_month (account_id, month, calls) VALUES ('ACCOUNT', '2026-03-01', 1) ON CONFLICT DO NOTHING;
INSERT INTO jobs (account_id, id, kind, state) VALUES ('ACCOUNT', 'FIRST', 'seed', 'done');
INSERT INTO webhooks (account_id, id, url, events, sealed_secret, created_by, disabled_at)
  VALUES ('ACCOUNT', 'FIRST', 'https://example.com/hook', '{memory.created}', '\\x05', 'OWNER', now());
INSERT INTO gate_counts (account_id, day, reason, refused) VALUES ('ACCOUNT', '2026-03-01', 'placeholder', 1);
";

/// Makes two accounts with rows everywhere, and checks that no table was forgotten.
pub async fn pair() -> Pair {
    let (own, foreign) = (service().account().await, service().account().await);
    let mut superuser = Database::connect(&superuser_database_url()).await;
    for account in [&own, &foreign] {
        fill(&mut superuser, account).await;
    }
    let (own, foreign) = (own.id.uuid(), foreign.id.uuid());
    for table in account_tables(&mut superuser).await {
        for account in [own, foreign] {
            let count = superuser.value(&format!("SELECT count(*) FROM {table} WHERE account_id = '{account}'")).await;
            assert_ne!(count, "0", "no row was seeded in {table}: add one");
        }
    }
    let nodes = superuser
        .value(&format!(
            "SELECT array_agg(DISTINCT id)::text FROM scope_nodes WHERE account_id IN ('{own}', '{foreign}')"
        ))
        .await;
    Pair { own, foreign, nodes }
}

async fn fill(superuser: &mut Database, account: &Account<'_>) {
    // A token makes the row in `service_tokens`.
    account.client().await;
    let seed = SEED
        .replace("ACCOUNT", &account.id.uuid().to_string())
        .replace("OWNER", &account.owner.uuid().to_string())
        .replace("FIRST", &Uuid::from_u128(1).to_string())
        .replace("SECOND", &Uuid::from_u128(2).to_string());
    superuser.must(&seed).await;
}

/// Every table with an account column.
pub async fn account_tables(database: &mut Database) -> Vec<String> {
    database
        .column(
            "SELECT c.oid::regclass::text FROM pg_class AS c
             JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped
             WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1",
        )
        .await
}
