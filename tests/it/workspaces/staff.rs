//! An account with a team: Vasya and Anna belong to engineering, Boris to nothing.

use annals::auth::Role;
use annals::ids::UserId;
use serde_json::json;
#[expect(clippy::disallowed_types, reason = "team membership has no operation of its own yet")]
use sqlx::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Executor};

use crate::support::{Account, Client, Service, Wish, service, superuser_database_url};

/// The account and its people.
pub struct Staff<'a> {
    pub account: Account<'a>,
    pub owner: Client,
    pub vasya: Client,
    pub vasya_id: UserId,
    pub anna: Client,
    pub boris: Client,
}

/// An account of the shared service.
pub async fn staff() -> Staff<'static> {
    staff_of(service()).await
}

/// An account of a service.
pub async fn staff_of(service: &Service) -> Staff<'_> {
    let account = service.account().await;
    let owner = account.client().await;
    for path in ["teams/engineering", "teams/design"] {
        owner.post("/v1/scopes", json!({"path": path})).await.expect(200);
    }
    let vasya = account.member(Role::Member, "vasya").await;
    let anna = account.member(Role::Member, "anna").await;
    let boris = account.member(Role::Member, "boris").await;
    for user in [vasya, anna] {
        join(&account, "engineering", user).await;
    }
    Staff {
        vasya: client_of(&account, vasya, "codex").await,
        vasya_id: vasya,
        anna: client_of(&account, anna, "claude").await,
        boris: client_of(&account, boris, "cursor").await,
        owner,
        account,
    }
}

/// A client of a member, with what members may.
pub async fn client_of(account: &Account<'_>, user: UserId, agent: &str) -> Client {
    let permissions = annals::auth::DEFAULT_PERMISSIONS.to_vec();
    account.client_with(Wish { user: Some(user), permissions, agent: agent.to_owned(), ..Wish::default() }).await
}

/// Puts a member into a team.
pub async fn join(account: &Account<'_>, team: &str, user: UserId) {
    let sql = format!(
        "INSERT INTO team_members (account_id, team, user_id) VALUES ('{}', '{team}', '{}')",
        account.id.uuid(),
        user.uuid()
    );
    assert_eq!(execute(&sql).await, 1);
}

/// Lets a member read a node.
pub async fn let_read(account: &Account<'_>, path: &str, user: UserId) {
    let sql = format!(
        "INSERT INTO scope_grants (account_id, id, node_id, user_id, access, below)
         SELECT account_id, gen_random_uuid(), id, '{}', 'read', false FROM scope_nodes
         WHERE account_id = '{}' AND path = '{path}'",
        user.uuid(),
        account.id.uuid(),
    );
    assert_eq!(execute(&sql).await, 1);
}

/// A superuser's connection.
#[expect(clippy::disallowed_types, reason = "team membership has no operation of its own yet")]
pub async fn superuser() -> PgConnection {
    PgConnection::connect(&superuser_database_url()).await.expect("the database can be reached")
}

/// Runs a statement as a superuser; the number of rows that it touched.
pub async fn execute(sql: &str) -> u64 {
    superuser().await.execute(AssertSqlSafe(sql)).await.unwrap().rows_affected()
}
