-- Why: what finds memories: vectors for meaning, terms for words. Texts are cut into chunks and found by their best chunk.
-- Locks: none, the tables are new. Undo by hand: drop the tables and app.word_candidates.

-- Vectors of different models are never compared, so each names its model.
CREATE TABLE embedding_models (
  id         smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL,
  dimensions int NOT NULL CHECK (dimensions BETWEEN 1 AND 1200),
  digest     text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app.now(),
  CONSTRAINT embedding_models_name_key UNIQUE (name, dimensions, digest)
);
ALTER TABLE embedding_models ENABLE ROW LEVEL SECURITY;
ALTER TABLE embedding_models FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON embedding_models FOR ALL TO annals_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON embedding_models TO annals_system;

-- Current rows only, never updated; supersession moves a row to embeddings_past. The covering index answers an exact
-- search of an account without touching the heap.
CREATE TABLE embeddings (
  account_id  uuid NOT NULL,
  memory_id   uuid NOT NULL,
  chunk       smallint NOT NULL,
  model       smallint NOT NULL REFERENCES embedding_models,
  scope_id    int NOT NULL,
  kind        text NOT NULL,
  occurred_at timestamptz NOT NULL,
  vector      halfvec NOT NULL,
  PRIMARY KEY (account_id, memory_id, chunk, model),
  FOREIGN KEY (account_id, memory_id) REFERENCES memories (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE embeddings ALTER COLUMN vector SET STORAGE PLAIN;
CREATE INDEX embeddings_scan_idx ON embeddings (account_id, scope_id, model)
  INCLUDE (memory_id, chunk, kind, occurred_at, vector);
SELECT app.enable_account_table('embeddings', 'content');
GRANT SELECT, INSERT, DELETE ON embeddings TO annals_app;

CREATE TABLE embeddings_past (
  account_id  uuid NOT NULL,
  memory_id   uuid NOT NULL,
  chunk       smallint NOT NULL,
  model       smallint NOT NULL REFERENCES embedding_models,
  scope_id    int NOT NULL,
  kind        text NOT NULL,
  occurred_at timestamptz NOT NULL,
  vector      halfvec NOT NULL,
  PRIMARY KEY (account_id, memory_id, chunk, model),
  FOREIGN KEY (account_id, memory_id) REFERENCES memories (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
);
ALTER TABLE embeddings_past ALTER COLUMN vector SET STORAGE PLAIN;
CREATE INDEX embeddings_past_scan_idx ON embeddings_past (account_id, scope_id, model);
SELECT app.enable_account_table('embeddings_past', 'content');
GRANT SELECT, INSERT, DELETE ON embeddings_past TO annals_app;

-- The terms of each chunk, made by the service (the same code makes those of a query).
CREATE TABLE chunks (
  account_id  uuid NOT NULL,
  memory_id   uuid NOT NULL,
  chunk       smallint NOT NULL,
  scope_id    int NOT NULL,
  kind        text NOT NULL,
  occurred_at timestamptz NOT NULL,
  current     boolean NOT NULL,
  start_char  int NOT NULL,
  char_count  int NOT NULL,
  word_count  int NOT NULL,
  terms       tsvector NOT NULL,
  PRIMARY KEY (account_id, memory_id, chunk),
  FOREIGN KEY (account_id, memory_id) REFERENCES memories (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
);
CREATE INDEX chunks_scope_idx ON chunks (account_id, scope_id);
CREATE INDEX chunks_terms_idx ON chunks USING gin (account_id, terms);
SELECT app.enable_account_table('chunks', 'content');
GRANT SELECT, INSERT, DELETE ON chunks TO annals_app;
GRANT UPDATE (current) ON chunks TO annals_app;
GRANT SELECT ON chunks TO annals_search;
GRANT SELECT (account_id, id, scope_id, path, memory_type, author_agent, author_device) ON memories TO annals_search;

-- How many current chunks of a node hold a term. Kept per node and summed over readable nodes, so that hidden rows change
-- nothing; in shards, so that two writers seldom wait for each other.
CREATE TABLE term_frequencies (
  account_id uuid NOT NULL,
  scope_id   int NOT NULL,
  term       text NOT NULL,
  shard      smallint NOT NULL,
  chunks     int NOT NULL,
  PRIMARY KEY (account_id, scope_id, term, shard),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
) WITH (fillfactor = 80);
SELECT app.enable_account_table('term_frequencies', 'content');
-- A term that no chunk holds any more goes: it may be a word of what was erased.
GRANT SELECT, INSERT, DELETE ON term_frequencies TO annals_app;
GRANT UPDATE (chunks) ON term_frequencies TO annals_app;

-- How many current chunks a node has, and their words together.
CREATE TABLE term_totals (
  account_id uuid NOT NULL,
  scope_id   int NOT NULL,
  shard      smallint NOT NULL,
  chunks     bigint NOT NULL,
  words      bigint NOT NULL,
  PRIMARY KEY (account_id, scope_id, shard),
  FOREIGN KEY (account_id, scope_id) REFERENCES scope_nodes (account_id, id)
) WITH (fillfactor = 70);
SELECT app.enable_account_table('term_totals', 'content');
GRANT SELECT, INSERT ON term_totals TO annals_app;
GRANT UPDATE (chunks, words) ON term_totals TO annals_app;

-- Candidates by words. Text search operators are not leakproof, so under row-level security their index is not used; this
-- function is owned by annals_search, which bypasses it, takes account and readable nodes from the transaction's settings
-- before anything else, and returns no text: ids and how often each term occurs. The caller joins back to `memories`,
-- which is protected, so that a mistake here still shows nothing.
--   search_terms  the terms whose union makes the candidates
--   count_terms   the terms that are counted in each candidate, in this order
--   also          memories that are counted whether or not they hold a search term
--   partly_nodes  nodes of which only records at rest_path (or below it) count
CREATE FUNCTION app.word_candidates(
  search_terms text[], count_terms text[], only_nodes int[], only_kinds text[], only_type text,
  only_agent text, only_device text, partly_nodes int[], rest_path text, rest_below boolean,
  since timestamptz, until timestamptz, also uuid[], cap int
) RETURNS TABLE (memory_id uuid, chunk smallint, word_count int, counts int[])
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  account constant uuid := app.current_account();
  nodes constant int[] := app.readable_nodes();
  question tsquery;
  counted tsquery[];
BEGIN
  IF account IS NULL OR nodes IS NULL THEN
    RETURN;
  END IF;
  SELECT string_agg('''' || replace(replace(t.term, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery INTO question
  FROM unnest(search_terms) AS t (term);
  -- How often a term stands in a chunk is read off its rank: with weights of 1, ts_rank of one term that stands there n times
  -- is (1 + 1/4 + ... + 1/n^2) / 1.6449340668, and what that lacks of 1 is close to 1 / (n + 1/2) in the same unit, so that
  -- rounding gives n for as many positions as a tsvector keeps. ts_rank finds a term by binary search; unnesting each chunk
  -- to count it took most of a recall's time.
  counted := ARRAY(SELECT ('''' || replace(replace(t.term, '\', '\\'), '''', '''''') || '''')::tsquery
                   FROM unnest(count_terms) WITH ORDINALITY AS t (term, place)
                   ORDER BY t.place);
  RETURN QUERY
  WITH found AS (
    (SELECT c.memory_id, c.chunk, c.word_count, c.terms
     FROM public.chunks AS c
     WHERE c.account_id = account AND c.terms @@ question
       AND c.scope_id = ANY (nodes)
       AND c.current
       AND (only_nodes IS NULL OR c.scope_id = ANY (only_nodes))
       AND (only_kinds IS NULL OR c.kind = ANY (only_kinds))
       AND (since IS NULL OR c.occurred_at >= since)
       AND (until IS NULL OR c.occurred_at < until)
       AND (coalesce(only_type, only_agent, only_device, rest_path) IS NULL OR EXISTS (
         SELECT FROM public.memories AS m
         WHERE m.account_id = account AND m.id = c.memory_id
           AND (only_type IS NULL OR m.memory_type = only_type)
           AND (only_agent IS NULL OR m.author_agent = only_agent)
           AND (only_device IS NULL OR m.author_device = only_device)
           AND (rest_path IS NULL OR m.scope_id <> ALL (partly_nodes) OR m.path = rest_path
                OR (rest_below AND starts_with(m.path, rest_path || '/')))))
     ORDER BY c.occurred_at DESC, c.memory_id, c.chunk
     LIMIT cap)
    UNION ALL
    (SELECT c.memory_id, c.chunk, c.word_count, c.terms
     FROM public.chunks AS c
     WHERE c.account_id = account AND c.memory_id = ANY (also) AND c.scope_id = ANY (nodes))
  )
  SELECT f.memory_id, f.chunk, f.word_count,
         ARRAY(SELECT CASE WHEN held.rank > 0 THEN round(1 / (1.6449340668 * (1 - held.rank)) - 0.5)::int ELSE 0 END
               FROM unnest(counted) WITH ORDINALITY AS asked (term, place)
               CROSS JOIN LATERAL (SELECT ts_rank('{1,1,1,1}', f.terms, asked.term)::float8 AS rank OFFSET 0) AS held
               ORDER BY asked.place)
  FROM found AS f;
END $$;
REVOKE EXECUTE ON FUNCTION app.word_candidates(
  text[], text[], int[], text[], text, text, text, int[], text, boolean, timestamptz, timestamptz, uuid[], int)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.word_candidates(
  text[], text[], int[], text[], text, text, text, int[], text, boolean, timestamptz, timestamptz, uuid[], int)
  TO annals_app;
GRANT CREATE ON SCHEMA app TO annals_search;
ALTER FUNCTION app.word_candidates(
  text[], text[], int[], text[], text, text, text, int[], text, boolean, timestamptz, timestamptz, uuid[], int)
  OWNER TO annals_search;
REVOKE CREATE ON SCHEMA app FROM annals_search;
