//! Rules: what binds a scope and all below it (contract, "Scope tree"; rulings 20 and 26).

mod creating;
mod reaching;
