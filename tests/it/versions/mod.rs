//! Versions and supersession: what replaces what, whoever asks at the same moment, and whatever dies in between.

mod at_once;
mod crashes;
mod deleting;
mod random_chains;
mod replacing;
mod said;
mod validity;
