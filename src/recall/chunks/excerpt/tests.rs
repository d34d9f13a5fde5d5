use proptest::prelude::*;

use super::*;
use crate::recall::analysis::query_terms;

fn of(text: &str, query: &str, around: Option<(usize, usize)>, max_chars: usize) -> Excerpt {
    excerpt(text, &query_terms(query, 64), around, max_chars)
}

fn filler(sentences: usize) -> String {
    "Nothing of interest happened on that day. ".repeat(sentences)
}

#[test]
fn a_text_that_fits_is_whole() {
    let found = of("naïve text", "text", None, 10);
    assert_eq!(found, Excerpt { text: "naïve text".into(), start: 0, chars: 10, cut: false });
}

#[test]
fn the_window_shows_the_hit_from_its_sentence_on() {
    let text = format!("{}The deploys failed on Friday. {}", filler(30), filler(30));
    let found = of(&text, "why did the deploy fail", None, 120);
    assert!(found.cut && found.text.starts_with("The deploys failed on Friday."), "{found:?}");
    assert_eq!(found.start, filler(30).chars().count());
}

#[test]
fn more_terms_together_beat_one_term_often() {
    let text = format!("{}deploy deploy deploy. {}The billing deploy broke. {}", filler(10), filler(20), filler(10));
    assert!(of(&text, "billing deploy", None, 150).text.contains("billing deploy"));
}

#[test]
fn the_chunk_decides_between_equal_hits_and_without_any() {
    let text = format!("The deploy is first. {}The deploy is second. {}", filler(30), filler(30));
    let second = text.chars().count() - filler(30).chars().count() - "The deploy is second. ".len();
    assert!(of(&text, "deploy", Some((second, 60)), 100).text.contains("second"));
    assert!(of(&text, "deploy", None, 100).text.contains("first"));
    assert_eq!(of(&text, "unrelated", Some((second, 60)), 100).start, second);
    assert_eq!(of(&text, "unrelated", None, 100).start, 0);
    assert_eq!(of(&text, "unrelated", Some((usize::MAX, usize::MAX)), 100).text, "");
}

#[test]
fn a_hit_at_the_end_has_its_context_before_it() {
    let text = format!("{}and so the deploy", filler(30));
    let found = of(&text, "deploy", None, 100);
    assert!(found.text.ends_with("deploy") && found.chars > 50, "{found:?}");
}

#[test]
fn words_are_not_cut() {
    let text = filler(50);
    let found = of(&text, "zebra", None, 100);
    assert!(found.text.trim_end().ends_with(|last: char| last.is_alphabetic() || last == '.'));
    assert!(text[found.text.len()..].starts_with(' ') || found.text.ends_with(' '));
}

#[test]
fn scripts_without_spaces() {
    let text = format!("{}我们决定使用数据库。{}", "今天天气很好。".repeat(60), "今天天气很好。".repeat(60));
    let found = of(&text, "数据", None, 40);
    assert!(found.text.starts_with("我们决定使用数据库。"), "{found:?}");
}

#[test]
fn no_room_no_text() {
    let found = of("some text", "text", None, 0);
    assert!(found.text.is_empty() && found.chars == 0 && found.cut);
}

proptest! {
    #[test]
    fn an_excerpt_is_a_piece_of_the_text_and_not_too_long(
        text in "(\\PC{0,20}|[a-e .,数据\u{301}]{0,60}){0,6}",
        query in "[a-e数据 ]{0,8}",
        around in prop::option::of((0..200_usize, 0..200_usize)),
        max_chars in 0..120_usize,
    ) {
        let found = of(&text, &query, around, max_chars);
        let piece: String = text.chars().skip(found.start).take(found.chars).collect();
        prop_assert_eq!(&piece, &found.text);
        prop_assert!(found.chars <= max_chars);
        prop_assert_eq!(found.cut, text.chars().count() > max_chars);
    }

    #[test]
    fn a_hit_that_fits_is_shown(before in "[b-d .]{0,200}", after in "[b-d .]{0,200}", max_chars in 8..80_usize) {
        let text = format!("{before} needle {after}");
        prop_assert!(of(&text, "needle", None, max_chars).text.contains("needle"));
    }
}
