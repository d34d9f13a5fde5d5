//! What is committed is what the catalogue makes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use annals::surface::openapi::documents;

use crate::catalogue::assert_none;

#[test]
fn the_committed_documents_are_fresh() {
    assert_none(&stale(&Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi")));
}

#[test]
fn a_stale_a_missing_and_a_left_over_document_are_caught() {
    let folder = std::env::temp_dir().join(format!("annals-generated-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (name, content) in documents() {
        fs::write(folder.join(name), content).unwrap();
    }
    let sound = stale(&folder);
    fs::write(folder.join("openapi.json"), documents()[0].1.replacen("Annals", "Annals ", 1)).unwrap();
    fs::remove_file(folder.join("permissions.md")).unwrap();
    fs::write(folder.join("old.json"), "{}").unwrap();
    let faults = stale(&folder);
    fs::remove_dir_all(&folder).unwrap();

    assert_none(&sound);
    assert_eq!(faults.len(), 3, "{faults:?}");
    for name in ["openapi.json", "permissions.md", "old.json"] {
        assert!(faults.iter().any(|fault| fault.contains(name)), "{name} is not among {faults:?}");
    }
    assert!(faults.iter().all(|fault| fault.ends_with("run `make openapi`")), "{faults:?}");
}

/// What in a folder is not what a fresh run writes.
fn stale(folder: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    let mut names = BTreeSet::new();
    for (name, fresh) in documents() {
        names.insert(name.to_owned());
        match fs::read_to_string(folder.join(name)) {
            Ok(committed) if committed == fresh => {}
            Ok(committed) => {
                let line = committed.lines().zip(fresh.lines()).take_while(|(old, new)| old == new).count() + 1;
                faults.push(format!("openapi/{name} is stale from line {line}: run `make openapi`"));
            }
            Err(_) => faults.push(format!("openapi/{name} is missing: run `make openapi`")),
        }
    }
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !names.contains(&name) {
            faults.push(format!("openapi/{name} is made by nothing: delete it and run `make openapi`"));
        }
    }
    faults
}
