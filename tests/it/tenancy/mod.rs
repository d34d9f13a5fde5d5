//! Two accounts know nothing of each other: a stranger's id answers like one that was made up, and what one account holds
//! shows in no answer of another.

mod canary;
mod stranger;
mod strangers_ids;
