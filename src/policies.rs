//! What an account decides for itself: how texts are redacted, whether the gate stands, what flows where.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An account's policies. Each has a default, so that an account that never set one works.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Policies {
    /// Whether e-mail addresses are cut from texts before they are stored; contacts are exempt.
    pub redact_email_addresses: bool,
    /// Whether card numbers are cut from texts before they are stored.
    pub redact_card_numbers: bool,
    /// Whether the quality gate of the workspaces family refuses texts without information.
    pub quality_gate: bool,
    /// Which writes are guarded against carrying content between scopes.
    pub flow_control: FlowControl,
    /// Whether claims of agents are compared by the files that they touch.
    pub claim_overlap: bool,
    /// After how many days hidden records are erased.
    pub retention_days: u16,
}

/// Which writes are guarded against carrying content between scopes (ruling 21).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FlowControl {
    /// Those of the facts family.
    Facts,
    /// Every write.
    All,
}

impl Default for Policies {
    fn default() -> Self {
        Self {
            redact_email_addresses: false,
            redact_card_numbers: false,
            quality_gate: true,
            flow_control: FlowControl::Facts,
            claim_overlap: true,
            retention_days: 30,
        }
    }
}
