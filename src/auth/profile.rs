//! Tool profiles: a named subset of the tools, chosen by the token or by the endpoint (contract, "Tool profiles").

use std::str::FromStr;

/// A profile. It changes what is listed and callable on MCP, never what a token may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Everything that the token allows.
    Generic,
    /// The decisions family.
    Decisions,
    /// The facts family.
    Facts,
    /// The remember family.
    Remember,
    /// The workspaces family.
    Workspaces,
    /// A small set for ChatGPT.
    ChatGpt,
    /// A small set for Claude.
    Claude,
}

impl Profile {
    /// Every profile there is.
    pub const ALL: [Self; 7] =
        [Self::Generic, Self::Decisions, Self::Facts, Self::Remember, Self::Workspaces, Self::ChatGpt, Self::Claude];

    /// The profile as paths and the command line spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Decisions => "decisions",
            Self::Facts => "facts",
            Self::Remember => "remember",
            Self::Workspaces => "workspaces",
            Self::ChatGpt => "chatgpt",
            Self::Claude => "claude",
        }
    }
}

impl FromStr for Profile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|profile| profile.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(" ");
            format!("“{}” is no profile; there are: {names}", text.escape_debug())
        })
    }
}
