//! What goes over the wire, and what an answer means.

use std::time::Duration;

use chrono::DateTime;
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};
use reqwest::{Response, StatusCode};
use serde::{Deserialize, Serialize};

use crate::embed::{EmbedError, vector};

/// Bytes of an answer that are not vectors: names, usage, white space.
const ENVELOPE_BYTES: usize = 64 * 1024;
/// Bytes that one number may take as text, with comma and white space.
const NUMBER_BYTES: usize = 48;

/// The body of a request.
#[derive(Serialize)]
pub(super) struct Request<'a> {
    pub(super) model: &'a str,
    pub(super) input: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dimensions: Option<usize>,
}

/// Why an attempt brought no vectors.
pub(super) enum Failure {
    /// Asking again may help.
    Transient { error: EmbedError, retry_after: Option<Duration> },
    /// Asking again will not help.
    Final { error: EmbedError, status: Option<StatusCode> },
}

impl Failure {
    pub(super) fn into_error(self) -> EmbedError {
        match self {
            Self::Transient { error, .. } | Self::Final { error, .. } => error,
        }
    }

    fn transient(reason: impl Into<String>, retry_after: Option<Duration>) -> Self {
        Self::Transient { error: EmbedError::Unavailable { reason: reason.into(), retry_after }, retry_after }
    }

    fn wrong_shape(reason: impl Into<String>) -> Self {
        Self::Final { error: EmbedError::wrong_shape(reason), status: None }
    }
}

/// No answer came at all. The error of the client is not shown: it can hold the address.
pub(super) fn no_answer(error: &reqwest::Error) -> Failure {
    if error.is_timeout() {
        too_slow()
    } else if error.is_connect() {
        Failure::transient("the embedding endpoint cannot be reached", None)
    } else {
        Failure::transient("the connection to the embedding endpoint broke", None)
    }
}

/// The answer did not come in time.
pub(super) fn too_slow() -> Failure {
    Failure::transient("the embedding endpoint did not answer in time", None)
}

/// The vectors of an answer, in the order of the texts and at unit length.
pub(super) async fn read(response: Response, texts: usize, dimensions: usize) -> Result<Vec<Vec<f32>>, Failure> {
    let status = response.status();
    if status != StatusCode::OK {
        return Err(refusal(status, retry_after(response.headers())));
    }
    let body = body(response, ENVELOPE_BYTES + texts * dimensions * NUMBER_BYTES).await?;
    let answer: Answer = serde_json::from_slice(&body)
        .map_err(|_| Failure::wrong_shape("it is not JSON with data, each with an embedding of finite numbers"))?;
    in_order(answer.data, texts)?
        .into_iter()
        .map(|numbers| vector::unit(numbers, dimensions).map_err(|error| Failure::Final { error, status: None }))
        .collect()
}

fn refusal(status: StatusCode, retry_after: Option<Duration>) -> Failure {
    let code = status.as_u16();
    if status == StatusCode::TOO_MANY_REQUESTS {
        return Failure::transient("the embedding endpoint is over its rate limit (429)", retry_after);
    }
    if status.is_server_error() || status == StatusCode::REQUEST_TIMEOUT {
        return Failure::transient(format!("the embedding endpoint failed ({code})"), retry_after);
    }
    let meaning = match code {
        401 => "the key is missing or wrong",
        402 => "the account at the provider cannot pay",
        403 => "the key may not use this model",
        404 => "the base URL or the model is unknown there",
        400 | 422 => "it does not accept the model, the dimensions or a text",
        413 => "the batch is too large for it",
        300..=399 => "it redirects, which is not followed; set the final base URL",
        _ => "it gave no reason that is known here",
    };
    Failure::Final { error: EmbedError::refused(format!("{meaning} ({code})")), status: Some(status) }
}

/// Reads the body up to a limit, so that a wrong address cannot fill the memory.
async fn body(mut response: Response, limit: usize) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| no_answer(&error))? {
        if body.len() + piece.len() > limit {
            return Err(Failure::wrong_shape("it is far longer than the vectors that were asked for"));
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    index: Option<usize>,
    embedding: Vec<f32>,
}

/// Sorts by the index that the endpoint gave; endpoints that give none answer in order.
fn in_order(entries: Vec<Entry>, texts: usize) -> Result<Vec<Vec<f32>>, Failure> {
    if entries.len() != texts {
        return Err(Failure::wrong_shape(format!("{} vectors for {texts} texts", entries.len())));
    }
    let bare = entries.iter().all(|entry| entry.index.is_none());
    let mut places: Vec<Option<Vec<f32>>> = vec![None; texts];
    for (at, entry) in entries.into_iter().enumerate() {
        let index = if bare { Some(at) } else { entry.index };
        match index.and_then(|index| places.get_mut(index)) {
            Some(place @ None) => *place = Some(entry.embedding),
            _ => return Err(Failure::wrong_shape("the indexes are not one for each text")),
        }
    }
    Ok(places.into_iter().flatten().collect())
}

/// `Retry-After` in either form (RFC 9110, section 10.2.3). A date is taken relative to the answer's own `Date`, so that the
/// clocks of the two sides need not agree. The millisecond form that several providers send is more exact and comes first.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    if let Some(milliseconds) = text(HeaderName::from_static("retry-after-ms")).and_then(|value| value.parse().ok()) {
        return Some(Duration::from_millis(milliseconds));
    }
    let value = text(RETRY_AFTER)?;
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = DateTime::parse_from_rfc2822(value).ok()?;
    let now = DateTime::parse_from_rfc2822(text(DATE)?).ok()?;
    Some((until - now).to_std().unwrap_or_default())
}
