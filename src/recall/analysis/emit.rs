//! Runs to terms.

use std::fmt::Write as _;
use std::ops::Range;

use rust_stemmers::{Algorithm, Stemmer};
use sha2::{Digest as _, Sha256};

use super::fold::{Folded, lower};
use super::grouping::without_grouping;
use super::script::{is_foreign_letter, is_han, is_mark};
use super::split::{Run, RunKind};
use super::stop_words::is_stop_word;
use super::{MAX_TERM_BYTES, Mode, Term};

/// The connectors from the loosest to the tightest: `file:src/main.rs` falls into `file` and `src/main.rs` before it falls
/// into letters, and each of these is a term.
const LEVELS: [&[char]; 5] = [&[':', '@'], &['/', '\\'], &['.', '+'], &['-', '_', ','], &['\'']];

/// What marks the pair of letters inside a word: no word begins with it.
const PAIR: char = '*';

/// A longer word is asked for as a whole.
const LONGEST_ASKED_BY_PAIRS: usize = 4;

/// A question of more words is asked by its words alone.
const MOST_WORDS_WITH_PAIRS: u32 = 3;

/// Collects the terms of one text.
pub(super) struct Emitter<'a> {
    folded: &'a [Folded],
    mode: Mode,
    stemmer: Stemmer,
    position: u32,
    terms: Vec<Term>,
    pairs_asked: Vec<(String, Range<usize>, u32)>,
}

impl<'a> Emitter<'a> {
    pub(super) fn new(folded: &'a [Folded], mode: Mode) -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        Self { folded, mode, stemmer, position: 1, terms: Vec::new(), pairs_asked: Vec::new() }
    }

    pub(super) fn emit(&mut self, run: &Run) {
        let range = run.range.clone();
        match run.kind {
            RunKind::Words => self.compound(range, 0),
            RunKind::Unspaced => self.unspaced(range),
            RunKind::Hangul => self.hangul(range),
            RunKind::Pictograph => self.base(self.lowered(&range), &range),
        }
    }

    pub(super) fn into_terms(mut self) -> Vec<Term> {
        if self.position <= MOST_WORDS_WITH_PAIRS + 1 {
            for (text, pair, position) in std::mem::take(&mut self.pairs_asked) {
                self.position = position;
                self.extra(text, &pair);
            }
        }
        self.terms
    }

    /// The whole of what connectors join, then its parts.
    fn compound(&mut self, range: Range<usize>, level: usize) {
        let Some(connectors) = LEVELS.get(level) else { return self.word(range) };
        if level == LEVELS.len() - 1 && self.contracted(&range) {
            return;
        }
        if self.characters(&range).all(|character| !connectors.contains(&character)) {
            return self.compound(range, level + 1);
        }
        let whole = self.lowered(&range);
        if let Some(number) = without_grouping(&whole)
            && level + 2 == LEVELS.len()
        {
            return self.base(number, &range);
        }
        self.extra(without_grouping(&whole).unwrap_or(whole), &range);
        let mut start = range.start;
        for at in range.clone() {
            if connectors.contains(&self.folded[at].character) {
                self.part(start..at, level);
                start = at + 1;
            }
        }
        self.part(start..range.end, level);
    }

    fn part(&mut self, range: Range<usize>, level: usize) {
        if !range.is_empty() {
            self.compound(range, level + 1);
        }
    }

    /// English endings after an apostrophe say nothing: `Alice's`, `don't`, `we'll`. True when the range had one of these.
    fn contracted(&mut self, range: &Range<usize>) -> bool {
        let whole = self.lowered(range);
        let Some(at) = whole.rfind('\'') else { return false };
        if self.drops(&whole) {
            return true;
        }
        let (stem, ending) = whole.split_at(at);
        let stem = match ending {
            "'s" | "'re" | "'ve" | "'ll" | "'d" | "'m" => stem,
            "'t" => match stem.strip_suffix('n').filter(|stem| !stem.is_empty()) {
                Some(stem) => stem,
                None => return false,
            },
            _ => return false,
        };
        let end = range.start + stem.chars().count();
        self.compound(range.start..end.min(range.end), LEVELS.len() - 1);
        true
    }

    /// Letters and digits without connectors: the word, and the words that capitals mark in it.
    fn word(&mut self, range: Range<usize>) {
        if let Some(letter) = self.signed_letter(&range) {
            self.extra(self.lowered(&range), &range);
            return self.plain(self.lowered(&letter), &letter);
        }
        let humps = self.humps(&range);
        if humps.len() < 2 {
            return self.plain(self.lowered(&range), &range);
        }
        let whole = self.stemmed(self.lowered(&range));
        self.extra(whole, &range);
        for hump in humps {
            self.plain(self.lowered(&hump), &hump);
        }
    }

    /// The letter of `C#`; that of `C++` is a part like any other.
    fn signed_letter(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let signed = self.characters(range).next_back() == Some('#');
        signed.then_some(range.start..range.start + 1)
    }

    /// The parts of `fooBar`, `HTTPServer`. Long mixtures of letters and digits are keys and hashes, whose capitals mark nothing.
    fn humps(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let is = |at: usize, test: fn(char) -> bool| range.contains(&at) && test(self.folded[at].character);
        let opaque = range.len() > 24 && self.characters(range).any(char::is_numeric);
        let mut humps = Vec::new();
        let mut start = range.start;
        for at in range.start + 1..range.end {
            if opaque || !is(at, char::is_uppercase) {
                continue;
            }
            let (before, after) = (at - 1, at + 1);
            let rises =
                is(before, char::is_lowercase) || (is(before, char::is_numeric) && is(after, char::is_lowercase));
            // The plural of an abbreviation (`URLs`, `APIs`) is no hump.
            let plural = after + 1 == range.end && self.folded[after].character == 's';
            let last_capital = is(before, char::is_uppercase) && is(after, char::is_lowercase) && !plural;
            if rises || last_capital {
                humps.push(start..at);
                start = at;
            }
        }
        humps.push(start..range.end);
        humps
    }

    fn plain(&mut self, word: String, range: &Range<usize>) {
        if word.is_empty() || self.drops(&word) {
            return;
        }
        self.inner_pairs(range);
        let stemmed = self.stemmed(word);
        self.base(stemmed, range);
    }

    /// The pairs inside a word of an alphabet in which English rules do nothing for endings and for what is written together
    /// with a word (`Юля`, `العيد`): two characters find it. They are terms of their own, so that a whole word is worth more.
    fn inner_pairs(&mut self, range: &Range<usize>) {
        let is_short = range.len() <= LONGEST_ASKED_BY_PAIRS;
        if range.len() < 2 || (self.mode != Mode::Stored && !is_short) || !self.characters(range).all(is_foreign_letter)
        {
            return;
        }
        for at in range.start..range.end - 1 {
            let pair = at..at + 2;
            // A vowel sign begins nothing: it stands in the pair before.
            if is_mark(self.folded[at].character) {
                continue;
            }
            let text = format!("{PAIR}{}", self.lowered(&pair));
            if self.mode == Mode::Stored {
                self.extra(text, &pair);
            } else {
                self.pairs_asked.push((text, pair, self.position));
            }
        }
    }

    fn drops(&self, word: &str) -> bool {
        self.mode != Mode::AskedWithStopWords && is_stop_word(word)
    }

    fn stemmed(&self, word: String) -> String {
        let letters = word.len() <= MAX_TERM_BYTES && word.bytes().all(|byte| byte.is_ascii_lowercase());
        if letters { self.stemmer.stem(&word).into_owned() } else { word }
    }

    /// Pairs, and in a stored text the single Han characters beside them.
    fn unspaced(&mut self, range: Range<usize>) {
        if range.len() == 1 {
            return self.base(self.lowered(&range), &range);
        }
        for at in range.start..range.end - 1 {
            self.single(at);
            let pair = at..at + 2;
            self.base(self.lowered(&pair), &pair);
        }
        // The last character begins no pair: it stands in the one before.
        self.position -= 1;
        self.single(range.end - 1);
        self.position += 1;
    }

    fn single(&mut self, at: usize) {
        if self.mode == Mode::Stored && is_han(self.folded[at].character) {
            self.extra(self.lowered(&(at..at + 1)), &(at..at + 1));
        }
    }

    fn hangul(&mut self, range: Range<usize>) {
        if range.len() > 2 {
            self.extra(self.lowered(&range), &range);
        }
        if range.len() == 1 {
            return self.base(self.lowered(&range), &range);
        }
        for at in range.start..range.end - 1 {
            let pair = at..at + 2;
            self.base(self.lowered(&pair), &pair);
        }
    }

    /// A term that counts, at the next position.
    fn base(&mut self, text: String, range: &Range<usize>) {
        self.push(text, range, false);
        self.position = self.position.saturating_add(1);
    }

    /// A further form of what stands at the next position.
    fn extra(&mut self, text: String, range: &Range<usize>) {
        self.push(text, range, true);
    }

    fn push(&mut self, text: String, range: &Range<usize>, extra: bool) {
        if text.is_empty() || range.is_empty() {
            return;
        }
        let (first, last) = (self.folded[range.start], self.folded[range.end - 1]);
        let place = |point: u32| usize::try_from(point).unwrap_or(usize::MAX);
        self.terms.push(Term {
            text: bounded(text),
            position: self.position,
            start: place(first.start),
            end: place(last.end),
            extra,
        });
    }

    fn characters(&self, range: &Range<usize>) -> impl DoubleEndedIterator<Item = char> + use<'a> {
        let folded: &'a [Folded] = self.folded;
        folded[range.clone()].iter().map(|folded| folded.character)
    }

    fn lowered(&self, range: &Range<usize>) -> String {
        lower(self.characters(range))
    }
}

/// A term too long for the index keeps its beginning, for people who look at it, and a hash of the whole, to tell it apart.
fn bounded(text: String) -> String {
    if text.len() <= MAX_TERM_BYTES {
        return text;
    }
    let hash = Sha256::digest(text.as_bytes());
    let mut cut = text;
    cut.truncate(cut.floor_char_boundary(MAX_TERM_BYTES - 17));
    cut.push('~');
    for byte in &hash[..8] {
        write!(cut, "{byte:02x}").expect("writing to a String does not fail");
    }
    cut
}
