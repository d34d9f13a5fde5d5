//! Whether letters and digits in a row spell a word, a name or a number of everyday text.

/// A word in any case, a short number, or both together as in `sha256` and `90d`.
pub(super) fn is_word_or_number(part: &str) -> bool {
    if part.bytes().all(|byte| byte.is_ascii_digit()) {
        return part.len() <= 4;
    }
    if !part.is_ascii() {
        return part.chars().all(char::is_alphabetic);
    }
    let letters = part.trim_end_matches(|character: char| character.is_ascii_digit());
    let digits = part.len() - letters.len();
    if digits > 0 {
        // `sha256`, `oauth2`, `v2`, `p95`, `ed25519`; letters are a short word, digits a short number.
        let short = letters.len() <= 9 && digits <= 5.min(letters.len() + 3);
        return (short || digits <= 2) && letters.bytes().all(|byte| byte.is_ascii_alphabetic()) && is_spelled(letters);
    }
    let unit = letters.trim_start_matches(|character: char| character.is_ascii_digit());
    if unit.len() < letters.len() {
        // `90d`, `15min`, `1password`.
        return letters.len() - unit.len() <= 4
            && unit.bytes().all(|byte| byte.is_ascii_alphabetic())
            && unit.len() <= 8
            && is_spelled(unit);
    }
    if letters.bytes().any(|byte| byte.is_ascii_digit()) {
        return KNOWN_MIXED.iter().any(|known| letters.eq_ignore_ascii_case(known));
    }
    is_spelled(letters)
}

const KNOWN_MIXED: &[&str] =
    &["argon2id", "k8s", "i18n", "l10n", "a11y", "x509", "base64url", "s3cmd", "ipv4", "ipv6", "oauth2proxy"];

/// Letters alone: lower, upper or camel case, with vowels where a word has them.
fn is_spelled(letters: &str) -> bool {
    let humps = humps(letters);
    if humps.is_empty() || letters.len() > 60 {
        return false;
    }
    let enough = letters.len() <= 3 || letters.len() >= humps.len() * 3;
    enough && humps.iter().all(|hump| is_pronounceable(hump))
}

/// `getAccessToken` → `get`, `Access`, `Token`; `HTTPServer` → `HTTP`, `Server`.
fn humps(letters: &str) -> Vec<&str> {
    let bytes = letters.as_bytes();
    let mut humps = Vec::new();
    let mut start = 0;
    for at in 1..bytes.len() {
        let rises = bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase();
        let last_capital = bytes[at].is_ascii_uppercase()
            && bytes[at - 1].is_ascii_uppercase()
            && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        if (rises || last_capital) && at > start {
            humps.push(&letters[start..at]);
            start = at;
        }
    }
    if start < bytes.len() {
        humps.push(&letters[start..]);
    }
    humps
}

fn is_pronounceable(word: &str) -> bool {
    if word.len() > 22 {
        return false;
    }
    if word.len() <= 4 {
        return true;
    }
    let lower = word.to_ascii_lowercase();
    let vowel = |byte: u8| matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y');
    let vowels = lower.bytes().filter(|byte| vowel(*byte)).count();
    let consonants_in_a_row = lower.bytes().fold((0_usize, 0_usize), |(longest, run), byte| {
        let run = if vowel(byte) { 0 } else { run + 1 };
        (longest.max(run), run)
    });
    let vowels_in_a_row = lower.bytes().fold((0_usize, 0_usize), |(longest, run), byte| {
        let run = if vowel(byte) { run + 1 } else { 0 };
        (longest.max(run), run)
    });
    let rare = lower.as_bytes().windows(2).filter(|pair| is_rare(pair[0], pair[1])).count();
    vowels * 7 >= word.len() && consonants_in_a_row.0 <= 5 && vowels_in_a_row.0 <= 4 && rare <= word.len() / 12
}

/// Pairs of letters that words of European languages hardly have.
fn is_rare(first: u8, second: u8) -> bool {
    match (first, second) {
        (b'q', next) => next != b'u',
        (b'j', next) => !matches!(next, b'a' | b'e' | b'i' | b'o' | b'u' | b'y' | b's'),
        (b'v', next) => matches!(
            next,
            b'b' | b'c' | b'd' | b'f' | b'g' | b'h' | b'j' | b'k' | b'm' | b'p' | b'q' | b't' | b'w' | b'x' | b'z'
        ),
        (b'x', next) => {
            matches!(next, b'b' | b'd' | b'g' | b'j' | b'k' | b'm' | b'n' | b'q' | b'r' | b'v' | b'x' | b'z')
        }
        (b'z', next) => matches!(
            next,
            b'b' | b'c' | b'd' | b'f' | b'g' | b'j' | b'k' | b'n' | b'p' | b'q' | b'r' | b's' | b'v' | b'x'
        ),
        (b'b' | b'c' | b'd' | b'f' | b'g' | b'h' | b'k' | b'm' | b'p' | b't' | b'w' | b's', b'q' | b'x' | b'j') => {
            !matches!((first, second), (b'd' | b'b', b'j') | (b's', b'q'))
        }
        _ => false,
    }
}
