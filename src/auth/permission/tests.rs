use super::*;

#[test]
fn each_permission_reads_back_from_its_name() {
    for permission in Permission::all() {
        assert_eq!(permission.name().parse(), Ok(permission));
    }
}

#[test]
fn write_implies_read_of_the_same_noun_and_nothing_else() {
    assert!(Permission::MemoryWrite.implies(Permission::MemoryRead));
    assert!(!Permission::MemoryRead.implies(Permission::MemoryWrite));
    assert!(!Permission::MemoryWrite.implies(Permission::LedgerRead));
    assert!(!Permission::RulesWrite.implies(Permission::RulesConfirm));
}

#[test]
fn a_list_names_the_word_that_is_none() {
    let refusal = Permission::parse_list("memory:read memory:rite").expect_err("a misspelling");
    assert!(refusal.contains("memory:rite") && refusal.contains("memory:write"), "{refusal}");
    assert!(Permission::parse_list("  ").is_err());
}

#[test]
fn viewers_hold_no_write() {
    for permission in Permission::all().filter(|permission| permission.is_write()) {
        assert!(permission.least_role() > Role::Viewer, "{permission}");
    }
}
