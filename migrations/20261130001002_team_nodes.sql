-- Why: a team that holds nothing can be taken away, and with it the empty node that was made for it.
-- Locks: none; foreign keys refuse a node that anything names. Undo by hand: revoke the grant.

GRANT DELETE ON scope_nodes TO annals_app;
