//! What the service offers to operations besides the database.

use std::sync::Arc;

use crate::auth::{MasterKey, TokenIssuer};
use crate::clock::Clock;
use crate::embed::{Embedder, Purpose};
use crate::mail::Mailer;
use crate::op::{Ledger, PolicyCache, Rates, UsageMeter};
use crate::outbound::Outbound;
use crate::store::numbers::Numbers;
use crate::store::tx::Store;
use crate::telemetry::metrics;

/// What finds by meaning: a model, or the reason why there is none.
#[derive(Clone)]
pub enum Meaning {
    /// A model is at hand.
    On {
        /// The model.
        embedder: Arc<dyn Embedder>,
        /// Its number, which each vector carries.
        model: i16,
    },
    /// No model: words alone find, and every reply says so.
    Off {
        /// Why, in words for an operator.
        reason: String,
    },
}

/// What the service offers to operations. Cheap to clone.
#[derive(Clone)]
pub struct Environment {
    /// The database; operations get their transaction from the kernel.
    pub store: Store,
    /// What finds by meaning.
    pub meaning: Meaning,
    /// Blocks of record numbers.
    pub numbers: Numbers,
    /// Makes tokens.
    pub issuer: Arc<TokenIssuer>,
    /// Sends letters; nothing where no mail server is set.
    pub mail: Option<Mailer>,
    /// Seals cursors.
    pub master: MasterKey,
    /// The process's clock.
    pub clock: Clock,
    /// Policies read moments ago.
    pub policies: PolicyCache,
    /// The read ledger's short memory.
    pub ledger: Ledger,
    /// What accounts use in a month.
    pub usage: UsageMeter,
    /// How many calls a minute tokens and accounts may make.
    pub rates: Rates,
    /// The way out to addresses that strangers name.
    pub outbound: Outbound,
    /// Rings when changes wait for their numbers.
    pub bell: Arc<tokio::sync::Notify>,
    /// Rings when changes have got their numbers.
    pub news: Arc<tokio::sync::Notify>,
    /// The origin under which the service is reached, without a trailing slash.
    pub public_url: Arc<str>,
}

impl Meaning {
    /// The vector of a question with its model's number, or none and the sentence that the reply must carry.
    pub async fn of_query(&self, text: &str) -> (Option<(i16, Vec<f32>)>, Option<String>) {
        let (mut vectors, notice) = self.of_texts(&[text.to_owned()], Purpose::Query).await;
        (vectors.as_mut().and_then(|(model, vectors)| vectors.pop().map(|vector| (*model, vector))), notice)
    }

    /// The vectors of texts to be stored, or none and the sentence that the reply must carry.
    pub async fn of_passages(&self, texts: &[String]) -> (Option<(i16, Vec<Vec<f32>>)>, Option<String>) {
        self.of_texts(texts, Purpose::Passage).await
    }

    async fn of_texts(&self, texts: &[String], purpose: Purpose) -> (Option<(i16, Vec<Vec<f32>>)>, Option<String>) {
        let Self::On { embedder, model } = self else {
            let Self::Off { reason } = self else { return (None, None) };
            return (None, Some(words_only(reason)));
        };
        let started = std::time::Instant::now();
        let result = embedder.embed(texts, purpose).await;
        metrics::embedding(result.is_ok(), texts.len(), started.elapsed());
        match result {
            Ok(vectors) => (Some((*model, vectors)), None),
            Err(error) => (None, Some(words_only(&error.to_string()))),
        }
    }
}

fn words_only(reason: &str) -> String {
    format!("Search by meaning is unavailable ({reason}); words alone are searched.")
}
