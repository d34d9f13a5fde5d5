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
        Self { topic: topic.to_owned(), terms: required_terms(name), is_exact: named.is_some(), document }
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
    fn anything_else_is_plain_words() {
        for text in ["webhook retries", "file:", "note: call them back", "adr 12"] {
            assert!(!About::read(text).is_exact, "{text}");
        }
        assert_eq!(About::read(" webhook retries ").topic, "webhook retries");
        assert_eq!(About::read("the webhook retries").terms, ["webhook", "retri"]);
    }
}
