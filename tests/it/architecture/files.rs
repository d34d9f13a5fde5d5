//! How long files are, what they are called, and what a `mod.rs` holds.

use super::scan::{code, tokens};

/// Files over the soft limit, with the most lines that each may have, in steps of fifty. The list may only shrink.
pub const LONG: &[(&str, usize)] = &[
    ("src/frame/tests.rs", 400),
    ("src/ops/memories/record_import.rs", 400),
    ("src/ops/memories/remember.rs", 400),
    ("src/redact/pattern_table.rs", 350),
    ("src/redact/tests/positives.rs", 400),
];

const SOFT: usize = 300;
const HARD: usize = 600;
const STEP: usize = 50;

/// Names that say nothing.
const BANNED: &[&str] = &["utils", "util", "helpers", "helper", "common", "manager", "misc"];

/// What a `mod.rs` may hold besides modules and re-exports: the catalogue is the table of contents of its room.
const HELD: &[(&str, &[&str])] = &[("src/ops/mod.rs", &["CATALOG", "find"])];

/// What is wrong with a file.
pub fn faults(path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for part in path.split('/') {
        let stem = part.split('.').next().unwrap_or(part);
        if BANNED.contains(&stem) {
            faults.push(format!("{path}: {stem} does not say what it holds"));
        }
    }
    let lines = text.lines().count();
    let most = LONG.iter().find(|(listed, _)| *listed == path).map(|(_, most)| *most);
    match most {
        _ if lines > HARD => faults.push(format!("{path}: {lines} lines; {HARD} is the limit")),
        None if lines > SOFT => faults.push(format!("{path}: {lines} lines; split it: {SOFT} is the soft limit")),
        Some(_) if lines <= SOFT => faults.push(format!("{path}: {lines} lines; take it off the list of long files")),
        Some(most) if lines > most => faults.push(format!("{path}: {lines} lines; it may not grow over {most}")),
        Some(most) if lines <= most - STEP => {
            faults.push(format!("{path}: {lines} lines; lower its entry in the list of long files"));
        }
        _ => {}
    }
    if path.ends_with("/mod.rs") {
        let held = HELD.iter().find(|(listed, _)| *listed == path).map_or(&[][..], |(_, held)| *held);
        for name in items(text).into_iter().filter(|name| !held.contains(&name.as_str())) {
            faults.push(format!("{path}: holds {name}; a mod.rs holds modules and re-exports"));
        }
    }
    faults
}

/// The names of what stands at the top of a file besides modules and imports.
fn items(text: &str) -> Vec<String> {
    let tokens = tokens(&code(text));
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        // A lifetime `'static` is no item.
        match token.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            "fn" | "static" | "const" | "struct" | "enum" | "trait" | "type" | "union" | "macro_rules"
                if depth == 0 && tokens[..at].last().is_none_or(|last| last != "'") =>
            {
                // `const fn` is one item.
                let named = tokens.get(at + 1).map_or("", String::as_str);
                if !matches!(named, "fn" | "unsafe" | "async") {
                    found.push(named.trim_start_matches('!').to_owned());
                }
            }
            "impl" if depth == 0 && tokens[..at].last().is_none_or(|last| last != ">" && last != ":") => {
                found.push("an impl".to_owned());
            }
            _ => {}
        }
    }
    found
}
