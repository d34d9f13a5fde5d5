//! Any endpoint that speaks the OpenAI embeddings protocol: `POST {base}/embeddings`.
//!
//! A call costs at most its budget of time, whatever the endpoint does; a dead endpoint costs nothing after a few failures
//! (the breaker). Requests are not sent through redirects, so the key stays with the host that was configured.

mod breaker;
mod patience;
mod protocol;

use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::{Client, StatusCode, Url};
use tokio::time::Instant;

use super::{EmbedError, Embedder, MAX_DIMENSIONS, Model, OpenAiSettings, Purpose};
use breaker::Breaker;
pub use patience::Patience;
use protocol::{Failure, Request};

/// Texts in one request; providers accept between 64 and 2,048.
const BATCH: usize = 64;
/// Characters of one text that are sent, prefix included. The usual models read 512 to 8,192 tokens and refuse the whole
/// batch when one text is longer.
const MAX_CHARACTERS: usize = 8_000;

/// A client of one endpoint and one model.
pub struct OpenAi {
    model: Model,
    client: Client,
    endpoint: Url,
    patience: Patience,
    breaker: Breaker,
    /// Whether the request names the dimensions. Many endpoints refuse a field that they do not know, so it is dropped
    /// when a request without it is accepted; the answer is checked either way.
    names_dimensions: AtomicBool,
}

impl OpenAi {
    /// Checks the settings and prepares the client. Does not connect.
    ///
    /// # Errors
    /// [`EmbedError::Settings`] naming the setting that cannot work.
    pub fn new(settings: &OpenAiSettings, patience: Patience) -> Result<Self, EmbedError> {
        check_dimensions(settings.dimensions)?;
        if settings.model.trim().is_empty() {
            return Err(EmbedError::settings("the model name is empty"));
        }
        let endpoint = endpoint(&settings.base_url)?;
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // Losing the race to another installer is as good as winning it.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let client = Client::builder()
            .user_agent(concat!("annals/", env!("CARGO_PKG_VERSION")))
            .default_headers(headers(settings)?)
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(patience.connect)
            .build()
            .map_err(|_| EmbedError::settings("the TLS client cannot be built on this system"))?;
        let model = Model {
            name: settings.model.clone(),
            dimensions: settings.dimensions,
            query_prefix: settings.query_prefix.clone(),
            passage_prefix: settings.passage_prefix.clone(),
            digest: None,
        };
        let breaker = Breaker::new(patience.failures_before_rest, patience.rest);
        Ok(Self { model, client, endpoint, patience, breaker, names_dimensions: AtomicBool::new(true) })
    }

    async fn embed_batch(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let deadline = Instant::now() + self.patience.budget(purpose);
        let mut attempt = 1;
        loop {
            self.breaker.admit()?;
            let failure = match self.ask(texts, deadline).await {
                Ok(vectors) => {
                    self.breaker.succeeded();
                    return Ok(vectors);
                }
                Err(failure) => failure,
            };
            let Failure::Transient { error, retry_after } = failure else {
                // The endpoint is alive: it answered, only not with what was wanted.
                self.breaker.succeeded();
                return Err(failure.into_error());
            };
            let wait = self.patience.wait(attempt, retry_after);
            let too_long = Instant::now() + wait >= deadline;
            let resting = self.breaker.failed(retry_after.filter(|_| too_long));
            if resting || too_long || attempt >= self.patience.attempts {
                return Err(error);
            }
            tokio::time::sleep(wait).await;
            attempt += 1;
        }
    }

    /// One attempt, or two when the endpoint turns out not to know the `dimensions` field.
    async fn ask(&self, texts: &[String], deadline: Instant) -> Result<Vec<Vec<f32>>, Failure> {
        let named = self.names_dimensions.load(Ordering::Relaxed);
        let outcome = self.post(texts, named.then_some(self.model.dimensions), deadline).await;
        match outcome {
            Err(Failure::Final {
                status: Some(StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY), ..
            }) if named => {
                match self.post(texts, None, deadline).await {
                    Ok(vectors) => {
                        self.names_dimensions.store(false, Ordering::Relaxed);
                        Ok(vectors)
                    }
                    // A vector of another size says more than the first refusal; everything else says less.
                    Err(Failure::Final { error: error @ EmbedError::WrongShape { .. }, status }) => {
                        Err(Failure::Final { error, status })
                    }
                    Err(_) => outcome,
                }
            }
            _ => outcome,
        }
    }

    async fn post(
        &self,
        texts: &[String],
        dimensions: Option<usize>,
        deadline: Instant,
    ) -> Result<Vec<Vec<f32>>, Failure> {
        let left = deadline.saturating_duration_since(Instant::now());
        let request = Request { model: &self.model.name, input: texts, dimensions };
        let sending = self.client.post(self.endpoint.clone()).json(&request).send();
        let exchange = async {
            let response = sending.await.map_err(|error| protocol::no_answer(&error))?;
            protocol::read(response, texts.len(), self.model.dimensions).await
        };
        tokio::time::timeout(left.min(self.patience.request), exchange)
            .await
            .unwrap_or_else(|_| Err(protocol::too_slow()))
    }
}

#[async_trait]
impl Embedder for OpenAi {
    fn model(&self) -> &Model {
        &self.model
    }

    async fn embed(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let cut: Vec<String> = batch
                .iter()
                .map(|text| self.model.prefixed(text, purpose).chars().take(MAX_CHARACTERS).collect())
                .collect();
            vectors.extend(self.embed_batch(&cut, purpose).await?);
        }
        Ok(vectors)
    }
}

fn check_dimensions(dimensions: usize) -> Result<(), EmbedError> {
    match dimensions {
        0 => Err(EmbedError::settings("the dimensions must be the size of the model's vectors, at least 1")),
        1..=MAX_DIMENSIONS => Ok(()),
        _ => Err(EmbedError::settings(format!(
            "{dimensions} dimensions are more than the {MAX_DIMENSIONS} that the index can hold; ask the endpoint for 1024 or \
             fewer (models of the text-embedding-3 kind can shorten their vectors), or choose another model"
        ))),
    }
}

fn endpoint(base_url: &str) -> Result<Url, EmbedError> {
    let wrong = |what: &str| EmbedError::settings(format!("the base URL {what}; expected one such as https://host/v1"));
    let url = Url::parse(&format!("{}/embeddings", base_url.trim().trim_end_matches('/')))
        .map_err(|_| wrong("cannot be read"))?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(wrong("is not an http or https address"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("holds a user name or password, which belong into the key"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("ends in a query or a fragment"));
    }
    Ok(url)
}

fn headers(settings: &OpenAiSettings) -> Result<HeaderMap, EmbedError> {
    let mut headers = HeaderMap::new();
    if let Some(key) = &settings.key {
        let mut bearer = HeaderValue::from_str(&format!("Bearer {}", key.reveal()))
            .map_err(|_| EmbedError::settings("the key holds characters that a header cannot carry"))?;
        bearer.set_sensitive(true);
        headers.insert(AUTHORIZATION, bearer);
    }
    Ok(headers)
}

#[cfg(test)]
mod tests;
