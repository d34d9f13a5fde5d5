//! What hides in escapes, mark-up and encodings.

use std::borrow::Cow;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use regex::{Captures, Regex};

/// At most so many encoded parts are looked into.
const PARTS: usize = 24;
/// At most so many bytes of one part are decoded.
const PART: usize = 16_384;

/// Entities, escapes of JSON and of URLs turned into what they stand for; inline tags and comment marks taken out.
pub(super) fn opened(text: &str) -> String {
    static ESCAPE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"&#x([0-9a-fA-F]{1,6});?|&#([0-9]{1,7});?|\\u\{?([0-9a-fA-F]{4})\}?|\\x([0-9a-fA-F]{2})|&(lt|gt|amp|quot|apos|nbsp);|\\([nrt])")
            .expect("the pattern is fixed and a test compiles it")
    });
    static TAG: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)</?(?:b|i|em|strong|span|u|s|a|font|small|sub|sup|mark|wbr|code)(?:\s[^<>]{0,300})?/?>|<!--|-->|/\*|\*/|\[//\]: ?#")
            .expect("the pattern is fixed and a test compiles it")
    });
    let text = ESCAPE.replace_all(text, |captures: &Captures<'_>| {
        let number = |group: usize, radix: u32| {
            captures
                .get(group)
                .and_then(|digits| u32::from_str_radix(digits.as_str(), radix).ok())
                .and_then(char::from_u32)
        };
        let named = captures.get(5).map(|name| match name.as_str() {
            "lt" => '<',
            "gt" => '>',
            "amp" => '&',
            "quot" => '"',
            "apos" => '\'',
            _ => ' ',
        });
        let line = captures.get(6).map(|name| if name.as_str() == "t" { ' ' } else { '\n' });
        let character = number(1, 16).or_else(|| number(2, 10)).or_else(|| number(3, 16)).or_else(|| number(4, 16));
        character.or(named).or(line).map_or_else(|| captures[0].to_owned(), String::from)
    });
    let text =
        TAG.replace_all(
            &text,
            |captures: &Captures<'_>| if captures[0].starts_with('<') && captures[0].ends_with('>') { "" } else { " " },
        );
    percent_decoded(&text).into_owned()
}

fn percent_decoded(text: &str) -> Cow<'_, str> {
    if text.matches('%').count() < 3 {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut place = 0;
    while place < bytes.len() {
        let hex = text.get(place + 1..place + 3).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match hex.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if bytes[place] == b'%' => {
                decoded.push(byte);
                place += 3;
            }
            _ => {
                decoded.push(bytes[place]);
                place += 1;
            }
        }
    }
    String::from_utf8(decoded).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Runs of base64 or hexadecimal digits that decode to readable text.
pub(super) fn encoded_parts(text: &str) -> Vec<String> {
    static RUN: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"[A-Za-z0-9+/_-]{20,}").expect("the pattern is fixed and a test compiles it"));
    RUN.find_iter(text)
        .filter(|run| run.as_str().bytes().any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase()))
        .filter_map(|run| decoded(&run.as_str()[..PART.min(run.len())]))
        .take(PARTS)
        .collect()
}

fn decoded(run: &str) -> Option<String> {
    hex_decoded(run).and_then(readable).or_else(|| base64_decoded(run).and_then(readable))
}

fn hex_decoded(run: &str) -> Option<Vec<u8>> {
    if !run.len().is_multiple_of(2) || !run.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    (0..run.len()).step_by(2).map(|place| u8::from_str_radix(&run[place..place + 2], 16).ok()).collect()
}

fn base64_decoded(run: &str) -> Option<Vec<u8>> {
    const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
    const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);
    // One character alone at the end holds no byte.
    let whole = if run.len() % 4 == 1 { &run[..run.len() - 1] } else { run };
    STANDARD.decode(whole).or_else(|_| URL_SAFE.decode(whole)).ok()
}

fn readable(bytes: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(bytes).ok()?;
    let all = text.chars().count();
    let read = text
        .chars()
        .filter(|character| {
            character.is_alphanumeric() || character.is_whitespace() || character.is_ascii_punctuation()
        })
        .count();
    (read * 20 >= all * 19 && text.contains(char::is_whitespace)).then_some(text)
}
