//! The table `gate_counts`: what the quality gate did, by day and reason.

use chrono::NaiveDate;

use crate::error::AppError;
use crate::store::tx::{AccountTx, from_sqlx};

/// What the gate did on a day for one reason.
#[derive(Debug)]
pub struct GateCount {
    /// The day, in UTC.
    pub day: NaiveDate,
    /// The reason.
    pub reason: String,
    /// Texts that were refused.
    pub refused: i32,
    /// Texts that were stored all the same, since a member said why.
    pub overridden: i32,
}

/// Counts a text that the gate found wanting.
///
/// # Errors
/// Unavailable without a database.
pub async fn count(tx: &mut AccountTx, reasons: &[String], was_overridden: bool) -> Result<(), AppError> {
    let account = tx.account().uuid();
    sqlx::query!(
        "INSERT INTO gate_counts AS held (account_id, day, reason, refused, overridden)
         SELECT DISTINCT $1::uuid, (app.now() AT TIME ZONE 'UTC')::date, given.reason, $3::int, 1 - $3::int
         FROM unnest($2::text[]) AS given (reason)
         ORDER BY given.reason
         ON CONFLICT (account_id, day, reason) DO UPDATE SET
           refused = held.refused + excluded.refused, overridden = held.overridden + excluded.overridden",
        account,
        reasons,
        i32::from(!was_overridden),
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// What the gate did on the last so many days, newest first.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut AccountTx, days: i32) -> Result<Vec<GateCount>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        GateCount,
        "SELECT day, reason, refused, overridden FROM gate_counts
         WHERE account_id = $1 AND day > (app.now() AT TIME ZONE 'UTC')::date - $2::int
         ORDER BY day DESC, reason",
        account,
        days,
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}
