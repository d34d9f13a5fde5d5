//! Made-up secrets, family by family: the text that carries it, and the part that must not survive.

/// One made-up secret.
pub(super) struct Positive {
    pub(super) kind: &'static str,
    /// The text as somebody would paste it.
    pub(super) text: String,
    /// What must be gone afterwards.
    pub(super) secret: String,
}

/// Characters that look random and are the same on every run.
pub(super) fn made_up(alphabet: &str, length: usize, seed: u64) -> String {
    let letters: Vec<char> = alphabet.chars().collect();
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    (0..length)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            letters[usize::try_from(state >> 33).unwrap() % letters.len()]
        })
        .collect()
}

pub(super) const ALPHANUMERIC: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
pub(super) const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
pub(super) const HEX: &str = "0123456789abcdef";
pub(super) const DASHED: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
pub(super) const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Secrets with a literal prefix: kind, prefix in two parts, alphabet and length of the rest.
const PREFIXED: &[(&str, &str, &str, &str, usize)] = &[
    ("aws-access-key", "AK", "IA", CAPITALS, 16),
    ("aws-access-key", "AS", "IA", "Q", 16),
    ("google-api-key", "AI", "za", DASHED, 35),
    ("google-client-secret", "GOC", "SPX-", DASHED, 28),
    ("google-oauth-token", "ya", "29.", DASHED, 60),
    ("alibaba-access-key", "LT", "AI", ALPHANUMERIC, 20),
    ("github-token", "gh", "p_", ALPHANUMERIC, 36),
    ("github-token", "gh", "o_", ALPHANUMERIC, 36),
    ("github-token", "gh", "u_", ALPHANUMERIC, 36),
    ("github-token", "gh", "s_", ALPHANUMERIC, 36),
    ("github-token", "gh", "r_", ALPHANUMERIC, 36),
    ("github-token", "github", "_pat_", ALPHANUMERIC, 82),
    ("gitlab-token", "gl", "pat-", DASHED, 20),
    ("gitlab-token", "gl", "rt-", DASHED, 20),
    ("gitlab-token", "gl", "dt-", DASHED, 20),
    ("atlassian-token", "ATA", "TT3", DASHED, 186),
    ("bitbucket-token", "AT", "BB", ALPHANUMERIC, 32),
    ("anthropic-key", "sk-", "ant-api03-", DASHED, 95),
    ("anthropic-key", "sk-", "ant-admin01-", DASHED, 95),
    ("openai-key", "sk-", "proj-", DASHED, 74),
    ("openai-key", "sk", "-", ALPHANUMERIC, 48),
    ("openrouter-key", "sk-", "or-v1-", HEX, 64),
    ("hugging-face-token", "h", "f_", ALPHANUMERIC, 34),
    ("groq-key", "gs", "k_", ALPHANUMERIC, 52),
    ("perplexity-key", "pp", "lx-", ALPHANUMERIC, 48),
    ("replicate-token", "r", "8_", ALPHANUMERIC, 37),
    ("xai-key", "xa", "i-", ALPHANUMERIC, 80),
    ("nvidia-key", "nv", "api-", DASHED, 64),
    ("stripe-key", "sk_", "live_", ALPHANUMERIC, 48),
    ("stripe-key", "rk_", "live_", ALPHANUMERIC, 48),
    ("stripe-key", "sk_", "test_", ALPHANUMERIC, 24),
    ("webhook-secret", "wh", "sec_", ALPHANUMERIC, 32),
    ("mailgun-key", "ke", "y-", "0123456789abcdefghijklmnopqrstuvwxyz", 32),
    ("twilio-key", "S", "K", HEX, 32),
    ("brevo-key", "xkey", "sib-", HEX, 64),
    ("shopify-token", "shp", "at_", HEX, 32),
    ("square-token", "sq0", "atp-", DASHED, 22),
    ("slack-token", "xo", "xb-", "0123456789", 12),
    ("slack-token", "xo", "xp-", DASHED, 60),
    ("slack-token", "xa", "pp-", DASHED, 60),
    ("npm-token", "np", "m_", ALPHANUMERIC, 36),
    ("pypi-token", "py", "pi-AgEIcHlwaS5vcmc", DASHED, 80),
    ("rubygems-token", "ruby", "gems_", HEX, 48),
    ("docker-token", "dckr", "_pat_", DASHED, 27),
    ("digitalocean-token", "dop", "_v1_", HEX, 64),
    ("heroku-key", "HR", "KU-", DASHED, 60),
    ("vault-token", "hv", "s.", DASHED, 90),
    ("databricks-token", "da", "pi", HEX, 32),
    ("pulumi-token", "pu", "l-", HEX, 40),
    ("doppler-token", "dp", ".pt.", ALPHANUMERIC, 43),
    ("grafana-token", "gl", "sa_", ALPHANUMERIC, 41),
    ("new-relic-key", "NR", "AK-", CAPITALS, 27),
    ("sentry-token", "sn", "tryu_", HEX, 64),
    ("supabase-token", "sb", "p_", HEX, 40),
    ("planetscale-token", "pscale", "_pw_", DASHED, 43),
    ("tailscale-key", "ts", "key-auth-", DASHED, 30),
    ("linear-key", "lin", "_api_", ALPHANUMERIC, 40),
    ("figma-token", "fi", "gd_", DASHED, 40),
    ("postman-key", "PM", "AK-", HEX, 59),
    ("age-secret-key", "AGE-SECRET", "-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
    ("annals-token", "mem_", "at_", DASHED, 43),
    ("annals-token", "mem_", "rt_", DASHED, 43),
    ("annals-token", "mem_", "key_", DASHED, 43),
    ("annals-token", "mem_", "code_", DASHED, 43),
];

fn positive(kind: &'static str, text: String, secret: &str) -> Positive {
    assert!(text.contains(secret), "the corpus carries its own secret: {kind}");
    Positive { kind, text, secret: secret.to_owned() }
}

/// Secrets that stand alone, so that any carrier may be put around them.
pub(super) fn bare() -> Vec<Positive> {
    let mut all: Vec<Positive> = PREFIXED
        .iter()
        .zip(1..)
        .map(|((kind, first, second, alphabet, length), seed)| {
            let text = format!("{first}{second}{}", made_up(alphabet, *length, seed));
            positive(kind, text.clone(), &text)
        })
        .collect();
    let alone: Vec<(&'static str, String)> = vec![
        ("jwt", jwt()),
        ("annals-token", format!("annals_{}", jwt())),
        ("azure-client-secret", format!("{}8{}~{}", made_up(ALPHANUMERIC, 3, 91), "Q", made_up(ALPHANUMERIC, 34, 92))),
        ("sendgrid-key", format!("S{}.{}.{}", "G", made_up(DASHED, 22, 93), made_up(DASHED, 43, 94))),
        ("mailchimp-key", format!("{}-us{}", made_up(HEX, 32, 95), "12")),
        ("telegram-token", format!("{}:A{}{}", made_up("123456789", 9, 96), "A", made_up(ALPHANUMERIC, 33, 97))),
        (
            "terraform-token",
            format!("{}.atlas{}.{}", made_up(ALPHANUMERIC, 14, 98), "v1", made_up(ALPHANUMERIC, 60, 99)),
        ),
        (
            "password-hash",
            format!("$argon{}$v=19$m=19456,t=2,p=1${}${}", "2id", made_up(BASE64, 22, 100), made_up(BASE64, 43, 101)),
        ),
        ("password-hash", format!("$2{}$12${}", "b", made_up(ALPHANUMERIC, 53, 102))),
        (
            "discord-token",
            format!(
                "M{}.{}.{}",
                made_up(ALPHANUMERIC, 23, 103),
                made_up(ALPHANUMERIC, 6, 104),
                made_up(DASHED, 38, 105)
            ),
        ),
    ];
    all.extend(alone.into_iter().map(|(kind, text)| positive(kind, text.clone(), &text)));
    all
}

pub(super) fn jwt() -> String {
    format!("ey{}.ey{}.{}", "JhbGciOiJIUzI1NiJ9", "JzdWIiOiJtYXJpYSJ9", made_up(DASHED, 43, 7))
}

/// The lines of a made-up private key.
pub(super) fn key_lines(seed: u64) -> Vec<String> {
    (0..4)
        .map(|line| made_up(BASE64, 64, seed + line))
        .chain([format!("{}==", made_up(BASE64, 22, seed + 9))])
        .collect()
}

fn pem(label: &str, end: &str, seed: u64) -> String {
    let dashes = "-".repeat(5);
    format!("{dashes}BEGIN {label}{dashes}{end}{}{end}{dashes}END {label}{dashes}", key_lines(seed).join(end))
}

/// Key blocks: whole, escaped, in program text, cut off at either end.
pub(super) fn key_blocks() -> Vec<Positive> {
    let mut all = Vec::new();
    let labels = [
        "PRIVATE KEY",
        "RSA PRIVATE KEY",
        "EC PRIVATE KEY",
        "DSA PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
    ];
    for (label, seed) in labels.iter().zip([200, 220, 240, 260, 280, 300, 320]) {
        let last = key_lines(seed)[4].clone();
        for end in ["\n", "\r\n", "\\n", " "] {
            all.push(positive("private-key", pem(label, end, seed), &last));
        }
        let whole = pem(label, "\n", seed);
        let cut_off = &whole[..whole.len() - 70];
        all.push(positive("private-key", format!("the key is\n{cut_off}"), &key_lines(seed)[3][..24]));
        all.push(positive(
            "private-key",
            whole[whole.find(&key_lines(seed)[1]).unwrap() + 30..].to_owned(),
            &key_lines(seed)[2],
        ));
    }
    let lines = key_lines(340);
    let putty = format!(
        "PuTTY-User-Key-File-{}: ssh-ed25519\nEncryption: none\nPrivate-Lines: 5\n{}\nPrivate-MAC: {}\n",
        3,
        lines.join("\n"),
        made_up(HEX, 64, 350)
    );
    all.push(positive("private-key", putty.clone(), &lines[0]));
    all.push(positive("private-key", putty, &made_up(HEX, 64, 350)));
    all
}

/// Secrets that only their carrier tells.
pub(super) fn carried() -> Vec<Positive> {
    let long = made_up(ALPHANUMERIC, 28, 400);
    let short = format!("Zq7{}w", made_up(ALPHANUMERIC, 5, 401));
    let aws = made_up(BASE64, 40, 402);
    let hex = made_up(HEX, 32, 403);
    let base32 = made_up(CAPITALS, 32, 404);
    let hook = made_up(ALPHANUMERIC, 24, 405);
    let row = |kind, text: String, secret: &str| positive(kind, text, secret);
    vec![
        row("aws-secret-key", format!("aws_secret_access_key = {aws}"), &aws),
        row(
            "azure-storage-key",
            format!("DefaultEndpointsProtocol=https;AccountName=x;AccountKey={aws}==;EndpointSuffix=core"),
            &aws,
        ),
        row("azure-sas", format!("https://x.blob.core.example/c?sv=2024&sig={long}%3D&se=2026"), &long),
        row("bearer-token", format!("Authorization: Bearer {long}"), &long),
        row(
            "basic-credentials",
            format!(r#"{{"auths":{{"registry.example":{{"auth":"{}"}}}}}}"#, "bWFyaWE6c2VjcmV0LXZhbHVl"),
            "bWFyaWE6c2VjcmV0LXZhbHVl",
        ),
        row("bearer-token", format!("curl -H 'authorization: bearer {long}' https://api.example.com"), &long),
        row("bearer-token", format!(r#"{{"Authorization": "Bearer {long}"}}"#), &long),
        row(
            "basic-credentials",
            format!("Authorization: Basic {}", "bWFyaWE6c2VjcmV0LXZhbHVl"),
            "bWFyaWE6c2VjcmV0LXZhbHVl",
        ),
        row("api-key", format!("X-Api-Key: {long}"), &long),
        row("api-key", format!("PRIVATE-TOKEN: {long}"), &long),
        row("cookie", format!("Cookie: theme=dark; sessionid={long}; lang=en"), &long),
        row("cookie", format!("Set-Cookie: __Host-sid={hex}; Path=/; HttpOnly"), &hex),
        row("cookie", format!("JSESSIONID={hex}"), &hex),
        row("connection-string", format!("postgres://maria:{short}@db.example.com/app"), &short),
        row("connection-string", format!("DATABASE_URL=\"mysql://root:{short}@127.0.0.1:3306/app?ssl=true\""), &short),
        row("connection-string", format!("redis://:{short}@cache:6379/0"), &short),
        row("connection-string", format!("mongodb+srv://app:{short}@cluster0.example.net/?retryWrites=true"), &short),
        row("connection-string", format!("amqp://guest:{short}/x@mq/vhost"), &short),
        row("url-password", format!("https://maria:{short}@git.example.com/x.git"), &short),
        row("url-password", format!("https://{long}:x-oauth-basic@git.example.com/x.git"), &long),
        row("connection-string", format!("Server=db;Database=app;User Id=maria;Password={short};Encrypt=true"), &short),
        row("connection-string", format!("host=db user=maria password={short} dbname=app"), &short),
        row("connection-string", format!("jdbc:postgresql://db/app?user=maria&password={short}"), &short),
        row("password", format!("curl -u maria:{short} https://api.example.com"), &short),
        row("password", format!("curl -s --user 'maria:{short}' https://api.example.com"), &short),
        row("netrc-password", format!("machine api.example.com login maria password {short}"), &short),
        row("netrc-password", format!("machine api.example.com\n  login maria\n  password {short}\n"), &short),
        row("npm-token", format!("//registry.example.com/:_authToken={long}"), &long),
        row("totp-secret", format!("otpauth://totp/Example:maria?secret={base32}&issuer=Example"), &base32),
        row("password", format!("PGPASSWORD={short} psql -h db"), &short),
        row("password", format!("sshpass -p {short} ssh maria@host"), &short),
        row("slack-webhook", format!("https://hooks.slack.com/services/T{}/B{}/{hook}", "00000001", "00000002"), &hook),
        row(
            "discord-webhook",
            format!("https://discord.com/api/webhooks/123456789012345678/{}", made_up(DASHED, 68, 406)),
            &made_up(DASHED, 68, 406),
        ),
        row("teams-webhook", format!("https://x.webhook.office.com/webhookb2/{hex}@{hex}/IncomingWebhook/{hex}"), &hex),
        row("oauth-code", format!("https://app.example.com/callback?code={long}&state=x"), &long),
        row(
            "private-key",
            format!(r#"{{"kty":"OKP","crv":"Ed25519","x":"abc","d":"{}"}}"#, made_up(DASHED, 43, 407)),
            &made_up(DASHED, 43, 407),
        ),
        row(
            "kubernetes-secret",
            format!("apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n  url: {}\n", "cG9zdGdyZXM6Ly9hYg=="),
            "cG9zdGdyZXM6Ly9hYg==",
        ),
        row(
            "kubernetes-secret",
            format!("kind: Secret\nstringData:\n  conf: |\n    first {short}\n    second\ntype: Opaque"),
            &short,
        ),
        row(
            "kubernetes-secret",
            format!(r#"{{"kind": "Secret", "data": {{"anything": "{}"}}}}"#, "aHVudGVyMg=="),
            "aHVudGVyMg==",
        ),
        row(
            "seed-phrase",
            "seed phrase: abandon ability able about above absent absorb abstract absurd abuse access accident"
                .to_owned(),
            "abandon ability able",
        ),
        row(
            "password-hash",
            format!("pbkdf2_sha256$600000$abcdefgh${}=", made_up(BASE64, 43, 408)),
            &made_up(BASE64, 43, 408),
        ),
    ]
}

/// Secrets that a name in front of them tells.
pub(super) fn contextual() -> Vec<Positive> {
    let long = made_up(ALPHANUMERIC, 28, 500);
    let signs = format!("hT7#{}!q", made_up(ALPHANUMERIC, 10, 501));
    let hex = made_up(HEX, 64, 502);
    let hex32 = made_up(HEX, 32, 503);
    let twelve = made_up(ALPHANUMERIC, 12, 504);
    let row = |kind, text: String, secret: &str| positive(kind, text, secret);
    vec![
        row("password", format!("DB_PASSWORD={long}"), &long),
        row("password", format!("export DB_PASSWORD='{signs}'"), &signs),
        row("password", format!("The staging password is {twelve}."), &twelve),
        row("password", format!("password for maria on staging: {twelve}"), &twelve),
        row("password", format!("{{\"password\": \"{signs}\"}}"), &signs),
        row("password", format!("{{\\\"password\\\": \\\"{signs}\\\"}}"), &signs),
        row("password", format!("spring:\n  datasource:\n    password: {signs}\n"), &signs),
        row("password", format!("password: |\n  {signs}\n"), &signs),
        row("password", format!("- name: DB_PASSWORD\n  value: {long}\n"), &long),
        row("password", format!(r#"{{"name": "DB_PASSWORD", "value": "{long}"}}"#), &long),
        row("password", format!("<password>{long}</password>"), &long),
        row("password", format!("| password | {signs} |"), &signs),
        row("password", format!("**Password:** `{signs}`"), &signs),
        row("password", format!("password: str = \"{signs}\""), &signs),
        row("password", format!("setPassword(\"{signs}\")"), &signs),
        row("password", format!("mysqladmin --password {long}"), &long),
        row("password", format!("密码是{long}，别忘了"), &long),
        row("password", format!("密码：{long}"), &long),
        row("password", format!("パスワードは{long}です"), &long),
        row("password", format!("contraseña: {long}"), &long),
        row("password", format!("пароль: {long}"), &long),
        row("password", format!("password: {}", "hT7#x9!q"), "hT7#x9!q"),
        row("password", "passphrase: correct-horse-battery-staple-river".to_owned(), "correct-horse-battery"),
        row("api-key", format!("api_key = \"{hex32}\""), &hex32),
        row("api-key", format!("apiKey: '{long}',"), &long),
        row("api-key", format!("https://api.example.com/v1?api_key={hex32}&x=1"), &hex32),
        row("api-key", format!("my API key is {long}"), &long),
        row("secret", format!("CLIENT_SECRET={long}"), &long),
        row("secret", format!("SECRET_KEY = '{signs}'"), &signs),
        row("secret", format!("ENCRYPTION_KEY={hex}"), &hex),
        row(
            "secret",
            format!("client_secret: {}", "8f14e45f-ceea-467f-a8d2-3c1f0b9a7e52"),
            "8f14e45f-ceea-467f-a8d2-3c1f0b9a7e52",
        ),
        row("token", format!("token: {long}"), &long),
        row("token", format!("access_token={long}&expires=1"), &long),
        row("token", format!("const token = \"{long}\";"), &long),
        row("private-key", format!("PrivateKey = {}=", made_up(BASE64, 43, 505)), &made_up(BASE64, 43, 505)),
        row("api-key", format!("STRIPE_KEY={long}"), &long),
        row("password", "DB_PASSWORD=correct-horse-battery-staple-42".to_owned(), "correct-horse"),
        row("password", format!("spring.datasource.password={}", "S3cr3tPw1x9"), "S3cr3tPw1x9"),
        row("password", format!("ssh root@host # pw: {}", "Zq7xpL2m!k9"), "Zq7xpL2m!k9"),
        row("password", format!("login maria / password {twelve}"), &twelve),
        row("token", format!("token \"{long}\""), &long),
        row("token", format!("the token was changed to {long} today"), &long),
        row("token", format!("twilio auth token is {hex32}"), &hex32),
        row("secret", format!("the recovery code is {}", "8F3K-92LM-X7QP-11ZV"), "8F3K-92LM-X7QP-11ZV"),
    ]
}
