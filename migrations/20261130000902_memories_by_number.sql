-- no-transaction
-- Why: lists go through an account newest first.
-- Locks: SHARE UPDATE EXCLUSIVE on memories while the index is built; writes go on. A build that broke off leaves an invalid
-- index: drop it, and migrate again. Undo by hand: drop the index.

CREATE INDEX CONCURRENTLY IF NOT EXISTS memories_newest_idx ON memories (account_id, number DESC);
