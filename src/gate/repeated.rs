//! One token, or one short syllable, again and again.

use std::collections::HashMap;

/// How long the repeated part of a single token may be, in characters.
const LONGEST_UNIT: usize = 5;

/// The text is one token again and again, one token nearly throughout, or a single token made of one short part.
pub(super) fn is_one_token_repeated(content: &str) -> bool {
    let lower = content.to_lowercase();
    let tokens: Vec<&str> = lower
        .split(|character: char| !character.is_alphanumeric() && !is_mark_inside(character))
        .filter(|token| !token.is_empty())
        .collect();
    match tokens.as_slice() {
        [] => false,
        [only] => is_periodic(only),
        _ => {
            let mut counts: HashMap<&str, usize> = HashMap::new();
            for token in &tokens {
                *counts.entry(token).or_default() += 1;
            }
            let most = counts.values().copied().max().unwrap_or(0);
            most == tokens.len()
                || (tokens.len() >= 12 && most * 10 >= tokens.len() * 9)
                || (counts.len() == 2 && tokens.len() >= 8 && alternates(&tokens))
                // "aaa aaaa aaaaa", "哈哈 哈哈哈"
                || tokens.iter().all(|token| is_one_character(token, &lower))
        }
    }
}

/// Vowel signs and joiners belong to the word they stand in.
fn is_mark_inside(character: char) -> bool {
    unicode_normalization::char::is_combining_mark(character)
        || matches!(character, '\'' | '’' | '\u{200C}' | '\u{200D}')
}

fn alternates(tokens: &[&str]) -> bool {
    tokens.windows(3).all(|three| three[0] == three[2])
}

fn is_one_character(token: &str, whole: &str) -> bool {
    let first = whole.chars().find(|character| character.is_alphabetic());
    first.is_some_and(|first| token.chars().all(|character| character == first)) && token.chars().count() >= 2
}

/// "aaaa", "hahaha", "asdfasdfasdf", "哈哈哈": three turns or more of a part of at most five characters.
fn is_periodic(token: &str) -> bool {
    let characters: Vec<char> = token.chars().collect();
    (1..=LONGEST_UNIT.min(characters.len() / 3))
        .any(|period| characters.iter().zip(&characters[period..]).all(|(left, right)| left == right))
}
