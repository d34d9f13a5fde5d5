use super::*;

#[test]
fn the_list_is_in_order_and_without_doubles() {
    assert!(STOP_WORDS.is_sorted_by(|one, other| one < other));
}

#[test]
fn words_are_found() {
    assert!(["the", "a", "won't", "yourselves"].into_iter().all(is_stop_word));
    assert!(!["", "deploy", "The", "thee"].into_iter().any(is_stop_word));
}
