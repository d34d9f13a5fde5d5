//! The same thing said twice, what is nearly the same, and what comes back from the service itself (contract, "Same thing said
//! twice"; ruling 38).

mod at_once;
mod echoes;
mod folding;
mod near;
mod own_lists;
mod saying;
