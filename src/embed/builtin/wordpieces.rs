//! Text to word pieces.

use tokenizers::{Tokenizer, TruncationParams};

use crate::embed::EmbedError;
use crate::embed::digest::sha256_hex;

/// What the model was made for, `[CLS]` and `[SEP]` included; longer texts are cut by `recall`'s chunks before they come here.
const MAX_PIECES: usize = 256;

/// Characters looked at: 64 for each piece, so that the cut at 256 pieces decides and not this one, unless a text is hardly
/// anything but white space. It bounds the work on a very long text.
const MAX_CHARACTERS: usize = 64 * MAX_PIECES;

/// The SHA-256 of the vocabulary, one word piece a line in the order of the ids: the published `vocab.txt` of BERT, uncased.
/// The vocabulary is pinned and not the file, because the same tokenizer is published in several files that differ in spacing
/// and in the length limit, which is set here anyway.
const VOCABULARY_SHA256: &str = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3";

/// A text whose pieces show lower-casing, accent stripping, splitting and the special pieces at both ends.
const PROBE: (&str, &[u32]) = ("Café, unaffable!", &[101, 7668, 1010, 14477, 20961, 3468, 999, 102]);

/// The tokenizer of the built-in model.
pub(super) struct WordPieces(Tokenizer);

impl WordPieces {
    /// Reads a `tokenizer.json`.
    pub(super) fn parse(file: &[u8]) -> Result<Self, EmbedError> {
        let wrong = || {
            EmbedError::unavailable(
                "the built-in model file tokenizer.json is not the tokenizer of all-MiniLM-L6-v2; fetch it again",
            )
        };
        let mut tokenizer = Tokenizer::from_bytes(file).map_err(|_| wrong())?;
        let limit = TruncationParams { max_length: MAX_PIECES, ..TruncationParams::default() };
        tokenizer.with_truncation(Some(limit)).map_err(|_| wrong())?;
        tokenizer.with_padding(None);
        if vocabulary_sha256(&tokenizer) != VOCABULARY_SHA256 {
            return Err(wrong());
        }
        let pieces = Self(tokenizer);
        let (text, expected) = PROBE;
        let expected: Vec<i32> = expected.iter().map(|&piece| as_input(piece)).collect();
        if pieces.encode(text)? == expected { Ok(pieces) } else { Err(wrong()) }
    }

    /// The ids of the pieces, at most 256, special pieces included; never empty.
    pub(super) fn encode(&self, text: &str) -> Result<Vec<i32>, EmbedError> {
        let end = text.char_indices().nth(MAX_CHARACTERS).map_or(text.len(), |(at, _)| at);
        let encoding = self
            .0
            .encode_fast(&text[..end], true)
            .map_err(|_| EmbedError::unavailable("the built-in model cannot split this text into word pieces"))?;
        Ok(encoding.get_ids().iter().map(|&piece| as_input(piece)).collect())
    }
}

fn as_input(piece: u32) -> i32 {
    i32::try_from(piece).unwrap_or(i32::MAX)
}

fn vocabulary_sha256(tokenizer: &Tokenizer) -> String {
    let mut pieces: Vec<(u32, String)> = tokenizer.get_vocab(true).into_iter().map(|(piece, id)| (id, piece)).collect();
    pieces.sort_unstable();
    let lines: String = pieces.into_iter().flat_map(|(_, piece)| [piece, "\n".to_owned()]).collect();
    sha256_hex(lines.as_bytes())
}
