//! What a match of the pattern table must fulfil besides its expression.

use super::patterns::Found;
use super::wording;

/// The check of rows whose shape is proof enough.
pub(super) fn always(_: &Found<'_>) -> bool {
    true
}

pub(super) fn random_value(found: &Found<'_>) -> bool {
    wording::is_random(found.secret())
}

pub(super) fn random_and_mixed(found: &Found<'_>) -> bool {
    let secret = found.secret();
    wording::is_random(secret)
        && secret.bytes().any(|byte| byte.is_ascii_uppercase())
        && secret.bytes().any(|byte| byte.is_ascii_digit())
}

pub(super) fn not_hexadecimal(found: &Found<'_>) -> bool {
    !found.secret().bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What stands in a header that carries credentials is one unless it reads as words or as a place-holder.
pub(super) fn credential(found: &Found<'_>) -> bool {
    wording::is_credential(found.secret())
}

pub(super) fn credential_of_any_length(found: &Found<'_>) -> bool {
    !wording::is_placeholder(found.secret())
}

pub(super) fn decodes_to_user_and_password(found: &Found<'_>) -> bool {
    use base64::Engine as _;
    let shown = found.secret().trim_end_matches('=');
    base64::engine::general_purpose::STANDARD_NO_PAD
        .decode(shown)
        .ok()
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .is_some_and(|plain| plain.contains(':') && plain.chars().all(|character| !character.is_control()))
}

pub(super) fn has_query(found: &Found<'_>) -> bool {
    found.secret().contains("key=") || found.secret().contains("token=")
}

pub(super) fn in_an_otpauth_address(found: &Found<'_>) -> bool {
    let before = found.before(600);
    let address = before.rfind(char::is_whitespace).map_or(before, |space| &before[space..]);
    address.to_ascii_lowercase().contains("otpauth")
}

pub(super) fn in_a_netrc_entry(found: &Found<'_>) -> bool {
    let before = found.before(600).to_ascii_lowercase();
    let entry: Vec<&str> = before.split_whitespace().rev().take(5).collect();
    // Backwards: `password`, the user, `login`, the host, `machine`.
    let names_host = entry.get(4).is_some_and(|word| word.ends_with("machine"))
        || entry.get(3).is_some_and(|word| word.ends_with("default"));
    names_host && credential_of_any_length(found)
}

pub(super) fn on_a_curl_line(found: &Found<'_>) -> bool {
    on_a_command_line(found, &["curl", "wget"])
}

pub(super) fn on_a_mysql_line(found: &Found<'_>) -> bool {
    on_a_command_line(found, &["mysql", "mariadb"])
}

pub(super) fn on_a_login_line(found: &Found<'_>) -> bool {
    on_a_command_line(found, &["docker login", "podman login", "registry login"])
}

pub(super) fn on_a_redis_line(found: &Found<'_>) -> bool {
    on_a_command_line(found, &["redis-cli"])
}

/// One of the commands stands in front on the same line; a command may run over several, each but the last ending in a backslash.
fn on_a_command_line(found: &Found<'_>, commands: &[&str]) -> bool {
    let before = found.before(600);
    let command = commands.iter().filter_map(|command| before.rfind(command)).max().map(|at| &before[at..]);
    command.is_some_and(|command| command.lines().rev().skip(1).all(|line| line.trim_end().ends_with('\\')))
        && credential_of_any_length(found)
}

/// Another `name=value` of a connection string stands next to the password.
pub(super) fn in_a_connection_string(found: &Found<'_>) -> bool {
    const NAMES: &[&str] = &[
        "server=",
        "source=",
        "host=",
        "hostname=",
        "address=",
        "addr=",
        "id=",
        "uid=",
        "user=",
        "username=",
        "database=",
        "catalog=",
        "dbname=",
        "driver=",
        "dsn=",
        "port=",
        "endpoint=",
        "name=",
    ];
    let around = [found.before(300), found.after(300)];
    let nearby = around.iter().any(|text| {
        let line: String = text
            .to_ascii_lowercase()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .replace(" =", "=")
            .replace("= ", "=");
        NAMES.iter().any(|name| line.contains(name))
    });
    nearby && credential_of_any_length(found)
}

pub(super) fn in_a_json_web_key(found: &Found<'_>) -> bool {
    found.before(3000).contains("kty") || found.after(3000).contains("kty")
}

/// Twelve to twenty-four different short words; a sentence repeats its small words.
pub(super) fn spells_seed_words(found: &Found<'_>) -> bool {
    const SMALL: &[&str] =
        &["the", "and", "for", "with", "that", "this", "are", "was", "not", "has", "from", "have", "will", "must"];
    let words: Vec<&str> = found.secret().split([' ', ',']).filter(|word| !word.is_empty()).collect();
    words.len() >= 12 && !words.iter().any(|word| SMALL.contains(&word.to_ascii_lowercase().as_str()))
}

pub(super) fn luhn(found: &Found<'_>) -> bool {
    let digits: Vec<u32> = found.secret().chars().filter_map(|character| character.to_digit(10)).collect();
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| match (place % 2, digit * 2) {
            (0, _) => *digit,
            (_, doubled) if doubled > 9 => doubled - 9,
            (_, doubled) => doubled,
        })
        .sum();
    (13..=19).contains(&digits.len()) && sum.is_multiple_of(10) && digits.iter().any(|digit| *digit != 0)
}
