//! What a database error means to a caller. `RowNotFound` is not mapped: a store function says “not found” itself, since
//! it knows the noun.

use std::time::Duration;

use crate::error::{AppError, ErrorCode};

/// The constraints whose violation is a client's to mend: name, code, sentence.
const CONSTRAINTS: &[(&str, ErrorCode, &str)] = &[
    ("scope_nodes_path_key", ErrorCode::Conflict, "There is a scope node of that path already."),
    ("scope_nodes_sibling_key", ErrorCode::InvalidInput, "A sibling of the same name in other letter case exists."),
    ("users_email_key", ErrorCode::Conflict, "Somebody of that address came in at the same moment; try again."),
    ("memberships_pkey", ErrorCode::Conflict, "That person is a member already."),
    (
        "memories_current_key",
        ErrorCode::Conflict,
        "Someone else changed this at the same moment; read it and try again.",
    ),
    ("memories_fold_key", ErrorCode::Conflict, "Someone else stored the same at the same moment; try again."),
    (
        "memories_semantic_key",
        ErrorCode::Conflict,
        "Someone else changed this at the same moment; read it and try again.",
    ),
    (
        "memories_revision_key",
        ErrorCode::Conflict,
        "Someone else changed this at the same moment; read it and try again.",
    ),
    ("supersessions_pkey", ErrorCode::Conflict, "That memory has been replaced already."),
    ("memories_external_key", ErrorCode::Conflict, "A record with that external id is there already."),
];

/// The refusal for a database error. The error itself goes to the log alone.
pub fn from_sqlx(error: sqlx::Error) -> AppError {
    match &error {
        sqlx::Error::Database(database) => {
            if let Some((_, code, sentence)) =
                database.constraint().and_then(|name| CONSTRAINTS.iter().find(|(known, ..)| *known == name))
            {
                return AppError::new(*code, *sentence).caused_by(error);
            }
            match database.code().as_deref() {
                // serialization_failure, deadlock_detected
                Some("40001" | "40P01") => {
                    AppError::new(ErrorCode::Conflict, "Two calls met; try again.").caused_by(error)
                }
                // query_canceled by statement_timeout, lock_not_available
                Some("57014" | "55P03") => AppError::new(ErrorCode::Timeout, ErrorCode::Timeout.row().title)
                    .retry_after(Duration::from_secs(1))
                    .caused_by(error),
                // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections, read_only_sql_transaction
                Some("57P01" | "57P02" | "57P03" | "53300") => unavailable(error),
                _ => AppError::internal(error),
            }
        }
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => {
            unavailable(error)
        }
        sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => unavailable(error),
        _ => AppError::internal(error),
    }
}

fn unavailable(error: sqlx::Error) -> AppError {
    AppError::new(ErrorCode::Unavailable, "The database cannot be reached right now.")
        .retry_after(Duration::from_secs(2))
        .caused_by(error)
}
