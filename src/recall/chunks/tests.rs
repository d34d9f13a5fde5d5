use proptest::prelude::*;

use super::*;

fn english(words: usize) -> String {
    const SENTENCE: &str =
        "we moved the nightly export to the new queue because the old one lost jobs whenever a worker was restarted.";
    SENTENCE.split(' ').cycle().take(words).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_short_text_is_one_chunk_and_nothing_is_none() {
    assert!(chunks("").is_empty());
    assert_eq!(chunks("héllo"), [Chunk { index: 0, start: 0, chars: 5, text: "héllo" }]);
    assert_eq!(chunks(&english(150)).len(), 1);
    assert_eq!(chunks(&"数".repeat(200)).len(), 1);
}

#[test]
fn sizes_are_near_the_target() {
    let text = english(2_000);
    let end = text.chars().count();
    for chunk in chunks(&text) {
        let words = chunk.text.split_whitespace().count();
        assert!(
            (90..=175).contains(&words) || chunk.start + chunk.chars == end,
            "{words} words in chunk {}",
            chunk.index
        );
    }
    let han = "我们决定使用数据库。".repeat(100);
    for chunk in chunks(&han) {
        assert!((100..=230).contains(&chunk.chars), "{} characters", chunk.chars);
        assert!(chunk.text.ends_with('。'));
    }
}

#[test]
fn chunks_end_and_begin_at_sentences() {
    let text = english(1_000);
    for chunk in chunks(&text) {
        assert!(chunk.text.trim_end().ends_with('.') || chunk.start + chunk.chars == text.chars().count());
        let before: String = text.chars().take(chunk.start).collect();
        assert!(
            before.is_empty() || before.trim_end().ends_with('.'),
            "chunk {} begins within a sentence",
            chunk.index
        );
    }
}

#[test]
fn neighbours_overlap_by_about_a_fifth() {
    let text = english(1_500);
    for pair in chunks(&text).windows(2) {
        let overlap = (pair[0].start + pair[0].chars).saturating_sub(pair[1].start);
        assert!((20..=MAX_CHARACTERS / 5).contains(&overlap), "{overlap}");
    }
}

#[test]
fn a_text_without_any_boundary_is_cut_all_the_same() {
    for unit in ["x", "数", "ж", " ", "\n", "1", "-", "e\u{301}", "👩‍👩‍👧"] {
        let text = unit.repeat(20_000 / unit.chars().count());
        let chunks = chunks(&text);
        assert!(chunks.len() > 10 && chunks.len() < 400, "{unit:?}: {} chunks", chunks.len());
        assert!(chunks.iter().all(|chunk| chunk.text.starts_with(unit)), "{unit:?} is cut in the middle");
    }
}

#[test]
fn a_very_long_text_takes_linear_time() {
    for unit in ["word and sentence. ", "数", " ", "x", "。"] {
        let time = |characters: usize| {
            let text = unit.repeat(characters / unit.chars().count());
            let start = std::time::Instant::now();
            std::hint::black_box(chunks(&text));
            start.elapsed()
        };
        time(2_000);
        let (short, long) = (time(20_000), time(200_000));
        assert!(long < short * 40 + std::time::Duration::from_millis(200), "{unit:?}: {short:?} then {long:?}");
    }
}

#[test]
fn the_index_never_overflows() {
    let text = "。".repeat(12_000_000);
    let chunks = chunks(&text);
    let last = chunks.last().unwrap();
    assert_eq!((last.index, last.start + last.chars), (u16::MAX, 12_000_000));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn every_character_is_covered_in_order(parts in prop::collection::vec(("\\PC{0,30}|[ a-z.,。数ж\n]{0,80}", 1..20_usize), 0..20)) {
        let text: String = parts.into_iter().map(|(part, times)| part.repeat(times)).collect();
        let characters: Vec<char> = text.chars().collect();
        let mut covered = 0;
        let mut last_start = None;
        for (at, chunk) in chunks(&text).into_iter().enumerate() {
            prop_assert_eq!(usize::from(chunk.index), at);
            prop_assert!(chunk.start <= covered && chunk.chars > 0 && chunk.chars <= 1_013);
            prop_assert!(last_start < Some(chunk.start));
            let expected: String = characters[chunk.start..chunk.start + chunk.chars].iter().collect();
            prop_assert_eq!(chunk.text, expected);
            prop_assert!(chunk.start + chunk.chars > covered);
            covered = chunk.start + chunk.chars;
            last_start = Some(chunk.start);
        }
        prop_assert_eq!(covered, characters.len());
    }
}
