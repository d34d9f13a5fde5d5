//! The views of a text that are searched: folded, respelled, and what was encoded inside it.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

use super::{decoding, respelling};

/// All views of a text: folded as it is, with broken words mended, read backwards or shifted, and its encoded parts.
pub(super) fn views(text: &str) -> Vec<String> {
    let opened = decoding::opened(&unhidden(text));
    let folded = fold(&opened);
    let mut views = Vec::new();
    for encoded in decoding::encoded_parts(&opened) {
        let part = fold(&decoding::opened(&encoded));
        views.extend(respelling::respelled(&part));
        views.push(part);
    }
    views.extend(respelling::respelled(&folded));
    views.push(folded);
    views
}

/// Tag characters, which no reader sees, become the letters they stand for; other hidden characters go.
fn unhidden(text: &str) -> String {
    text.chars()
        .filter_map(|character| match u32::from(character) {
            code @ 0xE0020..=0xE007E => char::from_u32(code - 0xE0000),
            0xFE00..=0xFE0F | 0xE0100..=0xE01EF | 0x034F | 0x115F | 0x1160 | 0x3164 | 0x2800 => None,
            _ if character.general_category() == GeneralCategory::Format => None,
            _ if character.is_control() && !character.is_whitespace() => None,
            code => Some(boxed_letter(code).unwrap_or(character)),
        })
        .collect()
}

/// Letters in circles and squares that have no compatibility form.
fn boxed_letter(code: u32) -> Option<char> {
    let place = match code {
        0x1F150..=0x1F169 => code - 0x1F150,
        0x1F170..=0x1F189 => code - 0x1F170,
        0x1F1E6..=0x1F1FF => code - 0x1F1E6,
        _ => return None,
    };
    char::from_u32(u32::from('a') + place)
}

/// Compatibility forms, case, accents of Latin letters, look-alike letters, emphasis marks and white space are folded.
/// Line ends stay, as one `\n`, since a turn of a conversation begins with one.
pub(super) fn fold(text: &str) -> String {
    let mut letters = String::with_capacity(text.len());
    for character in text.nfkc().flat_map(char::to_lowercase) {
        match character {
            'ß' => letters.push_str("ss"),
            'ё' => letters.push('е'),
            'أ' | 'إ' | 'آ' | 'ٱ' => letters.push('ا'),
            'ى' => letters.push('ي'),
            'ة' => letters.push('ه'),
            'ł' => letters.push('l'),
            'ø' => letters.push('o'),
            'đ' => letters.push('d'),
            'æ' => letters.push_str("ae"),
            'ँ' => letters.push('ं'),
            // The Arabic stroke that stretches a word, and the nukta, which many leave out.
            'ـ' | '\u{93C}' => {}
            '’' | '‘' | 'ʼ' | '`' | '´' => letters.push('\''),
            '“' | '”' | '„' | '«' | '»' => letters.push('"'),
            '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => letters.push('-'),
            'ı' => letters.push('i'),
            'ſ' => letters.push('s'),
            '*' | '~' => {}
            _ => push_bare(&mut letters, character),
        }
    }
    squeezed(&respelling::without_look_alikes(&letters))
}

/// A pattern in the form that the letters of a folded text have.
pub(super) fn as_folded(pattern: &str) -> String {
    let mut folded = String::with_capacity(pattern.len());
    for character in pattern.nfkc() {
        match character {
            'أ' | 'إ' | 'آ' | 'ٱ' => folded.push('ا'),
            'ى' => folded.push('ي'),
            'ة' => folded.push('ه'),
            'ँ' => folded.push('ं'),
            '\u{93C}' => {}
            _ => folded.push(character),
        }
    }
    folded
}

fn push_bare(letters: &mut String, character: char) {
    let mut parts = character.nfd();
    let base = parts.next().unwrap_or(character);
    if base.is_ascii_alphabetic() {
        letters.push(base);
    } else if is_loose_mark(character) {
        // Accents that compose with nothing, and Arabic vowel signs: decoration.
    } else {
        letters.push(character);
    }
}

fn is_loose_mark(character: char) -> bool {
    is_combining_mark(character)
        && matches!(u32::from(character), 0x0300..=0x036F | 0x0483..=0x0489 | 0x064B..=0x065F | 0x0670 | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF)
}

fn squeezed(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    let mut pending = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_emphasis = character == '_'
            && !(squeezed.ends_with(char::is_alphanumeric)
                && pending.is_none()
                && characters.peek().is_some_and(|next| next.is_alphanumeric()));
        if is_emphasis {
            continue;
        }
        if character.is_whitespace() {
            let ends_line = matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}' | '\u{85}');
            pending = Some(if ends_line || pending == Some('\n') { '\n' } else { ' ' });
            continue;
        }
        if let Some(space) = pending.take()
            && !squeezed.is_empty()
        {
            squeezed.push(space);
        }
        squeezed.push(character);
    }
    squeezed
}
