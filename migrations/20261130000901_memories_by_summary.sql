-- no-transaction
-- Why: the items of a summary are read together.
-- Locks: SHARE UPDATE EXCLUSIVE on memories while the index is built; writes go on. What a build that broke off left behind is
-- dropped first. Undo by hand: drop the index.

DROP INDEX CONCURRENTLY IF EXISTS memories_summary_idx;
CREATE INDEX CONCURRENTLY memories_summary_idx ON memories (account_id, scope_id, summary_id)
  WHERE summary_id IS NOT NULL;
