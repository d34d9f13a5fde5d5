//! Words that were broken up, run together, misspelled on purpose, written backwards or shifted, put right again.

use super::lexicon::{LEXICON, SCRAMBLED, SHORTENED, is_known};

/// Longest word of the lexicon, in bytes.
const LONGEST_WORD: usize = 14;
/// Longest run of letters that is split into words, in bytes.
const LONGEST_RUN: usize = 240;

/// The text with words mended, read backwards, and shifted by thirteen letters, where this gives words of the lexicon.
pub(super) fn respelled(folded: &str) -> Vec<String> {
    let mut views = Vec::new();
    let mended = mended(folded);
    if mended != folded {
        views.push(mended);
    }
    let words: Vec<&str> =
        folded.split(|character: char| !character.is_ascii_alphabetic()).filter(|word| word.len() >= 5).collect();
    let backwards = |word: &&&str| is_known(&word.bytes().rev().map(char::from).collect::<String>());
    if words.iter().filter(backwards).take(3).count() >= 2 {
        views.push(folded.chars().rev().collect());
    }
    let shifted = |word: &&&str| is_known(&word.chars().map(rotated).collect::<String>());
    if words.iter().filter(shifted).take(3).count() >= 2 {
        views.push(folded.chars().map(rotated).collect());
    }
    views
}

fn rotated(character: char) -> char {
    match character {
        'a'..='m' => char::from_u32(u32::from(character) + 13).unwrap_or(character),
        'n'..='z' => char::from_u32(u32::from(character) - 13).unwrap_or(character),
        _ => character,
    }
}

fn mended(folded: &str) -> String {
    let mut mended = String::with_capacity(folded.len());
    for (number, line) in folded.split('\n').enumerate() {
        if number > 0 {
            mended.push('\n');
        }
        mend_line(line, &mut mended);
    }
    mended
}

fn mend_line(line: &str, mended: &mut String) {
    let tokens: Vec<&str> = line.split(' ').collect();
    let mut place = 0;
    let mut first = true;
    while place < tokens.len() {
        if !first {
            mended.push(' ');
        }
        first = false;
        let singles = tokens[place..].iter().take_while(|token| single_letter(token).is_some()).count();
        if singles >= 4 {
            let run: String = tokens[place..place + singles].iter().filter_map(|token| single_letter(token)).collect();
            mended.push_str(&split_run(&run).unwrap_or(run));
            place += singles;
            continue;
        }
        if let Some((word, used)) = fragments(&tokens[place..]) {
            mended.push_str(&word);
            place += used;
            continue;
        }
        mended.push_str(&mend_token(tokens[place]));
        place += 1;
    }
}

/// One letter, whatever punctuation is around it; digits and signs that pass for letters count.
fn single_letter(token: &str) -> Option<char> {
    if token.len() > 3 {
        return None;
    }
    let mut letters =
        token.chars().filter(|character| character.is_ascii_alphabetic() || unleeted(*character, 'i').is_some());
    let letter = letters.next()?;
    (letters.next().is_none() && token.chars().count() <= 2).then(|| unleeted(letter, 'i').unwrap_or(letter))
}

/// "ig nore", "instruc tions", "pre vi ous": two or three pieces that are a word only together.
fn fragments(tokens: &[&str]) -> Option<(String, usize)> {
    [2, 3].into_iter().find_map(|count| {
        let pieces = tokens.get(..count)?;
        if pieces.iter().any(|piece| {
            piece.len() > LONGEST_WORD || !piece.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        }) || pieces.iter().all(|piece| is_known(piece))
        {
            return None;
        }
        let word: String = pieces.concat().replace('-', "");
        (word.len() >= 6 && is_known(&word)).then_some((word, count))
    })
}

fn mend_token(token: &str) -> String {
    let bare =
        token.trim_matches(|character: char| !character.is_alphanumeric() && !matches!(character, '@' | '$' | '|'));
    if bare.is_empty() || !bare.is_ascii() || is_known(bare) || bare.len() > LONGEST_RUN {
        return token.to_owned();
    }
    let put_back = |word: &str| token.replacen(bare, word, 1);
    if bare.bytes().all(|byte| byte.is_ascii_lowercase()) {
        if let Some(words) = (bare.len() >= 10).then(|| split_run(bare)).flatten() {
            return put_back(&words);
        }
        return scrambled(bare).map_or_else(|| token.to_owned(), put_back);
    }
    if let Some(word) =
        ['i', 'l'].into_iter().map(|one| letters_only(bare, one)).find(|word| word.len() >= 2 && is_known(word))
    {
        return put_back(&word);
    }
    let pieces: Vec<String> = bare
        .split(['-', '_', '.', '|', '/', '+', ',', ':', '\''])
        .map(|piece| letters_only(piece, 'i'))
        .filter(|piece| !piece.is_empty())
        .collect();
    if pieces.iter().filter(|piece| piece.len() >= 5 && is_known(piece)).count() >= 2 {
        return put_back(&pieces.join(" "));
    }
    let run = letters_only(bare, 'i');
    let broken = bare.chars().any(|character| !character.is_ascii_lowercase());
    match (broken && run.len() >= 10).then(|| split_run(&run)).flatten() {
        Some(words) => put_back(&words),
        None => token.to_owned(),
    }
}

/// The letters, with digits and signs read as the letters they resemble.
fn letters_only(text: &str, one: char) -> String {
    text.chars()
        .filter_map(|character| if character.is_ascii_lowercase() { Some(character) } else { unleeted(character, one) })
        .collect()
}

fn unleeted(character: char, one: char) -> Option<char> {
    Some(match character {
        '0' => 'o',
        '1' | '|' | '!' => one,
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        '8' => 'b',
        '9' => 'g',
        _ => return None,
    })
}

/// Same first and last letter, the others in another order; or one letter too many or too few.
fn scrambled(word: &str) -> Option<&'static str> {
    if !(6..=16).contains(&word.len()) {
        return None;
    }
    let one_too_many = || {
        (1..word.len()).find_map(|place| {
            let shorter = format!("{}{}", &word[..place], &word[place + 1..]);
            LEXICON.get(shorter.as_str()).copied().filter(|known| known.len() >= 6)
        })
    };
    SCRAMBLED.get(&sorted_middle(word)).or_else(|| SHORTENED.get(word)).copied().or_else(one_too_many)
}

/// The key under which a word and its scrambled forms are found.
pub(super) fn sorted_middle(word: &str) -> String {
    let bytes = word.as_bytes();
    let mut middle: Vec<u8> = bytes.get(1..bytes.len().saturating_sub(1)).unwrap_or_default().to_vec();
    middle.sort_unstable();
    bytes.first().into_iter().chain(&middle).chain(bytes.last()).map(|byte| char::from(*byte)).collect()
}

/// A run of letters as words of the lexicon, two of them with five letters or more; fewest words win.
fn split_run(run: &str) -> Option<String> {
    if run.len() > LONGEST_RUN || !run.is_ascii() {
        return is_known(run).then(|| run.to_owned());
    }
    if is_known(run) {
        return Some(run.to_owned());
    }
    // best[i]: the fewest words up to byte i, and where the last of them begins.
    let mut best: Vec<Option<(usize, usize)>> = vec![None; run.len() + 1];
    best[0] = Some((0, 0));
    for end in 1..=run.len() {
        for start in end.saturating_sub(LONGEST_WORD)..end {
            if let Some((words, _)) = best[start]
                && LEXICON.contains(&run[start..end])
                && best[end].is_none_or(|(fewest, _)| words + 1 < fewest)
            {
                best[end] = Some((words + 1, start));
            }
        }
    }
    let mut words = Vec::new();
    let mut end = run.len();
    while end > 0 {
        let (_, start) = best[end]?;
        words.push(&run[start..end]);
        end = start;
    }
    words.reverse();
    (words.iter().filter(|word| word.len() >= 5).count() >= 2).then(|| words.join(" "))
}

/// Letters of other alphabets inside a word with Latin letters become the Latin letter they look like.
pub(super) fn without_look_alikes(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let mut latin = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let mixed = word.bytes().any(|byte| byte.is_ascii_lowercase())
            && word.chars().any(|character| look_alike(character).is_some());
        if mixed {
            latin.extend(word.chars().map(|character| look_alike(character).unwrap_or(character)));
        } else {
            latin.push_str(word);
        }
    }
    latin
}

fn look_alike(character: char) -> Option<char> {
    Some(match character {
        'а' | 'α' | 'ɑ' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' | 'ᴄ' => 'c',
        'ԁ' => 'd',
        'е' | 'є' | 'ε' | 'ҽ' | 'э' => 'e',
        'ɡ' | 'ց' => 'g',
        'һ' | 'н' => 'h',
        'і' | 'ї' | 'ι' | 'ӏ' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'ո' | 'п' | 'η' => 'n',
        'о' | 'ο' | 'σ' | 'օ' => 'o',
        'р' | 'ρ' => 'p',
        'г' | 'ʀ' | 'ɾ' => 'r',
        'ѕ' | 'ꜱ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' | 'ц' => 'u',
        'ν' | 'ѵ' => 'v',
        'ѡ' | 'ω' | 'ш' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' | 'ү' => 'y',
        'ᴢ' => 'z',
        _ => return None,
    })
}
