//! The tables `scope_nodes` and `teams`: the tree of places.

pub mod administration;

use crate::error::AppError;
use crate::ids::{AccountId, ScopeId, UserId, new_uuid, public_scope_id};
use crate::scope_path::NodeKind;
use crate::store::tx::{AccountTx, SystemTx, from_sqlx};

/// A scope node.
#[derive(Debug, Clone)]
pub struct Node {
    /// Its id inside the account.
    pub id: ScopeId,
    /// Its id as clients name it.
    pub public_id: String,
    /// What it is.
    pub kind: NodeKind,
    /// Its slugs from the root; empty for the root.
    pub path: String,
    /// Its name for people.
    pub name: String,
    /// Whether only grants open it.
    pub restricted: bool,
    /// The team whose it is.
    pub team: Option<String>,
    /// The person whose it is.
    pub user: Option<UserId>,
}

/// A node to be made.
#[derive(Debug)]
pub struct NewNode<'a> {
    /// What it is.
    pub kind: NodeKind,
    /// The node above it.
    pub parent: Option<ScopeId>,
    /// Its last segment.
    pub slug: &'a str,
    /// Its whole path.
    pub path: &'a str,
    /// The person whose it is.
    pub user: Option<UserId>,
}

struct NodeRow {
    id: i32,
    public_id: uuid::Uuid,
    kind: String,
    path: String,
    name: String,
    restricted: bool,
    team: Option<String>,
    user_id: Option<uuid::Uuid>,
}

impl NodeRow {
    fn into_node(self) -> Result<Node, AppError> {
        Ok(Node {
            id: ScopeId(self.id),
            public_id: public_scope_id(&self.kind, self.public_id),
            kind: self.kind.parse().map_err(AppError::internal)?,
            path: self.path,
            name: self.name,
            restricted: self.restricted,
            team: self.team,
            user: self.user_id.map(UserId::from),
        })
    }
}

/// The nodes of these paths, whoever may read them: the caller of this function asks what the call reaches.
///
/// # Errors
/// Unavailable without a database.
pub async fn find_by_paths(tx: &mut AccountTx, paths: &[String]) -> Result<Vec<Node>, AppError> {
    let account = tx.account().uuid();
    let rows = sqlx::query_as!(
        NodeRow,
        "SELECT id, public_id, kind, path, name, restricted, team, user_id
         FROM scope_nodes
         WHERE account_id = $1 AND path = ANY ($2)",
        account,
        paths
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    rows.into_iter().map(NodeRow::into_node).collect()
}

/// The nodes of these ids, in the order of their paths.
///
/// # Errors
/// Unavailable without a database.
pub async fn list(tx: &mut AccountTx, ids: &[ScopeId]) -> Result<Vec<Node>, AppError> {
    let account = tx.account().uuid();
    let ids: Vec<i32> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query_as!(
        NodeRow,
        "SELECT id, public_id, kind, path, name, restricted, team, user_id
         FROM scope_nodes
         WHERE account_id = $1 AND id = ANY ($2)
         ORDER BY path COLLATE \"C\"",
        account,
        &ids
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)?;
    rows.into_iter().map(NodeRow::into_node).collect()
}

/// Makes a node, and its team where it is a team's. Where another call has just made the same, that one is returned.
///
/// # Errors
/// Invalid input where a sibling differs by letter case alone.
pub async fn insert(tx: &mut AccountTx, new: &NewNode<'_>) -> Result<Node, AppError> {
    let account = tx.account().uuid();
    let team = (new.kind == NodeKind::Team).then_some(new.slug);
    if let Some(team) = team {
        sqlx::query!(
            "INSERT INTO teams (account_id, slug, name) VALUES ($1, $2, $2) ON CONFLICT DO NOTHING",
            account,
            team
        )
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    }
    let id = sqlx::query_scalar!(
        "UPDATE accounts SET next_scope = next_scope + 1 WHERE account_id = $1 RETURNING next_scope",
        account
    )
    .fetch_one(tx.conn())
    .await
    .map_err(from_sqlx)?;
    let row = sqlx::query_as!(
        NodeRow,
        "INSERT INTO scope_nodes (account_id, id, public_id, parent_id, kind, slug, name, path, team, user_id)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)
         ON CONFLICT DO NOTHING
         RETURNING id, public_id, kind, path, name, restricted, team, user_id",
        account,
        id,
        new_uuid(),
        new.parent.map(|parent| parent.0),
        new.kind.name(),
        new.slug,
        new.path,
        team,
        new.user.map(UserId::uuid),
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    if let Some(row) = row {
        return row.into_node();
    }
    // The row of the account is locked: whatever stood in the way is committed and visible to the next statement.
    let paths = [new.path.to_owned()];
    find_by_paths(tx, &paths).await?.pop().ok_or_else(|| {
        AppError::invalid("path", format!("a {} of this name in other letter case is there already", new.kind.name()))
    })
}

/// Makes the root, `projects/general` and, for each person who joins, the personal node.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert_first(tx: &mut SystemTx, account: AccountId, account_name: &str) -> Result<(), AppError> {
    sqlx::query!(
        "INSERT INTO scope_nodes (account_id, id, public_id, parent_id, kind, slug, name, path)
         VALUES ($1, 1, $2, NULL, 'account', '', $3, ''), ($1, 2, $4, 1, 'project', 'general', 'general', 'projects/general')",
        account.uuid(),
        new_uuid(),
        account_name,
        new_uuid(),
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    sqlx::query!("UPDATE accounts SET next_scope = 2 WHERE account_id = $1", account.uuid())
        .execute(tx.conn())
        .await
        .map_err(from_sqlx)?;
    Ok(())
}

/// Makes a person's node.
///
/// # Errors
/// Unavailable without a database.
pub async fn insert_personal(tx: &mut SystemTx, account: AccountId, user: UserId, slug: &str) -> Result<(), AppError> {
    sqlx::query!(
        "WITH counted AS (
           UPDATE accounts SET next_scope = next_scope + 1 WHERE account_id = $1 RETURNING next_scope
         )
         INSERT INTO scope_nodes (account_id, id, public_id, parent_id, kind, slug, name, path, user_id)
         SELECT $1, counted.next_scope, $2, 1, 'personal', $3, $3, 'people/' || $3, $4 FROM counted",
        account.uuid(),
        new_uuid(),
        slug,
        user.uuid(),
    )
    .execute(tx.conn())
    .await
    .map_err(from_sqlx)?;
    Ok(())
}

/// The node of a path, for an operator who binds a token to it.
///
/// # Errors
/// Unavailable without a database.
pub async fn find_for_operator(tx: &mut SystemTx, account: AccountId, path: &str) -> Result<Option<ScopeId>, AppError> {
    sqlx::query_scalar!("SELECT id FROM scope_nodes WHERE account_id = $1 AND path = $2", account.uuid(), path)
        .fetch_optional(tx.conn())
        .await
        .map(|id| id.map(ScopeId))
        .map_err(from_sqlx)
}

/// The node that clients name by this id, whoever may read it: the caller of this function asks what the call reaches.
///
/// # Errors
/// Unavailable without a database.
pub async fn find_by_public_id(tx: &mut AccountTx, id: uuid::Uuid) -> Result<Option<Node>, AppError> {
    let account = tx.account().uuid();
    let row = sqlx::query_as!(
        NodeRow,
        "SELECT id, public_id, kind, path, name, restricted, team, user_id
         FROM scope_nodes
         WHERE account_id = $1 AND public_id = $2",
        account,
        id
    )
    .fetch_optional(tx.conn())
    .await
    .map_err(from_sqlx)?;
    row.map(NodeRow::into_node).transpose()
}

/// A space with what a list says of it.
#[derive(Debug)]
pub struct SpaceRow {
    /// Its id inside the account.
    pub id: i32,
    /// Its id without a prefix.
    pub public_id: uuid::Uuid,
    /// Its slugs from the root.
    pub path: String,
    /// Its name for people.
    pub name: String,
    /// Active memories in it.
    pub records: i64,
    /// When it was made.
    pub created_at: chrono::DateTime<chrono::Utc>,
}

/// A page of these nodes that are spaces, in the order in which they were made; `wanted` is looked for in name and path,
/// whatever its letter case.
///
/// # Errors
/// Unavailable without a database.
pub async fn list_spaces(
    tx: &mut AccountTx,
    readable: &[ScopeId],
    wanted: Option<&str>,
    after: Option<i32>,
    limit: usize,
) -> Result<Vec<SpaceRow>, AppError> {
    let account = tx.account().uuid();
    let readable: Vec<i32> = readable.iter().map(|id| id.0).collect();
    sqlx::query_as!(
        SpaceRow,
        r#"SELECT n.id, n.public_id, n.path, n.name, n.created_at,
                  (SELECT count(*) FROM memories AS m
                   WHERE m.account_id = n.account_id AND m.scope_id = n.id AND m.status = 'active') AS "records!"
           FROM scope_nodes AS n
           WHERE n.account_id = $1 AND n.kind = 'space' AND n.id = ANY ($2)
             AND ($3::text IS NULL OR position(lower($3) IN lower(n.name)) > 0 OR position(lower($3) IN lower(n.path)) > 0)
             AND ($4::int IS NULL OR n.id > $4)
           ORDER BY n.id
           LIMIT $5"#,
        account,
        &readable,
        wanted,
        after,
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(tx.conn())
    .await
    .map_err(from_sqlx)
}
