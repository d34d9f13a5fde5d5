//! What a record is, how much it matters, and where its text is from.

use schemars::JsonSchema;
use serde::Deserialize;

/// What a record may be.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecordType {
    #[default]
    Fact,
    Decision,
    Solution,
    Lesson,
    Convention,
}

impl RecordType {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fact => "fact",
            Self::Decision => "decision",
            Self::Solution => "solution",
            Self::Lesson => "lesson",
            Self::Convention => "convention",
        }
    }
}

/// How much a record matters.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Importance {
    Low,
    #[default]
    Medium,
    High,
    Critical,
}

impl Importance {
    pub const fn word_and_share(self) -> (&'static str, f32) {
        match self {
            Self::Low => ("low", 0.25),
            Self::Medium => ("medium", 0.5),
            Self::High => ("high", 0.75),
            Self::Critical => ("critical", 1.0),
        }
    }
}

/// What the text was taken from.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SourceFormat {
    #[default]
    Auto,
    Conversation,
}
