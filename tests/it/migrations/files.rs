//! The committed files, and what is asked of their texts.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

/// A migration.
pub struct File {
    pub name: String,
    pub version: i64,
    pub text: String,
}

/// The files in the order in which they are applied.
pub fn committed() -> Vec<File> {
    let mut files: Vec<File> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sql"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let version = name.split('_').next().unwrap().parse().expect("a name begins with its version");
            File { name, version, text: fs::read_to_string(&path).unwrap() }
        })
        .collect();
    files.sort_by_key(|file| file.version);
    assert!(files.len() >= 5, "{}", files.len());
    files
}

static NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^\d{14}_[a-z0-9_]+\.sql$").unwrap());
static NEW_TABLE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?im)^\s*CREATE TABLE (?:IF NOT EXISTS )?([a-z_.]+)").unwrap());

/// Statements that take a lock for which others wait, or for long: the table that they name, and what they are called.
static LOCKING: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    [
        (r"(?im)^\s*ALTER TABLE (?:IF EXISTS )?(?:ONLY )?([a-z_.]+)", "ALTER TABLE"),
        (r"(?im)^\s*CREATE (?:UNIQUE )?INDEX (?:[a-z_]+ )?ON ([a-z_.]+)", "CREATE INDEX on"),
        (r"(?im)^\s*CREATE (?:OR REPLACE )?TRIGGER [^;]*? ON ([a-z_.]+)", "CREATE TRIGGER on"),
        (r"(?im)^\s*(?:CREATE|ALTER|DROP) POLICY [^;]*? ON ([a-z_.]+)", "POLICY on"),
        (r"(?im)^\s*UPDATE ([a-z_.]+) SET", "UPDATE"),
        (r"(?im)^\s*DELETE FROM ([a-z_.]+)", "DELETE FROM"),
        (r"(?im)^\s*(?:LOCK|TRUNCATE) (?:TABLE )?([a-z_.]+)", "LOCK TABLE or TRUNCATE"),
        (r"(?im)^\s*DROP (?:TABLE|INDEX|VIEW|TYPE) (?:IF EXISTS )?([a-z_.]+)", "DROP TABLE or the like"),
        (r"(?im)^\s*(?:VACUUM FULL|CLUSTER|REINDEX)\s*([a-z_.]*)", "a rewrite"),
    ]
    .into_iter()
    .map(|(pattern, name)| (Regex::new(pattern).unwrap(), name))
    .collect()
});

/// What is wrong with a file's text: its name and opening comment, and locks on tables that were there before, which the
/// comment must speak of instead of saying that there are none.
pub fn faults(name: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if !NAME.is_match(name) {
        faults.push(format!("{name} is not named by time and content"));
    }
    let opening: String = text.lines().take_while(|line| line.starts_with("--")).collect::<Vec<_>>().join(" ");
    for word in ["Why:", "Locks:", "Undo"] {
        if !opening.contains(word) {
            faults.push(format!("the opening comment lacks {word}"));
        }
    }
    let says_none = opening.split("Locks:").nth(1).is_none_or(|rest| rest.trim_start().starts_with("none"));
    if says_none {
        let statements: String =
            text.lines().map(|line| line.split("--").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
        let new: HashSet<&str> =
            NEW_TABLE.captures_iter(&statements).map(|found| found.get(1).unwrap().as_str()).collect();
        for (pattern, what) in LOCKING.iter() {
            for found in pattern.captures_iter(&statements) {
                let table = found.get(1).map_or("", |table| table.as_str());
                if !new.contains(table) {
                    faults.push(format!("{what} {table}, while the comment says that nothing is locked"));
                }
            }
        }
    }
    faults
}
