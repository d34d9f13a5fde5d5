-- no-transaction
-- Why: lists go through an account newest first.
-- Locks: SHARE UPDATE EXCLUSIVE on memories while the index is built; writes go on. What a build that broke off left behind is
-- dropped first. Undo by hand: drop the index.

DROP INDEX CONCURRENTLY IF EXISTS memories_newest_idx;
CREATE INDEX CONCURRENTLY memories_newest_idx ON memories (account_id, number DESC);
