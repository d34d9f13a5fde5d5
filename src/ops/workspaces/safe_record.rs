//! The texts of a record, made safe before anything keeps them: cleaned, without private sections, without secrets.

use crate::error::AppError;
use crate::frame::is_reserved_tag;
use crate::ops::safety::{SafeText, Safety};

/// What was cut from a call's texts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cut {
    /// Secrets.
    pub redactions: u32,
    /// Private sections.
    pub sections: u32,
}

impl Cut {
    /// Makes one text safe. A text that may be blank gives none.
    ///
    /// # Errors
    /// Invalid input where it holds NUL, or nothing besides private sections.
    pub fn optional(&mut self, safety: Safety, field: &str, text: &str) -> Result<Option<String>, AppError> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        self.needed(safety, field, text).map(|safe| Some(safe.text))
    }

    /// Makes one text safe.
    ///
    /// # Errors
    /// Invalid input where it is blank, holds NUL, or nothing besides private sections.
    pub fn needed(&mut self, safety: Safety, field: &str, text: &str) -> Result<SafeText, AppError> {
        let (safe, sections) = safety.without_private(field, text)?;
        self.redactions = self.redactions.saturating_add(safe.redactions);
        self.sections = self.sections.saturating_add(sections);
        Ok(safe)
    }

    /// Makes tags safe.
    ///
    /// # Errors
    /// Invalid input where one poses as identity, or there are more than 64.
    pub fn tags<'a>(
        &mut self,
        safety: Safety,
        tags: impl ExactSizeIterator<Item = &'a str>,
    ) -> Result<Vec<String>, AppError> {
        if tags.len() > 64 {
            return Err(AppError::invalid("tags", format!("must be at most 64, not {}", tags.len())));
        }
        tags.enumerate()
            .map(|(place, tag)| {
                let field = format!("tags[{place}]");
                if is_reserved_tag(tag) {
                    let problem = "begins like identity metadata (scope:, team:, user: and their like), which only the service writes";
                    return Err(AppError::invalid(field, problem));
                }
                self.needed(safety, &field, tag).map(|safe| safe.text)
            })
            .collect()
    }

    /// Whether anything was cut.
    pub const fn is_any(self) -> bool {
        self.redactions > 0 || self.sections > 0
    }
}
