//! A copy of the sources, to be changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The folder of the package.
pub fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A copy of the package's sources in a folder of its own, which goes with this value.
pub struct SourceCopy {
    folder: PathBuf,
}

static NUMBER: AtomicU32 = AtomicU32::new(0);

impl SourceCopy {
    /// Copies what compiling the library reads.
    pub fn new() -> Self {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("annals-fences-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["src", "templates", "migrations", ".sqlx", "Cargo.toml", "Cargo.lock", "clippy.toml"] {
            copy(&package().join(name), &folder.join(name));
        }
        Self { folder }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a file.
    pub fn write(&self, path: &str, text: &str) {
        let place = self.folder.join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, text).unwrap();
    }

    /// Replaces a text that a file holds exactly once: a fence that is no longer there in these words is a failure.
    pub fn replace(&self, path: &str, old: &str, new: &str) {
        let place = self.folder.join(path);
        let text = fs::read_to_string(&place).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(text.matches(old).count(), 1, "{path} holds these words once: {old}");
        fs::write(place, text.replace(old, new)).unwrap();
    }
}

impl Drop for SourceCopy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::copy(from, to).unwrap();
    }
}
