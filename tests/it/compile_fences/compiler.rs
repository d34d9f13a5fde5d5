//! The compiler, called as cargo calls it for the library, save that no code is made. The dependencies are those that this
//! very test binary was built with, so that nothing but the library itself is compiled.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use super::copy::{SourceCopy, package};

/// Stands in for the compiler: passes on what cargo asks of it beforehand, and keeps the arguments for the library.
const RECORDER: &str = r#"#!/bin/sh
for argument in "$@"; do
  if [ "$argument" = src/lib.rs ]; then
    printf '%s\n' "$@" > "$ANNALS_RECORDED_ARGUMENTS"
    exit 1
  fi
done
exec "$@"
"#;

/// Which compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compiler {
    /// rustc, with warnings as errors.
    Rustc,
    /// clippy, for its deny lists alone.
    Clippy,
}

/// The codes of the errors, by file.
pub type Errors = BTreeMap<String, BTreeSet<String>>;

impl Compiler {
    /// Compiles the library of a copy; gives the codes of its errors by file.
    pub fn errors(self, copy: &SourceCopy) -> Errors {
        let recorded = recorded_arguments();
        let out = copy.folder().join("out");
        fs::create_dir_all(&out).unwrap();
        let mut command = match self {
            Self::Rustc => {
                let mut command = Command::new(&recorded[0]);
                command.args(&recorded[1..]);
                command
            }
            Self::Clippy => {
                let mut command = Command::new("clippy-driver");
                command.args(&recorded[1..]);
                command.env("CLIPPY_CONF_DIR", copy.folder());
                command.args(["-Aclippy::all", "-Aclippy::pedantic", "-Aclippy::restriction"]);
                command.args(["-Dclippy::disallowed_types", "-Dclippy::disallowed_methods"]);
                command
            }
        };
        if self == Self::Rustc {
            command.arg("-Dwarnings");
        }
        let output = command
            .arg("--emit=metadata")
            .arg("--out-dir")
            .arg(&out)
            .current_dir(copy.folder())
            .env("CARGO_MANIFEST_DIR", copy.folder())
            .env("CARGO_PKG_NAME", env!("CARGO_PKG_NAME"))
            .env("CARGO_PKG_VERSION", env!("CARGO_PKG_VERSION"))
            .env("SQLX_OFFLINE", "true")
            .output()
            .unwrap_or_else(|error| panic!("{self:?} cannot be run: {error}"));
        let errors = read_errors(&String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.success(), errors.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        errors
    }
}

fn read_errors(messages: &str) -> Errors {
    let mut errors = Errors::new();
    for message in messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        if message["level"] != "error" {
            continue;
        }
        let spans = message["spans"].as_array().cloned().unwrap_or_default();
        let file = spans.iter().find(|span| span["is_primary"] == true).and_then(|span| span["file_name"].as_str());
        // The closing line, "aborting due to …", points nowhere.
        let Some(file) = file else { continue };
        let code = message["code"]["code"].as_str().or(message["message"].as_str()).unwrap_or_default();
        errors.entry(file.to_owned()).or_default().insert(code.to_owned());
    }
    errors
}

/// What cargo calls the compiler with for the library: the program first. Output, incremental state and kinds of output
/// are left out.
fn recorded_arguments() -> &'static [String] {
    static RECORDED: OnceLock<Vec<String>> = OnceLock::new();
    RECORDED.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("annals-fences-recorder-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (recorder, arguments) = (folder.join("recorder"), folder.join("arguments"));
        fs::write(&recorder, RECORDER).unwrap();
        let made = Command::new("chmod").arg("+x").arg(&recorder).status().unwrap();
        assert!(made.success());
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["test", "--no-run", "--offline", "--quiet", "--test", "it", "--target-dir"]);
        cargo.arg(target_folder());
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        let output = cargo
            .current_dir(package())
            .env("RUSTC_WORKSPACE_WRAPPER", &recorder)
            .env("ANNALS_RECORDED_ARGUMENTS", &arguments)
            .output()
            .expect("cargo can be run");
        let text = fs::read_to_string(&arguments).unwrap_or_else(|_| {
            panic!("cargo did not compile the library: {}", String::from_utf8_lossy(&output.stderr))
        });
        let _ = fs::remove_dir_all(&folder);
        without_output(text.lines().map(str::to_owned))
    })
}

fn without_output(arguments: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        let takes_another = matches!(argument.as_str(), "--out-dir" | "--emit");
        let is_incremental =
            argument == "-C" && arguments.peek().is_some_and(|value| value.starts_with("incremental="));
        if takes_another || is_incremental {
            arguments.next();
        } else if !argument.starts_with("--emit=") && !argument.starts_with("--out-dir=") {
            kept.push(argument);
        }
    }
    kept
}

/// The folder that cargo built this binary in: `<target>/<profile>/deps/it-…`.
fn target_folder() -> std::path::PathBuf {
    let binary = std::env::current_exe().unwrap();
    binary.ancestors().nth(3).map(Path::to_path_buf).expect("the binary lies in a target folder")
}
