-- Why: the workspaces family filters by project inside the words leg, before it cuts. A record without a project belongs to
-- the project "general". The function without a project stays for the version that still calls it.
-- Locks: none, the function is new. Undo by hand: drop the function.

GRANT SELECT (project) ON memories TO annals_search;
CREATE FUNCTION app.word_candidates(
  search_terms text[], count_terms text[], only_nodes int[], only_kinds text[], only_type text,
  only_agent text, only_device text, partly_nodes int[], rest_path text, rest_below boolean,
  since timestamptz, until timestamptz, also uuid[], cap int, only_project text
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
  -- Counts are read off ranks, as the function without a project says.
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
       AND (coalesce(only_type, only_agent, only_device, rest_path, only_project) IS NULL OR EXISTS (
         SELECT FROM public.memories AS m
         WHERE m.account_id = account AND m.id = c.memory_id
           AND (only_type IS NULL OR m.memory_type = only_type)
           AND (only_agent IS NULL OR m.author_agent = only_agent)
           AND (only_device IS NULL OR m.author_device = only_device)
           AND (only_project IS NULL OR coalesce(m.project, 'general') = only_project)
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
  text[], text[], int[], text[], text, text, text, int[], text, boolean, timestamptz, timestamptz, uuid[], int, text)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.word_candidates(
  text[], text[], int[], text[], text, text, text, int[], text, boolean, timestamptz, timestamptz, uuid[], int, text)
  TO annals_app;
GRANT CREATE ON SCHEMA app TO annals_search;
ALTER FUNCTION app.word_candidates(
  text[], text[], int[], text[], text, text, text, int[], text, boolean, timestamptz, timestamptz, uuid[], int, text)
  OWNER TO annals_search;
REVOKE CREATE ON SCHEMA app FROM annals_search;
