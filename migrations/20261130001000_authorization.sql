-- Why: the authorization server and the people who sign in: clients, grants, codes, refresh tokens, web sessions, invitations,
-- password resets; limits and usage; webhooks and jobs. A code, a refresh token and an invitation carry their account in the
-- clear, so that each is looked up by account and hash, and every key begins with the account.
-- Locks: ACCESS EXCLUSIVE on users, service_tokens, accounts and audit_events while columns are added: no row is rewritten; on
-- memories while they are counted once. Undo by hand: drop the tables and columns in reverse order and put back app.enter of
-- …0300_identity.sql.

-- A person's address counts as theirs when a link sent to it, or an issuer that vouches for it, has shown so.
ALTER TABLE users
  ADD COLUMN email_verified_at timestamptz,
  ADD COLUMN password_changed_at timestamptz;

-- Who an outside issuer says a person is.
CREATE TABLE external_identities (
  issuer     text NOT NULL,
  subject    text NOT NULL,
  user_id    uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX external_identities_user_idx ON external_identities (user_id);

-- Issuers whose identity assertions the operator trusts for one account (enterprise-managed authorization).
CREATE TABLE assertion_issuers (
  issuer     text PRIMARY KEY,
  trusted_by uuid NOT NULL REFERENCES accounts,
  domains    text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app.now()
);

-- Signed-in browsers. The cookie's value is never stored.
CREATE TABLE web_sessions (
  secret_hash  bytea PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users,
  created_at   timestamptz NOT NULL DEFAULT app.now(),
  last_seen_at timestamptz NOT NULL DEFAULT app.now(),
  expires_at   timestamptz NOT NULL,
  ended_at     timestamptz
);
CREATE INDEX web_sessions_user_idx ON web_sessions (user_id);

-- Links that let a person set a new password, once.
CREATE TABLE password_resets (
  secret_hash bytea PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users,
  created_at  timestamptz NOT NULL DEFAULT app.now(),
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz
);
CREATE INDEX password_resets_user_idx ON password_resets (user_id);

-- People who asked to sign up and have not yet followed the link sent to them.
CREATE TABLE pending_sign_ups (
  secret_hash   bytea PRIMARY KEY,
  email         text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 320),
  display_name  text NOT NULL,
  account_name  text NOT NULL,
  password_hash text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT app.now(),
  expires_at    timestamptz NOT NULL,
  used_at       timestamptz
);

-- Counted attempts, shared by all replicas: the subject is a keyed hash (of an address, an e-mail, a client).
CREATE TABLE rate_windows (
  subject    bytea NOT NULL,
  started_at timestamptz NOT NULL,
  count      int NOT NULL DEFAULT 0,
  PRIMARY KEY (subject, started_at)
);
CREATE INDEX rate_windows_started_idx ON rate_windows (started_at);

-- Clients: those that registered themselves, documents fetched from the URL that is their id, and those set up by the operator.
CREATE TABLE oauth_clients (
  client_id      text PRIMARY KEY CHECK (char_length(client_id) BETWEEN 1 AND 2048),
  kind           text NOT NULL CHECK (kind IN ('document', 'registered', 'preregistered')),
  name           text NOT NULL,
  redirect_uris  text[] NOT NULL,
  grant_types    text[] NOT NULL DEFAULT '{authorization_code,refresh_token}',
  auth_method    text NOT NULL CHECK (auth_method IN ('none', 'private_key_jwt', 'client_secret_basic', 'client_secret_post')),
  secret_hash    bytea,
  jwks           jsonb,
  jwks_uri       text,
  correlation_id text,
  created_from   bytea,
  created_at     timestamptz NOT NULL DEFAULT app.now(),
  fetched_at     timestamptz,
  fresh_until    timestamptz,
  first_grant_at timestamptz,
  last_used_at   timestamptz
);
CREATE INDEX oauth_clients_collect_idx ON oauth_clients (created_at) WHERE kind = 'registered' AND first_grant_at IS NULL;

-- Ids of signed assertions that were taken: each is good for one use.
CREATE TABLE assertion_ids (
  issuer     text NOT NULL,
  id_hash    bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, id_hash)
);
CREATE INDEX assertion_ids_expiry_idx ON assertion_ids (expires_at);

-- Steps of a connection before its account is known; consent copies those of its correlation id into the audit log.
CREATE TABLE oauth_steps (
  id             uuid PRIMARY KEY,
  correlation_id text NOT NULL,
  at             timestamptz NOT NULL DEFAULT app.now(),
  step           text NOT NULL,
  client_id      text,
  code           text,
  request_id     text NOT NULL DEFAULT ''
);
CREATE INDEX oauth_steps_correlation_idx ON oauth_steps (correlation_id, at);
CREATE INDEX oauth_steps_at_idx ON oauth_steps (at);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['external_identities', 'assertion_issuers', 'web_sessions', 'password_resets', 'pending_sign_ups',
                              'rate_windows', 'oauth_clients', 'assertion_ids', 'oauth_steps'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY system_rows ON %I FOR ALL TO annals_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO annals_system', name);
  END LOOP;
END $$;

-- What a person allowed a client. `agent` is the client's identity; the role as it is now bounds the permissions at each call.
CREATE TABLE oauth_grants (
  account_id     uuid NOT NULL REFERENCES accounts,
  id             uuid NOT NULL,
  user_id        uuid NOT NULL,
  client_id      text NOT NULL,
  client_name    text NOT NULL,
  agent          text NOT NULL,
  permissions    text[] NOT NULL,
  scope_id       int,
  resource       text NOT NULL,
  correlation_id text NOT NULL DEFAULT '',
  created_at     timestamptz NOT NULL DEFAULT app.now(),
  expires_at     timestamptz NOT NULL,
  first_used_at  timestamptz,
  last_used_at   timestamptz,
  revoked_at     timestamptz,
  revoked_for    text,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
);
CREATE INDEX oauth_grants_user_idx ON oauth_grants (account_id, user_id);
CREATE INDEX oauth_grants_client_idx ON oauth_grants (client_id);
SELECT app.enable_account_table('oauth_grants', 'tenancy');
GRANT SELECT ON oauth_grants TO annals_app;
GRANT UPDATE (permissions, revoked_at, revoked_for, first_used_at, last_used_at) ON oauth_grants TO annals_app;
GRANT SELECT, INSERT, UPDATE ON oauth_grants TO annals_system;

-- Authorization codes: one use, 60 seconds.
CREATE TABLE oauth_codes (
  account_id   uuid NOT NULL,
  code_hash    bytea NOT NULL,
  grant_id     uuid NOT NULL,
  redirect_uri text NOT NULL,
  challenge    text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT app.now(),
  expires_at   timestamptz NOT NULL,
  redeemed_at  timestamptz,
  PRIMARY KEY (account_id, code_hash),
  FOREIGN KEY (account_id, grant_id) REFERENCES oauth_grants (account_id, id)
);
CREATE INDEX oauth_codes_grant_idx ON oauth_codes (account_id, grant_id);
SELECT app.enable_account_table('oauth_codes', 'tenancy');
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_codes TO annals_system;

-- Refresh tokens, as a chain: a child is derived from its parent, so that a repeat before the child's first use gives the same.
CREATE TABLE refresh_tokens (
  account_id  uuid NOT NULL,
  token_hash  bytea NOT NULL,
  grant_id    uuid NOT NULL,
  parent_hash bytea,
  created_at  timestamptz NOT NULL DEFAULT app.now(),
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  PRIMARY KEY (account_id, token_hash),
  FOREIGN KEY (account_id, grant_id) REFERENCES oauth_grants (account_id, id)
);
CREATE INDEX refresh_tokens_grant_idx ON refresh_tokens (account_id, grant_id);
SELECT app.enable_account_table('refresh_tokens', 'tenancy');
GRANT SELECT, INSERT, UPDATE, DELETE ON refresh_tokens TO annals_system;

-- Consent that is remembered: for this client with these redirects, and no more than these permissions.
CREATE TABLE oauth_consents (
  account_id     uuid NOT NULL,
  user_id        uuid NOT NULL,
  client_id      text NOT NULL,
  redirects_hash bytea NOT NULL,
  permissions    text[] NOT NULL,
  scope_id       int,
  created_at     timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (account_id, user_id, client_id),
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
);
SELECT app.enable_account_table('oauth_consents', 'tenancy');
GRANT SELECT, DELETE ON oauth_consents TO annals_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_consents TO annals_system;

-- People asked to join. The link's secret is never stored.
CREATE TABLE invitations (
  account_id   uuid NOT NULL REFERENCES accounts,
  id           uuid NOT NULL,
  email        text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 320),
  role         text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  teams        text[] NOT NULL DEFAULT '{}',
  secret_hash  bytea NOT NULL,
  invited_by   uuid NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT app.now(),
  expires_at   timestamptz NOT NULL,
  accepted_at  timestamptz,
  accepted_by  uuid,
  revoked_at   timestamptz,
  PRIMARY KEY (account_id, id),
  CONSTRAINT invitations_secret_key UNIQUE (account_id, secret_hash),
  FOREIGN KEY (account_id, invited_by) REFERENCES memberships (account_id, user_id)
);
CREATE UNIQUE INDEX invitations_open_key ON invitations (account_id, lower(email)) WHERE accepted_at IS NULL AND revoked_at IS NULL;
SELECT app.enable_account_table('invitations', 'tenancy');
GRANT SELECT, INSERT ON invitations TO annals_app;
GRANT UPDATE (secret_hash, expires_at, revoked_at, role, teams) ON invitations TO annals_app;
GRANT SELECT, UPDATE ON invitations TO annals_system;

-- Administration by members, through operations.
GRANT UPDATE (role, display_name, removed_at) ON memberships TO annals_app;
GRANT UPDATE (name), DELETE ON teams TO annals_app;
GRANT INSERT, DELETE ON team_members TO annals_app;

-- Tokens over REST: who made them, which one took their place, and when they were last used (coarsely).
ALTER TABLE service_tokens
  ADD COLUMN created_by  uuid,
  ADD COLUMN replaced_by uuid,
  ADD COLUMN kind        text NOT NULL DEFAULT 'token' CHECK (kind IN ('token', 'client')),
  ADD COLUMN secret_hash bytea,
  ADD COLUMN jwks        jsonb;
GRANT INSERT ON service_tokens TO annals_app;
GRANT UPDATE (name, permissions, scope_id, device, expires_at, revoked_at, replaced_by, last_used_at) ON service_tokens TO annals_app;

-- Signing keys are published some time before they sign.
ALTER TABLE signing_keys ADD COLUMN signs_from timestamptz;

-- The diary of connections stands in the audit log under one correlation id; settings show what they were and are.
ALTER TABLE audit_events
  ADD COLUMN correlation_id text,
  ADD COLUMN client_id      text,
  ADD COLUMN details        jsonb;
CREATE INDEX audit_events_correlation_idx ON audit_events (account_id, correlation_id) WHERE correlation_id IS NOT NULL;
CREATE POLICY recorder_rows ON audit_events AS PERMISSIVE FOR INSERT TO annals_system WITH CHECK (true);
GRANT INSERT ON audit_events TO annals_system;

-- What an account holds and used, and its limits. NULL is no limit.
ALTER TABLE accounts ADD COLUMN limits jsonb NOT NULL DEFAULT '{}';
CREATE TABLE account_usage (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  memories   bigint NOT NULL DEFAULT 0,
  bytes      bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
SELECT app.enable_account_table('account_usage', 'tenancy');
GRANT SELECT, INSERT, UPDATE ON account_usage TO annals_system;
GRANT SELECT, INSERT ON account_usage TO annals_app;
GRANT UPDATE (memories, bytes) ON account_usage TO annals_app;
CREATE TABLE usage_by_month (
  account_id uuid NOT NULL REFERENCES accounts,
  month      date NOT NULL,
  calls      bigint NOT NULL DEFAULT 0,
  embeddings bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, month)
) WITH (fillfactor = 70);
SELECT app.enable_account_table('usage_by_month', 'tenancy');
GRANT SELECT ON usage_by_month TO annals_app;
GRANT SELECT, INSERT, UPDATE ON usage_by_month TO annals_system;

-- What is stored already is counted once, by the owner, who sees all rows for this moment alone.
ALTER TABLE memories NO FORCE ROW LEVEL SECURITY;
ALTER TABLE accounts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE account_usage NO FORCE ROW LEVEL SECURITY;
INSERT INTO account_usage (account_id, memories, bytes)
SELECT a.account_id, count(m.id), coalesce(sum(octet_length(m.content)), 0)
FROM accounts AS a LEFT JOIN memories AS m ON m.account_id = a.account_id
GROUP BY a.account_id;
ALTER TABLE memories FORCE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE account_usage FORCE ROW LEVEL SECURITY;

-- Work that outlives its call: claimed with SKIP LOCKED, retried with growing pauses, dead after its last attempt.
CREATE TABLE jobs (
  account_id  uuid NOT NULL REFERENCES accounts,
  id          uuid NOT NULL,
  kind        text NOT NULL,
  subject     uuid,
  state       text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'dead', 'cancelled')),
  payload     jsonb NOT NULL DEFAULT '{}',
  attempts    int NOT NULL DEFAULT 0,
  run_at      timestamptz NOT NULL DEFAULT app.now(),
  claimed_at  timestamptz,
  created_by  uuid,
  created_at  timestamptz NOT NULL DEFAULT app.now(),
  ended_at    timestamptz,
  last_result text,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX jobs_due_idx ON jobs (run_at) WHERE state = 'waiting';
CREATE INDEX jobs_subject_idx ON jobs (account_id, subject, created_at DESC);
SELECT app.enable_account_table('jobs', 'tenancy');
GRANT SELECT, INSERT ON jobs TO annals_app;
GRANT UPDATE (state, run_at, attempts, ended_at) ON jobs TO annals_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs TO annals_system;

-- Targets that are told of changes: ids and positions, never text. Secrets are sealed.
CREATE TABLE webhooks (
  account_id      uuid NOT NULL REFERENCES accounts,
  id              uuid NOT NULL,
  url             text NOT NULL CHECK (char_length(url) <= 2048),
  events          text[] NOT NULL,
  sealed_secret   bytea NOT NULL,
  previous_secret bytea,
  previous_until  timestamptz,
  next_position   bigint NOT NULL DEFAULT 0,
  created_by      uuid NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT app.now(),
  disabled_at     timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, created_by) REFERENCES memberships (account_id, user_id)
);
SELECT app.enable_account_table('webhooks', 'tenancy');
GRANT SELECT, INSERT, DELETE ON webhooks TO annals_app;
GRANT UPDATE (url, events, sealed_secret, previous_secret, previous_until, next_position, disabled_at) ON webhooks TO annals_app;
GRANT SELECT, UPDATE ON webhooks TO annals_system;

-- E-mail addresses of the account's members: people stand in a table that the serving role cannot read.
CREATE FUNCTION app.member_emails() RETURNS TABLE (user_id uuid, email text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.user_id, u.email
  FROM public.memberships AS m JOIN public.users AS u ON u.id = m.user_id
  WHERE m.account_id = app.current_account()
$$;
REVOKE EXECUTE ON FUNCTION app.member_emails() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.member_emails() TO annals_app;

-- A link that lets a member set a new password. Refused where the person is in another account as well: its admins would
-- otherwise be at the mercy of this one's.
CREATE FUNCTION app.offer_password_reset(person uuid, secret_hash bytea, until timestamptz) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.memberships AS m
                 WHERE m.account_id = app.current_account() AND m.user_id = person AND m.removed_at IS NULL)
     OR EXISTS (SELECT FROM public.memberships AS m
                WHERE m.account_id <> app.current_account() AND m.user_id = person AND m.removed_at IS NULL) THEN
    RETURN false;
  END IF;
  INSERT INTO public.password_resets (secret_hash, user_id, expires_at) VALUES (secret_hash, person, until);
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION app.offer_password_reset(uuid, bytea, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.offer_password_reset(uuid, bytea, timestamptz) TO annals_app;
GRANT SELECT (account_id, user_id, removed_at) ON memberships TO annals_search;
GRANT SELECT (id, email) ON users TO annals_search;
GRANT INSERT (secret_hash, user_id, expires_at) ON password_resets TO annals_search;
GRANT CREATE ON SCHEMA app TO annals_search;
ALTER FUNCTION app.member_emails() OWNER TO annals_search;
ALTER FUNCTION app.offer_password_reset(uuid, bytea, timestamptz) OWNER TO annals_search;
REVOKE CREATE ON SCHEMA app FROM annals_search;

-- Begins a call, as before, by a service token or by an OAuth grant.
CREATE OR REPLACE FUNCTION app.enter(
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
      SELECT g.permissions, g.agent, NULL, g.scope_id INTO granted, agent, device, bound_node
      FROM oauth_grants AS g
      WHERE g.account_id = account AND g.id = grant_id AND g.user_id = principal
        AND g.revoked_at IS NULL AND g.expires_at > app.now();
    END IF;
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
