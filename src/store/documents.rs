//! The table `documents`: decision documents, such as adr 12 or rfc 3.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::AppError;
use crate::ids::{DocumentId, ScopeId, UserId};
use crate::store::tx::{AccountTx, from_sqlx};

/// A document to be put: cleaned and redacted.
#[derive(Debug)]
pub struct NewDocument<'a> {
    /// Its id, where it is new.
    pub id: DocumentId,
    /// Where it lives.
    pub scope: ScopeId,
    /// adr, rfc, …
    pub kind: &'a str,
    /// Its number among those of its kind and place.
    pub number: i32,
    /// Its title.
    pub title: &'a str,
    /// accepted, proposed, …; may be empty.
    pub status: &'a str,
    /// Its text in Markdown.
    pub body: &'a str,
    /// The distinct terms of title and body.
    pub terms: &'a [String],
    /// Who put it.
    pub author: UserId,
    /// The agent, of the grant.
    pub author_agent: &'a str,
}

/// What putting came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    /// It is new.
    Created,
    /// It replaced what was there.
    Updated,
    /// It was there already, word for word.
    Unchanged,
}

/// A document as it is served.
#[derive(Debug, Clone)]
pub struct DocumentRow {
    /// Its id.
    pub id: Uuid,
    /// Where it lives.
    pub scope_id: i32,
    /// adr, rfc, …
    pub kind: String,
    /// Its number.
    pub number: i32,
    /// Its title.
    pub title: String,
    /// Its status.
    pub status: String,
    /// Its text; absent in lists.
    pub body: Option<String>,
    /// How many characters the text has.
    pub body_chars: i32,
    /// The member's name for people.
    pub author_name: String,
    /// The agent, of the grant.
    pub author_agent: String,
    /// When it was put first.
    pub created_at: DateTime<Utc>,
    /// When it changed last.
    pub updated_at: DateTime<Utc>,
}

/// Puts a document: place, kind and number say which one it is.
///
/// # Errors
/// Unavailable without a database.
pub async fn put(tx: &mut AccountTx, new: &NewDocument<'_>) -> Result<(DocumentId, Put), AppError> {
    let account = tx.account().uuid();
    let written = sqlx::query_scalar!(
        "INSERT INTO documents AS held
           (account_id, id, scope_id, kind, number, title, status, body, terms, author_user_id, author_agent)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, array_to_tsvector($9::text[]), $10, $11)
         ON CONFLICT (account_id, scope_id, kind, number) DO UPDATE
           SET title = excluded.title, status = excluded.status, body = excluded.body, terms = excluded.terms,
               updated_at = app.now()
           WHERE (held.title, held.status, held.body) IS DISTINCT FROM (excluded.title, excluded.status, excluded.body)
         RETURNING id",
        account,
        new.id.uuid(),
        new.scope.0,
        new.kind,
        new.number,
        new.title,
        new.status,
        new.body,
        new.terms,
        new.author.uuid(),
        new.author_agent,
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    if let Some(id) = written {
        let outcome = if id == new.id.uuid() { Put::Created } else { Put::Updated };
        return Ok((id.into(), outcome));
    }
    let held = sqlx::query_scalar!(
        "SELECT id FROM documents WHERE account_id = $1 AND scope_id = $2 AND kind = $3 AND number = $4",
        account,
        new.scope.0,
        new.kind,
        new.number,
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok((held.into(), Put::Unchanged))
}

/// One document with its text.
///
/// # Errors
/// Unavailable without a database.
pub async fn get(tx: &mut AccountTx, id: DocumentId) -> Result<Option<DocumentRow>, AppError> {
    let account = tx.account().uuid();
    sqlx::query_as!(
        DocumentRow,
        r#"SELECT d.id, d.scope_id, d.kind, d.number, d.title, d.status, d.body AS "body?",
                  char_length(d.body) AS "body_chars!", u.display_name AS author_name, d.author_agent, d.created_at,
                  d.updated_at
           FROM documents AS d
           JOIN memberships AS u ON u.account_id = d.account_id AND u.user_id = d.author_user_id
           WHERE d.account_id = $1 AND d.id = $2"#,
        account,
        id.uuid()
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Which documents are asked for.
#[derive(Debug, Default)]
pub struct DocumentFilter {
    /// These nodes alone; every readable one where absent.
    pub nodes: Option<Vec<ScopeId>>,
    /// This kind alone.
    pub kind: Option<String>,
    /// This number alone.
    pub number: Option<i32>,
    /// This status alone, whatever its letter case.
    pub status: Option<String>,
}

/// A page by kind and number, without texts; `after` is the last row of the page before.
///
/// # Errors
/// Unavailable without a database.
pub async fn page(
    tx: &mut AccountTx,
    filter: &DocumentFilter,
    after: Option<&(String, i32, Uuid)>,
    limit: usize,
) -> Result<Vec<DocumentRow>, AppError> {
    let account = tx.account().uuid();
    let nodes: Option<Vec<i32>> = filter.nodes.as_ref().map(|nodes| nodes.iter().map(|node| node.0).collect());
    sqlx::query_as!(
        DocumentRow,
        r#"SELECT d.id, d.scope_id, d.kind, d.number, d.title, d.status, NULL::text AS "body?",
                  char_length(d.body) AS "body_chars!", u.display_name AS author_name, d.author_agent, d.created_at,
                  d.updated_at
           FROM documents AS d
           JOIN memberships AS u ON u.account_id = d.account_id AND u.user_id = d.author_user_id
           WHERE d.account_id = $1
             AND ($2::int[] IS NULL OR d.scope_id = ANY ($2))
             AND ($3::text IS NULL OR d.kind = $3)
             AND ($4::int IS NULL OR d.number = $4)
             AND ($5::text IS NULL OR lower(d.status) = lower($5))
             AND ($6::text IS NULL OR (d.kind COLLATE "C", d.number, d.id) > ($6 COLLATE "C", $7, $8))
           ORDER BY d.kind COLLATE "C", d.number, d.id
           LIMIT $9"#,
        account,
        nodes.as_deref(),
        filter.kind,
        filter.number,
        filter.status,
        after.map(|after| after.0.as_str()),
        after.map(|after| after.1),
        after.map(|after| after.2),
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}

/// Documents that hold at least half of these terms, those that hold most first, then the ones that changed last; and only
/// those that were there at a moment, where one is named. With a regular expression for a name, those that hold all terms and
/// match it in title or text, whatever the letter case. Texts are left out.
///
/// # Errors
/// Unavailable without a database.
pub async fn mentioning(
    tx: &mut AccountTx,
    terms: &[String],
    naming: Option<&str>,
    nodes: Option<&[ScopeId]>,
    as_of: Option<DateTime<Utc>>,
    limit: usize,
) -> Result<Vec<DocumentRow>, AppError> {
    let account = tx.account().uuid();
    let nodes: Option<Vec<i32>> = nodes.map(|nodes| nodes.iter().map(|node| node.0).collect());
    sqlx::query_as!(
        DocumentRow,
        r#"SELECT d.id, d.scope_id, d.kind, d.number, d.title, d.status, NULL::text AS "body?",
                  char_length(d.body) AS "body_chars!", u.display_name AS author_name, d.author_agent, d.created_at,
                  d.updated_at
           FROM documents AS d
           JOIN memberships AS u ON u.account_id = d.account_id AND u.user_id = d.author_user_id
           CROSS JOIN LATERAL (
             SELECT count(*) AS terms
             FROM unnest($2::text[]) AS asked (term)
             WHERE d.terms @@ ('''' || replace(replace(asked.term, '\', '\\'), '''', '''''') || '''')::tsquery
           ) AS held
           WHERE d.account_id = $1
             AND ($3::int[] IS NULL OR d.scope_id = ANY ($3))
             AND ($4::timestamptz IS NULL OR d.created_at <= $4)
             AND held.terms > 0 AND held.terms * 2 >= cardinality($2)
             AND ($6::text IS NULL OR (held.terms = cardinality($2) AND (d.title ~* $6 OR d.body ~* $6)))
           ORDER BY held.terms DESC, d.updated_at DESC, d.id
           LIMIT $5"#,
        account,
        terms,
        nodes.as_deref(),
        as_of,
        i64::try_from(limit).unwrap_or(i64::MAX),
        naming,
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}
