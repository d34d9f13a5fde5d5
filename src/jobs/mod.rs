//! Work that goes on beside the requests.

mod sequencer;

pub use sequencer::run_sequencer;
