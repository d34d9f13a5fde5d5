//! How stored text is cleaned on the way in and framed on the way out.
//!
//! What a memory says is data. Hidden characters are taken out before a text is kept ([`clean`]), made visible when an
//! old row still has them ([`visible`], [`one_line`]), and a list of memories is served as one JSON array behind a fixed
//! notice ([`served`]), so that no text can leave its place. The room is pure: no store, no request, no clock.

mod clean;
mod fold;
mod hidden;
mod instructions;
mod one_line;
mod reserved;
mod served;
mod tokens;
mod visible;

#[cfg(test)]
mod tests;

pub use clean::{Cleaned, NulCharacter, clean};
pub use fold::fold;
pub use instructions::{Label, reads_like_instructions};
pub use one_line::one_line;
pub use reserved::is_reserved_tag;
pub use served::{NOTICE, ServedItem, served};
pub use tokens::tokens_at_most;
pub use visible::visible;
