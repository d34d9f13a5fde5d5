//! Parameters of a form or a query, each given once.

use std::collections::HashMap;

use axum::body::{Body, to_bytes};
use http::HeaderMap;
use http::header::CONTENT_TYPE;

use crate::oauth::refusal::Refusal;

/// The most bytes of a form.
const LONGEST: usize = 64 * 1024;

/// Parameters. Empty ones count as absent (RFC 6749, section 3.1).
pub struct Parameters(HashMap<String, String>);

impl Parameters {
    /// Reads them; the error names a parameter that is given twice.
    pub fn parse(text: &[u8]) -> Result<Self, String> {
        let mut all = HashMap::new();
        for (name, value) in url::form_urlencoded::parse(text) {
            if all.insert(name.clone().into_owned(), value.into_owned()).is_some() {
                return Err(name.into_owned());
            }
        }
        all.retain(|_, value| !value.is_empty());
        Ok(Self(all))
    }

    /// Reads the body of a request.
    pub async fn read(headers: &HeaderMap, body: Body) -> Result<Self, Refusal> {
        let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let content_type = content_type.split(';').next().unwrap_or_default().trim();
        if !content_type.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            let sentence = "Send the parameters as Content-Type: application/x-www-form-urlencoded.";
            return Err(Refusal::new("invalid_request", sentence));
        }
        let body =
            to_bytes(body, LONGEST).await.map_err(|_| Refusal::new("invalid_request", "The form is too long."))?;
        Self::parse(&body).map_err(|_| Refusal::new("invalid_request", "A parameter is given twice."))
    }

    /// A parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A parameter that must be there.
    pub fn need(&self, name: &'static str) -> Result<&str, Refusal> {
        self.get(name).ok_or_else(|| Refusal::new("invalid_request", format!("The parameter {name} is missing.")))
    }
}
