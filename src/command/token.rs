//! `annals token`: making, listing and revoking service tokens.

use std::process::ExitCode;

use chrono::{DateTime, Duration, SubsecRound, Utc};
use clap::{Args, Subcommand};
use serde_json::json;

use crate::app::App;
use crate::auth::{NewToken, Permission, Profile};
use crate::clock::{Clock, rfc3339};
use crate::command::operator::{account, member, store};
use crate::command::output::Output;
use crate::config::Config;
use crate::embed::EmbedSettings;
use crate::error::AppError;
use crate::ids::{TokenId, UserId};
use crate::scope_path::ScopePath;
use crate::store::service_tokens::{self, NewServiceToken};
use crate::store::tx::SystemPurpose;
use crate::store::{accounts, scopes};

#[derive(Subcommand)]
pub enum Command {
    /// Make a service token; it is shown once.
    Create(Create),
    /// List the tokens of an account; the tokens themselves are never stored.
    List(List),
    /// Revoke a token; it holds at the next call on every replica.
    Revoke(Revoke),
}

#[derive(Args)]
pub struct Create {
    /// The account's id.
    #[arg(long)]
    account: String,
    /// The member for whom the token acts: an id or an e-mail address.
    #[arg(long)]
    user: String,
    /// What it allows, parted by blanks: "memory:read memory:write".
    #[arg(long)]
    permissions: String,
    /// A scope path that it never reaches outside of.
    #[arg(long)]
    scope: Option<String>,
    /// The agent's name, which readers see as the writer.
    #[arg(long, default_value = "service")]
    agent: String,
    /// A label for the device.
    #[arg(long)]
    device: Option<String>,
    /// The tool profile: generic, decisions, facts, remember, workspaces, chatgpt or claude.
    #[arg(long, default_value = "generic")]
    profile: Profile,
    /// How long it holds: 90d, 12h, 30m or 2w; 366 days at most.
    #[arg(long, default_value = "90d")]
    expires: String,
    /// Print JSON: token, token_id, expires_at.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct List {
    /// The account's id.
    #[arg(long)]
    account: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct Revoke {
    /// The token's id.
    #[arg(long)]
    token_id: String,
    /// The account's id; the token is looked for in every account where nothing is said.
    #[arg(long)]
    account: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Command {
    pub const fn output(&self) -> Output {
        match self {
            Self::Create(create) => Output::of(create.json),
            Self::List(list) => Output::of(list.json),
            Self::Revoke(revoke) => Output::of(revoke.json),
        }
    }
}

pub async fn run(config: Config, command: &Command) -> Result<ExitCode, AppError> {
    let output = command.output();
    match command {
        Command::Create(create) => make(config, create, output).await,
        Command::List(wanted) => list(&config, wanted, output).await,
        Command::Revoke(wanted) => revoke(&config, wanted, output).await,
    }
}

async fn make(mut config: Config, create: &Create, output: Output) -> Result<ExitCode, AppError> {
    // Signing needs the keys, not the model.
    config.embedding = EmbedSettings::Off;
    let app = App::build(config, Clock::default()).await?;
    let permissions =
        Permission::parse_list(&create.permissions).map_err(|problem| AppError::invalid("--permissions", problem))?;
    let agent = bounded("--agent", &create.agent)?;
    let device = create.device.as_deref().map(|device| bounded("--device", device)).transpose()?;
    // A token names its end in whole seconds, and so does its row.
    let expires_at = (app.env.clock.now() + lifetime(&create.expires)?).trunc_subsecs(0);
    let path = ScopePath::parse(create.scope.as_deref().unwrap_or_default())
        .map_err(|problem| AppError::invalid("--scope", problem))?;
    let account = account(&app.env.store, &create.account).await?;
    let user = member(&app.env.store, account, Some(&create.user)).await?;

    let mut tx = app.env.store.system(SystemPurpose::ServiceTokens).await?;
    let role = accounts::role(&mut tx, account, user)
        .await?
        .ok_or_else(|| AppError::invalid("--user", "is no member of this account"))?;
    let above = Permission::above(&permissions, role);
    if !above.is_empty() {
        return Err(AppError::invalid("--permissions", format!("a {} cannot hold {}", role.name(), above.join(", "))));
    }
    let scope = match path.as_str() {
        "" => None,
        path => {
            let found = scopes::find_for_operator(&mut tx, account, path).await?;
            Some(found.ok_or_else(|| {
                AppError::invalid("--scope", "there is no such scope; `annals scope create` makes it")
            })?)
        }
    };
    let id = TokenId::generate();
    let issued = app.env.issuer.issue(&NewToken {
        id,
        account,
        user,
        permissions: &permissions,
        profile: create.profile,
        expires_at,
    })?;
    let row = NewServiceToken {
        id,
        account,
        user,
        name: agent,
        permissions: &permissions,
        scope,
        agent,
        device,
        profile: create.profile,
        last_four: &issued.last_four,
        expires_at,
    };
    service_tokens::insert(&mut tx, &row).await?;
    tx.commit().await?;
    let words = format!("Token {id}, until {}\nShown once: {}", rfc3339(expires_at), issued.token);
    output.answer(&words, &json!({"token": issued.token, "token_id": id, "expires_at": rfc3339(expires_at)}));
    Ok(ExitCode::SUCCESS)
}

async fn list(config: &Config, wanted: &List, output: Output) -> Result<ExitCode, AppError> {
    let store = store(config)?;
    let account = account(&store, &wanted.account).await?;
    let mut tx = store.system(SystemPurpose::ServiceTokens).await?;
    let rows = service_tokens::list(&mut tx, account).await?;
    tx.commit().await?;
    let state = |revoked: Option<DateTime<Utc>>, expires: DateTime<Utc>| match revoked {
        Some(_) => "revoked",
        None if expires <= Clock::default().now() => "expired",
        None => "valid",
    };
    let words: Vec<String> = rows
        .iter()
        .map(|row| {
            let path = row.path.as_deref().unwrap_or("everywhere");
            let stands = match row.revoked_at {
                Some(at) => format!("revoked at {}", rfc3339(at)),
                None => format!("{} until {}", state(None, row.expires_at), rfc3339(row.expires_at)),
            };
            format!(
                "{}  …{}  {}  {stands}  {}  {}",
                TokenId::from(row.id),
                row.last_four,
                row.agent,
                path,
                row.permissions.join(" "),
            )
        })
        .collect();
    let items: Vec<_> = rows
        .iter()
        .map(|row| {
            json!({
                "token_id": TokenId::from(row.id),
                "user_id": UserId::from(row.user_id),
                "name": row.name,
                "permissions": row.permissions,
                "scope": row.path,
                "agent": row.agent,
                "device": row.device,
                "profile": row.profile,
                "last_four": row.last_four,
                "created_at": rfc3339(row.created_at),
                "expires_at": rfc3339(row.expires_at),
                "revoked_at": row.revoked_at.map(rfc3339),
                "state": state(row.revoked_at, row.expires_at),
            })
        })
        .collect();
    let words = if words.is_empty() {
        "There is no token; `annals token create` makes one.".to_owned()
    } else {
        words.join("\n")
    };
    output.answer(&words, &json!(items));
    Ok(ExitCode::SUCCESS)
}

async fn revoke(config: &Config, wanted: &Revoke, output: Output) -> Result<ExitCode, AppError> {
    let store = store(config)?;
    let token: TokenId = wanted.token_id.parse().map_err(|problem| AppError::invalid("--token-id", problem))?;
    let account = match &wanted.account {
        Some(text) => Some(account(&store, text).await?),
        None => None,
    };
    let mut tx = store.system(SystemPurpose::ServiceTokens).await?;
    let is_there = service_tokens::revoke(&mut tx, account, token).await?;
    tx.commit().await?;
    if !is_there {
        return Err(AppError::invalid("--token-id", "there is no such token; `annals token list` shows them"));
    }
    output.answer(&format!("Revoked {token}."), &json!({"token_id": token, "revoked": true}));
    Ok(ExitCode::SUCCESS)
}

fn bounded<'a>(field: &str, text: &'a str) -> Result<&'a str, AppError> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > 128 || text.chars().any(char::is_control) {
        return Err(AppError::invalid(field, "must have 1 to 128 characters on one line"));
    }
    Ok(text)
}

/// A lifetime: a whole number and d, h, m or w.
fn lifetime(text: &str) -> Result<Duration, AppError> {
    let refused = || {
        AppError::invalid(
            "--expires",
            "must be a whole number with d, h, m or w behind it, such as 90d, and at most 366d",
        )
    };
    let unit = text.chars().last().ok_or_else(refused)?;
    let count: i64 = text[..text.len() - unit.len_utf8()].parse().map_err(|_| refused())?;
    let seconds = match unit {
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        'w' => 604_800,
        _ => return Err(refused()),
    };
    let longest = 366 * 86_400;
    match count.checked_mul(seconds) {
        Some(seconds) if (1..=longest).contains(&seconds) => Ok(Duration::seconds(seconds)),
        _ => Err(refused()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lifetime_has_a_unit_and_an_end() {
        for (text, seconds) in
            [("90d", 7_776_000), ("12h", 43_200), ("30m", 1_800), ("2w", 1_209_600), ("366d", 31_622_400)]
        {
            assert_eq!(lifetime(text).ok(), Some(Duration::seconds(seconds)), "{text}");
        }
        for text in ["", "d", "90", "0d", "-1d", "367d", "1y", "9223372036854775807w", "1.5d", "९d"] {
            assert!(lifetime(text).is_err(), "{text}");
        }
    }
}
