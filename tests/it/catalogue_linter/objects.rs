//! Views, functions and everything else that could show rows past the policies.

use super::detector::Detector;

pub const DETECTORS: &[Detector] = &[
    Detector {
        name: "views",
        rule: "a view reads as its caller; without security_invoker it reads as its owner",
        query: "SELECT c.oid::regclass::text FROM pg_class AS c
                WHERE c.relkind = 'v' AND c.relnamespace IN ({schemas})
                  AND NOT coalesce((SELECT bool_or(option IN ('security_invoker=true', 'security_invoker=on', 'security_invoker=1'))
                                    FROM unnest(c.reloptions) AS option), false)",
        plants: &[
            ("CREATE VIEW shown AS SELECT * FROM memories", "shown"),
            ("CREATE VIEW app.shown WITH (security_invoker = off) AS SELECT * FROM memories", "app.shown"),
        ],
    },
    Detector {
        name: "materialised views",
        rule: "a materialised view has no row-level security: there is none",
        query: "SELECT c.oid::regclass::text FROM pg_class AS c WHERE c.relkind = 'm' AND c.relnamespace IN ({schemas})",
        plants: &[("CREATE MATERIALIZED VIEW kept AS SELECT * FROM memories", "kept")],
    },
    Detector {
        name: "definer functions",
        rule: "a function that runs as its owner is on the list",
        query: "SELECT f.signature FROM {functions} AS f WHERE f.prosecdef AND f.signature NOT IN (
                  'app.word_candidates(text[],text[],integer[],text[],text,text,text,integer[],text,boolean,timestamp with time zone,timestamp with time zone,uuid[],integer)',
                  'app.word_candidates(text[],text[],integer[],text[],text,text,text,integer[],text,boolean,timestamp with time zone,timestamp with time zone,uuid[],integer,text)',
                  'app.memories_holding(text[],boolean)',
                  'app.record_denial(uuid,uuid,text,text,text,text,text[],uuid[],text[],text)',
                  'app.member_emails()', 'app.offer_password_reset(uuid,bytea,timestamp with time zone)')",
        plants: &[
            (
                "CREATE FUNCTION app.peek() RETURNS bigint LANGUAGE sql SECURITY DEFINER
                 SET search_path = pg_catalog, pg_temp RETURN 1",
                "app.peek()",
            ),
            (
                "CREATE FUNCTION app.word_candidates(words text) RETURNS int LANGUAGE sql SECURITY DEFINER
                 SET search_path = pg_catalog, pg_temp RETURN 1",
                "app.word_candidates(text)",
            ),
            ("ALTER FUNCTION app.enter(uuid, uuid, uuid, int, text) SECURITY DEFINER", "app.enter"),
        ],
    },
    Detector {
        name: "search path of definer functions",
        rule: "a function that runs as its owner looks names up in pg_catalog, then pg_temp, and nowhere else",
        query: "SELECT f.signature FROM {functions} AS f
                WHERE f.prosecdef AND NOT coalesce('search_path=pg_catalog, pg_temp' = ANY (f.proconfig), false)",
        plants: &[
            (
                "DO $$ BEGIN EXECUTE 'ALTER FUNCTION ' || 'app.memories_holding'::regproc::oid::regprocedure || ' RESET search_path'; END $$",
                "app.memories_holding",
            ),
            (
                "DO $$ BEGIN EXECUTE 'ALTER FUNCTION ' || 'app.memories_holding'::regproc::oid::regprocedure
                   || ' SET search_path = public, pg_catalog'; END $$",
                "app.memories_holding",
            ),
        ],
    },
    Detector {
        name: "who may call definer functions",
        rule: "a function that runs as its owner is called by the role that serves, and by nobody else",
        query: "SELECT f.signature || ' by ' || coalesce(r.rolname, 'public') FROM {functions} AS f
                CROSS JOIN aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) AS given
                LEFT JOIN pg_roles AS r ON r.oid = given.grantee
                WHERE f.prosecdef AND given.grantee <> f.proowner AND r.rolname IS DISTINCT FROM 'annals_app'",
        plants: &[
            ("DO $$ BEGIN EXECUTE 'GRANT EXECUTE ON FUNCTION ' || 'app.memories_holding'::regproc::oid::regprocedure || ' TO PUBLIC'; END $$", "by public"),
            (
                "CREATE FUNCTION app.peek() RETURNS bigint LANGUAGE sql SECURITY DEFINER
                 SET search_path = pg_catalog, pg_temp RETURN 1",
                "app.peek() by public",
            ),
        ],
    },
    Detector {
        name: "what definer functions return",
        rule: "a function that runs as its owner returns ids, numbers and times, no text and no whole row; members' addresses \
               alone are text",
        query: "SELECT f.signature || ' gives ' || given::regtype FROM {functions} AS f
                CROSS JOIN unnest(CASE
                  WHEN f.proallargtypes IS NULL THEN ARRAY[f.prorettype]
                  ELSE ARRAY(SELECT kind FROM unnest(f.proallargtypes, f.proargmodes) AS argument (kind, mode)
                             WHERE mode IN ('o', 'b', 't')) END) AS given
                WHERE f.prosecdef AND f.signature <> 'app.member_emails()' AND given NOT IN ('uuid'::regtype, 'smallint'::regtype, 'int'::regtype, 'bigint'::regtype,
                  'int[]'::regtype, 'real'::regtype, 'float8'::regtype, 'boolean'::regtype, 'timestamptz'::regtype,
                  'void'::regtype)",
        plants: &[
            (
                "CREATE FUNCTION app.peek() RETURNS text LANGUAGE sql SECURITY DEFINER RETURN 'x'::text",
                "app.peek() gives text",
            ),
            (
                "CREATE FUNCTION app.peek() RETURNS TABLE (id uuid, content text) LANGUAGE sql SECURITY DEFINER
                 AS $$ SELECT id, content FROM memories $$",
                "app.peek() gives text",
            ),
            (
                "CREATE FUNCTION app.peek() RETURNS SETOF memories LANGUAGE sql SECURITY DEFINER AS $$ SELECT * FROM memories $$",
                "app.peek() gives memories",
            ),
        ],
    },
    Detector {
        name: "leakproof functions",
        rule: "nothing of ours runs ahead of the policies",
        query: "SELECT f.signature FROM {functions} AS f WHERE f.proleakproof",
        plants: &[("ALTER FUNCTION app.now() LEAKPROOF", "app.now()")],
    },
    Detector {
        name: "rules, triggers on events, languages",
        rule: "no rewrite rule, no event trigger, no language besides SQL and PL/pgSQL",
        query: "SELECT r.rulename || ' on ' || r.ev_class::regclass::text FROM pg_rewrite AS r
                JOIN pg_class AS c ON c.oid = r.ev_class
                WHERE c.relnamespace IN ({schemas}) AND r.rulename <> '_RETURN'
                UNION ALL SELECT evtname FROM pg_event_trigger
                UNION ALL SELECT lanname FROM pg_language WHERE lanname NOT IN ('internal', 'c', 'sql', 'plpgsql')
                UNION ALL SELECT f.signature FROM {functions} AS f JOIN pg_language AS l ON l.oid = f.prolang
                WHERE l.lanname IN ('internal', 'c')",
        plants: &[
            ("CREATE RULE also AS ON INSERT TO memories DO ALSO NOTIFY written", "also on memories"),
            (
                "CREATE FUNCTION app.watch() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$;
                 CREATE EVENT TRIGGER watching ON ddl_command_end EXECUTE FUNCTION app.watch()",
                "watching",
            ),
            (
                "CREATE FUNCTION app.pid() RETURNS int LANGUAGE internal AS 'pg_backend_pid'",
                "app.pid()",
            ),
        ],
    },
    Detector {
        name: "extensions",
        rule: "the extensions are plpgsql, vector and btree_gin",
        query: "SELECT extname FROM pg_extension WHERE extname NOT IN ('plpgsql', 'vector', 'btree_gin')",
        plants: &[("CREATE EXTENSION pg_trgm", "pg_trgm")],
    },
    Detector {
        name: "publications",
        rule: "replication passes by row-level security: no publication, subscription or logical slot",
        query: "SELECT pubname FROM pg_publication
                UNION ALL SELECT subname FROM pg_subscription
                  WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())
                UNION ALL SELECT slot_name FROM pg_replication_slots WHERE database = current_database()",
        plants: &[
            ("CREATE PUBLICATION told FOR TABLE memories", "told"),
            (
                "CREATE SUBSCRIPTION heard CONNECTION 'host=127.0.0.1 port=1' PUBLICATION told WITH (connect = false)",
                "heard",
            ),
        ],
    },
];
