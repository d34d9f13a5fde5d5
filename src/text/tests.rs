use super::*;
use serde_json::json;

type Name = BoundedText<1, 5>;
type Few = Limit<5, 50>;

#[test]
fn text_is_measured_in_characters() {
    assert!(serde_json::from_value::<Name>(json!("äöüßé")).is_ok());
    assert!(serde_json::from_value::<Name>(json!("äöüßéx")).is_err());
}

#[test]
fn blank_text_and_nul_are_refused_in_words() {
    for (text, word) in [("", "empty"), (" \t\n", "blank"), ("a\0b", "NUL")] {
        let refusal = serde_json::from_value::<Name>(json!(text)).expect_err(text).to_string();
        assert!(refusal.contains(word), "{refusal}");
    }
}

#[test]
fn a_limit_out_of_range_names_the_range() {
    for value in [json!(0), json!(-1), json!(51), json!(1_000_000_000_u64), json!(2.5), json!(u64::MAX)] {
        let refusal = serde_json::from_value::<Few>(value.clone()).expect_err("out of range").to_string();
        assert!(refusal.contains("1 to 50"), "{value}: {refusal}");
    }
    assert_eq!(serde_json::from_value::<Few>(json!(5.0)).map(Limit::get).ok(), Some(5));
    assert!(serde_json::from_value::<Few>(json!("5")).is_err());
}

#[test]
fn a_moment_is_a_date_or_carries_an_offset() {
    for text in ["2026-03-11", "2026-03-11T15:10:00Z", "2026-03-11T15:10:00+02:00", "2026-03-11T15:10:00.5-08:00"] {
        assert!(Moment::parse(text).is_ok(), "{text}");
    }
    for text in ["2026-02-30", "2026-03-11T15:10:00", "yesterday", "", "2026-3-1", "11.03.2026"] {
        assert!(Moment::parse(text).is_err(), "{text}");
    }
    assert_eq!(Moment::parse("2026-03-11").ok(), Moment::parse("2026-03-11T02:00:00+02:00").ok());
}

#[test]
fn the_debug_form_of_a_text_does_not_show_it() {
    let name = Name::new("salty".to_owned()).expect("five characters");
    assert!(!format!("{name:?}").contains("salty"));
}
