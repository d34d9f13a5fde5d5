//! The quality gate: whether a text holds any information at all.
//!
//! Deterministic rules, no model, linear in the text. A text is refused only where it says nothing: blank, a placeholder
//! alone, an address without a word, one token again and again, an encoded or binary dump, a number alone. Whether what
//! is said is true, useful or well put is not judged, and a short sentence passes in every script.

mod encoded;
mod measure;
mod placeholder;
mod repeated;
mod word_lists;

use measure::Measures;

/// What the gate found.
#[derive(Debug, Clone, PartialEq)]
pub struct Assessment {
    /// 0 (says nothing) to 1 (many different words). A passed text has 0.5 or more, a refused one 0.2 or less.
    pub score: f32,
    /// Whether the text may be kept.
    pub verdict: Verdict,
    /// Why it is refused, most telling first; empty when it passes.
    pub reasons: Vec<Reason>,
}

/// Whether the text may be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It holds some information.
    Pass,
    /// It holds none.
    Refuse,
}

/// Why a text is refused. The code is stable; the sentence is for the person who wrote the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Nothing but white space or empty markup.
    Blank,
    /// Nothing but punctuation, symbols or emoji.
    NoLetters,
    /// One letter of an alphabet.
    SingleLetter,
    /// A number, date or amount without a word.
    NumberOnly,
    /// A placeholder such as TODO or lorem ipsum.
    Placeholder,
    /// A word that answers something that is not there, such as "ok".
    Filler,
    /// One address or several, without a word.
    BareUrl,
    /// One token again and again.
    RepeatedToken,
    /// Base64, hexadecimal digits or the like.
    EncodedDump,
    /// Control characters, characters that could not be decoded, bytes read as letters.
    Binary,
}

impl Reason {
    /// The stable code, as replies carry it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::NoLetters => "no_letters",
            Self::SingleLetter => "single_letter",
            Self::NumberOnly => "number_only",
            Self::Placeholder => "placeholder",
            Self::Filler => "filler",
            Self::BareUrl => "bare_url",
            Self::RepeatedToken => "repeated_token",
            Self::EncodedDump => "encoded_dump",
            Self::Binary => "binary",
        }
    }

    /// What is wrong and what to do about it, in one or two sentences.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Blank => "The text is blank. Write what should be remembered.",
            Self::NoLetters => {
                "The text has only punctuation, symbols or emoji. Say in words what should be remembered."
            }
            Self::SingleLetter => "The text is a single letter. Write out what it stands for.",
            Self::NumberOnly => "The text is a number without a word. Add what the number stands for.",
            Self::Placeholder => {
                "The text is only a placeholder. Save it once there is something to say, and replace the placeholder."
            }
            Self::Filler => "The text is only a reply such as “ok”. Say what was agreed or answered.",
            Self::BareUrl => "The text is only a link. Add a sentence about what is behind it and why it matters.",
            Self::RepeatedToken => "The text repeats one word or character. Say once what should be remembered.",
            Self::EncodedDump => {
                "The text is encoded data (base64, hexadecimal digits or an identifier). Describe what it is, and store the data itself elsewhere."
            }
            Self::Binary => {
                "The text is binary data or was decoded wrongly. Send text in UTF-8, or describe the file in words."
            }
        }
    }
}

/// Judges a text by itself. Expects text that was cleaned of hidden characters, but takes any.
#[must_use]
pub fn assess(content: &str) -> Assessment {
    let measures = Measures::of(content);
    let reasons = reasons(content, &measures);
    let (score, verdict) = match reasons.first() {
        None => (passed_score(&measures), Verdict::Pass),
        Some(Reason::Blank | Reason::NoLetters | Reason::Binary) => (0.0, Verdict::Refuse),
        Some(Reason::BareUrl) => (0.2, Verdict::Refuse),
        Some(_) => (0.1, Verdict::Refuse),
    };
    Assessment { score, verdict, reasons }
}

fn reasons(content: &str, measures: &Measures) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if measures.is_binary() {
        reasons.push(Reason::Binary);
    }
    if measures.visible == 0 || placeholder::is_empty_markup(content) {
        reasons.push(Reason::Blank);
        return reasons;
    }
    if placeholder::is_template_slot(content) {
        reasons.push(Reason::Placeholder);
        return reasons;
    }
    if measures.letters == 0 {
        reasons.push(if measures.digits == 0 { Reason::NoLetters } else { Reason::NumberOnly });
        return reasons;
    }
    if encoded::is_dump(content) {
        reasons.push(Reason::EncodedDump);
    }
    if encoded::is_bare_url(content) {
        reasons.push(Reason::BareUrl);
    }
    match placeholder::kind_of(content) {
        Some(placeholder::Empty::Placeholder) => reasons.push(Reason::Placeholder),
        Some(placeholder::Empty::Filler) => reasons.push(Reason::Filler),
        None => {}
    }
    if repeated::is_one_token_repeated(content) {
        reasons.push(Reason::RepeatedToken);
    }
    // "C++" and "C#" are names.
    let is_lone_letter = measures.letters == 1 && measures.digits == 0 && measures.single_letter_says_nothing;
    if reasons.is_empty() && is_lone_letter && !content.contains(['+', '#']) {
        reasons.push(Reason::SingleLetter);
    }
    reasons
}

/// Rises with the number of different words, and never reaches 1.
fn passed_score(measures: &Measures) -> f32 {
    let words = f32::from(u16::try_from(measures.distinct_words).unwrap_or(u16::MAX));
    0.5 + 0.5 * words / (words + 6.0)
}

#[cfg(test)]
mod tests;
