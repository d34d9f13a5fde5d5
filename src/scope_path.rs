//! Paths of scope nodes and records: slugs parted by `/`. Pairs give kinds (ruling 11): `teams/<slug>`,
//! `projects/<slug>`, `spaces/<slug>`, `people/<user>`; what follows the pairs is the record's own path.

use std::fmt;
use std::str::FromStr;

use unicode_normalization::is_nfc;

/// The most characters of a path.
pub const LONGEST_PATH: usize = 512;

/// What a scope node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The root.
    Account,
    /// Belongs to a team's members.
    Team,
    /// A project.
    Project,
    /// A space.
    Space,
    /// Belongs to one person.
    Personal,
}

impl NodeKind {
    /// The kind as the store and the API spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Team => "team",
            Self::Project => "project",
            Self::Space => "space",
            Self::Personal => "personal",
        }
    }

    /// The word before the slug in a path.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Account => "",
            Self::Team => "teams",
            Self::Project => "projects",
            Self::Space => "spaces",
            Self::Personal => "people",
        }
    }

    fn of_plural(word: &str) -> Option<Self> {
        [Self::Team, Self::Project, Self::Space, Self::Personal].into_iter().find(|kind| kind.plural() == word)
    }
}

impl FromStr for NodeKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Account, Self::Team, Self::Project, Self::Space, Self::Personal]
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| format!("“{}” is no kind of scope node", text.escape_debug()))
    }
}

/// A checked path. Compared byte for byte; letter case is kept. The empty path is the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopePath(String);

impl ScopePath {
    /// Checks a path; the empty one is the root.
    ///
    /// # Errors
    /// A sentence that says what is accepted.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self(String::new()));
        }
        if text.contains('\0') {
            return Err("must not contain the NUL character".to_owned());
        }
        if text.trim().is_empty() {
            return Err("must not be blank".to_owned());
        }
        let chars = text.chars().count();
        if chars > LONGEST_PATH {
            return Err(format!("must have at most {LONGEST_PATH} characters, not {chars}"));
        }
        if text.starts_with('/') || text.ends_with('/') {
            return Err("must not begin or end with a slash, for example projects/billing/decisions".to_owned());
        }
        if !is_nfc(text) {
            return Err("must be in Unicode normal form C".to_owned());
        }
        for segment in text.split('/') {
            if segment.is_empty() {
                return Err("must not contain an empty segment (two slashes in a row)".to_owned());
            }
            if segment == "." || segment == ".." {
                return Err("must not contain the segments . or ..".to_owned());
            }
            if !segment.chars().all(|character| {
                character.is_alphanumeric() || is_mark(character) || matches!(character, '.' | '_' | '-')
            }) {
                return Err(
                    "may contain letters, digits, . _ - and / between segments, for example projects/billing/decisions"
                        .to_owned(),
                );
            }
        }
        Ok(Self(text.to_owned()))
    }

    /// The path as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The leading pairs, each with its kind and slug, and the rest.
    #[must_use]
    pub fn pairs(&self) -> (Vec<(NodeKind, &str)>, &str) {
        let mut pairs = Vec::new();
        let mut rest = self.0.as_str();
        while let Some((word, after)) = rest.split_once('/') {
            let Some(kind) = NodeKind::of_plural(word) else { break };
            let (slug, next) = after.split_once('/').unwrap_or((after, ""));
            pairs.push((kind, slug));
            rest = next;
        }
        (pairs, rest)
    }
}

impl fmt::Display for ScopePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Marks that belong to letters of scripts such as Devanagari, which are written with combining characters.
fn is_mark(character: char) -> bool {
    use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
    character.general_category_group() == GeneralCategoryGroup::Mark
}

/// A node's path and a pair below it, joined.
#[must_use]
pub fn child(parent: &str, kind: NodeKind, slug: &str) -> String {
    join(parent, &format!("{}/{slug}", kind.plural()))
}

/// Two parts of a path, joined; either may be empty.
#[must_use]
pub fn join(first: &str, second: &str) -> String {
    match (first.is_empty(), second.is_empty()) {
        (true, _) => second.to_owned(),
        (_, true) => first.to_owned(),
        _ => format!("{first}/{second}"),
    }
}

/// A name in paths made of free text, such as the first part of an e-mail address.
#[must_use]
pub fn slug_of(text: &str) -> String {
    let slug: String = text
        .chars()
        .map(
            |character| {
                if character.is_alphanumeric() || matches!(character, '.' | '_' | '-') { character } else { '-' }
            },
        )
        .take(60)
        .collect();
    let slug = slug.trim_matches(['-', '.']).to_lowercase();
    if slug.is_empty() { "member".to_owned() } else { slug }
}

#[cfg(test)]
mod tests;
