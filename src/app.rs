//! The application: everything a process needs, built once, here.

use std::sync::Arc;

use crate::auth::{KeyRing, TokenIssuer, Verifier};
use crate::clock::Clock;
use crate::config::Config;
use crate::embed::{Backing, EmbedSettings};
use crate::error::AppError;
use crate::mail::Mailer;
use crate::oauth::ShortMemory;
use crate::op::{Environment, Ledger, Meaning, PolicyCache, Rates, UsageMeter};
use crate::outbound::Outbound;
use crate::store::models;
use crate::store::numbers::Numbers;
use crate::store::tx::{Store, SystemPurpose};

/// The application. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// What operations work with.
    pub env: Environment,
    /// The signing keys.
    pub keys: Arc<KeyRing>,
    /// Verifies tokens.
    pub verifier: Arc<Verifier>,
    /// Fetches from and sends to addresses that strangers name.
    pub outbound: Outbound,
    /// What the authorization server remembers for moments.
    pub oauth: Arc<ShortMemory>,
    /// How the service is set.
    pub config: Arc<Config>,
}

impl App {
    /// Builds the application on its database.
    ///
    /// # Errors
    /// What is missing or wrong, for the operator; unavailable without a database.
    pub async fn build(config: Config, clock: Clock) -> Result<Self, AppError> {
        let store = Store::open(config.required_database_url()?, &config.pool, clock.clone())?;
        let master = config.required_master_key()?;
        let keys = Arc::new(KeyRing::load(store.clone(), master.clone(), clock.clone()).await?);
        let meaning = meaning(&store, &config.embedding).await?;
        let mail = config.people.mail.as_ref().map(Mailer::open).transpose();
        let outbound = Outbound::new(config.outbound.clone());
        let env = Environment {
            mail: mail.map_err(|problem| AppError::invalid("ANNALS_SMTP_URL or ANNALS_MAIL_FROM", problem))?,
            store,
            meaning,
            numbers: Numbers::default(),
            policies: PolicyCache::default(),
            ledger: Ledger::default(),
            usage: UsageMeter::default(),
            rates: Rates::new(config.rate_per_token, config.rate_per_account),
            outbound: outbound.clone(),
            bell: Arc::default(),
            news: Arc::default(),
            issuer: Arc::new(TokenIssuer::new(keys.clone(), clock.clone(), config.public_url.clone())),
            master,
            clock: clock.clone(),
            public_url: config.public_url.as_str().into(),
        };
        let verifier = Verifier::new(keys.clone(), clock, config.public_url.clone());
        Ok(Self { env, keys, verifier: Arc::new(verifier), outbound, oauth: Arc::default(), config: Arc::new(config) })
    }
}

/// What finds by meaning, with its number in the database.
async fn meaning(store: &Store, settings: &EmbedSettings) -> Result<Meaning, AppError> {
    let backing = Backing::open(settings).map_err(|error| AppError::invalid("ANNALS_EMBEDDER", error))?;
    match backing {
        Backing::Ready(embedder) => {
            let known = embedder.model();
            let dimensions = i32::try_from(known.dimensions).unwrap_or(i32::MAX);
            let mut tx = store.system(SystemPurpose::EmbeddingModels).await?;
            let model =
                models::register(&mut tx, &known.key(), dimensions, known.digest.as_deref().unwrap_or_default())
                    .await?;
            tx.commit().await?;
            Ok(Meaning::On { embedder, model })
        }
        Backing::Unavailable(reason) => Ok(Meaning::Off { reason: reason.to_string() }),
        Backing::Off => Ok(Meaning::Off { reason: "switched off by the operator".to_owned() }),
    }
}
