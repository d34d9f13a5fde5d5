//! A text on one line, for lists and headings.

use unicode_normalization::char::is_combining_mark;
use unicode_properties::UnicodeEmoji;

use super::visible::visible;

/// The text on one line of at most `max_chars` characters: white space folded to single spaces and trimmed, hidden
/// characters made visible, `…` in place of what is cut off.
///
/// The cut never parts a letter from its marks, an emoji from its modifiers, or an escape of [`visible`].
#[must_use]
pub fn one_line(text: &str, max_chars: usize) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = visible(&folded);
    if line.chars().count() <= max_chars {
        return line;
    }
    let Some(room) = max_chars.checked_sub(1) else {
        return String::new();
    };
    let mut taken = 0;
    let mut end = 0;
    for cluster in (Clusters { rest: &line }) {
        let length = cluster.chars().count();
        if taken + length > room {
            break;
        }
        taken += length;
        end += cluster.len();
    }
    format!("{}…", line[..end].trim_end())
}

/// The pieces of a line that are not to be parted.
struct Clusters<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Clusters<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let mut characters = self.rest.char_indices();
        let (_, first) = characters.next()?;
        let escape = escape_length(self.rest);
        let mut end = escape.unwrap_or(first.len_utf8());
        if escape.is_none() {
            let mut last = first;
            let mut flags = usize::from(is_flag_letter(first));
            for (at, character) in characters {
                let second_of_flag = flags == 1 && is_flag_letter(character);
                if !(extends(character) || last == '\u{200D}' || second_of_flag) {
                    break;
                }
                flags += usize::from(second_of_flag);
                last = character;
                end = at + character.len_utf8();
            }
        }
        let (cluster, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(cluster)
    }
}

fn extends(character: char) -> bool {
    let skin_tone = character.is_emoji_component() && matches!(u32::from(character), 0x1F3FB..=0x1F3FF);
    is_combining_mark(character) || skin_tone || matches!(character, '\u{200C}' | '\u{200D}' | '\u{FE0E}' | '\u{FE0F}')
}

fn is_flag_letter(character: char) -> bool {
    matches!(u32::from(character), 0x1F1E6..=0x1F1FF)
}

/// The length of an escape as [`visible`] writes it, if the text begins with one.
fn escape_length(text: &str) -> Option<usize> {
    let digits = text.strip_prefix("\\u{")?;
    let length = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
    ((4..=6).contains(&length) && digits.as_bytes().get(length) == Some(&b'}')).then_some(length + 4)
}
