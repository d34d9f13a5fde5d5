//! A transaction for what happens before an account is known.

#[expect(clippy::disallowed_types, reason = "this room holds the transactions")]
use sqlx::{PgConnection, Postgres, Transaction};

use crate::error::AppError;
use crate::store::tx::errors::from_sqlx;

/// What a system transaction is for: a closed list, recorded with each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SystemPurpose {
    /// Reading and making signing keys.
    SigningKeys,
    /// Making accounts, users and memberships.
    Accounts,
    /// Making, listing and revoking service tokens at the command line.
    ServiceTokens,
    /// Reserving a block of record numbers.
    RecordNumbers,
    /// Registering the embedding model.
    EmbeddingModels,
    /// Signing in, consent, sign-up, invitations and password resets.
    SignIn,
    /// Numbering changes.
    Sequencer,
    /// Clients, grants, codes and refresh tokens.
    OAuth,
    /// Checking the installation.
    Diagnosis,
    /// Counting what accounts use, and setting their limits.
    Usage,
    /// Finding, claiming and closing jobs.
    Jobs,
}

impl SystemPurpose {
    /// The purpose as traces show it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SigningKeys => "signing_keys",
            Self::Accounts => "accounts",
            Self::ServiceTokens => "service_tokens",
            Self::RecordNumbers => "record_numbers",
            Self::EmbeddingModels => "embedding_models",
            Self::SignIn => "sign_in",
            Self::Sequencer => "sequencer",
            Self::OAuth => "oauth",
            Self::Diagnosis => "diagnosis",
            Self::Usage => "usage",
            Self::Jobs => "jobs",
        }
    }
}

/// A transaction as the role `annals_system`, which has no grant on any content. Dropping it rolls back.
#[must_use]
#[expect(clippy::disallowed_types, reason = "one of the two places that hold a transaction")]
pub struct SystemTx {
    inner: Transaction<'static, Postgres>,
}

impl SystemTx {
    #[expect(clippy::disallowed_types, reason = "one of the two places that hold a transaction")]
    pub(in crate::store::tx) fn new(inner: Transaction<'static, Postgres>) -> Self {
        Self { inner }
    }

    /// The connection, on which the rooms of the store run their statements.
    #[expect(clippy::disallowed_types, reason = "the connection, for the rooms of the store alone")]
    pub(in crate::store) fn conn(&mut self) -> &mut PgConnection {
        &mut self.inner
    }

    /// Commits.
    ///
    /// # Errors
    /// Unavailable where the database cannot be reached; conflict where it refuses.
    pub async fn commit(self) -> Result<(), AppError> {
        self.inner.commit().await.map_err(from_sqlx)
    }
}
