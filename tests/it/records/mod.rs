//! Records in and out over REST.

mod bad_records;
mod importing;
mod pages;
mod round_trip;
