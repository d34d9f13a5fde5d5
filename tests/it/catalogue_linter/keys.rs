//! Keys: integrity checks pass by row-level security, so each of them carries the account.

use super::detector::Detector;

pub const DETECTORS: &[Detector] = &[
    Detector {
        name: "primary key",
        rule: "every account table has a primary key that begins with account_id",
        query: "SELECT t.name FROM {account_tables} AS t
                WHERE NOT EXISTS (
                  SELECT FROM pg_index AS i
                  JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
                  WHERE i.indrelid = t.oid AND i.indisprimary AND a.attname = 'account_id')",
        plants: &[
            ("CREATE TABLE stray (account_id uuid NOT NULL, id uuid NOT NULL)", "stray"),
            ("CREATE TABLE stray (account_id uuid NOT NULL, id uuid PRIMARY KEY)", "stray"),
            ("CREATE TABLE stray (account_id uuid, id uuid, PRIMARY KEY (id, account_id))", "stray"),
        ],
    },
    Detector {
        name: "unique keys",
        rule: "every unique or exclusion key of an account table begins with account_id: a duplicate tells of a hidden row",
        query: "SELECT i.indexrelid::regclass::text FROM {account_tables} AS t
                JOIN pg_index AS i ON i.indrelid = t.oid
                LEFT JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
                WHERE (i.indisunique OR i.indisexclusion) AND a.attname IS DISTINCT FROM 'account_id'",
        plants: &[
            ("CREATE UNIQUE INDEX planted ON memories (external_id)", "planted"),
            ("CREATE UNIQUE INDEX planted ON memories (name, account_id)", "planted"),
            ("CREATE UNIQUE INDEX planted ON scope_nodes (lower(path))", "planted"),
            ("ALTER TABLE service_tokens ADD CONSTRAINT planted UNIQUE (id)", "planted"),
            ("ALTER TABLE tombstones ADD CONSTRAINT planted EXCLUDE USING btree (memory_id WITH =)", "planted"),
        ],
    },
    Detector {
        name: "foreign keys",
        rule: "a reference between account tables begins with account_id on both sides; the others are these",
        query: "SELECT k.conname || ' of ' || k.conrelid::regclass::text
                FROM pg_constraint AS k
                JOIN {account_tables} AS t ON t.oid = k.conrelid
                JOIN pg_attribute AS here ON here.attrelid = k.conrelid AND here.attnum = k.conkey[1]
                JOIN pg_attribute AS there ON there.attrelid = k.confrelid AND there.attnum = k.confkey[1]
                WHERE k.contype = 'f' AND NOT (here.attname = 'account_id' AND there.attname = 'account_id')
                  AND (k.conrelid::regclass::text, here.attname, k.confrelid::regclass::text) NOT IN (
                    ('memberships', 'user_id', 'users'),
                    ('embeddings', 'model', 'embedding_models'),
                    ('embeddings_past', 'model', 'embedding_models'))",
        plants: &[
            (
                "ALTER TABLE memories ADD CONSTRAINT planted_key UNIQUE (id);
                 ALTER TABLE memory_links ADD CONSTRAINT planted FOREIGN KEY (memory_id) REFERENCES memories (id)",
                "planted of memory_links",
            ),
            (
                "ALTER TABLE memories ADD CONSTRAINT planted_key UNIQUE (id, account_id);
                 ALTER TABLE memory_links ADD CONSTRAINT planted
                   FOREIGN KEY (memory_id, account_id) REFERENCES memories (id, account_id)",
                "planted of memory_links",
            ),
            (
                "ALTER TABLE memories ADD CONSTRAINT planted FOREIGN KEY (author_user_id) REFERENCES users",
                "planted of memories",
            ),
        ],
    },
    Detector {
        name: "references to account tables",
        rule: "a table without an account does not refer to one that has it; the issuers that an account trusts alone do",
        query: "SELECT k.conname || ' of ' || k.conrelid::regclass::text
                FROM pg_constraint AS k
                WHERE k.contype = 'f' AND k.confrelid IN (SELECT oid FROM {account_tables} AS t)
                  AND k.conrelid NOT IN (SELECT oid FROM {account_tables} AS t)
                  AND (k.conrelid::regclass::text, k.confrelid::regclass::text) <> ('assertion_issuers', 'accounts')",
        plants: &[(
            "ALTER TABLE users ADD COLUMN home uuid;
             ALTER TABLE users ADD CONSTRAINT planted FOREIGN KEY (home) REFERENCES accounts",
            "planted of users",
        )],
    },
];
