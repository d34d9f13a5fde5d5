//! The ledger of reads (design, section 7): which nodes an agent was shown content from, written before the reply leaves.

mod every_read;
mod marks;
mod sessions;
