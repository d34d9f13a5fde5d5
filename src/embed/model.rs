//! Which model made a vector.

use std::fmt::Write as _;

use super::digest::sha256_hex;

/// The most numbers a vector may have. The vectors are stored as half-precision numbers in a covering btree index, whose rows
/// end at 2,704 bytes: 1,200 numbers of two bytes and the keys beside them still fit.
pub const MAX_DIMENSIONS: usize = 1_200;

/// Which model made a vector: vectors of different models are never compared.
///
/// All vectors are normalised to unit length, whatever the model does by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// The name by which people know the model, such as `all-MiniLM-L6-v2`.
    pub name: String,
    /// How many numbers a vector has.
    pub dimensions: usize,
    /// Put in front of a query before it is embedded; some models are trained with one, such as `query: `.
    pub query_prefix: String,
    /// Put in front of a stored text before it is embedded.
    pub passage_prefix: String,
    /// The SHA-256 of the weights in hex, when they are known; an endpoint does not tell.
    pub digest: Option<String>,
}

/// What a text is embedded for: some models treat questions and stored texts differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// A question that will be compared with stored texts.
    Query,
    /// A text that will be stored and found.
    Passage,
}

impl Model {
    /// A short stable name of everything that decides whether two vectors may be compared: the name, the dimensions, both
    /// prefixes and the weights. Kept with every stored vector. At most 64 characters of the name, `@`, and 16 hex digits.
    #[must_use]
    pub fn key(&self) -> String {
        let dimensions = self.dimensions.to_string();
        let digest = self.digest.as_deref().unwrap_or_default();
        let fields = [&*self.name, &*dimensions, &*self.query_prefix, &*self.passage_prefix, digest];
        let mut identity = String::new();
        for field in fields {
            // The length in front keeps ("ab", "c") and ("a", "bc") apart.
            write!(identity, "{}:{field}", field.len()).expect("writing to a String does not fail");
        }
        let name: String = self.name.chars().take(64).collect();
        let fingerprint = sha256_hex(identity.as_bytes());
        format!("{name}@{}", &fingerprint[..16])
    }

    pub(super) fn prefix(&self, purpose: Purpose) -> &str {
        match purpose {
            Purpose::Query => &self.query_prefix,
            Purpose::Passage => &self.passage_prefix,
        }
    }

    pub(super) fn prefixed(&self, text: &str, purpose: Purpose) -> String {
        let prefix = self.prefix(purpose);
        let mut whole = String::with_capacity(prefix.len() + text.len());
        whole.push_str(prefix);
        whole.push_str(text);
        whole
    }
}

#[cfg(test)]
mod tests;
