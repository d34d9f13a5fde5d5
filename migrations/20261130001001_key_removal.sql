-- Why: a key that may be known to others is removed, and with it everything that it signed.
-- Locks: none. Undo by hand: REVOKE DELETE ON signing_keys FROM annals_system.

GRANT DELETE ON signing_keys TO annals_system;
