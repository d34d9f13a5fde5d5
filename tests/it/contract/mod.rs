//! What every operation promises, by a loop over the catalogue: its example works on each surface with the same answer,
//! answers fit their schema, what is unknown or hidden is refused by name, and reads change nothing.

mod examples;
mod hidden_fields;
mod reads;
mod unknown_fields;
