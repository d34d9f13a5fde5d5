-- Why: the ground that every table stands on: who may do what, which account a transaction is for, and one function
-- that puts a table under row-level security so that no table can get half a policy.
-- Locks: none, the schema is new. Undo by hand: DROP SCHEMA app CASCADE.

DO $$
DECLARE missing text;
BEGIN
  SELECT string_agg(name, ', ') INTO missing
  FROM unnest(ARRAY['annals_app', 'annals_system', 'annals_search']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name);
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'these roles are missing: % (run deploy/postgres/roles.sql as a superuser once)', missing;
  END IF;
END $$;

CREATE EXTENSION IF NOT EXISTS vector;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE SCHEMA app;
GRANT USAGE ON SCHEMA app TO annals_app, annals_system, annals_search;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO annals_app, annals_system, annals_search;

-- After a transaction-local setting has ended it reads as '' on that connection, not as NULL: hence nullif.
CREATE FUNCTION app.current_account() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.account_id', true), '')::uuid;

CREATE FUNCTION app.readable_nodes() RETURNS int[]
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.readable_nodes', true), '')::int[];

CREATE FUNCTION app.writable_nodes() RETURNS int[]
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.writable_nodes', true), '')::int[];

-- The one clock: the database's, unless a test has set another for this transaction.
CREATE FUNCTION app.now() RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(nullif(current_setting('app.test_clock', true), '')::timestamptz, statement_timestamp());

-- Puts a table under row-level security. The class says what besides the account guards a row:
--   account  the account alone
--   tenancy  the account; annals_system, which works before an account is known, sees all rows
--   content  the account, and the row's scope node: readable to see it, writable to change it
CREATE FUNCTION app.enable_account_table(target regclass, class text) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  of_account constant text := 'account_id = (SELECT app.current_account())';
  readable text := of_account;
  writable text := of_account;
BEGIN
  IF class = 'content' THEN
    readable := of_account || ' AND scope_id = ANY ((SELECT app.readable_nodes())::int[])';
    writable := of_account || ' AND scope_id = ANY ((SELECT app.writable_nodes())::int[])';
  ELSIF class NOT IN ('account', 'tenancy') THEN
    RAISE EXCEPTION 'unknown class of account table: %', class;
  END IF;
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY account_rows ON %s AS PERMISSIVE FOR ALL TO annals_app USING (%s) WITH CHECK (%s)',
                 target, readable, writable);
  EXECUTE format('CREATE POLICY account_rows_only ON %s AS RESTRICTIVE FOR ALL TO annals_app USING (%s) WITH CHECK (%s)',
                 target, readable, writable);
  IF class = 'content' THEN
    EXECUTE format('CREATE POLICY update_writable_only ON %s AS RESTRICTIVE FOR UPDATE TO annals_app USING (%s)',
                   target, writable);
    EXECUTE format('CREATE POLICY delete_writable_only ON %s AS RESTRICTIVE FOR DELETE TO annals_app USING (%s)',
                   target, writable);
  ELSIF class = 'tenancy' THEN
    EXECUTE format('CREATE POLICY system_rows ON %s AS PERMISSIVE FOR ALL TO annals_system USING (true) WITH CHECK (true)',
                   target);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION app.enable_account_table(regclass, text) FROM PUBLIC;
