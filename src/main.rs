//! The command line: argv → a command. Nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    annals::command::run()
}
