-- Why: a term that no current chunk holds any more must go, or the words of an erased memory would be left in the counts.
-- Locks: none worth mentioning. Undo by hand: REVOKE DELETE ON term_frequencies FROM annals_app.

GRANT DELETE ON term_frequencies TO annals_app;
