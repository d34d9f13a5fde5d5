//! Configuration: the only reader of the environment.

use std::env;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::auth::MasterKey;
use crate::embed::{ApiKey, EmbedSettings, OpenAiSettings};
use crate::error::AppError;
use crate::outbound::OutboundPolicy;
use crate::store::tx::PoolSettings;

mod people;

pub use people::{AddressRange, PeopleSettings};

/// How the service is set. Every variable is described in README.md.
#[derive(Clone)]
pub struct Config {
    /// The serving role's database URL.
    pub database_url: Option<String>,
    /// The owner's database URL, for migrations.
    pub owner_database_url: Option<String>,
    /// Seals what must not be read.
    pub master_key: Option<MasterKey>,
    /// The origin under which the service is reached, without a trailing slash.
    pub public_url: String,
    /// Where to listen.
    pub bind: SocketAddr,
    /// Where to serve metrics; nowhere where absent.
    pub metrics_bind: Option<SocketAddr>,
    /// Hosts that are served besides the public one and loopback.
    pub allowed_hosts: Vec<String>,
    /// Origins of web pages that may call MCP and REST besides the service's own.
    pub allowed_origins: Vec<String>,
    /// What finds by meaning.
    pub embedding: EmbedSettings,
    /// The pool.
    pub pool: PoolSettings,
    /// How long a stop may take.
    pub drain: Duration,
    /// How people come in.
    pub people: PeopleSettings,
    /// Where traces and metrics go.
    pub otlp_endpoint: Option<String>,
    /// What is logged.
    pub log: String,
    /// How many calls a minute a token may make; 0 for as many as it likes.
    pub rate_per_token: u32,
    /// How many calls a minute an account may make; 0 for as many as it likes.
    pub rate_per_account: u32,
    /// How many clients may register in an hour from one address.
    pub registrations_per_hour: u32,
    /// How strangers' addresses are reached; no variable changes it.
    pub outbound: OutboundPolicy,
}

impl Config {
    /// Reads the environment.
    ///
    /// # Errors
    /// Invalid input that names the variable and what is accepted; a value that may be secret is never shown.
    pub fn from_environment() -> Result<Self, AppError> {
        Self::read(&|name| {
            #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
            let value = env::var(name);
            value.ok().filter(|value| !value.trim().is_empty())
        })
    }

    /// Reads settings by name.
    ///
    /// # Errors
    /// Invalid input that names the setting and what is accepted.
    pub fn read(get: &dyn Fn(&str) -> Option<String>) -> Result<Self, AppError> {
        let public_url = get("ANNALS_PUBLIC_URL").unwrap_or_else(|| "http://127.0.0.1:8080".to_owned());
        let metrics = get("ANNALS_METRICS_BIND").unwrap_or_else(|| "127.0.0.1:9464".to_owned());
        let master_key = get("ANNALS_MASTER_KEY")
            .map(|text| MasterKey::parse(&text).map_err(|problem| AppError::invalid("ANNALS_MASTER_KEY", problem)))
            .transpose()?;
        let mut pool = PoolSettings::default();
        if let Some(connections) = get("ANNALS_DATABASE_CONNECTIONS") {
            let accepted = "a whole number from 1 to 1000";
            pool.connections = parsed("ANNALS_DATABASE_CONNECTIONS", &connections, accepted)?;
            // A pool of none cannot be opened, and panics.
            if !(1..=1_000).contains(&pool.connections) {
                return Err(AppError::invalid("ANNALS_DATABASE_CONNECTIONS", format!("must be {accepted}")));
            }
        }
        if let Some(cache) = get("ANNALS_STATEMENT_CACHE") {
            pool.statement_cache = match cache.as_str() {
                "on" => true,
                "off" => false,
                _ => return Err(AppError::invalid("ANNALS_STATEMENT_CACHE", "must be on or off")),
            };
        }
        if let Some(millis) = get("ANNALS_STATEMENT_TIMEOUT_MS") {
            pool.statement_timeout =
                Duration::from_millis(parsed("ANNALS_STATEMENT_TIMEOUT_MS", &millis, "milliseconds")?);
        }
        Ok(Self {
            database_url: get("ANNALS_DATABASE_URL"),
            owner_database_url: get("ANNALS_OWNER_DATABASE_URL"),
            master_key,
            public_url: checked_public_url(&public_url)?,
            bind: parsed(
                "ANNALS_BIND",
                &get("ANNALS_BIND").unwrap_or_else(|| "127.0.0.1:8080".to_owned()),
                "an address and port, for example 127.0.0.1:8080",
            )?,
            metrics_bind: match metrics.as_str() {
                "off" => None,
                text => Some(parsed("ANNALS_METRICS_BIND", text, "an address and port, or off")?),
            },
            allowed_hosts: list(get("ANNALS_ALLOWED_HOSTS")),
            allowed_origins: list(get("ANNALS_ALLOWED_ORIGINS")),
            embedding: embedding(get)?,
            pool,
            drain: Duration::from_secs(parsed(
                "ANNALS_DRAIN_SECONDS",
                &get("ANNALS_DRAIN_SECONDS").unwrap_or_else(|| "25".to_owned()),
                "whole seconds",
            )?),
            people: people::people(get)?,
            otlp_endpoint: get("OTEL_EXPORTER_OTLP_ENDPOINT"),
            log: get("ANNALS_LOG").unwrap_or_else(|| "info".to_owned()),
            rate_per_token: rate(get, "ANNALS_RATE_PER_TOKEN", "600")?,
            rate_per_account: rate(get, "ANNALS_RATE_PER_ACCOUNT", "6000")?,
            registrations_per_hour: parsed(
                "ANNALS_REGISTRATIONS_PER_HOUR",
                &get("ANNALS_REGISTRATIONS_PER_HOUR").unwrap_or_else(|| "20".to_owned()),
                "a whole number",
            )?,
            outbound: OutboundPolicy::default(),
        })
    }

    /// The serving role's database URL.
    ///
    /// # Errors
    /// Invalid input, where it is not set.
    pub fn required_database_url(&self) -> Result<&str, AppError> {
        let missing = || {
            AppError::invalid(
                "ANNALS_DATABASE_URL",
                "is not set; it is the serving role's URL, postgres://annals_app:…@host:port/annals",
            )
        };
        self.database_url.as_deref().ok_or_else(missing)
    }

    /// The master key.
    ///
    /// # Errors
    /// Invalid input, where it is not set.
    pub fn required_master_key(&self) -> Result<MasterKey, AppError> {
        let missing = || {
            AppError::invalid("ANNALS_MASTER_KEY", "is not set; make one with `openssl rand -base64 32` and keep it")
        };
        self.master_key.clone().ok_or_else(missing)
    }

    /// The owner's database URL.
    ///
    /// # Errors
    /// Invalid input, where it is not set.
    pub fn required_owner_database_url(&self) -> Result<&str, AppError> {
        let missing = || {
            AppError::invalid(
                "ANNALS_OWNER_DATABASE_URL",
                "is not set; it is the owning role's URL, postgres://annals_owner:…@host:port/annals",
            )
        };
        self.owner_database_url.as_deref().ok_or_else(missing)
    }
}

fn parsed<T: FromStr>(name: &str, text: &str, accepted: &str) -> Result<T, AppError> {
    text.trim().parse().map_err(|_| AppError::invalid(name, format!("must be {accepted}")))
}

fn rate(get: &dyn Fn(&str) -> Option<String>, name: &str, default: &str) -> Result<u32, AppError> {
    parsed(
        name,
        &get(name).unwrap_or_else(|| default.to_owned()),
        "a whole number of calls a minute, or 0 for no limit",
    )
}

fn list(text: Option<String>) -> Vec<String> {
    text.unwrap_or_default().split(',').map(|item| item.trim().to_lowercase()).filter(|item| !item.is_empty()).collect()
}

/// The public URL: an origin. Plain http is for loopback alone (ruling 9).
fn checked_public_url(text: &str) -> Result<String, AppError> {
    let text = text.trim().trim_end_matches('/');
    let refused = || {
        AppError::invalid(
            "ANNALS_PUBLIC_URL",
            "must be an origin such as https://annals.example.com; plain http is taken on loopback only",
        )
    };
    let uri: http::Uri = text.parse().map_err(|_| refused())?;
    let host = uri.host().ok_or_else(refused)?;
    let is_loopback = matches!(host, "127.0.0.1" | "localhost" | "[::1]");
    let scheme_fits = match uri.scheme_str() {
        Some("https") => true,
        Some("http") => is_loopback,
        _ => false,
    };
    if !scheme_fits || !matches!(uri.path(), "" | "/") || uri.query().is_some() || text.contains('@') {
        return Err(refused());
    }
    Ok(text.to_owned())
}

fn embedding(get: &dyn Fn(&str) -> Option<String>) -> Result<EmbedSettings, AppError> {
    match get("ANNALS_EMBEDDER").as_deref().unwrap_or("builtin") {
        "builtin" => Ok(EmbedSettings::Builtin {
            dir: PathBuf::from(
                get("ANNALS_EMBEDDING_MODEL_DIR").unwrap_or_else(|| ".local/models/all-minilm-l6-v2".to_owned()),
            ),
        }),
        "openai" => {
            let needed = |name: &str| {
                get(name).ok_or_else(|| AppError::invalid(name, "is needed where ANNALS_EMBEDDER is openai"))
            };
            Ok(EmbedSettings::OpenAi(OpenAiSettings {
                base_url: needed("ANNALS_EMBEDDING_BASE_URL")?,
                key: get("ANNALS_EMBEDDING_API_KEY").map(ApiKey::new),
                model: needed("ANNALS_EMBEDDING_MODEL")?,
                dimensions: parsed(
                    "ANNALS_EMBEDDING_DIMENSIONS",
                    &needed("ANNALS_EMBEDDING_DIMENSIONS")?,
                    "a whole number",
                )?,
                query_prefix: get("ANNALS_EMBEDDING_QUERY_PREFIX").unwrap_or_default(),
                passage_prefix: get("ANNALS_EMBEDDING_PASSAGE_PREFIX").unwrap_or_default(),
            }))
        }
        "double" => Ok(EmbedSettings::Double),
        "off" => Ok(EmbedSettings::Off),
        _ => Err(AppError::invalid("ANNALS_EMBEDDER", "must be builtin, openai or off")),
    }
}

#[cfg(test)]
mod tests;
