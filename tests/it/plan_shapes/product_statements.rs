//! The product's statements, as the product itself says them.

use std::fs;
use std::path::Path;

use annals::auth::{ClientSurface, Need, Permission, Role, authorize};
use annals::store::chunks::Filter;
use annals::store::embeddings::nearest;

use super::crowd::{Crowd, model};
use crate::support::Wish;

/// Every statement that the query macros check, from the committed `.sqlx` folder.
pub fn checked_statements() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(".sqlx");
    let mut statements: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            let query: serde_json::Value = serde_json::from_str(&text).unwrap();
            query["query"].as_str().unwrap().to_owned()
        })
        .collect();
    statements.sort();
    assert!(statements.len() > 40, "{}", statements.len());
    statements
}

/// The statement that meaning asks, which is put together at run time: read from the server while its transaction is open.
/// With it the model's dimensions and number.
pub async fn nearest_statement(crowd: &Crowd<'_>) -> (String, usize, i16) {
    let (dimensions, model) = model(crowd.service);
    let (token, _) = crowd.account.token(Wish::default()).await;
    let caller = crowd.service.caller(&token, ClientSurface::Rest).await.unwrap();
    let store = crowd.service.app.env.store.clone();
    let mut superuser = crowd.database.superuser().await;
    let statements = crowd
        .service
        .on_runtime(async move {
            let need = Need {
                permissions: &[Permission::MemoryRead],
                mcp_permissions: &[],
                role: Role::Viewer,
                writes: false,
            };
            let proof = authorize(&caller, &need).unwrap();
            let (mut tx, _) = store.account(&proof).await.unwrap();
            let vector = vec![0.05; dimensions];
            let found = nearest(&mut tx, model, &vector, &Filter::default(), 100).await.unwrap();
            assert_eq!(found.len(), 100);
            superuser
                .column(
                    "SELECT query FROM pg_stat_activity
                     WHERE datname = current_database() AND usename = 'annals_app' AND state = 'idle in transaction'",
                )
                .await
        })
        .await;
    let [statement] = statements.try_into().expect("one transaction is open");
    assert!(statement.contains("FROM embeddings AS e") && statement.len() < 1000, "{statement}");
    (statement, dimensions, model)
}
