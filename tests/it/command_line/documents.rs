//! `annals openapi`.

use crate::support::Binary;

#[test]
fn the_documents_are_written_without_a_database_and_equal_the_committed_ones() {
    let folder = std::env::temp_dir().join(format!("annals-test-{}", annals::ids::RequestId::generate()));
    let nowhere = Binary::new().without("ANNALS_DATABASE_URL").without("ANNALS_MASTER_KEY");
    let run = nowhere.run(&["openapi", "--dir", folder.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{run:?}");
    let committed = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi");
    for name in ["openapi.json", "mcp-tools.json", "permissions.md"] {
        let written = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(written == std::fs::read_to_string(committed.join(name)).unwrap(), "{name} is not fresh");
    }
    std::fs::remove_dir_all(folder).unwrap();
    let blocked = nowhere.run(&["openapi", "--dir", "/proc/nowhere"]);
    assert_eq!(blocked.code, 1);
    assert!(blocked.err.contains("--dir"), "{}", blocked.err);
}
