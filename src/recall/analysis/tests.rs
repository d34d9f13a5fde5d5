use proptest::prelude::*;

use super::*;

fn texts(text: &str) -> Vec<String> {
    terms(text).into_iter().map(|term| term.text).collect()
}

fn asked(query: &str) -> Vec<String> {
    query_terms(query, MAX_QUERY_TERMS)
}

/// Whether a query shares a term with a text.
fn finds(query: &str, text: &str) -> bool {
    let counts = document_terms(text).counts;
    asked(query).iter().any(|term| counts.contains_key(term))
}

/// Whether all terms of a query stand in a text.
fn finds_all(query: &str, text: &str) -> bool {
    let counts = document_terms(text).counts;
    let terms = asked(query);
    !terms.is_empty() && terms.iter().all(|term| counts.contains_key(term))
}

#[test]
fn english_words_are_folded_and_stemmed() {
    assert_eq!(texts("The deploys were FAILING, repeatedly."), ["deploy", "fail", "repeat"]);
    assert!(finds_all("deployed failures", "deploying failure"));
}

#[test]
fn accents_forms_and_case_do_not_matter() {
    assert_eq!(texts("Café"), texts("cafe\u{301}"));
    assert_eq!(texts("ＦＵＬＬ ｗｉｄｔｈ ﬁle"), texts("full width file"));
    assert_eq!(texts("Straße Øre Łódź İstanbul"), texts("STRASSE ore lodz istanbul"));
    assert_eq!(texts("ΟΔΟΣ"), texts("οδός"));
    assert_eq!(texts("Ёлка"), texts("елка"));
    assert_eq!(texts("한국어"), texts("\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8}\u{110b}\u{1165}"));
    assert_eq!(texts("が"), texts("か\u{3099}"));
    assert_eq!(texts("ｶﾞｽ"), texts("ガス"));
    assert_ne!(texts("がく"), texts("かく"), "a voiced kana is another letter");
    assert_eq!(texts("soft\u{ad}ware zero\u{200b}width"), texts("software zerowidth"));
    assert_eq!(texts("٣٤٥"), ["345"]);
}

#[test]
fn vowel_points_are_optional() {
    assert_eq!(texts("שָׁלוֹם"), texts("שלום"));
    assert_eq!(texts("مَدْرَسَة"), texts("مدرسة"));
    assert_eq!(texts("كتـــاب"), texts("كتاب"));
}

#[test]
fn identifiers_are_whole_and_split() {
    for (text, expected) in [
        ("billing-api", vec!["billing-api", "bill", "api"]),
        ("src/main.rs", vec!["src/main.rs", "src", "main.rs", "main", "rs"]),
        ("PROJ-123", vec!["proj-123", "proj", "123"]),
        ("3.14", vec!["3.14", "3", "14"]),
        ("foo_bar", vec!["foo_bar", "foo", "bar"]),
        ("__init__", vec!["init"]),
        ("std::sync::Arc", vec!["std::sync::arc", "std", "sync", "arc"]),
        ("readableStream", vec!["readablestream", "readabl", "stream"]),
        ("HTTPServer", vec!["httpserver", "http", "server"]),
        ("URLs APIs", vec!["url", "api"]),
        ("C++ C# F", vec!["c++", "c", "c#", "c", "f"]),
        ("file:src/a.rs", vec!["file:src/a.rs", "file", "src/a.rs", "src", "a.rs", "rs"]),
        ("alice@example.com", vec!["alice@example.com", "alic", "example.com", "exampl", "com"]),
        ("10:30", vec!["10:30", "10", "30"]),
        ("1,000 3,14 1,234.5", vec!["1000", "3,14", "3", "14", "1234.5", "1234", "5"]),
        ("app\\users", vec!["app\\users", "app", "user"]),
    ] {
        assert_eq!(texts(text), expected, "{text}");
    }
}

#[test]
fn identifiers_are_found_by_whole_and_by_part() {
    for (query, text) in [
        ("billing-api", "the billing-api is down"),
        ("billing api", "the billing-api is down"),
        ("main.rs", "see src/main.rs:42"),
        ("src/main.rs", "in file:src/main.rs there"),
        ("proj-123", "fixed in PROJ-123."),
        ("fooBar", "call foo_bar()"),
        ("readablestream", "a ReadableStream"),
        ("iphones", "two iPhones"),
        ("1000", "about 1,000 users"),
        ("2026-11-30", "(2026-11-30)"),
    ] {
        assert!(finds(query, text), "{query} in {text}");
    }
    assert!(!finds("PROJ-124", "nothing but 123 here"));
}

#[test]
fn apostrophes() {
    assert_eq!(texts("Alice's dog doesn't, won't and can’t bark; we'll see"), ["alic", "dog", "bark", "see"]);
    assert_eq!(texts("O'Brien's"), ["o'brien", "o", "brien"]);
    assert!(finds_all("alice", "Alice’s"));
}

#[test]
fn stop_words_are_dropped_unless_there_is_nothing_else() {
    assert_eq!(texts("to be or not to be"), [] as [&str; 0]);
    assert_eq!(asked("what is the deploy"), ["deploy"]);
    assert_eq!(asked("to be or not to be"), ["to", "be", "or", "not"]);
    assert_eq!(asked("?!"), [] as [&str; 0]);
}

#[test]
fn two_characters_find_their_sentence_in_scripts_without_spaces() {
    for (query, text) in [
        ("数据", "我们决定使用数据库。"),
        ("据库", "我们决定使用PostgreSQL数据库。"),
        ("設定", "サーバーの設定を変更した"),
        ("バー", "サーバーの設定を変更した"),
        ("ひら", "これはひらがなです"),
        ("ภา", "ภาษาไทยไม่มีช่องว่าง"),
        ("ພາ", "ພາສາລາວ"),
        ("ភា", "ភាសាខ្មែរ"),
        ("မာ", "မြန်မာဘာသာ"),
        ("국어", "한국어로 말하다"),
        ("한국어로", "한국어로 말하다"),
        ("猫", "我的猫很可爱"),
        ("爱", "我的猫很可爱"),
        ("猫", "猫"),
    ] {
        assert!(finds_all(query, text), "{query} in {text}");
    }
    assert!(!finds("据数", "我们决定使用数据库。"));
}

#[test]
fn mixed_scripts_fall_apart_where_the_script_changes() {
    assert_eq!(asked("使用PostgreSQL18数据"), ["使用", "postgresql18", "postgr", "sql18", "数据"]);
    assert_eq!(asked("GPT로"), ["gpt", "로"]);
}

#[test]
fn korean_has_the_word_and_its_pairs() {
    assert_eq!(texts("한국어"), ["한국어", "한국", "국어"]);
    assert_eq!(texts("한국"), ["한국"]);
}

#[test]
fn other_scripts_keep_their_words_beside_pairs_of_their_letters() {
    assert_eq!(texts("भाषा"), ["*भा", "*षा", "भाषा"]);
    assert_eq!(texts("Юля"), ["*юл", "*ля", "юля"]);
    assert_eq!(asked("Γειά"), ["γεια", "*γε", "*ει", "*ια"]);
    assert_eq!(asked("Привет"), ["привет"], "a longer word is asked for as a whole");
    assert_eq!(document_terms("Юля и Егор").words, 3, "pairs do not count into the length");
    assert_eq!(texts("ship it 🚀"), ["ship", "🚀"]);
}

#[test]
fn a_short_question_finds_what_is_written_together_and_a_long_one_goes_by_its_words() {
    for (query, text) in [("عيد", "بعد العيد"), ("عمر", "وعمر ينوب"), ("Юл", "Юля"), ("गुरु", "गुरुवार")]
    {
        assert!(finds(query, text), "{query} in {text}");
    }
    assert!(!finds("Юл и Ян в Уфе", "Июль"));
    assert_eq!(asked("Юл и Ян в Уфе"), ["юл", "и", "ян", "в", "уфе"]);
    assert_eq!(required_terms("Юл"), ["юл"]);
}

#[test]
fn positions_count_words_and_wholes_stand_with_their_first_part() {
    let found: Vec<(String, u32, bool)> =
        terms("see billing-api now please").into_iter().map(|term| (term.text, term.position, term.extra)).collect();
    let expected =
        [("see", 1, false), ("billing-api", 2, true), ("bill", 2, false), ("api", 3, false), ("pleas", 4, false)];
    assert_eq!(found, expected.map(|(text, position, extra)| (text.to_owned(), position, extra)));
    assert_eq!(document_terms("see billing-api now please").words, 4);
    assert_eq!(document_terms("数据库").words, 2);
}

#[test]
fn places_are_those_of_the_source() {
    let text = "né̀e x—ﬁle 数据 fooBar's";
    let source: Vec<char> = text.chars().collect();
    let found: Vec<(String, String)> =
        terms(text).into_iter().map(|term| (term.text, source[term.start..term.end].iter().collect())).collect();
    let expected = [
        ("nee", "né̀e"),
        ("x", "x"),
        ("file", "ﬁle"),
        ("数", "数"),
        ("数据", "数据"),
        ("据", "据"),
        ("foobar", "fooBar"),
        ("foo", "foo"),
        ("bar", "Bar"),
    ];
    assert_eq!(found, expected.map(|(text, source)| (text.to_owned(), source.to_owned())));
}

#[test]
fn long_terms_are_bounded_and_stay_distinct() {
    let one = "x".repeat(500);
    let other = format!("{one}y");
    let (one, other) = (texts(&one), texts(&other));
    assert_eq!(one[0].len(), MAX_TERM_BYTES);
    assert_ne!(one, other);
    assert_eq!(texts(&"ж".repeat(100)), texts(&"Ж".repeat(100)));
}

#[test]
fn query_terms_are_distinct_and_bounded() {
    let many: String = (0..500).map(|number| format!("word{number} word{number} ")).collect();
    assert_eq!(query_terms(&many, 1_000).len(), MAX_QUERY_TERMS);
    assert_eq!(query_terms(&many, 3), ["word0", "word1", "word2"]);
    assert!(query_terms(&many, 0).is_empty());
}

#[test]
fn long_texts_take_linear_time() {
    for unit in ["word ", "据", "a-b/", "aB", "'", "a'", "\u{301}", "1,000", "한", "x", "://"] {
        let time = |copies: usize| {
            let text = unit.repeat(copies);
            let start = std::time::Instant::now();
            std::hint::black_box(terms(&text));
            start.elapsed()
        };
        time(1_000);
        let (short, long) = (time(20_000), time(200_000));
        assert!(long < short * 40 + std::time::Duration::from_millis(200), "{unit:?}: {short:?} then {long:?}");
    }
}

proptest! {
    #[test]
    fn every_term_is_well_formed(text in "\\PC{0,60}|[a-zA-Z0-9'’_./:,@+#\\- éа数한ก\u{301}\u{200d}]{0,60}") {
        let characters = text.chars().count();
        let mut last = 1;
        for term in terms(&text) {
            prop_assert!(!term.text.is_empty() && term.text.len() <= MAX_TERM_BYTES);
            prop_assert!(term.start < term.end && term.end <= characters);
            prop_assert!(term.position + 1 >= last);
            last = term.position;
        }
    }

    #[test]
    fn a_text_finds_itself(text in "\\PC{0,60}|[a-zA-Z0-9'_./:,@+#\\- é数한ก]{0,60}") {
        let counts = document_terms(&text).counts;
        if !counts.is_empty() {
            for term in query_terms(&text, MAX_QUERY_TERMS) {
                prop_assert!(counts.contains_key(&term), "{}", term);
            }
        }
    }

    #[test]
    fn composed_and_decomposed_are_one(text in "[a-zà-öø-ÿА-я가-힣ぁ-ゖ ]{0,40}") {
        use unicode_normalization::UnicodeNormalization as _;
        let found = |text: String| terms(&text).into_iter().map(|term| term.text).collect::<Vec<_>>();
        prop_assert_eq!(found(text.nfc().collect()), found(text.nfd().collect()));
    }
}
