//! The files of the project.

use std::fs;
use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether a path is there.
pub fn exists(path: &str) -> bool {
    root().join(path).exists()
}

/// Path and text of every file that git knows or would add, with one of these extensions; all where none is given. What is
/// no text is left out.
pub fn tracked_files(extensions: &[&str]) -> Vec<(String, String)> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists the files");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let mut files = Vec::new();
    for path in String::from_utf8(listed.stdout).unwrap().split_terminator('\0') {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        if !extensions.is_empty() && !extensions.contains(&extension) {
            continue;
        }
        // A file that was deleted and not yet committed is listed all the same.
        if let Ok(bytes) = fs::read(root().join(path))
            && let Ok(text) = String::from_utf8(bytes)
        {
            files.push((path.to_owned(), text));
        }
    }
    assert!(!files.is_empty(), "no files {extensions:?}");
    files
}

/// Path and text of the sources of the library and the program.
pub fn source_files() -> Vec<(String, String)> {
    let files: Vec<_> = tracked_files(&["rs"]).into_iter().filter(|(path, _)| path.starts_with("src/")).collect();
    assert!(files.len() > 100, "{}", files.len());
    files
}

/// The crates that the library depends on, as code names them.
pub fn dependencies() -> Vec<String> {
    let manifest = read("Cargo.toml");
    let section = manifest.split("\n[dependencies]\n").nth(1).expect("there are dependencies");
    let names: Vec<String> = section
        .lines()
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name.trim().replace('-', "_"))
        .collect();
    assert!(names.iter().any(|name| name == "sqlx"), "{names:?}");
    names
}
