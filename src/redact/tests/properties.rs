//! What holds for every text: a fixed point, nothing lost around the cuts, work in proportion to the length.

use proptest::prelude::*;

use super::positives::{bare, carried, contextual, key_blocks, made_up};
use crate::redact::{Policy, redact};

const EVERYTHING: Policy = Policy { email_addresses: true, card_numbers: true };

fn pieces() -> impl Strategy<Value = String> {
    let secrets: Vec<String> = bare()
        .into_iter()
        .chain(carried())
        .chain(contextual())
        .chain(key_blocks())
        .map(|positive| positive.text)
        .collect();
    let words = [
        "password",
        "token",
        "=",
        ":",
        " ",
        "\n",
        "\"",
        "'",
        ",",
        ";",
        "@",
        "://",
        "https://",
        "api_key=",
        "is ",
        "[redacted:password]",
        "[redacted:jwt]",
        "[redacted:",
        "]",
        "Bearer ",
        "Cookie: sid=",
        "密码",
        "é",
        "\\n",
        "%20",
        "&",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "x",
        "AKIA",
        "eyJ",
        ".",
    ];
    prop_oneof![
        proptest::sample::select(secrets),
        proptest::sample::select(words.map(str::to_owned).to_vec()),
        "[a-zA-Z0-9]{1,24}",
        "\\PC{0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn redacting_twice_is_redacting_once(parts in proptest::collection::vec(pieces(), 0..12)) {
        let text = parts.concat();
        for policy in [Policy::default(), EVERYTHING] {
            let once = redact(&text, policy);
            let twice = redact(&once.text, policy);
            prop_assert_eq!(&twice.text, &once.text);
            prop_assert_eq!(twice.count(), 0);
        }
    }

    #[test]
    fn what_is_around_the_markers_comes_from_the_text_in_order(parts in proptest::collection::vec(pieces(), 0..8)) {
        let text = parts.concat();
        let redacted = redact(&text, Policy::default());
        let mut rest = text.as_str();
        let mut left = redacted.text.as_str();
        while let Some(at) = left.find("[redacted:") {
            let kept = &left[..at];
            let found = rest.find(kept);
            prop_assert!(found.is_some());
            rest = &rest[found.unwrap() + kept.len()..];
            left = left[at..].split_once(']').map_or("", |(_, after)| after);
        }
        prop_assert!(rest.ends_with(left));
    }
}

#[test]
fn hostile_repetitions_are_settled_and_stay_fixed() {
    let bits = [
        "eyJ",
        "eyJa.",
        "AKIA",
        "sk-",
        "password=",
        "password=\"",
        "password: '",
        "token is ",
        "://",
        "a://b:",
        "a://b:c@",
        "-----BEGIN PRIVATE KEY-----\n",
        "-----END PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY----- ",
        "Authorization: ",
        "Bearer ",
        "Cookie: sid=",
        "curl -u ",
        "machine a login b ",
        "AAAA",
        "abandon ",
        "seed: abandon ",
        "Private-Lines: 3\n",
        "kind: Secret\ndata:\n  a: b\n",
        "\\n",
        "\n---",
        "SG.",
        "[redacted:password]",
        "[redacted:",
        "$2b$",
        "\"kty",
        "\"d\":\"",
        "1",
        "hT7#x9!q ",
    ];
    for bit in bits {
        let text = bit.repeat(40_000 / bit.len());
        let once = redact(&text, Policy::default());
        assert_eq!(redact(&once.text, Policy::default()).text, once.text, "{bit:?}");
    }
}

/// The size of the largest memory, dense with secrets: none is missed, none is counted twice.
#[test]
fn long_texts_with_many_secrets_are_cut_completely() {
    let secrets = bare();
    let mut text = String::new();
    let mut expected = 0;
    while text.len() < 200_000 {
        for positive in &secrets {
            text.push_str("some words in between, ");
            text.push_str(&positive.text);
            text.push('\n');
            expected += 1;
        }
        text.push_str(&made_up("abcdefghij klmnopqrstuvwxyz", 500, expected));
        text.push('\n');
    }
    let redacted = redact(&text, Policy::default());
    assert_eq!(u64::from(redacted.count()), expected);
}
