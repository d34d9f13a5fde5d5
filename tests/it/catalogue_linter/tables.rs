//! Every table is one that somebody decided on, with an account and under row-level security.

use super::detector::Detector;

pub const DETECTORS: &[Detector] = &[
    Detector {
        name: "row security",
        rule: "every table is under row-level security, which binds its owner too; the list of migrations alone is open",
        query: "SELECT c.oid::regclass::text FROM {tables} AS c
                WHERE NOT (c.relrowsecurity AND c.relforcerowsecurity) AND c.oid::regclass::text <> 'app_migrations'",
        plants: &[
            ("ALTER TABLE memories NO FORCE ROW LEVEL SECURITY", "memories"),
            ("ALTER TABLE users DISABLE ROW LEVEL SECURITY", "users"),
            ("CREATE TABLE stray (account_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (account_id, id))", "stray"),
            ("CREATE TABLE app.stray (id int PRIMARY KEY)", "app.stray"),
        ],
    },
    Detector {
        name: "tables without an account",
        rule: "the tables that belong to no account are these",
        query: "SELECT c.oid::regclass::text FROM {tables} AS c
                WHERE c.oid NOT IN (SELECT oid FROM {account_tables} AS t)
                  AND c.oid::regclass::text NOT IN ('app_migrations', 'embedding_models', 'signing_keys', 'users',
                    'external_identities', 'assertion_issuers', 'assertion_ids', 'web_sessions', 'password_resets',
                    'pending_sign_ups', 'rate_windows', 'oauth_clients', 'oauth_steps')",
        plants: &[("CREATE TABLE stray (id uuid PRIMARY KEY)", "stray")],
    },
    Detector {
        name: "account column",
        rule: "account_id is a uuid and never null",
        query: "SELECT t.name FROM {account_tables} AS t
                JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attname = 'account_id'
                WHERE NOT a.attnotnull OR a.atttypid <> 'uuid'::regtype",
        plants: &[
            ("CREATE TABLE stray (account_id uuid, id uuid)", "stray"),
            ("CREATE TABLE stray (account_id text NOT NULL)", "stray"),
        ],
    },
    Detector {
        name: "kinds of relations",
        rule: "there are tables, indexes and sequences; a foreign table or a table made by inheritance has rules of its own",
        query: "SELECT c.oid::regclass::text FROM pg_class AS c
                WHERE c.relnamespace IN ({schemas}) AND c.relkind NOT IN ('r', 'p', 'i', 'I', 'S', 'v', 'm', 'c')
                UNION ALL
                SELECT i.inhrelid::regclass::text FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
                WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition",
        plants: &[
            ("CREATE TABLE heir () INHERITS (memories)", "heir"),
            (
                "CREATE FOREIGN DATA WRAPPER elsewhere; CREATE SERVER elsewhere FOREIGN DATA WRAPPER elsewhere;
                 CREATE FOREIGN TABLE far (account_id uuid) SERVER elsewhere",
                "far",
            ),
        ],
    },
    Detector {
        name: "content index",
        rule: "a table whose policy asks for scope nodes has an index that begins (account_id, scope_id)",
        query: "SELECT t.name FROM {content_tables} AS t
                WHERE NOT EXISTS (
                  SELECT FROM pg_index AS i
                  JOIN pg_attribute AS first ON first.attrelid = t.oid AND first.attnum = i.indkey[0]
                  JOIN pg_attribute AS second ON second.attrelid = t.oid AND second.attnum = i.indkey[1]
                  WHERE i.indrelid = t.oid AND i.indisvalid AND i.indpred IS NULL AND i.indnkeyatts >= 2
                    AND first.attname = 'account_id' AND second.attname = 'scope_id')",
        plants: &[
            ("DROP INDEX memory_links_scope_idx", "memory_links"),
            (
                "DROP INDEX memories_scope_idx; CREATE INDEX ON memories (account_id, scope_id) WHERE status = 'active'",
                "memories",
            ),
            ("DROP INDEX tombstones_scope_idx; CREATE INDEX ON tombstones (scope_id, account_id)", "tombstones"),
        ],
    },
];
