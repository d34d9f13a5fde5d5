//! What a briefing is about: a topic in plain words, or exactly a file, a service or a document.

use crate::recall::analysis::required_terms;

/// What a briefing is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The topic that memories carry which are about exactly this.
    pub topic: String,
    /// The terms that a text holds which mentions it.
    pub terms: Vec<String>,
    /// Whether it is a file, a service or a document: then meaning has no say.
    pub is_exact: bool,
    /// The document that it is.
    pub document: Option<(String, i32)>,
    /// A regular expression for its name, where it is a file, a service or a document: a longer name does not match.
    pub naming: Option<String>,
}

impl About {
    /// Reads it.
    pub fn read(text: &str) -> Self {
        let topic = text.trim();
        let named = ["file:", "service:", "doc:"].into_iter().find_map(|prefix| {
            let name = topic.strip_prefix(prefix)?.trim();
            (!name.is_empty()).then_some((prefix, name))
        });
        let name = named.map_or(topic, |(_, name)| name);
        let document = match named {
            Some(("doc:", name)) => document(name),
            _ => None,
        };
        let naming = named.map(|(_, name)| match &document {
            Some((kind, number)) => alone(kind, r"[\s#-]*0*", &number.to_string()),
            None => alone(name, "", ""),
        });
        Self { topic: topic.to_owned(), terms: required_terms(name), is_exact: named.is_some(), document, naming }
    }
}

/// A regular expression of Postgres for a name that stands alone: neither letters go on with it nor what joins the parts of a
/// longer name, as in `billing-api` or `lib/src/main.rs`. Scripts that put no spaces between words have no such edge.
fn alone(name: &str, between: &str, rest: &str) -> String {
    let mut pattern = String::new();
    if name.starts_with(is_of_word) {
        pattern.push_str("(?<![A-Za-z0-9_])(?<![A-Za-z0-9_][-./@])");
    }
    push_literally(&mut pattern, name);
    pattern.push_str(between);
    push_literally(&mut pattern, rest);
    let end = if rest.is_empty() { name } else { rest };
    if end.ends_with(is_of_word) {
        pattern.push_str("(?![A-Za-z0-9_])(?![-./@][A-Za-z0-9_])");
    }
    pattern
}

const fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

fn push_literally(pattern: &mut String, text: &str) {
    for (place, word) in text.split_whitespace().enumerate() {
        if place > 0 {
            pattern.push_str(r"\s+");
        }
        for character in word.chars() {
            if character.is_ascii() && !character.is_ascii_alphanumeric() {
                pattern.push('\\');
            }
            pattern.push(character);
        }
    }
}

/// `adr 12`, as a kind and a number.
fn document(name: &str) -> Option<(String, i32)> {
    let (kind, number) = name.rsplit_once(char::is_whitespace)?;
    Some((kind.trim().to_lowercase(), number.parse().ok().filter(|number| *number >= 0)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_services_and_documents_are_exact() {
        let file = About::read("file:src/main.rs");
        assert!(file.is_exact && file.document.is_none());
        assert_eq!(file.topic, "file:src/main.rs");
        assert_eq!(About::read("doc:ADR 12").document, Some(("adr".to_owned(), 12)));
        assert_eq!(About::read("doc:adr twelve").document, None);
        assert!(About::read("service:billing").is_exact);
    }

    #[test]
    fn a_name_is_written_so_that_nothing_in_it_is_a_pattern() {
        let naming = |text: &str| About::read(text).naming.unwrap_or_default();
        assert!(naming("file:a.b*").contains(r"a\.b\*"));
        assert!(naming("service:two  words").contains(r"two\s+words"));
        assert!(naming("doc:ADR 12").contains(r"adr[\s#-]*0*12"));
        assert_eq!(naming("service:結算"), "結算");
        assert_eq!(About::read("webhooks").naming, None);
    }

    #[test]
    fn anything_else_is_plain_words() {
        for text in ["webhook retries", "file:", "note: call them back", "adr 12"] {
            assert!(!About::read(text).is_exact, "{text}");
        }
        assert_eq!(About::read(" webhook retries ").topic, "webhook retries");
        assert_eq!(About::read("the webhook retries").terms, ["webhook", "retri"]);
    }
}
