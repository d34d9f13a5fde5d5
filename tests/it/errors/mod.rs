//! How refusals are told: every row of the error table over real HTTP, in one shape, with nothing in it of SQL, source
//! texts or files, and with the request's id.

mod every_row;
mod faulty_database;
mod leaks;
mod request_ids;
mod shape;
