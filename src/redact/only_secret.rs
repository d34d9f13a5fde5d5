//! Whether a text says anything besides its secrets.

use std::sync::LazyLock;

use regex::Regex;

use super::redacted::markers;

/// Words that only say what the secret is.
const LABELS: &[&str] = &[
    "a",
    "an",
    "the",
    "my",
    "our",
    "your",
    "this",
    "that",
    "these",
    "here",
    "is",
    "are",
    "it",
    "its",
    "s",
    "and",
    "for",
    "to",
    "of",
    "in",
    "new",
    "with",
    "as",
    "set",
    "use",
    "please",
    "remember",
    "save",
    "store",
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "pass",
    "pwd",
    "pin",
    "token",
    "tokens",
    "secret",
    "secrets",
    "key",
    "keys",
    "api",
    "apikey",
    "access",
    "auth",
    "authorization",
    "authentication",
    "credential",
    "credentials",
    "bearer",
    "basic",
    "cookie",
    "cookies",
    "session",
    "sessionid",
    "login",
    "private",
    "client",
    "account",
    "service",
    "refresh",
    "id",
    "jwt",
    "header",
    "hash",
    "url",
    "uri",
    "dsn",
    "string",
    "connection",
    "value",
    "code",
    "personal",
    "aws",
    "azure",
    "gcp",
    "google",
    "github",
    "gitlab",
    "slack",
    "discord",
    "telegram",
    "stripe",
    "openai",
    "anthropic",
    "npm",
    "pypi",
    "docker",
    "twilio",
    "sendgrid",
    "annals",
    "db",
    "database",
    "postgres",
    "ssh",
    "pgp",
    "age",
    "rsa",
    "wifi",
    "export",
    "env",
    "var",
    "const",
    "let",
    "prod",
    "production",
    "staging",
    "dev",
    "development",
    "test",
    "root",
    "admin",
    "master",
    "x",
    "https",
    "http",
    "contraseña",
    "clave",
    "passwort",
    "kennwort",
    "senha",
    "пароль",
    "токен",
    "密码",
    "密碼",
    "口令",
    "令牌",
    "密钥",
    "是",
    "パスワード",
    "トークン",
    "は",
    "비밀번호",
    "토큰",
];

/// The part of a hook's address that says nothing but whose hook it is.
static HOOK_HOST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:https?://)?(?:hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/|(?:[a-z]+\.)?discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/|",
        r"[a-z0-9-]{0,80}\.?webhook\.office\.com/webhookb?2?/|api\.telegram\.org/bot)$",
    ))
    .expect("a constant expression that the tests run")
});

/// A name directly in front of its value: `DB_PASSWORD=`, `"api.key": "`, `x-api-key: `.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"[\p{L}_][\p{L}\p{N}_.-]{0,80}[\\"'`*]{0,3}\s{0,3}(?::=|=>|[:=：＝])\s{0,3}[\\"'`*]{0,3}$"#)
        .expect("a constant expression that the tests run")
});

/// At least one marker, and around the markers only punctuation, white space, names of values and words that label them.
pub(super) fn is_only_secret(text: &str) -> bool {
    let markers = markers(text);
    if markers.is_empty() {
        return false;
    }
    let mut at = 0;
    for marker in &markers {
        let before = last_bytes(&text[at..marker.start], 300);
        let between = &text[at..marker.start - before.len()];
        let named = NAME.find(before).or_else(|| HOOK_HOST.find(before)).map_or(before, |name| &before[..name.start()]);
        if !says_nothing(between) || !says_nothing(named) {
            return false;
        }
        at = marker.end;
    }
    says_nothing(&text[at..])
}

fn last_bytes(text: &str, bytes: usize) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(bytes))..]
}

fn says_nothing(text: &str) -> bool {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .all(|word| LABELS.contains(&word.to_lowercase().as_str()))
}
