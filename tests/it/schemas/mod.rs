//! Tools that no host rejects: a linter for what each profile lists, and planted faults that it must catch.

mod linter;
mod listed;
mod planted_faults;
