//! Sections that their writer marked as not to be kept: `<private>…</private>`.

/// The most characters between `<private` and its `>`: what is longer is no tag.
const LONGEST_TAG: usize = 200;

/// A text without its private sections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithoutPrivate {
    /// What is left.
    pub text: String,
    /// How many sections were dropped; a section inside another is part of it.
    pub sections: u32,
}

/// Drops every `<private>…</private>` section, in any letter case. Sections may nest; one that is never closed ends with the
/// text, since leaving out too much does no harm. A closing tag without an opening one stays.
///
/// Expects text that was cleaned of hidden characters, so that none can split a tag. Time is linear in the text.
#[must_use]
pub fn drop_private(text: &str) -> WithoutPrivate {
    let mut kept = String::with_capacity(text.len());
    let mut sections = 0_u32;
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(place) = rest.find('<') {
        let (before, from) = rest.split_at(place);
        if depth == 0 {
            kept.push_str(before);
        }
        let Some((tag, length)) = tag(from) else {
            if depth == 0 {
                kept.push('<');
            }
            rest = &from[1..];
            continue;
        };
        match tag {
            Tag::Opens => {
                sections = sections.saturating_add(u32::from(depth == 0));
                depth += 1;
            }
            Tag::IsEmpty => sections = sections.saturating_add(u32::from(depth == 0)),
            Tag::Closes if depth == 0 => kept.push_str(&from[..length]),
            Tag::Closes => depth -= 1,
        }
        rest = &from[length..];
    }
    if depth == 0 {
        kept.push_str(rest);
    }
    WithoutPrivate { text: kept, sections }
}

enum Tag {
    Opens,
    Closes,
    IsEmpty,
}

/// The tag that a text beginning with `<` begins with, and its length in bytes.
fn tag(text: &str) -> Option<(Tag, usize)> {
    const NAME: &str = "private";
    let inner = text[1..].trim_start();
    let (closes, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner.trim_start()));
    let name = inner.get(..NAME.len())?;
    if !name.eq_ignore_ascii_case(NAME) {
        return None;
    }
    let attributes = &inner[NAME.len()..];
    if !attributes.starts_with(|next: char| next == '>' || next == '/' || next.is_whitespace()) {
        return None;
    }
    let end = attributes.char_indices().take(LONGEST_TAG).find(|(_, character)| *character == '>')?.0;
    let length = text.len() - attributes.len() + end + 1;
    let tag = match (closes, attributes[..end].trim_end().ends_with('/')) {
        (true, _) => Tag::Closes,
        (false, true) => Tag::IsEmpty,
        (false, false) => Tag::Opens,
    };
    Some((tag, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dropped(text: &str) -> (String, u32) {
        let without = drop_private(text);
        (without.text, without.sections)
    }

    #[test]
    fn sections_are_dropped_and_counted() {
        for (text, left, sections) in [
            ("Nothing to hide.", "Nothing to hide.", 0),
            ("a <private>b</private> c", "a  c", 1),
            ("<private>b</private>", "", 1),
            ("a<PRIVATE>b</Private>c<private>d</private>", "ac", 2),
            ("a <private reason=\"salary\">b</private > c", "a  c", 1),
            ("a < private >b< / private >c", "a c", 1),
            ("a <private>b <private>c</private> d</private> e", "a  e", 1),
            ("a <private>b\nc\n</private>\nd", "a \nd", 1),
            ("a<private/>b", "ab", 1),
        ] {
            assert_eq!(dropped(text), (left.to_owned(), sections), "{text}");
        }
    }

    #[test]
    fn what_is_never_closed_ends_with_the_text() {
        assert_eq!(dropped("a <private>b c"), ("a ".to_owned(), 1));
        assert_eq!(dropped("a <private>b <private>c</private> d"), ("a ".to_owned(), 1));
    }

    #[test]
    fn what_is_no_such_tag_stays() {
        for text in [
            "x < y and y > z",
            "<privateer>Drake</privateer>",
            "</private> alone",
            "<p>private</p>",
            "a <",
            "a <private",
            "ключ <приват>x</приват>",
        ] {
            assert_eq!(dropped(text), (text.to_owned(), 0));
        }
    }
}
