//! Placeholders, fillers, empty templates and empty markup.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization as _;

use super::word_lists::{FILLERS, HARD, KEY_RUNS, LOREM, PLACEHOLDERS};

/// Longer texts are no placeholders, except lorem ipsum, in bytes.
const LONGEST: usize = 400;

/// What an empty text is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Empty {
    Placeholder,
    Filler,
}

/// Whether the whole text is a placeholder or a filler, several of them, or lorem ipsum.
pub(super) fn kind_of(content: &str) -> Option<Empty> {
    if is_lorem_ipsum(content) {
        return Some(Empty::Placeholder);
    }
    if content.len() > LONGEST {
        return None;
    }
    let words = plain_words(content);
    if words.is_empty() {
        return None;
    }
    let whole = words.join(" ");
    let compact = words.concat();
    let known = |list: &HashSet<String>| list.contains(&whole) || (words.len() > 1 && list.contains(&compact));
    if known(&PLACEHOLDER_SET) || is_key_run(&words) {
        return Some(Empty::Placeholder);
    }
    if known(&FILLER_SET) {
        return Some(Empty::Filler);
    }
    // "TODO TBD", "test 123", "todo: n/a": each word by itself, numbers between them.
    let bare = |word: &String| word.trim_end_matches(|character: char| character.is_ascii_digit()).to_owned();
    let hard = words.iter().all(|word| word.chars().all(char::is_numeric) || HARD_SET.contains(&bare(word)));
    let any = words.iter().any(|word| word.chars().any(char::is_alphabetic));
    if hard && any {
        return Some(Empty::Placeholder);
    }
    // "TODO later", "TBD: description"
    let marked = matches!(words[0].as_str(), "todo" | "tbd" | "tba" | "tbc" | "fixme" | "wip" | "待办" | "туду");
    let rest = words[1..].join(" ");
    if marked
        && (PLACEHOLDER_SET.contains(&rest)
            || words.len() <= 4 && words[1..].iter().all(|word| PLACEHOLDER_SET.contains(word)))
    {
        return Some(Empty::Placeholder);
    }
    (words.len() <= 6 && words.iter().all(|word| FILLER_SET.contains(word))).then_some(Empty::Filler)
}

/// `{{content}}`, `<insert text here>`, `${TEXT}`, `[your note]`: one slot and nothing around it.
pub(super) fn is_template_slot(content: &str) -> bool {
    static SLOT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?x)^ \s* (?: \{\{ [^{}]{0,60} \}\} | \$\{ [^{}]{0,60} \} | \{ \s* \w [\w.\x20-]{0,40} \s* \} | <% [^%]{0,60} %> | % [a-z]{1,2} | <\ ? [A-Z_]{3,40} \ ?> | < (?: insert | your | enter | add | content | text | placeholder | value | fill ) [^<>]{0,60} > | \[ (?: insert | your | enter | add | content | text | placeholder | fill ) [^\[\]]{0,60} \] | \[object\ Object\] ) \s* $")
            .expect("the pattern is fixed and a test compiles it")
    });
    content.len() <= LONGEST && SLOT.is_match(content)
}

/// Tags, entities and comment marks without any text between them.
pub(super) fn is_empty_markup(content: &str) -> bool {
    static TAGS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)</?(?:p|br|hr|div|span|b|i|u|em|strong|ul|ol|li|h[1-6]|table|tr|td|th|tbody|thead|html|body|head|a|img|pre|code|section|article|main)(?:\s[^<>]{0,200})?/?>|&(?:nbsp|emsp|ensp|thinsp|zwnj|zwj);|&\#(?:160|x0*a0);|<!--\s*-->|<!doctype html>")
            .expect("the pattern is fixed and a test compiles it")
    });
    let mut matches = TAGS.find_iter(content).peekable();
    if matches.peek().is_none() {
        return false;
    }
    let mut end = 0;
    for found in matches {
        if content[end..found.start()].chars().any(char::is_alphanumeric) {
            return false;
        }
        end = found.end();
    }
    !content[end..].chars().any(char::is_alphanumeric)
}

/// Nine of ten words are of the filler text of printers.
fn is_lorem_ipsum(content: &str) -> bool {
    let mut known = 0;
    let mut all = 0;
    for word in content.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()) {
        all += 1;
        if word.is_ascii() && word.len() <= 14 && LOREM_SET.contains(word.to_ascii_lowercase().as_str()) {
            known += 1;
        }
        // A text of another kind is known by its first words.
        if all == 20 && known < 10 {
            return false;
        }
    }
    known >= 2 && known * 10 >= all * 9
}

/// Letters in the order of the keys: `asdf`, `qwertz`, `sdfsdf jkl`.
fn is_key_run(words: &[String]) -> bool {
    words.iter().all(|word| {
        let mut rest = word.as_str();
        let mut runs = 0;
        while let Some(shorter) = KEY_RUNS.iter().find_map(|run| rest.strip_prefix(run)) {
            rest = shorter;
            runs += 1;
        }
        runs > 0 && word.len() >= 4 && rest.len() <= 1 && rest.is_ascii()
    })
}

/// Words in compatibility form and lower case, accents and all punctuation left out.
fn plain_words(content: &str) -> Vec<String> {
    content
        .nfkc()
        .collect::<String>()
        .to_lowercase()
        .split(|character: char| {
            !character.is_alphanumeric() && !unicode_normalization::char::is_combining_mark(character)
        })
        .map(without_accents)
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .collect()
}

/// Accents of Latin letters only: elsewhere a mark makes another letter.
fn without_accents(word: &str) -> String {
    let mut bare = String::with_capacity(word.len());
    for character in word.chars() {
        match character.nfd().next() {
            Some(base) if base.is_ascii_alphabetic() => bare.push(base),
            _ if matches!(character, '\u{0300}'..='\u{036F}') => {}
            _ => bare.push(character),
        }
    }
    bare
}

fn set_of(lists: &[&str]) -> HashSet<String> {
    lists.iter().flat_map(|list| list.split('|')).map(|phrase| plain_words(phrase).join(" ")).collect()
}

static PLACEHOLDER_SET: LazyLock<HashSet<String>> = LazyLock::new(|| set_of(PLACEHOLDERS));
static HARD_SET: LazyLock<HashSet<String>> = LazyLock::new(|| set_of(&[HARD]));
static FILLER_SET: LazyLock<HashSet<String>> = LazyLock::new(|| set_of(FILLERS));
static LOREM_SET: LazyLock<HashSet<&'static str>> = LazyLock::new(|| LOREM.split(' ').collect());
