//! What a page sends: the fields of a form, or those of the query.

use std::collections::HashMap;

use axum::body::{Body, to_bytes};
use http::HeaderMap;
use http::header::CONTENT_TYPE;

use crate::error::{AppError, ErrorCode};

/// The longest form, in bytes. A sealed authorization request is its largest part.
const LONGEST: usize = 64 * 1024;

/// Fields by name. A field that is there twice counts as neither.
#[derive(Debug, Default)]
pub(super) struct Fields(HashMap<String, Option<String>>);

impl Fields {
    /// Reads `name=value` pairs.
    pub fn parse(text: &[u8]) -> Self {
        let mut fields = HashMap::new();
        for (name, value) in url::form_urlencoded::parse(text) {
            fields.entry(name.into_owned()).and_modify(|value| *value = None).or_insert(Some(value.into_owned()));
        }
        Self(fields)
    }

    /// Reads the body of a form.
    ///
    /// # Errors
    /// Where it is no form or too long.
    pub async fn read(headers: &HeaderMap, body: Body) -> Result<Self, AppError> {
        let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if content_type.split(';').next().unwrap_or_default().trim() != "application/x-www-form-urlencoded" {
            return Err(AppError::new(ErrorCode::UnsupportedMediaType, "This page takes its own form alone."));
        }
        let body = to_bytes(body, LONGEST)
            .await
            .map_err(|_| AppError::new(ErrorCode::PayloadTooLarge, "The form is too long."))?;
        Ok(Self::parse(&body))
    }

    /// A field; empty where it is not there.
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).and_then(Option::as_deref).unwrap_or_default()
    }
}
