//! The values of a Kubernetes `Secret`, whatever their names: `data` and `stringData`, in YAML and in JSON.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::lines::Lines;
use super::span::Span;
use super::wording;

pub(super) const KIND: &str = "kubernetes-secret";

static YAML_KIND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?:^|[\s"'{`])kind:[ \t]*[\\"']{0,2}Secret[\\"']{0,2}[ \t]*(?:#.*)?$"#)
        .expect("a constant expression that the tests run")
});

static JSON_KIND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"\\?"kind\\?"\s{0,4}:\s{0,4}\\?"Secret\\?""#).expect("a constant expression that the tests run")
});

static JSON_DATA: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"\\?"(?:stringData|data)\\?"\s{0,4}:\s{0,4}\{([^{}]*)\}"#)
        .expect("a constant expression that the tests run")
});

static JSON_ENTRY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#""[^"\\]{1,253}\\?"\s{0,4}:\s{0,4}\\?"([^"\\]{4,})\\?""#)
        .expect("a constant expression that the tests run")
});

static YAML_ENTRY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"^[ \t]+[\\"']{0,2}[A-Za-z0-9._-]{1,253}[\\"']{0,2}:[ \t]*[\\"']{0,2}([^\s"'#\\][^"'\r\\]*)"#)
        .expect("a constant expression that the tests run")
});

pub(super) fn find(text: &str, found: &mut Vec<Span>) {
    if text.contains("Secret") && text.contains("kind:") {
        find_in_yaml(text, found);
    }
    if JSON_KIND.is_match(text) {
        for data in JSON_DATA.captures_iter(text).filter_map(|groups| groups.get(1)) {
            for value in JSON_ENTRY.captures_iter(data.as_str()).filter_map(|groups| groups.get(1)) {
                push(value.as_str(), data.start() + value.start(), found);
            }
        }
    }
}

/// Walks the documents (parted by `---`) that are Secrets, and in them the lines below `data:` or `stringData:`.
fn find_in_yaml(text: &str, found: &mut Vec<Span>) {
    let lines: Vec<Range<usize>> = Lines::of(text).collect();
    for document in lines.split(|line| text[line.clone()].starts_with("---")) {
        if document.iter().any(|line| YAML_KIND.is_match(text[line.clone()].trim_end())) {
            find_in_secret(text, document, found);
        }
    }
}

fn find_in_secret(text: &str, lines: &[Range<usize>], found: &mut Vec<Span>) {
    // The indentation of `data:` while its entries are read, and that of an entry whose value is a block below it.
    let mut section: Option<usize> = None;
    let mut block: Option<usize> = None;
    for line in lines {
        let content = text[line.clone()].trim_end();
        let indentation = content.len() - content.trim_start().len();
        if content.trim().is_empty() {
            continue;
        }
        if let Some(of_entry) = block {
            if indentation > of_entry {
                push(content.trim(), line.start + indentation, found);
                continue;
            }
            block = None;
        }
        if section.is_some_and(|of_section| indentation <= of_section) {
            section = None;
        }
        if section.is_none() {
            let key = content.trim().trim_end_matches(':').trim_matches(['"', '\'', '\\']);
            if content.ends_with(':') && matches!(key, "data" | "stringData") {
                section = Some(indentation);
            }
            continue;
        }
        let Some(value) = YAML_ENTRY.captures(content).and_then(|entry| entry.get(1)) else {
            continue;
        };
        let shown = value.as_str().trim_end();
        if shown.starts_with(['|', '>']) && shown.len() <= 3 {
            block = Some(indentation);
        } else {
            push(shown, line.start + value.start(), found);
        }
    }
}

fn push(value: &str, start: usize, found: &mut Vec<Span>) {
    if value.len() >= 4 && !wording::is_placeholder(value) {
        found.push(Span::structured(start..start + value.len(), KIND));
    }
}
