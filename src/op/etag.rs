//! What is edited is named by the etag of what was read (RFC 9110, sections 8.8.3 and 13.1.1), so that no change is lost.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{AppError, ErrorCode};

/// The field that carries it; over REST it is the header `If-Match`.
pub const IF_MATCH: &str = "if_match";

/// The etag of a view of something: the same on every replica and after a restart.
///
/// # Errors
/// Internal, where the view is no JSON.
pub fn etag(view: &impl Serialize) -> Result<String, AppError> {
    let text = serde_json::to_vec(view).map_err(AppError::internal)?;
    Ok(URL_SAFE_NO_PAD.encode(&Sha256::digest(text)[..12]))
}

/// The etag that the caller has read, or `*` for whatever is there now.
#[derive(Debug, Clone)]
pub struct IfMatch(String);

impl IfMatch {
    /// Holds the change to what was read.
    ///
    /// # Errors
    /// [`ErrorCode::PreconditionFailed`], where it was changed since.
    pub fn check(&self, view: &impl Serialize) -> Result<(), AppError> {
        if self.0 == "*" {
            return Ok(());
        }
        let current = etag(view)?;
        if self.0 == current {
            return Ok(());
        }
        let refusal = "It was changed since the etag in If-Match was read; read it again, then decide.";
        Err(AppError::new(ErrorCode::PreconditionFailed, refusal).with("etag", current))
    }
}

impl<'de> Deserialize<'de> for IfMatch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let bare = text.trim().trim_matches('"');
        if bare.is_empty() || bare.len() > 64 || !bare.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"') {
            return Err(serde::de::Error::custom("must be one etag as it was read, or *"));
        }
        Ok(Self(bare.to_owned()))
    }
}

impl JsonSchema for IfMatch {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "IfMatch".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1, "maxLength": 66})
    }
}
