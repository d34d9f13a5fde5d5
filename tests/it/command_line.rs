//! The command line, with the real binary.

mod accounts;
mod connector;
mod doctor;
mod documents;
mod help;
mod installation;
mod made;
mod records;
mod scopes;
mod serving;
mod tokens;
