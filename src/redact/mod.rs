//! Secrets cut out of text before anything keeps it.
//!
//! [`redact`] replaces passwords, tokens, keys and the like by `[redacted:<kind>]` and counts them. It is pure: it knows
//! no store, no log and no request, and it never returns a secret or a digest of one. Text is expected to have been
//! through `frame::clean` first, so that hidden characters cannot split a secret.
//!
//! | file | holds |
//! | --- | --- |
//! | `redacted` | [`redact`], [`Policy`], [`Redacted`], [`Finding`] |
//! | `token_table`, `tokens` | secrets known by a literal prefix: the table, the search |
//! | `pattern_table`, `pattern_checks`, `patterns` | secrets known by their shape or their carrier: the table, its checks, the search |
//! | `url_passwords`, `key_blocks`, `cookies`, `kubernetes` | carriers that need more than a regular expression |
//! | `contextual`, `assigned_value` | a value that follows a name such as `password` |
//! | `wording`, `spelling` | is a value random, a word, a placeholder, an identifier? |
//! | `private_sections` | sections that their writer marked as private |
//! | `lines` | lines of a text that may be quoted in a string |
//! | `span` | overlapping findings become one |
//! | `only_secret` | is anything left besides the markers? |

mod assigned_value;
mod contextual;
mod cookies;
mod key_blocks;
mod kubernetes;
mod lines;
mod only_secret;
mod pattern_checks;
mod pattern_table;
mod patterns;
mod private_sections;
mod redacted;
mod span;
mod spelling;
mod token_table;
mod tokens;
mod url_passwords;
mod wording;

#[cfg(test)]
mod tests;

pub use private_sections::{WithoutPrivate, drop_private};
pub use redacted::{Finding, Policy, Redacted, redact};
