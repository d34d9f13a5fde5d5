//! The fences that the compiler keeps: each probe breaks one, is refused with its very error, and compiles where the fence
//! has been taken away.

mod compiler;
mod copy;

use std::thread;

use compiler::{Compiler, Errors};
use copy::SourceCopy;

/// A file that breaks a fence, the error that it gets, and what takes the fence away: file, words, other words.
struct Probe {
    name: &'static str,
    text: &'static str,
    code: &'static str,
    removed: (&'static str, &'static str, &'static str),
}

macro_rules! probe {
    ($name:literal, $code:literal, $removed:expr) => {
        Probe {
            name: $name,
            text: include_str!(concat!("compile_fences/probes/", $name, ".rs")),
            code: $code,
            removed: $removed,
        }
    };
}

const PROBES: &[Probe] = &[
    probe!(
        "query_without_account",
        "E0624",
        ("src/store/tx/account.rs", "pub(in crate::store) fn conn", "pub fn conn")
    ),
    probe!(
        "context_made_outside",
        "E0624",
        ("src/op/context.rs", "    pub(in crate::op) fn new", "    /// Makes one.\n    pub fn new")
    ),
    probe!(
        "begun_without_proof",
        "E0308",
        ("src/probes/begun_without_proof.rs", "let permit = caller;", "let _ = caller;\n    let permit = _proof;")
    ),
    probe!(
        "account_transaction_made_outside",
        "E0624",
        ("src/store/tx/account.rs", "pub(in crate::store::tx) fn new", "/// Makes one.\n    pub fn new")
    ),
    probe!(
        "system_transaction_made_outside",
        "E0624",
        ("src/store/tx/system.rs", "pub(in crate::store::tx) fn new", "/// Makes one.\n    pub fn new")
    ),
    probe!(
        "commit_inside_operation",
        "E0507",
        (
            "src/store/tx/account.rs",
            "pub async fn commit(mut self) -> Result<(), AppError> {",
            "pub async fn commit(&self) -> Result<(), AppError> {\n        \
         std::future::ready(Ok::<(), sqlx::Error>(())).await.map_err(from_sqlx)\n    }\n\n    \
         /// By value.\n    pub async fn commit_by_value(mut self) -> Result<(), AppError> {"
        )
    ),
];

/// Refused by a later pass of the compiler than the others, which does not run where those have found something.
const FORGED: Probe = probe!(
    "forged_proof",
    "E0451",
    (
        "src/auth/authorized.rs",
        "    caller: &'a Caller,\n    permissions: Vec<Permission>,\n    role: Role,\n    writes: bool,\n",
        "    /// Caller.\n    pub caller: &'a Caller,\n    /// Permissions.\n    pub permissions: Vec<Permission>,\n    \
             /// Role.\n    pub role: Role,\n    /// Writes.\n    pub writes: bool,\n"
    )
);

/// Files that clippy's deny lists keep out: name, text, lint.
const DENIED: &[(&str, &str, &str)] = &[
    ("raw_pool", include_str!("compile_fences/probes/raw_pool.rs"), "clippy::disallowed_types"),
    ("unwatched_work", include_str!("compile_fences/probes/unwatched_work.rs"), "clippy::disallowed_methods"),
    ("own_clock", include_str!("compile_fences/probes/own_clock.rs"), "clippy::disallowed_methods"),
    ("own_environment", include_str!("compile_fences/probes/own_environment.rs"), "clippy::disallowed_methods"),
];

const FORGOTTEN: &str = include_str!("compile_fences/probes/forgotten_operation.rs");

fn add_room<'a>(copy: &SourceCopy, files: impl Iterator<Item = (&'a str, &'a str)>) {
    let mut modules = "//! Probes.\n\n".to_owned();
    for (name, text) in files {
        copy.write(&format!("src/probes/{name}.rs"), text);
        modules.push_str(&format!("pub mod {name};\n"));
    }
    copy.write("src/probes/mod.rs", &modules);
    copy.replace("src/lib.rs", "pub mod page;", "pub mod page;\npub mod probes;");
}

fn add_forgotten_operation(copy: &SourceCopy) {
    copy.write("src/ops/forgotten_operation.rs", FORGOTTEN);
    copy.replace("src/ops/mod.rs", "mod asking;", "mod asking;\nmod forgotten_operation;");
}

fn list_forgotten_operation(copy: &SourceCopy) {
    let place = copy.folder().join("src/ops/mod.rs");
    let text = std::fs::read_to_string(&place).unwrap();
    let (head, rest) = text.split_once("pub static CATALOG: [Entry; ").expect("the catalogue is an array");
    let (count, rest) = rest.split_once("] = [\n").expect("the catalogue is an array");
    let count = count.parse::<usize>().unwrap() + 1;
    let entry = "    Entry::of(forgotten_operation::Forgotten),\n";
    std::fs::write(place, format!("{head}pub static CATALOG: [Entry; {count}] = [\n{entry}{rest}")).unwrap();
}

fn expected<'a>(probes: impl Iterator<Item = (&'a str, &'a str)>) -> Errors {
    probes.map(|(name, code)| (format!("src/probes/{name}.rs"), [code.to_owned()].into())).collect()
}

fn fences_up() {
    let copy = SourceCopy::new();
    add_room(&copy, PROBES.iter().map(|probe| (probe.name, probe.text)));
    let errors = Compiler::Rustc.errors(&copy);
    assert_eq!(errors, expected(PROBES.iter().map(|probe| (probe.name, probe.code))), "each probe meets its fence");
}

fn proof_forged_and_operation_forgotten() {
    let copy = SourceCopy::new();
    add_room(&copy, [(FORGED.name, FORGED.text)].into_iter());
    add_forgotten_operation(&copy);
    let mut expected = expected([(FORGED.name, FORGED.code)].into_iter());
    expected.insert("src/ops/forgotten_operation.rs".to_owned(), ["dead_code".to_owned()].into());
    assert_eq!(Compiler::Rustc.errors(&copy), expected, "a proof is not forged, an operation not forgotten");
}

fn fences_down() {
    let copy = SourceCopy::new();
    let all = || PROBES.iter().chain([&FORGED]);
    add_room(&copy, all().map(|probe| (probe.name, probe.text)));
    for probe in all() {
        let (path, words, others) = probe.removed;
        copy.replace(path, words, others);
    }
    add_forgotten_operation(&copy);
    list_forgotten_operation(&copy);
    assert_eq!(Compiler::Rustc.errors(&copy), Errors::new(), "without the fences every probe compiles");
}

fn deny_lists_up() {
    let copy = SourceCopy::new();
    add_room(&copy, DENIED.iter().map(|(name, text, _)| (*name, *text)));
    let errors = Compiler::Clippy.errors(&copy);
    assert_eq!(errors, expected(DENIED.iter().map(|(name, _, lint)| (*name, *lint))), "each probe is on a deny list");
}

fn deny_lists_down() {
    let copy = SourceCopy::new();
    add_room(&copy, DENIED.iter().map(|(name, text, _)| (*name, *text)));
    copy.write("clippy.toml", "");
    assert_eq!(Compiler::Clippy.errors(&copy), Errors::new(), "without the deny lists every probe passes");
}

/// One test, so that no more than two compilers run at once.
#[test]
fn every_fence_refuses_its_probe_and_nothing_else_does() {
    thread::scope(|scope| {
        let one = scope.spawn(|| {
            fences_up();
            proof_forged_and_operation_forgotten();
            fences_down();
        });
        deny_lists_up();
        deny_lists_down();
        if let Err(failure) = one.join() {
            std::panic::resume_unwind(failure);
        }
    });
}
