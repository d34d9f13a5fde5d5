-- Why: accounts, the people in them, and the tree of scope nodes in which every record lives.
-- Locks: none, the tables are new. Undo by hand: drop the tables in reverse order.

CREATE TABLE accounts (
  account_id uuid PRIMARY KEY,
  name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  policies   jsonb NOT NULL DEFAULT '{}',
  next_scope int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  closed_at  timestamptz
);
SELECT app.enable_account_table('accounts', 'tenancy');
GRANT SELECT ON accounts TO annals_app;
GRANT UPDATE (next_scope, policies, name) ON accounts TO annals_app;
GRANT SELECT, INSERT, UPDATE ON accounts TO annals_system;

-- Small record numbers come from blocks that a replica reserves; a block that is not used up leaves a gap.
CREATE TABLE account_numbers (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  next       bigint NOT NULL DEFAULT 1
);
SELECT app.enable_account_table('account_numbers', 'tenancy');
GRANT SELECT, INSERT, UPDATE ON account_numbers TO annals_system;

-- A person; one person may belong to several accounts. Reached by annals_system alone.
CREATE TABLE users (
  id            uuid PRIMARY KEY,
  email         text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 320),
  password_hash text,
  created_at    timestamptz NOT NULL DEFAULT app.now(),
  disabled_at   timestamptz
);
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON users FOR ALL TO annals_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON users TO annals_system;

CREATE TABLE memberships (
  account_id   uuid NOT NULL REFERENCES accounts,
  user_id      uuid NOT NULL REFERENCES users,
  role         text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  slug         text NOT NULL,
  display_name text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT app.now(),
  removed_at   timestamptz,
  PRIMARY KEY (account_id, user_id),
  CONSTRAINT memberships_slug_key UNIQUE (account_id, slug)
);
SELECT app.enable_account_table('memberships', 'tenancy');
GRANT SELECT ON memberships TO annals_app;
GRANT SELECT, INSERT, UPDATE ON memberships TO annals_system;

CREATE TABLE teams (
  account_id uuid NOT NULL REFERENCES accounts,
  slug       text NOT NULL,
  name       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (account_id, slug)
);
SELECT app.enable_account_table('teams', 'tenancy');
GRANT SELECT, INSERT ON teams TO annals_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON teams TO annals_system;

CREATE TABLE team_members (
  account_id uuid NOT NULL,
  team       text NOT NULL,
  user_id    uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (account_id, team, user_id),
  FOREIGN KEY (account_id, team) REFERENCES teams (account_id, slug) ON DELETE CASCADE,
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id)
);
SELECT app.enable_account_table('team_members', 'tenancy');
GRANT SELECT ON team_members TO annals_app;
GRANT SELECT, INSERT, DELETE ON team_members TO annals_system;

-- The tree of places. `path` is stored with the node; ids are small integers, so that a policy compares an array of them.
CREATE TABLE scope_nodes (
  account_id uuid NOT NULL REFERENCES accounts,
  id         int NOT NULL,
  public_id  uuid NOT NULL,
  parent_id  int,
  kind       text NOT NULL CHECK (kind IN ('account', 'team', 'project', 'space', 'personal')),
  slug       text NOT NULL,
  name       text NOT NULL,
  path       text NOT NULL CHECK (char_length(path) <= 512),
  restricted boolean NOT NULL DEFAULT false,
  team       text,
  user_id    uuid,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (account_id, id),
  CONSTRAINT scope_nodes_public_id_key UNIQUE (account_id, public_id),
  CONSTRAINT scope_nodes_path_key UNIQUE (account_id, path),
  FOREIGN KEY (account_id, parent_id) REFERENCES scope_nodes (account_id, id),
  FOREIGN KEY (account_id, team) REFERENCES teams (account_id, slug),
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id),
  CHECK ((kind = 'account') = (parent_id IS NULL)),
  CHECK ((kind = 'team') = (team IS NOT NULL)),
  CHECK ((kind = 'personal') = (user_id IS NOT NULL))
);
-- A sibling of the same kind that differs by letter case alone is refused.
CREATE UNIQUE INDEX scope_nodes_sibling_key ON scope_nodes (account_id, coalesce(parent_id, 0), kind, lower(slug));
SELECT app.enable_account_table('scope_nodes', 'tenancy');
GRANT SELECT, INSERT ON scope_nodes TO annals_app;
GRANT UPDATE (name, restricted) ON scope_nodes TO annals_app;
GRANT SELECT, INSERT ON scope_nodes TO annals_system;

-- Read or write on a node, alone or with all below it, for a user or a team.
CREATE TABLE scope_grants (
  account_id uuid NOT NULL,
  id         uuid NOT NULL,
  node_id    int NOT NULL,
  user_id    uuid,
  team       text,
  access     text NOT NULL CHECK (access IN ('read', 'write')),
  below      boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, node_id) REFERENCES scope_nodes (account_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id),
  FOREIGN KEY (account_id, team) REFERENCES teams (account_id, slug),
  CHECK ((user_id IS NULL) <> (team IS NULL))
);
SELECT app.enable_account_table('scope_grants', 'tenancy');
GRANT SELECT, INSERT, DELETE ON scope_grants TO annals_app;
GRANT SELECT ON scope_grants TO annals_system;
