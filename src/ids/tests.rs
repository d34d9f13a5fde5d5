use super::*;

#[test]
fn an_id_reads_back_from_each_of_its_spellings() {
    let id = MemoryId::generate();
    for text in [id.to_string(), id.uuid().to_string(), id.uuid().simple().to_string()] {
        assert_eq!(text.parse::<MemoryId>(), Ok(id), "{text}");
    }
}

#[test]
fn what_is_no_id_is_refused_with_the_form_that_is_accepted() {
    for text in ["", "mem_", "mem_123", "tok_0190f3a0000070008000000000000000", "mem_zz90f3a0000070008000000000000000"]
    {
        let refusal = text.parse::<MemoryId>().expect_err(text);
        assert!(refusal.to_string().contains("mem_"), "{refusal}");
    }
}

#[test]
fn spaces_show_a_ulid_and_other_nodes_hexadecimal_digits() {
    let id = new_uuid();
    let space = public_scope_id("space", id);
    assert!(space.starts_with("lab_") && space.len() == 30, "{space}");
    assert_eq!(public_scope_id("project", id), format!("scp_{}", id.simple()));
}
