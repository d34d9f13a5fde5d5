-- Why: the keys that sign tokens, and the service tokens that admins make for agents and scripts.
-- Locks: none, the tables are new. Undo by hand: drop the tables.

-- The private half is sealed with ANNALS_MASTER_KEY before it reaches the database.
CREATE TABLE signing_keys (
  kid        text PRIMARY KEY,
  public_key bytea NOT NULL,
  sealed_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  retired_at timestamptz
);
ALTER TABLE signing_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE signing_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON signing_keys FOR ALL TO annals_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON signing_keys TO annals_system;

-- What a service token may do. The token itself is a signed JWT and is never stored.
CREATE TABLE service_tokens (
  account_id   uuid NOT NULL,
  id           uuid NOT NULL,
  user_id      uuid NOT NULL,
  name         text NOT NULL,
  permissions  text[] NOT NULL,
  scope_id     int,
  agent        text NOT NULL,
  device       text,
  profile      text NOT NULL,
  last_four    text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT app.now(),
  expires_at   timestamptz NOT NULL,
  revoked_at   timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
);
CREATE INDEX service_tokens_user_idx ON service_tokens (account_id, user_id);
SELECT app.enable_account_table('service_tokens', 'tenancy');
GRANT SELECT ON service_tokens TO annals_app;
GRANT SELECT, INSERT, UPDATE ON service_tokens TO annals_system;

-- Begins a call: sets what the policies read, and says in one statement whether the grant and the membership are still
-- good, which role the person has now, and which nodes the call reaches (rulings 12 and 13).
--   root, projects, spaces: open (members write, viewers read) unless restricted, and as reachable as their parent
--   team: its members; personal: its user alone, admins included in the exclusion; owner and admins: all the rest
--   a grant for a node alone opens nothing below it, not even open nodes; one for all below opens restricted ones too
-- A token bound to a node reaches that node and what lies below it, nothing else.
CREATE FUNCTION app.enter(
  account uuid, principal uuid, grant_id uuid, timeout_ms int, test_clock text,
  OUT state text, OUT role text, OUT slug text, OUT display_name text, OUT granted text[], OUT agent text, OUT device text,
  OUT bound_path text, OUT readable int[], OUT writable int[]
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  is_admin boolean;
  is_viewer boolean;
  bound_node int;
BEGIN
  PERFORM set_config('app.account_id', account::text, true),
          set_config('app.principal_id', principal::text, true),
          set_config('app.readable_nodes', '{}', true),
          set_config('app.writable_nodes', '{}', true),
          set_config('app.test_clock', coalesce(test_clock, ''), true),
          set_config('statement_timeout', timeout_ms::text, true),
          set_config('lock_timeout', '2000', true),
          set_config('idle_in_transaction_session_timeout', '10000', true);

  IF NOT EXISTS (SELECT FROM accounts AS a WHERE a.account_id = account AND a.closed_at IS NULL) THEN
    state := 'account_closed';
    RETURN;
  END IF;

  SELECT m.role, m.slug, m.display_name INTO role, slug, display_name
  FROM memberships AS m
  WHERE m.account_id = account AND m.user_id = principal AND m.removed_at IS NULL;
  IF role IS NULL THEN
    state := 'not_a_member';
    RETURN;
  END IF;

  IF grant_id IS NOT NULL THEN
    SELECT t.permissions, t.agent, t.device, t.scope_id INTO granted, agent, device, bound_node
    FROM service_tokens AS t
    WHERE t.account_id = account AND t.id = grant_id AND t.user_id = principal
      AND t.revoked_at IS NULL AND t.expires_at > app.now();
    IF granted IS NULL THEN
      state := 'revoked';
      RETURN;
    END IF;
  END IF;

  is_admin := role IN ('owner', 'admin');
  is_viewer := role = 'viewer';
  IF bound_node IS NOT NULL THEN
    SELECT n.path INTO bound_path FROM scope_nodes AS n WHERE n.account_id = account AND n.id = bound_node;
    IF bound_path IS NULL THEN
      state := 'revoked';
      RETURN;
    END IF;
  END IF;

  WITH RECURSIVE given AS MATERIALIZED (
    SELECT g.node_id,
           true AS may_read,
           bool_or(g.access = 'write') AS may_write,
           bool_or(g.below) AS read_below,
           bool_or(g.below AND g.access = 'write') AS write_below
    FROM scope_grants AS g
    WHERE g.account_id = account
      AND (g.user_id = principal
           OR g.team IN (SELECT tm.team FROM team_members AS tm WHERE tm.account_id = account AND tm.user_id = principal))
    GROUP BY g.node_id
  ),
  walk AS (
    SELECT n.id, n.path,
           (NOT n.restricted OR is_admin OR coalesce(g.may_read, false)) AS may_read,
           ((NOT n.restricted OR is_admin OR coalesce(g.may_write, false)) AND NOT is_viewer) AS may_write,
           (NOT n.restricted OR is_admin OR coalesce(g.read_below, false)) AS opens,
           ((NOT n.restricted OR is_admin OR coalesce(g.write_below, false)) AND NOT is_viewer) AS opens_to_write,
           coalesce(g.read_below, false) AS read_below,
           coalesce(g.write_below, false) AS write_below,
           false AS foreign_person
    FROM scope_nodes AS n
    LEFT JOIN given AS g ON g.node_id = n.id
    WHERE n.account_id = account AND n.parent_id IS NULL
    UNION ALL
    SELECT n.id, n.path,
           sealed.yes IS FALSE AND (opened.yes OR w.read_below OR coalesce(g.may_read, false)),
           sealed.yes IS FALSE AND NOT is_viewer
             AND (opened_to_write.yes OR w.write_below OR coalesce(g.may_write, false)),
           sealed.yes IS FALSE AND (opened.yes OR w.read_below OR coalesce(g.read_below, false)),
           sealed.yes IS FALSE AND NOT is_viewer
             AND (opened_to_write.yes OR w.write_below OR coalesce(g.write_below, false)),
           w.read_below OR coalesce(g.read_below, false),
           w.write_below OR coalesce(g.write_below, false),
           sealed.yes
    FROM walk AS w
    JOIN scope_nodes AS n ON n.account_id = account AND n.parent_id = w.id
    LEFT JOIN given AS g ON g.node_id = n.id
    CROSS JOIN LATERAL (SELECT w.foreign_person OR (n.kind = 'personal' AND n.user_id <> principal) AS yes) AS sealed
    CROSS JOIN LATERAL (SELECT CASE
        WHEN n.kind = 'personal' THEN n.user_id = principal
        WHEN n.kind = 'team' THEN is_admin OR EXISTS (
          SELECT FROM team_members AS tm WHERE tm.account_id = account AND tm.team = n.team AND tm.user_id = principal)
        WHEN n.restricted THEN is_admin
        ELSE w.opens END AS yes) AS opened
    CROSS JOIN LATERAL (SELECT CASE
        WHEN n.kind IN ('personal', 'team') OR n.restricted THEN opened.yes
        ELSE w.opens_to_write END AS yes) AS opened_to_write
  )
  SELECT coalesce(array_agg(w.id ORDER BY w.id) FILTER (WHERE w.may_read), '{}'),
         coalesce(array_agg(w.id ORDER BY w.id) FILTER (WHERE w.may_read AND w.may_write), '{}')
  INTO readable, writable
  FROM walk AS w
  WHERE bound_path IS NULL OR bound_path = '' OR w.path = bound_path OR starts_with(w.path, bound_path || '/');

  PERFORM set_config('app.readable_nodes', readable::text, true),
          set_config('app.writable_nodes', writable::text, true);
  state := 'ok';
END $$;
REVOKE EXECUTE ON FUNCTION app.enter(uuid, uuid, uuid, int, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.enter(uuid, uuid, uuid, int, text) TO annals_app;
