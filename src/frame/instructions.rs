//! Text that reads like instructions to an assistant: told to ignore what it was told, to take another role, to hide
//! something from its user, to give away what it knows, to call a tool.
//!
//! A label, never a refusal: what a memory says stays data. Scored in two stages. An act alone ("ignore", "send") and a
//! target alone ("the system prompt") mean nothing; they count where they stand together in one clause, and weaker signs
//! only where two of different kinds stand close to each other. Imperatives of a team to itself stay unlabelled. Linear in
//! the text; the text is folded first, so that spelling, spacing and encoding do not hide it.

mod acts;
mod decoding;
mod evidence;
mod folding;
mod learned;
mod lexicon;
mod pairing;
mod phrases;
mod respelling;
mod vocabulary;

use std::collections::HashMap;

use pairing::Sign;

/// What the text tries to make an assistant do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// Ignore, forget or replace the instructions that the assistant has.
    Override,
    /// Become another assistant, or one without limits.
    Role,
    /// Show the system prompt or other hidden text.
    Disclosure,
    /// Keep something from the user, or act without asking.
    Concealment,
    /// Send secrets or the conversation somewhere.
    Exfiltration,
    /// Text that poses as a system message or as another turn of the conversation.
    ForgedTurn,
    /// Call a tool, or run a command, on being read.
    ToolCall,
    /// Obey a claimed authority, or drop safeguards.
    Authority,
    /// Something of the kind, by its wording as a whole.
    Wording,
}

impl Label {
    /// A stable word, as replies and metrics carry it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Override => "override",
            Self::Role => "role",
            Self::Disclosure => "disclosure",
            Self::Concealment => "concealment",
            Self::Exfiltration => "exfiltration",
            Self::ForgedTurn => "forged_turn",
            Self::ToolCall => "tool_call",
            Self::Authority => "authority",
            Self::Wording => "wording",
        }
    }

    /// What to tell the reader of the text.
    #[must_use]
    pub const fn remark(self) -> &'static str {
        match self {
            Self::Override => "reads like instructions: asks to ignore earlier instructions",
            Self::Role => "reads like instructions: asks to take another role",
            Self::Disclosure => "reads like instructions: asks for hidden text",
            Self::Concealment => "reads like instructions: asks to keep something from the user",
            Self::Exfiltration => "reads like instructions: asks to send data away",
            Self::ForgedTurn => "reads like instructions: poses as a system message or another turn",
            Self::ToolCall => "reads like instructions: asks to call a tool",
            Self::Authority => "reads like instructions: claims authority or lifts safeguards",
            Self::Wording => "reads like instructions: is worded like orders to an assistant",
        }
    }
}

/// Two weaker signs count together when they are at most so many bytes of folded text apart.
const NEAR: usize = 400;

/// The label of a text that reads like instructions to an assistant; `None` for every other text.
#[must_use]
pub fn reads_like_instructions(text: &str) -> Option<Label> {
    let by_signs = folding::views(text).iter().find_map(|view| label_of(view));
    by_signs.or_else(|| learned::is_worded_like_instructions(text).then_some(Label::Wording))
}

fn label_of(view: &str) -> Option<Label> {
    let mut signs = pairing::signs(view);
    signs.extend(phrases::signs(view));
    signs.extend(evidence::signs(view));
    if let Some(strong) = signs.iter().filter(|sign| sign.strong).min_by_key(|sign| (sign.at, sign.label)) {
        return Some(strong.label);
    }
    signs.sort_by_key(|sign| (sign.at, sign.label));
    two_kinds_near_each_other(&signs)
}

/// Two signs of different kinds, close together and of different words. The signs are in the order of the text.
///
/// Of each kind the last two are remembered: the last may share its words with the sign at hand.
fn two_kinds_near_each_other(signs: &[Sign]) -> Option<Label> {
    let mut last_of_kind: HashMap<&'static str, [Option<&Sign>; 2]> = HashMap::new();
    for sign in signs {
        let earlier = last_of_kind
            .iter()
            .filter(|(kind, _)| **kind != sign.kind)
            .flat_map(|(_, last)| last.iter().flatten())
            .filter(|other| other.end <= sign.at && sign.at - other.end <= NEAR)
            .min_by_key(|other| (other.at, other.label));
        if let Some(other) = earlier {
            return Some(other.label);
        }
        let last = last_of_kind.entry(sign.kind).or_default();
        *last = [Some(sign), last[0]];
    }
    None
}

#[cfg(test)]
mod tests;
