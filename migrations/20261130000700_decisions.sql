-- Why: the decisions family matches memories without a vector by every word.
-- Locks: none, the function is new. Undo by hand: drop the function.

-- Memories that hold every one of these terms, in any of their chunks: the first term makes the candidates, so that it is
-- to be the rarest. Ids alone go out; the caller joins them to `memories`, which is protected.
CREATE FUNCTION app.memories_holding(terms text[], past boolean) RETURNS TABLE (memory_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  account constant uuid := app.current_account();
  nodes constant int[] := app.readable_nodes();
  asked tsquery[];
BEGIN
  IF account IS NULL OR nodes IS NULL OR cardinality(terms) = 0 THEN
    RETURN;
  END IF;
  SELECT array_agg(('''' || replace(replace(t.term, '\', '\\'), '''', '''''') || '''')::tsquery ORDER BY t.place) INTO asked
  FROM unnest(terms) WITH ORDINALITY AS t (term, place);
  RETURN QUERY
  SELECT DISTINCT c.memory_id
  FROM public.chunks AS c
  WHERE c.account_id = account AND c.terms @@ asked[1]
    AND c.scope_id = ANY (nodes)
    AND (past OR c.current)
    AND NOT EXISTS (
      SELECT FROM unnest(asked[2:]) AS other (term)
      WHERE NOT EXISTS (
        SELECT FROM public.chunks AS held
        WHERE held.account_id = account AND held.memory_id = c.memory_id AND held.terms @@ other.term));
END $$;
REVOKE EXECUTE ON FUNCTION app.memories_holding(text[], boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.memories_holding(text[], boolean) TO annals_app;
GRANT CREATE ON SCHEMA app TO annals_search;
ALTER FUNCTION app.memories_holding(text[], boolean) OWNER TO annals_search;
REVOKE CREATE ON SCHEMA app FROM annals_search;
