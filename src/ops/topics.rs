//! Topics and links: what a memory carries besides its text.

use crate::error::AppError;
use crate::frame::is_reserved_tag;
use crate::ops::safety::Safety;

/// Topics: cleaned, redacted, and none that poses as identity.
///
/// # Errors
/// Invalid input, naming the place.
pub fn checked_topics(safety: Safety, topics: &[String]) -> Result<Vec<String>, AppError> {
    if topics.len() > 20 {
        return Err(AppError::invalid("topics", format!("must be at most 20, not {}", topics.len())));
    }
    if let Some(place) = topics.iter().position(|topic| is_reserved_tag(topic)) {
        return Err(AppError::invalid(
            format!("topics[{place}]"),
            "begins like identity metadata (scope:, team:, user: and their like), which only the service writes",
        ));
    }
    let topics = safety.list("topics", topics)?;
    no_longer_than("topics", &topics, 200)?;
    Ok(topics)
}

/// Links: http or https, cleaned and redacted.
///
/// # Errors
/// Invalid input, naming the place.
pub fn checked_links(safety: Safety, links: &[String]) -> Result<Vec<String>, AppError> {
    if links.len() > 20 {
        return Err(AppError::invalid("links", format!("must be at most 20, not {}", links.len())));
    }
    for (place, link) in links.iter().enumerate() {
        let names_host = link.split_once("://").is_some_and(|(scheme, rest)| {
            let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
            is_web && !rest.is_empty() && !rest.starts_with(['/', '?', '#'])
        });
        if !names_host || link.contains(char::is_whitespace) {
            return Err(AppError::invalid(format!("links[{place}]"), "must be an http or https URL"));
        }
    }
    let links = safety.list("links", links)?;
    no_longer_than("links", &links, 2_000)?;
    Ok(links)
}

/// Composing may lengthen a text: the limit counts for what is kept.
fn no_longer_than(field: &str, texts: &[String], longest: usize) -> Result<(), AppError> {
    match texts.iter().position(|text| text.chars().count() > longest) {
        Some(place) => Err(AppError::invalid(
            format!("{field}[{place}]"),
            format!("must have at most {longest} characters when composed"),
        )),
        None => Ok(()),
    }
}
