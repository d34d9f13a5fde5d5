//! Words that may stand in one place alone, or nowhere.

use super::scan::{code, tokens};

/// Paths of one machine and hosts of package registries.
pub const MACHINE_WORDS: &[&str] = &[
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("/ho", "me/"),
    concat!("py", "pi.org"),
    concat!("python", "hosted.org"),
    concat!("npm", "js.org"),
    concat!("npm", "js.com"),
    concat!("crates", ".io"),
    concat!("deb.", "debian.org"),
];

/// Files that package tools write themselves, with the registry that they were told of.
const LOCK_FILES: &[&str] = &["Cargo.lock", "tests/clients/typescript/package-lock.json"];

/// A suite that looks for such words in what the service answers.
const LOOKS_FOR_THEM: &str = "tests/it/errors/leaks.rs";

/// Macros that mark what is not finished.
const UNFINISHED: &[&str] = &["todo", "unimplemented", "dbg"];

/// What is wrong with the words of a Rust file.
pub fn code_faults(path: &str, text: &str) -> Vec<String> {
    let tokens = tokens(&code(text));
    let word = |at: usize| tokens.get(at).map_or("", String::as_str);
    let in_source = path.starts_with("src/");
    let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
    let mut faults = Vec::new();
    for at in 0..tokens.len() {
        match word(at) {
            "AssertSqlSafe" if in_source && !path.starts_with("src/store/tx/") => {
                faults.push(format!("{path}: AssertSqlSafe outside store::tx: SQL is not built from strings"));
            }
            "env" if in_source && !is_test && path != "src/config.rs" => {
                let of_std = at >= 2 && word(at - 1) == "::" && word(at - 2) == "std";
                let reads = word(at + 1) == "::" && word(at + 2).starts_with("var");
                if of_std || reads {
                    faults.push(format!("{path}: config is the only reader of the environment"));
                }
            }
            "allow" if word(at + 1) == "(" && is_in_attribute(&tokens, at) => {
                faults.push(format!("{path}: `allow`; use #[expect(…, reason = …)]"));
            }
            "unsafe" => faults.push(format!("{path}: unsafe code")),
            name if UNFINISHED.contains(&name) && word(at + 1) == "!" => {
                faults.push(format!("{path}: {name}! marks what is not finished"));
            }
            _ => {}
        }
    }
    faults
}

/// Whether the nearest bracket that is open before a word opens an attribute.
fn is_in_attribute(tokens: &[String], at: usize) -> bool {
    let mut closed = 0;
    for place in (0..at).rev() {
        match tokens[place].as_str() {
            "]" => closed += 1,
            "[" if closed > 0 => closed -= 1,
            "[" => {
                let before = |back: usize| place.checked_sub(back).map_or("", |place| tokens[place].as_str());
                return before(1) == "#" || (before(1) == "!" && before(2) == "#");
            }
            ";" | "}" => return false,
            _ => {}
        }
    }
    false
}

/// What is wrong with the words of any file.
pub fn text_faults(path: &str, text: &str) -> Vec<String> {
    if LOCK_FILES.contains(&path) || path == LOOKS_FOR_THEM {
        return Vec::new();
    }
    let mut faults: Vec<String> =
        MACHINE_WORDS.iter().filter(|word| text.contains(**word)).map(|word| format!("{path}: {word}")).collect();
    // The one folder beside the project that it knows of: where evaluation data lies unless a variable says otherwise.
    if text.contains(concat!("../sha", "red")) && !text.contains("ANNALS_EVAL_DATA") {
        faults.push(format!("{path}: a folder beside the project"));
    }
    faults
}
