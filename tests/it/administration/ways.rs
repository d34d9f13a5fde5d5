//! Requests that these tests make again and again.

use annals::auth::{Permission, Role};
use annals::ids::UserId;
use serde_json::Value;

use crate::support::{Account, Answer, Client, Wish};

/// Changes something that was read with this etag.
pub async fn patch(client: &Client, path: &str, etag: &str, body: &Value) -> Answer {
    client.send(client.request("PATCH", path).header("If-Match", etag).json(body)).await
}

/// Takes something away.
pub async fn delete(client: &Client, path: &str) -> Answer {
    client.send(client.request("DELETE", path)).await
}

/// Takes something away that was read with this etag.
pub async fn delete_as_read(client: &Client, path: &str, etag: &str) -> Answer {
    client.send(client.request("DELETE", path).header("If-Match", etag)).await
}

/// A member with a client of every permission.
pub async fn person(account: &Account<'_>, role: Role, name: &str) -> (UserId, Client) {
    let user = account.member(role, name).await;
    (user, account.client_with(Wish { user: Some(user), ..Wish::default() }).await)
}

/// A wish for a token with these permissions.
pub fn with(permissions: &[Permission]) -> Wish {
    Wish { permissions: permissions.to_vec(), ..Wish::default() }
}

/// The names of a list's rows.
pub fn names(answer: &Value, list: &str, field: &str) -> Vec<String> {
    answer[list].as_array().unwrap().iter().map(|row| row[field].as_str().unwrap().to_owned()).collect()
}
