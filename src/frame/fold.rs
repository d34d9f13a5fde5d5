//! Folding, to tell that the same thing was said twice.

use unicode_normalization::UnicodeNormalization;

/// The text without what does not change its meaning: compatibility forms, case, white space, the punctuation at its end.
///
/// For comparing, never for showing. Folding twice is folding once. A text of punctuation alone keeps it.
#[must_use]
pub fn fold(text: &str) -> String {
    let mut current = text.to_owned();
    // Normal forms and case act on each other; two or three turns settle every text known.
    for _ in 0..8 {
        let next = fold_once(&current);
        if next == current {
            break;
        }
        current = next;
    }
    current
}

fn fold_once(text: &str) -> String {
    let lower: String = text.nfkc().collect::<String>().to_lowercase();
    let folded: String = lower.replace(['ß', 'ẞ'], "ss").replace('ς', "σ").nfkc().collect();
    let spaced = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = spaced.trim_end_matches(|character: char| character.is_whitespace() || ends_sentence(character));
    if bare.is_empty() { spaced } else { bare.to_owned() }
}

/// Full stops, commas, colons, semicolons, question and exclamation marks of the scripts in use.
fn ends_sentence(character: char) -> bool {
    matches!(
        character,
        '.' | ','
            | ':'
            | ';'
            | '!'
            | '?'
            | '…'
            | '。'
            | '、'
            | '，'
            | '．'
            | '：'
            | '；'
            | '！'
            | '？'
            | '｡'
            | '､'
            | '‼'
            | '⁇'
            | '⁈'
            | '⁉'
            | '،'
            | '؛'
            | '؟'
            | '۔'
            | '।'
            | '॥'
            | '։'
            | '՜'
            | '՞'
            | '።'
            | '፣'
            | '፤'
            | '፥'
            | '፧'
            | '។'
            | '៕'
            | '၊'
            | '။'
            | '·'
            | '᠂'
            | '᠃'
            | '׃'
            | '܀'
            | '꓿'
            | '꘎'
            | '꘏'
    )
}
