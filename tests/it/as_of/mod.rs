//! Asking about the past: `as_of` is what the store said at a moment, `valid_at` what was true at one, over REST.
//!
//! What the two mean is decided by the store's `list.rs` and written down a second time, in other words, in `model.rs`:
//! - A memory counts as of a moment from when it was stored until it was replaced, both by the database's clock. An import's
//!   own `recorded_at` moves nothing: the store said it from the moment of the import on.
//! - It is true from its `valid_from`, else from when it happened, else from when it was recorded, until its `valid_to`, and
//!   until what replaced it became true, as far as the store knew of that at the moment that is asked about.
//! - What was hidden or erased since is shown at no moment of the past either: forgetting is not undone by asking about
//!   yesterday. What was redacted shows as redacted at every moment.
//! - What an erased memory had replaced counts as replaced by what replaced the erased one (ruling 19 and the store's erasing
//!   join the chain), or, where nothing did, from the moment at which it was replaced.
//! - Counters are those of now, as the fields say.

mod asking;
mod model;
mod random_history;
mod refusals;
mod steps;
