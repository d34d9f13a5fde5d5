//! The real binary, in an environment of the test's own making.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::environment::{database_url, owner_database_url};
use super::service::MASTER_KEY;

/// The binary with its environment.
#[derive(Clone)]
pub struct Binary {
    variables: BTreeMap<&'static str, String>,
}

/// How a command ended.
#[derive(Debug)]
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    /// Standard output as JSON, of a command that worked.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{self:?}");
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The refusal that a command with --json wrote to standard error.
    #[track_caller]
    pub fn refusal(&self) -> Value {
        assert_eq!(self.code, 1, "{self:?}");
        assert_eq!(self.out, "", "{self:?}");
        let refusal: Value = serde_json::from_str(&self.err).unwrap_or_else(|_| panic!("no JSON: {self:?}"));
        refusal["error"].clone()
    }
}

impl Binary {
    /// The binary on the test database, without a model and without any other setting.
    pub fn new() -> Self {
        let variables = BTreeMap::from([
            ("ANNALS_DATABASE_URL", database_url()),
            ("ANNALS_OWNER_DATABASE_URL", owner_database_url()),
            ("ANNALS_MASTER_KEY", MASTER_KEY.to_owned()),
            ("ANNALS_EMBEDDER", "off".to_owned()),
        ]);
        Self { variables }
    }

    /// The same with another value of a variable.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.variables.insert(name, value.to_owned());
        self
    }

    /// The same without a variable.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.variables.remove(name);
        self
    }

    /// A command of the binary, not yet started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_annals"));
        command.env_clear().envs(&self.variables).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str]) -> Run {
        self.run_with_input(arguments, "")
    }

    /// Runs a command that reads from standard input.
    pub fn run_with_input(&self, arguments: &[&str], input: &str) -> Run {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        // A command that reads nothing closes its end; that is no fault of the test's.
        let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
