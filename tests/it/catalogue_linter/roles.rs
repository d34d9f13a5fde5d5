//! The roles themselves. They belong to the whole server; plants are rolled back before anybody else sees them.

use super::detector::Detector;

pub const DETECTORS: &[Detector] = &[
    Detector {
        name: "attributes of roles",
        rule: "roles have the attributes that deploy/postgres/roles.sql gives them",
        query: "WITH expected (name, login, inherits, bypasses) AS (VALUES
                  ('annals_owner', true, true, false), ('annals_app', true, false, false),
                  ('annals_system', false, false, false), ('annals_search', false, false, true),
                  ('annals_backup', true, true, true))
                SELECT e.name FROM expected AS e LEFT JOIN pg_roles AS r ON r.rolname = e.name
                WHERE r.rolname IS NULL OR r.rolcanlogin <> e.login OR r.rolinherit <> e.inherits
                   OR r.rolbypassrls <> e.bypasses
                   OR r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication",
        plants: &[
            ("ALTER ROLE annals_app BYPASSRLS", "annals_app"),
            ("ALTER ROLE annals_app SUPERUSER", "annals_app"),
            ("ALTER ROLE annals_app INHERIT", "annals_app"),
            ("ALTER ROLE annals_system LOGIN", "annals_system"),
            ("ALTER ROLE annals_owner CREATEROLE", "annals_owner"),
        ],
    },
    Detector {
        name: "memberships of roles",
        rule: "annals_app may take on annals_system, annals_owner may hand over to annals_search, annals_backup reads all",
        query: "SELECT member.rolname || ' in ' || parent.rolname FROM pg_auth_members AS m
                JOIN pg_roles AS member ON member.oid = m.member JOIN pg_roles AS parent ON parent.oid = m.roleid
                WHERE (member.rolname LIKE 'annals%' OR parent.rolname LIKE 'annals%')
                  AND ((member.rolname, parent.rolname) NOT IN (('annals_app', 'annals_system'),
                         ('annals_owner', 'annals_search'), ('annals_backup', 'pg_read_all_data'))
                       OR m.admin_option
                       OR (parent.rolname LIKE 'annals%' AND coalesce((to_jsonb(m) ->> 'inherit_option')::boolean, false)))
                UNION ALL
                SELECT 'missing: ' || name || ' in ' || parent
                FROM (VALUES ('annals_app', 'annals_system'), ('annals_owner', 'annals_search')) AS needed (name, parent)
                WHERE NOT pg_has_role(name, parent, 'MEMBER')",
        plants: &[
            ("GRANT annals_owner TO annals_app", "annals_app in annals_owner"),
            ("GRANT pg_read_all_stats TO annals_app", "annals_app in pg_read_all_stats"),
            ("GRANT pg_write_server_files TO annals_app", "annals_app in pg_write_server_files"),
            ("GRANT annals_system TO annals_app WITH ADMIN OPTION", "annals_app in annals_system"),
            ("REVOKE annals_system FROM annals_app", "missing: annals_app in annals_system"),
        ],
    },
    Detector {
        name: "connecting",
        rule: "the owner, the role that serves and the one that backs up connect to the database, and nobody else",
        query: "SELECT coalesce(r.rolname, 'public') || ' ' || given.privilege_type FROM pg_database AS d
                CROSS JOIN aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) AS given
                LEFT JOIN pg_roles AS r ON r.oid = given.grantee
                WHERE d.datname = current_database() AND given.grantee <> d.datdba
                  AND NOT (given.privilege_type = 'CONNECT' AND coalesce(r.rolname, '') IN ('annals_app', 'annals_backup'))",
        plants: &[
            (
                "DO $$ BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %I TO PUBLIC', current_database()); END $$",
                "public CONNECT",
            ),
            (
                "DO $$ BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %I TO annals_system', current_database()); END $$",
                "annals_system CONNECT",
            ),
        ],
    },
];
