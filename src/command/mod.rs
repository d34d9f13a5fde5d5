//! The command line. Each command is a file; all of them end here, with an exit code: 0 done, 1 refused or failed, 2 misused.

mod account;
mod account_limits;
mod connector;
mod decision_file;
mod doctor;
mod export;
mod import;
mod import_documents;
mod key;
mod migrate;
mod openapi;
mod operator;
mod output;
mod root;
mod scope;
mod serve;
mod token;
mod user;

pub use root::run;
