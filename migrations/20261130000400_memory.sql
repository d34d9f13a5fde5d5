-- Why: what is remembered. A memory is one immutable version of one thing known; a lineage is the versions of one thing,
-- of which one at most is current. Columns that later families need are here from the start (design, section 5).
-- Locks: none, the tables are new. Undo by hand: drop the tables in reverse order.

CREATE TABLE memories (
  account_id       uuid NOT NULL REFERENCES accounts,
  id               uuid NOT NULL,
  number           bigint NOT NULL,
  scope_id         int NOT NULL,
  path             text NOT NULL DEFAULT '' CHECK (char_length(path) <= 512),
  kind             text NOT NULL CHECK (kind IN (
                     'decision', 'preference', 'fact', 'question', 'handoff', 'done',
                     'solution', 'lesson', 'convention', 'note')),
  memory_type      text CHECK (memory_type IN ('episodic', 'identity', 'procedural', 'semantic', 'working')),
  name             text,
  semantic_key     text,
  project          text,
  content          text NOT NULL CHECK (char_length(content) <= 524288),
  content_chars    int NOT NULL,
  context          text,
  importance       real CHECK (importance BETWEEN 0 AND 1),
  confidence       real CHECK (confidence BETWEEN 0 AND 1),
  branch           text,
  source_format    text,
  metadata         jsonb NOT NULL DEFAULT '{}',

  lineage_id       uuid NOT NULL,
  revision         int NOT NULL DEFAULT 1 CHECK (revision >= 1),
  status           text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'superseded', 'resolved', 'forgotten')),
  status_before    text CHECK (status_before IN ('active', 'superseded', 'resolved')),
  trust            smallint NOT NULL DEFAULT 100 CHECK (trust BETWEEN 0 AND 100),
  fold_hash        bytea,
  seen_count       int NOT NULL DEFAULT 1 CHECK (seen_count >= 1),
  redactions       int NOT NULL DEFAULT 0,
  characters_cleaned int NOT NULL DEFAULT 0,
  redacted_at      timestamptz,

  session          text,
  session_position int,
  external_id      text,
  decided_by       text,
  claimed_agent    text,
  author_user_id   uuid NOT NULL,
  author_agent     text NOT NULL,
  author_client    text,
  author_device    text,
  author_grant_id  uuid,
  imported_author  text,

  recorded_at      timestamptz NOT NULL DEFAULT app.now(),
  updated_at       timestamptz NOT NULL DEFAULT app.now(),
  last_seen_at     timestamptz NOT NULL DEFAULT app.now(),
  occurred_at      timestamptz,
  valid_from       timestamptz,
  valid_to         timestamptz,
  superseded_at    timestamptz,
  forgotten_at     timestamptz,
  forgotten_reason text,
  expires_at       timestamptz,

  PRIMARY KEY (account_id, id),
  CONSTRAINT memories_number_key UNIQUE (account_id, number),
  CONSTRAINT memories_revision_key UNIQUE (account_id, lineage_id, revision),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id),
  FOREIGN KEY (account_id, author_user_id) REFERENCES memberships (account_id, user_id),
  CHECK ((status = 'forgotten') = (forgotten_at IS NOT NULL)),
  CHECK ((status = 'forgotten') = (status_before IS NOT NULL))
);
CREATE INDEX memories_scope_idx ON memories (account_id, scope_id, recorded_at DESC, id);
-- One current version of a lineage; one active record of a text that was said twice (contract, "Same thing said twice").
CREATE UNIQUE INDEX memories_current_key ON memories (account_id, lineage_id) WHERE status = 'active';
CREATE UNIQUE INDEX memories_fold_key ON memories (account_id, scope_id, fold_hash)
  WHERE status = 'active' AND fold_hash IS NOT NULL;
CREATE UNIQUE INDEX memories_semantic_key ON memories (account_id, scope_id, path, semantic_key)
  WHERE status = 'active' AND semantic_key IS NOT NULL;
CREATE UNIQUE INDEX memories_external_key ON memories (account_id, scope_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX memories_session_idx ON memories (account_id, scope_id, session, session_position) WHERE session IS NOT NULL;
CREATE INDEX memories_name_idx ON memories (account_id, scope_id, name) WHERE name IS NOT NULL;
SELECT app.enable_account_table('memories', 'content');
GRANT SELECT, INSERT, DELETE ON memories TO annals_app;
GRANT UPDATE (status, status_before, seen_count, last_seen_at, updated_at, superseded_at, forgotten_at, forgotten_reason,
              fold_hash, valid_to, content, content_chars, redactions, redacted_at, context, name, metadata, semantic_key)
  ON memories TO annals_app;

-- The text of a memory never changes, save that redaction may replace it.
CREATE FUNCTION app.keep_memory_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.redacted_at IS NULL OR NEW.redacted_at IS NOT DISTINCT FROM OLD.redacted_at THEN
    RAISE EXCEPTION 'the text of a memory is immutable' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER memories_keep_text BEFORE UPDATE OF content, context, name, metadata, semantic_key ON memories
  FOR EACH ROW WHEN (OLD.content IS DISTINCT FROM NEW.content OR OLD.context IS DISTINCT FROM NEW.context
    OR OLD.name IS DISTINCT FROM NEW.name OR OLD.metadata IS DISTINCT FROM NEW.metadata
    OR OLD.semantic_key IS DISTINCT FROM NEW.semantic_key)
  EXECUTE FUNCTION app.keep_memory_text();

-- Which memory replaced which. A memory is replaced once at most.
CREATE TABLE supersessions (
  account_id     uuid NOT NULL,
  superseded_id  uuid NOT NULL,
  superseding_id uuid NOT NULL,
  scope_id       int NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (account_id, superseded_id),
  FOREIGN KEY (account_id, superseded_id) REFERENCES memories (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, superseding_id) REFERENCES memories (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id),
  CHECK (superseded_id <> superseding_id)
);
CREATE INDEX supersessions_scope_idx ON supersessions (account_id, scope_id);
CREATE INDEX supersessions_superseding_idx ON supersessions (account_id, superseding_id);
SELECT app.enable_account_table('supersessions', 'content');
GRANT SELECT, INSERT, DELETE ON supersessions TO annals_app;

CREATE TABLE memory_topics (
  account_id uuid NOT NULL,
  memory_id  uuid NOT NULL,
  topic      text NOT NULL CHECK (char_length(topic) BETWEEN 1 AND 200),
  scope_id   int NOT NULL,
  PRIMARY KEY (account_id, memory_id, topic),
  FOREIGN KEY (account_id, memory_id) REFERENCES memories (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
);
CREATE INDEX memory_topics_scope_idx ON memory_topics (account_id, scope_id, topic);
SELECT app.enable_account_table('memory_topics', 'content');
GRANT SELECT, INSERT, DELETE ON memory_topics TO annals_app;

CREATE TABLE memory_links (
  account_id uuid NOT NULL,
  memory_id  uuid NOT NULL,
  position   smallint NOT NULL,
  url        text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2000),
  scope_id   int NOT NULL,
  PRIMARY KEY (account_id, memory_id, position),
  FOREIGN KEY (account_id, memory_id) REFERENCES memories (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
);
CREATE INDEX memory_links_scope_idx ON memory_links (account_id, scope_id);
SELECT app.enable_account_table('memory_links', 'content');
GRANT SELECT, INSERT, DELETE ON memory_links TO annals_app;

-- What is left of an erased memory: that it was there, and who erased it when. No text.
CREATE TABLE tombstones (
  account_id uuid NOT NULL REFERENCES accounts,
  memory_id  uuid NOT NULL,
  scope_id   int NOT NULL,
  lineage_id uuid NOT NULL,
  revision   int NOT NULL,
  kind       text NOT NULL,
  erased_at  timestamptz NOT NULL DEFAULT app.now(),
  erased_by  uuid NOT NULL,
  PRIMARY KEY (account_id, memory_id),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
);
CREATE INDEX tombstones_scope_idx ON tombstones (account_id, scope_id);
SELECT app.enable_account_table('tombstones', 'content');
GRANT SELECT, INSERT ON tombstones TO annals_app;
