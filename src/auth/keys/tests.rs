use super::*;

fn key(byte: u8) -> MasterKey {
    MasterKey::parse(&STANDARD.encode([byte; 32])).expect("32 bytes")
}

#[test]
fn what_is_sealed_opens_with_the_same_key_and_purpose_alone() {
    let sealed = key(1).seal("cursor", b"after=5").expect("random bytes");
    assert_eq!(key(1).open("cursor", &sealed).as_deref(), Some(b"after=5".as_slice()));
    assert_eq!(key(2).open("cursor", &sealed), None);
    assert_eq!(key(1).open("session", &sealed), None);
    for place in 0..sealed.len() {
        let mut altered = sealed.clone();
        altered[place] ^= 1;
        assert_eq!(key(1).open("cursor", &altered), None, "byte {place}");
    }
    assert_eq!(key(1).open("cursor", b"short"), None);
}

#[test]
fn a_key_of_another_length_is_refused() {
    assert!(MasterKey::parse(&STANDARD.encode([1_u8; 31])).is_err());
    assert!(MasterKey::parse("not base64!").is_err());
}
