//! The table of secrets known by their shape or by what carries them.

use super::pattern_checks::{
    always, credential, credential_of_any_length, decodes_to_user_and_password, has_query, in_a_connection_string,
    in_a_json_web_key, in_a_netrc_entry, in_an_otpauth_address, luhn, not_hexadecimal, on_a_curl_line, on_a_login_line,
    on_a_mysql_line, on_a_redis_line, random_and_mixed, random_value, spells_seed_words,
};
use super::patterns::{Found, Pattern};

const fn row(
    kind: &'static str,
    hints: &'static [&'static str],
    expression: &'static str,
    holds: fn(&Found<'_>) -> bool,
) -> Pattern {
    Pattern { kind, hints, expression, holds }
}

/// In each expression the first group that takes part is what is cut; without a group it is the whole match.
///
/// `{start}` stands for the start of a word; an escape such as `\n` or `%20` in front of it counts as a space.
/// `hints`: the expression is tried only on texts that hold one of these words, in any case.
/// Repetitions that could run over the rest of the text are bounded, so that every search stays linear.
pub(super) static PATTERNS: &[Pattern] = &[
    // Ours: other prefixes of the same make as the access, refresh and service keys (codes, device codes).
    row("annals-token", &["mem_"], r"{start}(mem_[a-z]{2,8}_[A-Za-z0-9_-]{24,200})", random_and_mixed),
    row("oauth-code", &["code="], r"(?i)[?&](?:code|code_verifier)=([A-Za-z0-9._~%/+-]{20,})", random_value),
    // Tokens in transit.
    row("jwt", &["eyJ"], r"eyJ[A-Za-z0-9_-]{6,}\.eyJ[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?", always),
    row(
        "jwt",
        &["eyJ"],
        r"eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}",
        always,
    ),
    row(
        "basic-credentials",
        &["authorization"],
        r#"(?i)authorization[\\"'`\])]{0,4}\s{0,4}[:=,]\s{0,4}[\\"'`]{0,3}basic\s+([A-Za-z0-9+/_-]{6,}={0,2})"#,
        credential,
    ),
    row(
        "basic-credentials",
        &["basic"],
        r"(?i)(?-u:\b)basic\s+([A-Za-z0-9+/]{8,}={0,2})",
        decodes_to_user_and_password,
    ),
    row(
        "bearer-token",
        &["authorization"],
        r#"(?i)authorization[\\"'`\])]{0,4}\s{0,4}[:=,]\s{0,4}[\\"'`]{0,3}(?:[a-z][a-z0-9-]{1,20}\s+)?(?:token=|apikey=)?[\\"']{0,2}([A-Za-z0-9._~+/=:|-]{8,})"#,
        credential,
    ),
    row(
        "basic-credentials",
        &["auth"],
        r#"[\\"']auth[\\"']{1,4}\s{0,3}:\s{0,3}[\\"']{1,4}([A-Za-z0-9+/]{8,}={0,2})"#,
        decodes_to_user_and_password,
    ),
    row("bearer-token", &["bearer"], r"(?i)(?-u:\b)bearer(?:\s+|%20|\+|:\s*)([A-Za-z0-9._~+/=|-]{16,})", credential),
    row(
        "api-key",
        &["x-", "private-token", "ocp-apim", "job-token", "deploy-token", "apikey"],
        r#"(?i)(?-u:\b)(?:x-[a-z0-9-]{0,40}(?:key|token|secret|signature|auth)|(?:private|job|deploy)-token|ocp-apim-subscription-key|apikey)[\\"'`]{0,3}\s{0,4}[:=]\s{0,4}[\\"'`]{0,3}([A-Za-z0-9._~+/=|-]{8,})"#,
        credential,
    ),
    row("totp-secret", &["otpauth"], r"(?i)[?&;](?:secret|data)=([A-Za-z0-9%=+/_-]{8,})", in_an_otpauth_address),
    // Cloud keys.
    row(
        "aws-secret-key",
        &["aws"],
        r#"(?i)aws[a-z0-9_ .-]{0,30}(?:secret|sk)[a-z0-9_ .-]{0,30}[\\"'`\]]{0,3}\s{0,4}(?:=>|:=|[:=,]|\bis\b)\s{0,4}[\\"'`]{0,3}([A-Za-z0-9/+]{40})(?-u:\b|$)"#,
        not_hexadecimal,
    ),
    row("azure-client-secret", &["Q~"], r"([A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{30,34})", always),
    row(
        "azure-storage-key",
        &["key="],
        r"(?i)(?:AccountKey|SharedAccessKey|SharedSecret)\s?=\s?([A-Za-z0-9+/%]{20,200}={0,2})",
        random_value,
    ),
    row("azure-sas", &["sig="], r"(?i)(?:[?&;]|&amp;|\\u0026|(?-u:\b))sig=([A-Za-z0-9%+/_=-]{24,400})", random_value),
    row("azure-devops-token", &["AZDO", "JQQJ9"], r"[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{10,40}", always),
    row(
        "signed-url",
        &["signature="],
        r"(?i)(?:X-Amz-Signature|X-Goog-Signature|[?&]Signature)=([A-Za-z0-9%+/_=~-]{24,})",
        random_value,
    ),
    row("signed-url", &["security-token="], r"(?i)X-Amz-Security-Token=([A-Za-z0-9%+/_=-]{40,})", always),
    row("x-bearer-token", &["aaaaaaaaaaaaaaaaaaaa"], r"A{20}[A-Za-z0-9]{1,40}%[A-Za-z0-9%]{40,200}", always),
    // Code hosts, model vendors, payment, mail, phone.
    row("openai-key", &["T3BlbkFJ"], r"sk-[A-Za-z0-9_-]{10,120}T3BlbkFJ[A-Za-z0-9_-]{10,120}", always),
    row("elevenlabs-key", &["sk_"], r"{start}(sk_[0-9a-f]{40,64})(?-u:\b)", always),
    row("sendgrid-key", &["SG."], r"{start}(SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128})", always),
    row("mailgun-key", &["-"], r"{start}([0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})(?-u:\b)", always),
    row("mailchimp-key", &["-us"], r"{start}([0-9a-f]{32}-us[0-9]{1,2})(?-u:\b)", always),
    row("resend-key", &["re_"], r"{start}(re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40})", always),
    row(
        "braintree-token",
        &["access_token$"],
        r"access_token\$(?:production|sandbox)\$[0-9a-z]{8,24}\$[0-9a-f]{24,64}",
        always,
    ),
    row(
        "plaid-token",
        &["access-", "public-"],
        r"(?-u:\b)access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        always,
    ),
    row("hubspot-token", &["pat-"], r"{start}(pat-(?:na|eu|ap)[0-9]-[0-9a-fA-F]{8}-[0-9a-fA-F-]{20,40})", always),
    row("airtable-token", &["pat"], r"{start}(pat[A-Za-z0-9]{14}\.[0-9a-f]{64})", always),
    // Chat and hooks.
    row("telegram-token", &[":A"], r"{start}(?:bot)?([0-9]{8,10}:A[A-Za-z0-9_-]{32,36})", always),
    row("discord-token", &["."], r"{start}([MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40})", always),
    row(
        "slack-webhook",
        &["hooks.slack"],
        r"(?i)hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/_-]{16,200})",
        always,
    ),
    row(
        "discord-webhook",
        &["/webhooks/"],
        r"(?i)discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/([0-9]{6,24}/[A-Za-z0-9_-]{20,120})",
        always,
    ),
    row(
        "teams-webhook",
        &["webhook.office"],
        r"(?i)webhook\.office\.com/webhookb?2?/([A-Za-z0-9@/_-]{20,400})",
        always,
    ),
    row(
        "google-chat-webhook",
        &["chat.googleapis"],
        r#"(?i)chat\.googleapis\.com/v1/spaces/([^\s"'<>]{20,})"#,
        has_query,
    ),
    row(
        "automation-webhook",
        &["hooks.zapier", "hook.", "maker.ifttt"],
        r"(?i)(?:hooks\.zapier\.com/hooks/catch/|hook\.(?:[a-z0-9]{2,6}\.)?(?:make|integromat)\.com/|maker\.ifttt\.com/trigger/[a-z0-9_-]{1,60}/(?:json/)?with/key/)([A-Za-z0-9/_-]{10,200})",
        always,
    ),
    row("mattermost-webhook", &["/hooks/"], r"(?i)https?://[a-z0-9.:-]{3,200}/hooks/([a-z0-9]{26})(?-u:\b)", always),
    // Packages, builds, infrastructure.
    row(
        "npm-token",
        &["_auth", "_password"],
        r#"(?i)(?:^|[^A-Za-z0-9_])_(?:authToken|auth|password)\s{0,3}=\s{0,3}["']?([A-Za-z0-9+/=._-]{8,})"#,
        credential,
    ),
    row("terraform-token", &["atlasv1"], r"{start}([A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,100})", always),
    row("pulumi-token", &["pulumi_"], r"{start}(pulumi_[0-9a-f]{40})", always),
    row(
        "harness-token",
        &["pat.", "sat."],
        r"{start}([ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20})",
        always,
    ),
    row(
        "authress-key",
        &[".acc"],
        r"{start}((?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][A-Za-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120})",
        always,
    ),
    row(
        "one-password-key",
        &["A3-"],
        r"{start}(A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3})",
        always,
    ),
    row(
        "launchdarkly-key",
        &["api-"],
        r"{start}(api-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})",
        always,
    ),
    row(
        "netrc-password",
        &["machine", "default"],
        r#"(?i)(?-u:\b)login\s+[^\s]+\s+password\s+([^\s"\\]{3,})"#,
        in_a_netrc_entry,
    ),
    row(
        "password",
        &[":5432:", ":6432:", ":5433:"],
        r"{start}[A-Za-z0-9.*_-]{1,100}:(?:5432|5433|6432):[^\s:]{1,64}:[^\s:]{1,64}:([^\s:]{4,})",
        credential_of_any_length,
    ),
    // Command lines.
    row(
        "password",
        &["curl", "wget"],
        r#"(?:\s|\\n)(?:-u|-U|--user|--proxy-user|--proxy-header)(?:=|\s{0,4})[\\"']{0,2}[A-Za-z0-9._@%+\\-]*:([^\s"'\\]{3,})"#,
        on_a_curl_line,
    ),
    row("password", &["sshpass"], r#"sshpass\s+-p\s{0,4}["']?([^\s"']{3,})"#, credential_of_any_length),
    row("password", &["mysql", "mariadb"], r#"\s-p["']?([^\s"']{4,})"#, on_a_mysql_line),
    row(
        "password",
        &["docker login", "podman login", "helm registry login"],
        r#"\s-p[= ]["']?([^\s"']{4,})"#,
        on_a_login_line,
    ),
    row("password", &["redis-cli"], r#"\s-a\s+["']?([^\s"']{4,})"#, on_a_redis_line),
    row(
        "password",
        &[
            "pgpassword",
            "mysql_pwd",
            "sshpass",
            "rediscli_auth",
            "restic_password",
            "borg_passphrase",
            "ansible_",
            "mysql_root_password",
            "postgres_password",
        ],
        r#"(?i)(?-u:\b)(?:PGPASSWORD|MYSQL_PWD|SSHPASS|REDISCLI_AUTH|RESTIC_PASSWORD|BORG_PASSPHRASE|ansible_(?:ssh_|become_)?pass(?:word)?|MYSQL_ROOT_PASSWORD|POSTGRES_PASSWORD)\s{0,2}[=:]\s{0,2}[\\"']{0,2}([^\s"'\\;]{4,})"#,
        credential_of_any_length,
    ),
    // Connection strings of the `Name=value;` and `name=value name=value` kinds.
    row(
        "connection-string",
        &["password", "pwd"],
        r#"(?i)(?-u:\b)(?:password|pwd)\s{0,2}=\s{0,2}(?:"([^"\n]{3,})"|'([^'\n]{3,})'|\{([^}\n]{3,})\}|([^\s"'{;&<>,]{3,}))"#,
        in_a_connection_string,
    ),
    // Password hashes.
    row(
        "password-hash",
        &["$argon2"],
        r"\${1,2}argon2(?:id|i|d)?\$[^\s$]{1,20}\$[^\s$]{1,60}\$[A-Za-z0-9+/.=-]{4,120}\$[A-Za-z0-9+/=]{8,200}",
        always,
    ),
    row("password-hash", &["$2"], r"\${1,2}2[abxy]\${1,2}[0-9]{2}\${1,2}[./A-Za-z0-9]{53}", always),
    row(
        "password-hash",
        &["$1$", "$5$", "$6$", "$apr1$"],
        r"\$(?:1|5|6|apr1)\$(?:rounds=[0-9]{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{22,86}",
        always,
    ),
    row(
        "password-hash",
        &["$y$", "$7$", "$gy$", "$scrypt$"],
        r"\$(?:y|gy|7|scrypt)\$[^\s$]{1,40}\$[^\s$]{1,100}(?:\$[./A-Za-z0-9+=]{20,100})?",
        always,
    ),
    row(
        "password-hash",
        &["pbkdf2"],
        r"(?i)\$?pbkdf2[a-z0-9_:-]{0,20}[$:][0-9]{1,9}[$:][^\s$:]{1,100}[$:][A-Za-z0-9+/=._-]{20,200}",
        always,
    ),
    row(
        "password-hash",
        &["scrypt:", "scrypt$"],
        r"{start}(scrypt[:$][0-9]{1,9}[:$][0-9]{1,4}[:$][0-9]{1,4}\$[^\s$]{1,60}\$[0-9A-Za-z+/=]{32,200})",
        always,
    ),
    row(
        "password-hash",
        &["scram-sha-"],
        r"SCRAM-SHA-(?:1|256|512)\$[0-9]{1,9}:[A-Za-z0-9+/=]{8,100}\$[A-Za-z0-9+/=]{20,120}:[A-Za-z0-9+/=]{20,120}",
        always,
    ),
    row(
        "password-hash",
        &["{ssha", "{sha", "{md5", "{crypt"],
        r"(?i)\{(?:SSHA|SSHA256|SSHA512|SHA|SMD5|MD5|CRYPT)\}[A-Za-z0-9+/=.$]{16,200}",
        always,
    ),
    // Seeds of wallets and recovery words.
    row(
        "seed-phrase",
        &["phrase", "mnemonic", "seed", "recovery"],
        r#"(?i)(?:seed|recovery|mnemonic|backup|secret)(?:[ _-](?:phrase|words?))?["']?\s{0,3}(?::|=|\bis\b)\s{0,3}["']?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?-u:\b)"#,
        spells_seed_words,
    ),
    // Private members of a JSON Web Key.
    row(
        "private-key",
        &["\"kty", "'kty", "\\\"kty"],
        r#"[\\"']{1,2}(?:d|p|q|dp|dq|qi|k)[\\"']{1,2}\s{0,3}:\s{0,3}[\\"']{1,2}([A-Za-z0-9_-]{20,})"#,
        in_a_json_web_key,
    ),
];

/// Cut only where the workspace asks for it.
pub(super) static EMAIL_ADDRESS: Pattern = row(
    "email-address",
    &["@"],
    r"(?i)[A-Z0-9][A-Z0-9._%+-]{0,63}@(?:[A-Z0-9](?:[A-Z0-9-]{0,62})\.){1,8}[A-Z]{2,24}",
    always,
);

/// Cut only where the workspace asks for it.
pub(super) static CARD_NUMBER: Pattern = row(
    "card-number",
    &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
    r"{start}([0-9](?:[ -]?[0-9]){12,18})(?-u:\b)",
    luhn,
);
