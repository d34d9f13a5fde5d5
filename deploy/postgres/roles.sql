-- Prepares a Postgres server for Annals: roles, one database, its extensions and who may do what.
--
-- Run by psql as a superuser (or a role that may create BYPASSRLS roles); it can be run again at any time.
-- Settings come as psql variables, else from the environment:
--   database          ANNALS_DATABASE_NAME      name of the database, default annals
--   owner_password    ANNALS_OWNER_PASSWORD     password of annals_owner
--   app_password      ANNALS_APP_PASSWORD       password of annals_app
--   backup_password   ANNALS_BACKUP_PASSWORD    password of annals_backup
-- A password that is not given is left as it is; a role that never got one cannot sign in with a password.
--
-- annals_owner   owns the database and what is in it; runs the migrations
-- annals_app     serves; sees rows only through row-level security; owns nothing; inherits nothing
-- annals_system  accounts, users, tokens, job claiming; annals_app takes it on with SET ROLE for a listed purpose
-- annals_search  owns the one word-search function that is allowed to look past row-level security
-- annals_backup  reads everything, for pg_dump

\set ON_ERROR_STOP on
\set QUIET on

\if :{?database} \else \getenv database ANNALS_DATABASE_NAME \endif
\if :{?database} \else \set database annals \endif
\if :{?owner_password} \else \getenv owner_password ANNALS_OWNER_PASSWORD \endif
\if :{?app_password} \else \getenv app_password ANNALS_APP_PASSWORD \endif
\if :{?backup_password} \else \getenv backup_password ANNALS_BACKUP_PASSWORD \endif

-- The server's log must not show a password, neither when a statement fails nor when it is slow.
SET log_min_error_statement = 'panic';
SET log_statement = 'none';
SET log_min_duration_statement = -1;
SET client_min_messages = 'warning';

-- Roles belong to the whole server: two runs at once would collide without the lock, which ends with the transaction.
BEGIN;
SELECT pg_advisory_xact_lock(hashtextextended('annals roles', 0)) \g /dev/null

SELECT format('CREATE ROLE %I', name)
  FROM unnest(ARRAY['annals_owner', 'annals_app', 'annals_system', 'annals_search', 'annals_backup']) AS name
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)
\gexec

ALTER ROLE annals_owner  LOGIN   INHERIT   NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB NOREPLICATION;
ALTER ROLE annals_app    LOGIN   NOINHERIT NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB NOREPLICATION;
ALTER ROLE annals_system NOLOGIN NOINHERIT NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB NOREPLICATION;
ALTER ROLE annals_search NOLOGIN NOINHERIT NOSUPERUSER BYPASSRLS   NOCREATEROLE NOCREATEDB NOREPLICATION;
ALTER ROLE annals_backup LOGIN   INHERIT   NOSUPERUSER BYPASSRLS   NOCREATEROLE NOCREATEDB NOREPLICATION;

\if :{?owner_password}
ALTER ROLE annals_owner PASSWORD :'owner_password';
\endif
\if :{?app_password}
ALTER ROLE annals_app PASSWORD :'app_password';
\endif
\if :{?backup_password}
ALTER ROLE annals_backup PASSWORD :'backup_password';
\endif

-- From version 16 on a membership says itself whether it is inherited; before, the member's NOINHERIT says it.
-- annals_owner needs annals_search to hand the word-search function over to it.
SELECT current_setting('server_version_num')::int >= 160000 AS membership_options \gset
\if :membership_options
GRANT annals_system TO annals_app   WITH INHERIT FALSE, SET TRUE, ADMIN FALSE;
GRANT annals_search TO annals_owner WITH INHERIT FALSE, SET TRUE, ADMIN FALSE;
\else
GRANT annals_system TO annals_app;
GRANT annals_search TO annals_owner;
\endif
GRANT pg_read_all_data TO annals_backup;
COMMIT;

-- CREATE DATABASE cannot run inside a transaction; \gexec runs it alone, and only where it is missing.
SELECT format('CREATE DATABASE %I OWNER annals_owner TEMPLATE template0 ENCODING ''UTF8''', :'database')
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'database')
\gexec

\connect :"database"
SET client_min_messages = 'warning';

BEGIN;
ALTER DATABASE :"database" OWNER TO annals_owner;
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
REVOKE ALL ON DATABASE :"database" FROM annals_app, annals_backup;
GRANT CONNECT ON DATABASE :"database" TO annals_owner, annals_app, annals_backup;

-- A role that could create objects in a schema on the search path could shadow a function that the service calls.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO annals_owner;

CREATE EXTENSION IF NOT EXISTS vector;
CREATE EXTENSION IF NOT EXISTS btree_gin;
ALTER EXTENSION vector UPDATE;
ALTER EXTENSION btree_gin UPDATE;
COMMIT;
