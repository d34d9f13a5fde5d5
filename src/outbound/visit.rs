//! A visitor from outside, for the operator's own look at a deployment: it goes where it is told, follows nothing, and
//! gives back what came. It is no way out for addresses that strangers name: those go through `fetch`.

use std::time::Duration;

use http::{HeaderMap, Method};
use reqwest::{Client, Url};

use crate::error::AppError;

/// The longest that a visitor waits for one answer: what the quickest of the hosts does.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most of a body that is read.
const LONGEST_BODY: usize = 2 * 1024 * 1024;

/// A request.
pub struct Visit<'a> {
    /// Its method.
    pub method: Method,
    /// Its address, absolute.
    pub url: &'a str,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body.
    pub body: Option<String>,
}

/// What came back.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, as far as it was read.
    pub body: String,
}

/// Goes and asks.
#[derive(Debug, Clone)]
pub struct Visitor {
    client: Client,
}

impl Visitor {
    /// A visitor.
    ///
    /// # Errors
    /// Internal where the system has no TLS.
    pub fn new() -> Result<Self, AppError> {
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(PATIENCE)
            .timeout(PATIENCE)
            .build()
            .map_err(AppError::internal)?;
        Ok(Self { client })
    }

    /// Makes one request. An answer of any status is an answer.
    ///
    /// # Errors
    /// Why there was none, in words.
    pub async fn ask(&self, visit: Visit<'_>) -> Result<Answer, String> {
        let url = Url::parse(visit.url).map_err(|error| format!("no address: {error}"))?;
        let mut request = self.client.request(visit.method, url).headers(visit.headers);
        if let Some(body) = visit.body {
            request = request.body(body);
        }
        let mut response = request.send().await.map_err(|error| reason(&error))?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(|error| reason(&error))? {
            body.extend_from_slice(&piece);
            if body.len() > LONGEST_BODY {
                break;
            }
        }
        Ok(Answer { status, headers, body: String::from_utf8_lossy(&body).into_owned() })
    }
}

/// Why there was no answer: the last cause is the one that says it. The address is left out, it may carry a code.
fn reason(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return format!("no answer within {} s", PATIENCE.as_secs());
    }
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    if std::ptr::addr_eq(cause, error) { "no answer".to_owned() } else { cause.to_string() }
}
