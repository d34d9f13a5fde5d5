-- Why: the decisions family: asking the store as of a moment, matching by every word, and denials that name spaces and
-- documents.
-- Locks: ACCESS EXCLUSIVE on memories for the instant of adding a column with a default that is computed once. Undo by
-- hand: drop the column and the function, and put back app.record_denial of the migration before.

-- When the store learned of it. `recorded_at` may be that of another system; this moment is always ours and never moves, so
-- that it can be asked what the store said at any moment. Rows of older versions count from this migration.
ALTER TABLE memories ADD COLUMN stored_at timestamptz NOT NULL DEFAULT app.now();

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

-- As before, and besides: scope nodes and documents that a call names by their ids.
GRANT SELECT (public_id) ON scope_nodes TO annals_search;
GRANT SELECT (account_id, id) ON documents TO annals_search;
CREATE OR REPLACE FUNCTION app.record_denial(
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
REVOKE CREATE ON SCHEMA app FROM annals_search;
