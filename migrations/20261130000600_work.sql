-- Why: what the families share besides memories: rules, what agents were shown, the feed of changes, replies kept for
-- retries, the record of acts, session summaries and decision documents.
-- Locks: ACCESS EXCLUSIVE on memories while columns are added: no row is rewritten, their checks read the table once. The
-- indexes on memories follow in files of their own, made concurrently. Undo by hand: drop the tables, the functions and the
-- columns in reverse order.

-- The folded text alone, so that what was served and comes back as a list is recognised; a label for text that reads like
-- instructions; the summary that an item belongs to. `recorded_at` may be that of another system; `stored_at` is always ours
-- and never moves, so that it can be asked what the store said at any moment. Rows of older versions count from this migration.
ALTER TABLE memories
  ADD COLUMN text_hash bytea,
  ADD COLUMN label text CHECK (label IN ('instructions')),
  ADD COLUMN summary_id uuid,
  ADD COLUMN summary_place smallint,
  ADD COLUMN tags text[] CHECK (cardinality(tags) <= 64),
  ADD COLUMN importance_word text CHECK (importance_word IN ('low', 'medium', 'high', 'critical')),
  ADD COLUMN change_reason text,
  ADD COLUMN updated_by_user_id uuid,
  ADD COLUMN updated_by_agent text,
  ADD COLUMN stored_at timestamptz NOT NULL DEFAULT app.now();
GRANT UPDATE (text_hash, label, tags, change_reason, updated_by_user_id, updated_by_agent) ON memories TO annals_app;

-- What binds a node and all below it.
CREATE TABLE rules (
  account_id    uuid NOT NULL REFERENCES accounts,
  id            uuid NOT NULL,
  scope_id      int NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('convention', 'decision', 'correction')),
  agent         text,
  text          text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 8000),
  state         text NOT NULL CHECK (state IN ('proposed', 'in_force', 'replaced', 'retired', 'rejected')),
  label         text CHECK (label IN ('instructions')),
  replaced_by   uuid,
  author_user_id uuid NOT NULL,
  author_agent  text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT app.now(),
  in_force_at   timestamptz,
  ended_at      timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id),
  FOREIGN KEY (account_id, replaced_by) REFERENCES rules (account_id, id),
  FOREIGN KEY (account_id, author_user_id) REFERENCES memberships (account_id, user_id),
  CHECK ((kind = 'correction') = (agent IS NOT NULL))
);
CREATE INDEX rules_scope_idx ON rules (account_id, scope_id, state);

-- Rules reach downward: whoever reads a node reads the rules of the nodes above it, even where those may not be read.
CREATE FUNCTION app.rule_nodes() RETURNS int[]
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN ARRAY(
    SELECT above.id
    FROM public.scope_nodes AS above
    WHERE above.account_id = app.current_account()
      AND EXISTS (
        SELECT FROM public.scope_nodes AS node
        WHERE node.account_id = above.account_id AND node.id = ANY (app.readable_nodes())
          AND (above.path = '' OR node.path = above.path OR starts_with(node.path, above.path || '/'))));

CREATE FUNCTION app.enable_rule_table(target regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  readable constant text := 'account_id = (SELECT app.current_account()) AND scope_id = ANY ((SELECT app.rule_nodes())::int[])';
  writable constant text := 'account_id = (SELECT app.current_account()) AND scope_id = ANY ((SELECT app.writable_nodes())::int[])';
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY account_rows ON %s AS PERMISSIVE FOR ALL TO annals_app USING (%s) WITH CHECK (%s)', target, readable, writable);
  EXECUTE format('CREATE POLICY account_rows_only ON %s AS RESTRICTIVE FOR ALL TO annals_app USING (%s) WITH CHECK (%s)', target, readable, writable);
  EXECUTE format('CREATE POLICY update_writable_only ON %s AS RESTRICTIVE FOR UPDATE TO annals_app USING (%s)', target, writable);
  EXECUTE format('CREATE POLICY delete_writable_only ON %s AS RESTRICTIVE FOR DELETE TO annals_app USING (%s)', target, writable);
END $$;
REVOKE EXECUTE ON FUNCTION app.enable_rule_table(regclass) FROM PUBLIC;
SELECT app.enable_rule_table('rules');
GRANT SELECT, INSERT ON rules TO annals_app;
GRANT UPDATE (state, replaced_by, in_force_at, ended_at) ON rules TO annals_app;

-- A run of an agent's calls: it ends with a pause of 30 minutes. The agent is the member and the agent name of the grant.
CREATE TABLE agents (
  account_id         uuid NOT NULL REFERENCES accounts,
  user_id            uuid NOT NULL,
  agent              text NOT NULL,
  session_started_at timestamptz NOT NULL DEFAULT app.now(),
  last_seen_at       timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (account_id, user_id, agent),
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id)
) WITH (fillfactor = 70);
SELECT app.enable_account_table('agents', 'account');
GRANT SELECT, INSERT ON agents TO annals_app;
GRANT UPDATE (session_started_at, last_seen_at) ON agents TO annals_app;

-- The nodes that an agent was shown content from.
CREATE TABLE session_reads (
  account_id uuid NOT NULL,
  user_id    uuid NOT NULL,
  agent      text NOT NULL,
  scope_id   int NOT NULL,
  first_at   timestamptz NOT NULL DEFAULT app.now(),
  last_at    timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (account_id, user_id, agent, scope_id),
  FOREIGN KEY (account_id, user_id, agent) REFERENCES agents (account_id, user_id, agent),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
) WITH (fillfactor = 70);
SELECT app.enable_account_table('session_reads', 'account');
GRANT SELECT, INSERT ON session_reads TO annals_app;
GRANT UPDATE (first_at, last_at) ON session_reads TO annals_app;

-- What happened, in the order of commits: a row is written with each change and numbered afterwards, since neither a
-- sequence nor a snapshot tells commit order (design, section 7). No text: readers get titles from what they may read.
CREATE TABLE changes (
  account_id  uuid NOT NULL REFERENCES accounts,
  event_id    bigint GENERATED BY DEFAULT AS IDENTITY,
  position    bigint,
  at          timestamptz NOT NULL DEFAULT app.now(),
  what        text NOT NULL,
  record_kind text NOT NULL,
  record_id   uuid NOT NULL,
  scope_id    int NOT NULL,
  user_id     uuid NOT NULL,
  agent       text NOT NULL,
  PRIMARY KEY (account_id, event_id),
  CONSTRAINT changes_position_key UNIQUE (account_id, position),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
);
CREATE INDEX changes_scope_idx ON changes (account_id, scope_id, position);
CREATE INDEX changes_record_idx ON changes (account_id, record_id);
CREATE INDEX changes_unnumbered_idx ON changes (event_id) WHERE position IS NULL;
SELECT app.enable_account_table('changes', 'content');
CREATE POLICY sequencer_rows ON changes AS PERMISSIVE FOR ALL TO annals_system USING (true) WITH CHECK (true);
-- event_id counts for all accounts: it orders and is never shown, and the role that serves does not set it.
GRANT SELECT, INSERT (account_id, what, record_kind, record_id, scope_id, user_id, agent) ON changes TO annals_app;
GRANT SELECT (account_id, event_id, position), UPDATE (position) ON changes TO annals_system;

CREATE TABLE change_positions (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  last       bigint NOT NULL
) WITH (fillfactor = 70);
SELECT app.enable_account_table('change_positions', 'tenancy');
GRANT SELECT ON change_positions TO annals_app;
GRANT SELECT, INSERT, UPDATE ON change_positions TO annals_system;

-- Replies kept for retries. The scope stands in the key for the workspaces family alone; it is empty elsewhere.
CREATE TABLE idempotency (
  account_id  uuid NOT NULL REFERENCES accounts,
  user_id     uuid NOT NULL,
  agent       text NOT NULL,
  operation   text NOT NULL,
  scope       text NOT NULL,
  key         text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 255),
  fingerprint bytea NOT NULL,
  reply       text,
  record_ids  uuid[] NOT NULL DEFAULT '{}',
  erased_id   uuid,
  created_at  timestamptz NOT NULL DEFAULT app.now(),
  expires_at  timestamptz,
  PRIMARY KEY (account_id, user_id, agent, operation, scope, key)
);
CREATE INDEX idempotency_records_idx ON idempotency USING gin (account_id, record_ids);
SELECT app.enable_account_table('idempotency', 'account');
GRANT SELECT, INSERT, DELETE ON idempotency TO annals_app;
GRANT UPDATE (reply, record_ids, erased_id) ON idempotency TO annals_app;

-- Who did what, allowed and denied; never what it said. The serving role only adds.
CREATE TABLE audit_events (
  account_id  uuid NOT NULL REFERENCES accounts,
  id          uuid NOT NULL DEFAULT gen_random_uuid(),
  at          timestamptz NOT NULL DEFAULT app.now(),
  user_id     uuid,
  grant_id    uuid,
  agent       text,
  surface     text NOT NULL,
  operation   text NOT NULL,
  outcome     text NOT NULL CHECK (outcome IN ('done', 'denied')),
  code        text,
  targets     text[] NOT NULL DEFAULT '{}',
  request_id  text NOT NULL DEFAULT '',
  before_hash bytea,
  after_hash  bytea,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX audit_events_at_idx ON audit_events (account_id, at DESC, id);
SELECT app.enable_account_table('audit_events', 'account');
GRANT SELECT, INSERT ON audit_events TO annals_app;

-- What a session decided, in prose; its items are memories.
CREATE TABLE summaries (
  account_id  uuid NOT NULL REFERENCES accounts,
  id          uuid NOT NULL,
  scope_id    int NOT NULL,
  claimed_agent text,
  session     text,
  trigger     text NOT NULL CHECK (trigger IN ('compaction', 'end', 'turns', 'manual')),
  text        text NOT NULL DEFAULT '' CHECK (char_length(text) <= 8000),
  item_count  smallint NOT NULL DEFAULT 0,
  redactions  int NOT NULL DEFAULT 0,
  author_user_id uuid NOT NULL,
  author_agent text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id),
  FOREIGN KEY (account_id, author_user_id) REFERENCES memberships (account_id, user_id)
);
CREATE INDEX summaries_scope_idx ON summaries (account_id, scope_id, created_at DESC, id);
SELECT app.enable_account_table('summaries', 'content');
GRANT SELECT, INSERT ON summaries TO annals_app;

-- Each item's place in its summary: a seen-again item points at the memory that said it already; a deleted one leaves a gap.
CREATE TABLE summary_items (
  account_id uuid NOT NULL,
  summary_id uuid NOT NULL,
  place      smallint NOT NULL,
  memory_id  uuid NOT NULL,
  scope_id   int NOT NULL,
  PRIMARY KEY (account_id, summary_id, place),
  FOREIGN KEY (account_id, summary_id) REFERENCES summaries (account_id, id),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
);
CREATE INDEX summary_items_scope_idx ON summary_items (account_id, scope_id);
CREATE INDEX summary_items_memory_idx ON summary_items (account_id, memory_id);
SELECT app.enable_account_table('summary_items', 'content');
GRANT SELECT, INSERT ON summary_items TO annals_app;

-- Decision documents: adr 12, rfc 3.
CREATE TABLE documents (
  account_id uuid NOT NULL REFERENCES accounts,
  id         uuid NOT NULL,
  scope_id   int NOT NULL,
  kind       text NOT NULL CHECK (char_length(kind) BETWEEN 1 AND 32),
  number     int NOT NULL CHECK (number >= 0),
  title      text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 300),
  status     text NOT NULL DEFAULT '' CHECK (char_length(status) <= 64),
  body       text NOT NULL CHECK (char_length(body) <= 200000),
  terms      tsvector NOT NULL,
  author_user_id uuid NOT NULL,
  author_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (account_id, id),
  CONSTRAINT documents_number_key UNIQUE (account_id, scope_id, kind, number),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id),
  FOREIGN KEY (account_id, author_user_id) REFERENCES memberships (account_id, user_id)
);
SELECT app.enable_account_table('documents', 'content');
GRANT SELECT, INSERT, DELETE ON documents TO annals_app;
GRANT UPDATE (title, status, body, terms, updated_at) ON documents TO annals_app;

-- What the quality gate did, by day and reason.
CREATE TABLE gate_counts (
  account_id uuid NOT NULL REFERENCES accounts,
  day        date NOT NULL,
  reason     text NOT NULL,
  refused    int NOT NULL DEFAULT 0,
  overridden int NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, day, reason)
);
SELECT app.enable_account_table('gate_counts', 'account');
GRANT SELECT, INSERT ON gate_counts TO annals_app;
GRANT UPDATE (refused, overridden) ON gate_counts TO annals_app;

-- Records a denial: runs for every refusal that names something, so that absent and foreign cost the same; writes a row
-- where the target is there and the caller may not see it. Returns nothing.
CREATE FUNCTION app.record_denial(
  principal uuid, grant_id uuid, agent text, surface text, operation text, code text, targets text[], ids uuid[],
  paths text[], request_id text
) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  account constant uuid := app.current_account();
BEGIN
  IF account IS NULL THEN
    RETURN;
  END IF;
  IF code <> 'not_found'
     OR EXISTS (SELECT FROM public.memories AS m WHERE m.account_id = account AND m.id = ANY (ids))
     OR EXISTS (SELECT FROM public.documents AS d WHERE d.account_id = account AND d.id = ANY (ids))
     OR EXISTS (SELECT FROM public.scope_nodes AS n
                WHERE n.account_id = account AND (n.public_id = ANY (ids) OR n.path = ANY (paths))) THEN
    INSERT INTO public.audit_events
      (account_id, user_id, grant_id, agent, surface, operation, outcome, code, targets, request_id)
    VALUES (account, principal, grant_id, agent, surface, operation, 'denied', code, targets, request_id);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION app.record_denial(uuid, uuid, text, text, text, text, text[], uuid[], text[], text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.record_denial(uuid, uuid, text, text, text, text, text[], uuid[], text[], text) TO annals_app;
GRANT SELECT (account_id, path, public_id) ON scope_nodes TO annals_search;
GRANT SELECT (account_id, id) ON documents TO annals_search;
GRANT INSERT ON audit_events TO annals_search;
GRANT CREATE ON SCHEMA app TO annals_search;
ALTER FUNCTION app.record_denial(uuid, uuid, text, text, text, text, text[], uuid[], text[], text) OWNER TO annals_search;
REVOKE CREATE ON SCHEMA app FROM annals_search;
