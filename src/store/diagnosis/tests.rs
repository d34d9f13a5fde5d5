use super::*;

fn sound() -> Installation {
    Installation {
        role: "annals_app".to_owned(),
        is_superuser: false,
        bypasses_rls: false,
        owned_tables: 0,
        server_version: 180_006,
        vector_version: Some("0.8.6".to_owned()),
        unprotected: Vec::new(),
        now: DateTime::UNIX_EPOCH,
    }
}

#[test]
fn a_sound_installation_is_served() {
    assert_eq!(sound().refusals(), Vec::<String>::new());
}

#[test]
fn each_fault_is_refused_with_what_to_do() {
    let faults: [(&str, Installation); 7] = [
        ("superuser", Installation { is_superuser: true, ..sound() }),
        ("BYPASSRLS", Installation { bypasses_rls: true, ..sound() }),
        ("owns", Installation { owned_tables: 1, ..sound() }),
        ("memories", Installation { unprotected: vec!["memories".to_owned()], ..sound() }),
        ("17.9", Installation { server_version: 170_009, ..sound() }),
        ("0.8.1", Installation { vector_version: Some("0.8.1".to_owned()), ..sound() }),
        ("pgvector", Installation { vector_version: None, ..sound() }),
    ];
    for (word, installation) in faults {
        let refusals = installation.refusals();
        assert_eq!(refusals.len(), 1, "{word}");
        assert!(refusals[0].contains(word), "{}", refusals[0]);
    }
    assert!(!Installation { server_version: 140_020, ..sound() }.refusals().is_empty());
    assert!(Installation { server_version: 190_000, ..sound() }.refusals().is_empty());
}
