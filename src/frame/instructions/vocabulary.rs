//! What each kind of sign is made of, language by language.

pub(super) mod east_asian;
pub(super) mod english;
pub(super) mod germanic;
pub(super) mod insistence;
pub(super) mod insistence_elsewhere;
pub(super) mod romance;
pub(super) mod slavic;
pub(super) mod southern;
