//! Policies: exactly those that `app.enable_account_table` makes for a table's class.

use super::detector::Detector;

pub const DETECTORS: &[Detector] = &[
    Detector {
        name: "policies",
        rule: "the policies of a table are those of its class in the list, with these very expressions",
        query: "WITH classes (name, class) AS (VALUES
                  ('accounts', 'tenancy'), ('account_numbers', 'tenancy'), ('memberships', 'tenancy'), ('teams', 'tenancy'),
                  ('team_members', 'tenancy'), ('scope_nodes', 'tenancy'), ('scope_grants', 'tenancy'),
                  ('service_tokens', 'tenancy'),
                  ('memories', 'content'), ('supersessions', 'content'), ('memory_topics', 'content'),
                  ('memory_links', 'content'), ('tombstones', 'content'), ('embeddings', 'content'),
                  ('embeddings_past', 'content'), ('chunks', 'content'), ('term_frequencies', 'content'),
                  ('term_totals', 'content'), ('changes', 'content'), ('changes', 'sequencer'), ('summaries', 'content'),
                  ('summary_items', 'content'), ('documents', 'content'), ('rules', 'rule'),
                  ('agents', 'account'), ('session_reads', 'account'), ('idempotency', 'account'),
                  ('audit_events', 'account'), ('gate_counts', 'account'), ('change_positions', 'tenancy'),
                  ('users', 'system'), ('signing_keys', 'system'), ('embedding_models', 'system'),
                  ('external_identities', 'system'), ('assertion_issuers', 'system'), ('assertion_ids', 'system'),
                  ('web_sessions', 'system'), ('password_resets', 'system'), ('pending_sign_ups', 'system'),
                  ('rate_windows', 'system'), ('oauth_clients', 'system'), ('oauth_steps', 'system'),
                  ('oauth_grants', 'tenancy'), ('oauth_codes', 'tenancy'), ('refresh_tokens', 'tenancy'),
                  ('oauth_consents', 'tenancy'), ('invitations', 'tenancy'), ('account_usage', 'tenancy'),
                  ('usage_by_month', 'tenancy'), ('jobs', 'tenancy'), ('webhooks', 'tenancy'),
                  ('audit_events', 'recorder')),
                expressions (word, expression) AS (VALUES
                  ('true', 'true'),
                  ('account', '(account_id = ( SELECT app.current_account() AS current_account))'),
                  ('readable', '((account_id = ( SELECT app.current_account() AS current_account)) AND (scope_id = ANY (( SELECT app.readable_nodes() AS readable_nodes))))'),
                  ('writable', '((account_id = ( SELECT app.current_account() AS current_account)) AND (scope_id = ANY (( SELECT app.writable_nodes() AS writable_nodes))))'),
                  ('above', '((account_id = ( SELECT app.current_account() AS current_account)) AND (scope_id = ANY (( SELECT app.rule_nodes() AS rule_nodes))))')),
                rules (class, policy, permissive, verb, role, using_word, check_word) AS (VALUES
                  ('account', 'account_rows', true, '*', 'annals_app', 'account', 'account'),
                  ('account', 'account_rows_only', false, '*', 'annals_app', 'account', 'account'),
                  ('tenancy', 'account_rows', true, '*', 'annals_app', 'account', 'account'),
                  ('tenancy', 'account_rows_only', false, '*', 'annals_app', 'account', 'account'),
                  ('tenancy', 'system_rows', true, '*', 'annals_system', 'true', 'true'),
                  ('sequencer', 'sequencer_rows', true, '*', 'annals_system', 'true', 'true'),
                  ('recorder', 'recorder_rows', true, 'a', 'annals_system', NULL, 'true'),
                  ('rule', 'account_rows', true, '*', 'annals_app', 'above', 'writable'),
                  ('rule', 'account_rows_only', false, '*', 'annals_app', 'above', 'writable'),
                  ('rule', 'update_writable_only', false, 'w', 'annals_app', 'writable', NULL),
                  ('rule', 'delete_writable_only', false, 'd', 'annals_app', 'writable', NULL),
                  ('system', 'system_rows', true, '*', 'annals_system', 'true', 'true'),
                  ('content', 'account_rows', true, '*', 'annals_app', 'readable', 'writable'),
                  ('content', 'account_rows_only', false, '*', 'annals_app', 'readable', 'writable'),
                  ('content', 'update_writable_only', false, 'w', 'annals_app', 'writable', NULL),
                  ('content', 'delete_writable_only', false, 'd', 'annals_app', 'writable', NULL)),
                expected AS (
                  SELECT c.name, r.policy, r.permissive, r.verb, r.role, u.expression AS using_text, k.expression AS check_text
                  FROM classes AS c JOIN rules AS r USING (class)
                  LEFT JOIN expressions AS u ON u.word = r.using_word
                  LEFT JOIN expressions AS k ON k.word = r.check_word),
                actual AS (
                  SELECT p.polrelid::regclass::text, p.polname::text, p.polpermissive, p.polcmd::text,
                         (SELECT string_agg(CASE WHEN member = 0 THEN 'public' ELSE pg_get_userbyid(member)::text END, ', ')
                          FROM unnest(p.polroles) AS member),
                         regexp_replace(replace(pg_get_expr(p.polqual, p.polrelid), '::integer[]', ''), '\\s+', ' ', 'g'),
                         regexp_replace(replace(pg_get_expr(p.polwithcheck, p.polrelid), '::integer[]', ''), '\\s+', ' ', 'g')
                  FROM pg_policy AS p)
                (SELECT 'missing: ' || e::text FROM (SELECT * FROM expected EXCEPT SELECT * FROM actual) AS e)
                UNION ALL
                (SELECT 'unexpected: ' || a::text FROM (SELECT * FROM actual EXCEPT SELECT * FROM expected) AS a)
                UNION ALL
                (SELECT 'no class: ' || c.oid::regclass::text FROM {tables} AS c
                 WHERE c.oid::regclass::text NOT IN (SELECT name FROM classes) AND c.oid::regclass::text <> 'app_migrations')",
        plants: &[
            ("DROP POLICY account_rows ON memories", "missing: (memories,account_rows,"),
            ("DROP POLICY account_rows_only ON chunks", "missing: (chunks,account_rows_only,"),
            ("CREATE POLICY wide ON memories USING (true)", "unexpected: (memories,wide,"),
            ("ALTER POLICY account_rows ON embeddings USING (true)", "unexpected: (embeddings,account_rows,"),
            ("ALTER POLICY account_rows ON memories WITH CHECK (true)", "unexpected: (memories,account_rows,"),
            ("ALTER POLICY system_rows ON users TO annals_app", "unexpected: (users,system_rows,"),
            (
                "CREATE TABLE stray (account_id uuid, id uuid, PRIMARY KEY (account_id, id));
                 SELECT app.enable_account_table('stray', 'account')",
                "no class: stray",
            ),
        ],
    },
    Detector {
        name: "restrictive twin",
        rule: "each permissive policy of the serving role has a restrictive twin with the same USING and WITH CHECK",
        query: "SELECT p.polrelid::regclass::text || '.' || p.polname FROM pg_policy AS p
                WHERE p.polpermissive
                  AND (p.polroles = '{0}' OR (SELECT oid FROM pg_roles WHERE rolname = 'annals_app') = ANY (p.polroles))
                  AND NOT EXISTS (
                    SELECT FROM pg_policy AS twin
                    WHERE twin.polrelid = p.polrelid AND NOT twin.polpermissive AND twin.polcmd = p.polcmd
                      AND twin.polroles = p.polroles
                      AND pg_get_expr(twin.polqual, twin.polrelid) = pg_get_expr(p.polqual, p.polrelid)
                      AND pg_get_expr(twin.polwithcheck, twin.polrelid) = pg_get_expr(p.polwithcheck, p.polrelid))",
        plants: &[
            ("DROP POLICY account_rows_only ON teams", "teams.account_rows"),
            ("CREATE POLICY wide ON memories USING (true)", "memories.wide"),
            ("ALTER POLICY account_rows_only ON memories WITH CHECK (true)", "memories.account_rows"),
        ],
    },
    Detector {
        name: "one permissive policy",
        rule: "permissive policies widen each other: a role has one per table",
        query: "SELECT p.polrelid::regclass::text || ' for ' || r.rolname FROM pg_policy AS p
                JOIN pg_roles AS r ON p.polroles = '{0}' OR r.oid = ANY (p.polroles)
                WHERE p.polpermissive AND r.rolname IN {roles}
                GROUP BY p.polrelid, r.rolname HAVING count(*) > 1",
        plants: &[
            ("CREATE POLICY wide ON memories TO annals_app USING (true)", "memories for annals_app"),
            ("CREATE POLICY wide ON accounts USING (true)", "accounts for annals_system"),
        ],
    },
    Detector {
        name: "functions in policies",
        rule: "what policies ask is stable and runs as the caller: a volatile function costs 39 times as much",
        query: "SELECT f.signature FROM {functions} AS f
                WHERE f.proname IN ('current_account', 'readable_nodes', 'writable_nodes', 'rule_nodes')
                  AND (f.provolatile <> 's' OR f.prosecdef OR f.proparallel <> 's')
                UNION ALL
                SELECT 'missing: ' || name FROM unnest(ARRAY['current_account', 'readable_nodes', 'writable_nodes', 'rule_nodes']) AS name
                WHERE name NOT IN (SELECT f.proname FROM {functions} AS f)",
        plants: &[
            ("ALTER FUNCTION app.current_account() VOLATILE", "app.current_account()"),
            ("ALTER FUNCTION app.readable_nodes() SECURITY DEFINER", "app.readable_nodes()"),
        ],
    },
    Detector {
        name: "settings that outlive a transaction",
        rule: "the account is set for a transaction alone: no function, role or database sets it for a session",
        query: "SELECT f.signature FROM {functions} AS f, concat(f.prosrc, pg_get_function_sqlbody(f.oid)) AS text
                WHERE text ~* 'set_config\\s*\\([^;]*,\\s*false\\s*\\)' OR text ~* '\\mset\\s+(session\\s+)?app\\.'
                   OR text ~* '\\mrow_security\\M'
                   OR EXISTS (SELECT FROM unnest(f.proconfig) AS setting WHERE setting ~ '^(app\\.|row_security|role=)')
                UNION ALL
                SELECT setting FROM pg_db_role_setting AS s, unnest(s.setconfig) AS setting
                WHERE setting ~ '^(app\\.|row_security|role=|session_replication_role|search_path)'",
        plants: &[
            (
                "CREATE FUNCTION app.sticky() RETURNS text LANGUAGE sql
                 RETURN set_config('app.account_id', gen_random_uuid()::text, false)",
                "app.sticky()",
            ),
            (
                "CREATE FUNCTION app.sticky() RETURNS text LANGUAGE sql AS
                 $$ SELECT set_config('app.account_id', gen_random_uuid()::text, false) $$",
                "app.sticky()",
            ),
            (
                "CREATE FUNCTION app.sticky() RETURNS void LANGUAGE plpgsql AS $$ BEGIN SET app.account_id = 'x'; END $$",
                "app.sticky()",
            ),
            ("ALTER ROLE annals_app SET app.account_id = '00000000-0000-0000-0000-000000000000'", "app.account_id"),
            ("ALTER ROLE annals_app SET row_security = off", "row_security"),
        ],
    },
];
