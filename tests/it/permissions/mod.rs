//! Who may call what: every operation, on every surface, with every kind of credential that does not suffice.

mod challenge;
mod credentials;
mod insufficient_scope;
mod roles;
mod tool_lists;
mod unauthenticated;
