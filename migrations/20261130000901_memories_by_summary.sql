-- no-transaction
-- Why: the items of a summary are read together.
-- Locks: SHARE UPDATE EXCLUSIVE on memories while the index is built; writes go on. A build that broke off leaves an invalid
-- index: drop it, and migrate again. Undo by hand: drop the index.

CREATE INDEX CONCURRENTLY IF NOT EXISTS memories_summary_idx ON memories (account_id, scope_id, summary_id)
  WHERE summary_id IS NOT NULL;
