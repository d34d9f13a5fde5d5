//! What roles may do with objects.

use super::detector::Detector;

pub const DETECTORS: &[Detector] = &[
    Detector {
        name: "ownership",
        rule: "the roles that serve, read and back up own nothing; annals_search owns the functions that look past row-level security",
        query: "SELECT r.rolname || ' owns ' || pg_describe_object(d.classid, d.objid, 0)
                FROM pg_shdepend AS d JOIN pg_roles AS r ON r.oid = d.refobjid
                WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o' AND r.rolname IN {roles}
                  AND d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
                  AND NOT (r.rolname = 'annals_search' AND d.classid = 'pg_proc'::regclass
                           AND d.objid IN (SELECT f.oid FROM pg_proc AS f WHERE f.pronamespace = 'app'::regnamespace
                                       AND f.proname IN ('word_candidates', 'memories_holding', 'record_denial', 'member_emails',
                                                         'offer_password_reset')))
                UNION ALL
                SELECT r.rolname || ' owns the database' FROM pg_database AS d JOIN pg_roles AS r ON r.oid = d.datdba
                WHERE d.datname = current_database() AND r.rolname IN {roles}",
        plants: &[
            ("ALTER TABLE memories OWNER TO annals_app", "annals_app owns table memories"),
            ("ALTER FUNCTION app.now() OWNER TO annals_search", "annals_search owns function app.now()"),
            ("ALTER SCHEMA app OWNER TO annals_system", "annals_system owns schema app"),
        ],
    },
    Detector {
        name: "verbs",
        rule: "roles are given SELECT, INSERT, UPDATE and DELETE on tables, to use and not to pass on, and PUBLIC nothing",
        query: "SELECT coalesce(r.rolname, 'public') || ' ' || given.privilege_type || ' on ' || c.oid::regclass::text
                FROM pg_class AS c
                CROSS JOIN aclexplode(c.relacl) AS given
                LEFT JOIN pg_roles AS r ON r.oid = given.grantee
                WHERE c.relnamespace IN ({schemas}) AND given.grantee <> c.relowner
                  AND (given.privilege_type NOT IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'USAGE')
                       OR given.is_grantable OR r.rolname IS NULL)
                UNION ALL
                SELECT coalesce(r.rolname, 'public') || ' ' || given.privilege_type || ' on ' || a.attrelid::regclass::text
                FROM pg_attribute AS a
                JOIN pg_class AS c ON c.oid = a.attrelid
                CROSS JOIN aclexplode(a.attacl) AS given
                LEFT JOIN pg_roles AS r ON r.oid = given.grantee
                WHERE c.relnamespace IN ({schemas}) AND given.grantee <> c.relowner
                  AND (given.privilege_type NOT IN ('SELECT', 'INSERT', 'UPDATE') OR given.is_grantable OR r.rolname IS NULL)",
        plants: &[
            ("GRANT TRUNCATE ON memories TO annals_app", "annals_app TRUNCATE on memories"),
            ("GRANT REFERENCES (id) ON memories TO annals_app", "annals_app REFERENCES on memories"),
            ("GRANT TRIGGER ON memories TO annals_system", "annals_system TRIGGER on memories"),
            ("GRANT SELECT ON memories TO annals_app WITH GRANT OPTION", "annals_app SELECT on memories"),
            ("GRANT SELECT ON memories TO PUBLIC", "public SELECT on memories"),
            ("GRANT SELECT (content) ON memories TO PUBLIC", "public SELECT on memories"),
        ],
    },
    Detector {
        name: "account column is fixed",
        rule: "the role that serves cannot move a row to another account",
        query: "SELECT t.name FROM {account_tables} AS t
                JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attname = 'account_id'
                WHERE has_column_privilege('annals_app', t.oid, a.attnum, 'UPDATE')",
        plants: &[
            ("GRANT UPDATE ON memories TO annals_app", "memories"),
            ("GRANT UPDATE (account_id) ON scope_nodes TO annals_app", "scope_nodes"),
        ],
    },
    Detector {
        name: "annals_system and content",
        rule: "the role that works before an account is known has no grant on content, but for numbering changes",
        query: "SELECT t.name || coalesce('.' || a.attname, '') FROM {content_tables} AS t
                JOIN pg_class AS c ON c.oid = t.oid
                LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attacl IS NOT NULL
                CROSS JOIN LATERAL (SELECT * FROM aclexplode(c.relacl) UNION ALL SELECT * FROM aclexplode(a.attacl)) AS given
                WHERE given.grantee = (SELECT oid FROM pg_roles WHERE rolname = 'annals_system')
                  AND NOT (t.name = 'changes' AND coalesce(a.attname, '') IN ('account_id', 'event_id', 'position'))",
        plants: &[
            ("GRANT SELECT ON memories TO annals_system", "memories"),
            ("GRANT SELECT (word_count) ON chunks TO annals_system", "chunks"),
            ("GRANT DELETE ON embeddings TO annals_system", "embeddings"),
        ],
    },
    Detector {
        name: "annals_search and content",
        rule: "the role that looks past row-level security reads chunks, of memories what filters need, what there is by its id, \
               who is a member at which address, and adds denials and password links: never a text of a record",
        query: "SELECT c.oid::regclass::text || ' ' || given.privilege_type FROM pg_class AS c
                CROSS JOIN aclexplode(c.relacl) AS given
                WHERE given.grantee = (SELECT oid FROM pg_roles WHERE rolname = 'annals_search')
                  AND (c.oid::regclass::text, given.privilege_type) NOT IN (('chunks', 'SELECT'), ('audit_events', 'INSERT'))
                UNION ALL
                SELECT a.attrelid::regclass::text || '.' || a.attname || ' ' || given.privilege_type FROM pg_attribute AS a
                CROSS JOIN aclexplode(a.attacl) AS given
                WHERE given.grantee = (SELECT oid FROM pg_roles WHERE rolname = 'annals_search')
                  AND NOT (given.privilege_type = 'SELECT' AND (a.attrelid::regclass::text, a.attname) IN (
                    ('memories', 'account_id'), ('memories', 'id'), ('memories', 'scope_id'), ('memories', 'path'),
                    ('memories', 'memory_type'), ('memories', 'author_agent'), ('memories', 'author_device'),
                    ('memories', 'project'), ('documents', 'account_id'), ('documents', 'id'),
                    ('scope_nodes', 'account_id'), ('scope_nodes', 'path'), ('scope_nodes', 'public_id'),
                    ('memberships', 'account_id'), ('memberships', 'user_id'), ('memberships', 'removed_at'),
                    ('users', 'id'), ('users', 'email')))
                  AND NOT (given.privilege_type = 'INSERT' AND (a.attrelid::regclass::text, a.attname) IN (
                    ('password_resets', 'secret_hash'), ('password_resets', 'user_id'), ('password_resets', 'expires_at')))",
        plants: &[
            ("GRANT SELECT ON memories TO annals_search", "memories SELECT"),
            ("GRANT SELECT (content) ON memories TO annals_search", "memories.content SELECT"),
            ("GRANT DELETE ON chunks TO annals_search", "chunks DELETE"),
            ("GRANT SELECT (password_hash) ON users TO annals_search", "users.password_hash SELECT"),
            ("GRANT SELECT (secret_hash) ON password_resets TO annals_search", "password_resets.secret_hash SELECT"),
        ],
    },
    Detector {
        name: "making objects",
        rule: "no role but the owner makes objects, temporary ones included: they could shadow what the service calls",
        query: "SELECT r.rolname || ' in schema ' || n.nspname FROM pg_roles AS r CROSS JOIN pg_namespace AS n
                WHERE r.rolname IN {roles} AND has_schema_privilege(r.oid, n.oid, 'CREATE')
                UNION ALL
                SELECT r.rolname || ' may ' || verb FROM pg_roles AS r CROSS JOIN unnest(ARRAY['CREATE', 'TEMPORARY']) AS verb
                WHERE r.rolname IN {roles} AND has_database_privilege(r.oid, current_database(), verb)
                UNION ALL
                SELECT 'schema ' || nspname FROM pg_namespace WHERE oid IN ({schemas}) AND nspname NOT IN ('public', 'app')",
        plants: &[
            ("GRANT CREATE ON SCHEMA public TO annals_app", "annals_app in schema public"),
            ("GRANT CREATE ON SCHEMA app TO annals_search", "annals_search in schema app"),
            (
                "DO $$ BEGIN EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO PUBLIC', current_database()); END $$",
                "annals_app may TEMPORARY",
            ),
            (
                "DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO annals_app', current_database()); END $$",
                "annals_app may CREATE",
            ),
            ("CREATE SCHEMA attic", "schema attic"),
        ],
    },
    Detector {
        name: "privileges by default",
        rule: "a new table gives nobody anything until its migration says so",
        query: "SELECT pg_describe_object('pg_default_acl'::regclass, oid, 0) FROM pg_default_acl",
        plants: &[
            (
                "ALTER DEFAULT PRIVILEGES FOR ROLE annals_owner IN SCHEMA public GRANT SELECT ON TABLES TO annals_app",
                "annals_owner",
            ),
        ],
    },
    Detector {
        name: "sequences",
        rule: "a sequence counts for all accounts: the role that serves reads and moves none; the one that orders changes, it cannot set",
        query: "SELECT c.oid::regclass::text FROM pg_class AS c
                WHERE c.relkind = 'S' AND c.relnamespace IN ({schemas})
                  AND (has_sequence_privilege('annals_app', c.oid, 'USAGE') OR has_sequence_privilege('annals_app', c.oid, 'SELECT'))
                UNION ALL
                SELECT t.name || '.' || a.attname FROM {account_tables} AS t JOIN pg_attribute AS a ON a.attrelid = t.oid
                WHERE (t.name || '.' || a.attname <> 'changes.event_id'
                       OR has_column_privilege('annals_app', t.oid, a.attnum, 'INSERT'))
                  AND (a.attidentity <> '' OR (a.atthasdef AND EXISTS (
                  SELECT FROM pg_attrdef AS d WHERE d.adrelid = t.oid AND d.adnum = a.attnum
                    AND pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%')))",
        plants: &[
            ("GRANT USAGE ON SEQUENCE embedding_models_id_seq TO annals_app", "embedding_models_id_seq"),
            ("ALTER TABLE tombstones ADD COLUMN counter bigserial", "tombstones.counter"),
            ("GRANT INSERT ON changes TO annals_app", "changes.event_id"),
        ],
    },
];
