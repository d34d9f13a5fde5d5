-- no-transaction
-- Why: what was served and comes back is recognised by its folded text.
-- Locks: SHARE UPDATE EXCLUSIVE on memories while the index is built; writes go on. A build that broke off leaves an invalid
-- index: drop it, and migrate again. Undo by hand: drop the index.

CREATE INDEX CONCURRENTLY IF NOT EXISTS memories_text_idx ON memories (account_id, scope_id, text_hash)
  WHERE status = 'active';
