//! `annals scope`.

use super::made::{account, field};
use crate::support::Binary;

#[test]
fn nodes_are_made_with_those_above_them_and_found_again() {
    let binary = Binary::new();
    let made = account(&binary);
    let create = |path: &str| binary.run(&["scope", "create", "--account", &made.account, "--path", path, "--json"]);
    let deep = create("teams/engineering/projects/billing").json();
    assert_eq!(deep["path"], "teams/engineering/projects/billing");
    assert!(deep["scope_id"].as_str().unwrap().starts_with("scp_"), "{deep}");
    let parent = create("teams/engineering").json();
    assert_eq!(parent["kind"], "team");
    assert_ne!(parent["scope_id"], deep["scope_id"]);
    assert_eq!(create("teams/engineering/projects/billing").json(), deep, "what is there is answered as it is");
    let space = create("spaces/research").json();
    let id = space["scope_id"].as_str().unwrap();
    assert!(id.starts_with("lab_") && id.len() == 30, "{id}");
    let words = binary.run(&["scope", "create", "--account", &made.account, "--path", "projects/in-words"]);
    assert!(words.out.contains("projects/in-words") && words.out.contains("scp_"), "{}", words.out);
}

#[test]
fn a_path_that_makes_no_node_is_refused() {
    let binary = Binary::new();
    let made = account(&binary);
    let create = |path: &str| binary.run(&["scope", "create", "--account", &made.account, "--path", path, "--json"]);
    for path in ["", "notes", "projects/x/notes", "/projects/x", "projects/x/", "projects/..", "projects/a b"] {
        let refusal = create(path).refusal();
        assert_eq!((refusal["code"].as_str(), field(&refusal)), (Some("invalid_input"), "path"), "{path:?}");
    }
    assert_eq!(create("people/somebody").refusal()["code"], "not_found", "personal nodes come with people");
    create("projects/Case").json();
    let sibling = create("projects/case").refusal();
    assert_eq!((sibling["code"].as_str(), field(&sibling)), (Some("invalid_input"), "path"));
}
