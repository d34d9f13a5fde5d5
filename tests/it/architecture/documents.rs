//! Documents name what is there.

use super::tree::exists;

/// Folders and files at the top whose names make a word a path.
const TOPS: &[&str] = &[
    "src",
    "tests",
    "docs",
    "deploy",
    "migrations",
    "openapi",
    "benches",
    "helm",
    ".ci",
    ".cargo",
    ".sqlx",
    "Cargo.toml",
    "Cargo.lock",
    "Makefile",
    "README.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "clippy.toml",
    "docker-compose.yml",
];

/// Paths that a document names and that are not there.
pub fn faults(document: &str, text: &str) -> Vec<String> {
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut faults = Vec::new();
    for word in code_words(text) {
        let path = word.trim_matches(['"', '\'', '(', ')', ',', ';', '.', ':']);
        // The trimming takes the dot of a hidden folder too.
        let path = if word.starts_with('.') { format!(".{path}") } else { path.to_owned() };
        let top = path.split('/').next().unwrap_or_default();
        if TOPS.contains(&top) && is_plain(&path) && !exists(path.trim_end_matches('/')) {
            faults.push(format!("{document} names {path}, which is not there"));
        }
    }
    for target in link_targets(text) {
        let path = target.split('#').next().unwrap_or_default();
        if path.is_empty() || path.contains("://") || path.starts_with("mailto:") || !is_plain(path) {
            continue;
        }
        let place = if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") };
        if !exists(&place) {
            faults.push(format!("{document} links to {path}, which is not there"));
        }
    }
    faults
}

/// Whether a word is a path as it stands, and no pattern.
fn is_plain(path: &str) -> bool {
    !path.contains(['*', '<', '>', '{', '}', '…', '$', '?', '|', '=', '@'])
}

fn code_words(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).flat_map(str::split_whitespace)
}

fn link_targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}
