-- no-transaction
-- Why: what was served and comes back is recognised by its folded text.
-- Locks: SHARE UPDATE EXCLUSIVE on memories while the index is built; writes go on. What a build that broke off left behind is
-- dropped first. Undo by hand: drop the index.

DROP INDEX CONCURRENTLY IF EXISTS memories_text_idx;
CREATE INDEX CONCURRENTLY memories_text_idx ON memories (account_id, scope_id, text_hash)
  WHERE status = 'active';
