//! Tags that would pose as identity or as our own scopes.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::hidden::may_be_hidden;

/// What a tag may not begin with when a colon follows.
const RESERVED: &[&str] = &["scope", "team", "user", "account", "tenant", "system", "agent"];

/// The tag begins, for the eye, with `scope:`, `team:`, `user:`, `account:`, `tenant:`, `system:` or `agent:`.
///
/// Compatibility forms, case, hidden characters, accents, white space and punctuation in front do not matter; letters of
/// Cyrillic, Greek, Armenian and other alphabets count as the Latin letter they look like.
#[must_use]
pub fn is_reserved_tag(tag: &str) -> bool {
    let skeleton: Vec<char> = tag
        .chars()
        .filter(|character| !may_be_hidden(*character))
        .map(boxed_letter)
        .nfkd()
        .filter(|character| {
            (!is_combining_mark(*character) || is_colon(*character))
                && !may_be_hidden(*character)
                && !character.is_whitespace()
        })
        .skip_while(char::is_ascii_punctuation)
        .collect();
    RESERVED.iter().any(|name| {
        let letters = name.chars().count();
        skeleton.len() > letters
            && is_colon(skeleton[letters])
            && skeleton.iter().zip(name.chars()).all(|(seen, letter)| looks_like(*seen, letter))
    })
}

fn is_colon(character: char) -> bool {
    matches!(
        character,
        ':' | '∶'
            | '꞉'
            | 'ː'
            | '˸'
            | '׃'
            | '։'
            | '܃'
            | '܄'
            | '᛬'
            | '⁚'
            | '⁝'
            | '፡'
            | '፥'
            | '᠄'
            | '᠃'
            | 'ः'
            | 'ઃ'
            | '፦'
            | '⠆'
            | 'ꓽ'
    )
}

/// Letters in circles and squares that have no compatibility form.
fn boxed_letter(character: char) -> char {
    let code = u32::from(character);
    let place = match code {
        0x1F150..=0x1F169 => code - 0x1F150,
        0x1F170..=0x1F189 => code - 0x1F170,
        0x1F1E6..=0x1F1FF => code - 0x1F1E6,
        _ => return character,
    };
    char::from_u32(u32::from('a') + place).unwrap_or(character)
}

fn looks_like(seen: char, letter: char) -> bool {
    let alike = |character: char| character == letter || look_alikes(letter).contains(character);
    alike(seen) || seen.to_lowercase().any(alike)
}

/// What passes for a letter of the reserved names: Cyrillic, Greek, Armenian, Cherokee, Lisu, Coptic, phonetic letters, digits.
fn look_alikes(letter: char) -> &'static str {
    match letter {
        'a' => "аαɑΑАᴀꓮꭺⲁᎪ@4",
        'c' => "сϲСϹᴄⅽꓚⲥᏟꮯ¢ҫ",
        'e' => "еεЕΕєᴇҽꓰⲉᎬꭼ℮ɛэ3",
        'g' => "ɡɢցԌԍᏀꮐꓖǥ9ġ",
        'm' => "мМΜμᴍⅿꓟⲙᎷꮇⱮ",
        'n' => "пηΝոᴎɴꓠⲛռϰ",
        'o' => "оοОΟοσօᴏօסഠ௦ⲟꓳ০ᲿჿØø0ѳө〇",
        'p' => "рρРΡᴘⲣꓑᏢꮲþϸр",
        'r' => "гʀᴦꭇꭈɼряᎡꭱꓣɾ",
        's' => "ѕЅꜱսȿꓢᏚꮪ5$ʂƽտ",
        't' => "тτТΤᴛⲧꓔᎢꭲ7†",
        'u' => "υսʋᴜцμꞟꓴՍՄ∪",
        'y' => "уγУΥүұყʏᶌỿⲩꓬᎩꭹ¥",
        _ => "",
    }
}
