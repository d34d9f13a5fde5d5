//! Links by which members set new passwords.

use annals::auth::{Role, read_link};
use serde_json::json;

use super::ways::person;
use crate::support::{Wish, service, stored};

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

#[tokio::test]
async fn a_link_is_shown_once_and_its_hash_alone_is_kept() {
    let account = service().account().await;
    let owner = account.client().await;
    let (max, _) = person(&account, Role::Member, "max").await;
    let offered = owner.post(&format!("/v1/members/{max}/password-reset"), json!({})).await.expect(200);
    let link = offered["link"].as_str().unwrap();
    assert!(link.starts_with(&format!("{}/", service().origin)), "{link}");
    let secret = link.rsplit('/').next().unwrap();
    let hash = hexadecimal(&read_link(secret).unwrap());
    let kept = format!("SELECT encode(secret_hash, 'hex') FROM password_resets WHERE user_id = '{}'", max.uuid());
    assert_eq!(stored::column(&kept).await, [hash]);
    assert_eq!(stored::tables_that_hold(secret).await, Vec::<String>::new());
}

#[tokio::test]
async fn an_admin_resets_no_owner_and_nobody_a_person_of_another_account_too() {
    let (account, other) = (service().account().await, service().account().await);
    let owner = account.client().await;
    let (anna, admin) = person(&account, Role::Admin, "anna").await;
    let reset = |user| format!("/v1/members/{user}/password-reset");
    assert_eq!(admin.post(&reset(account.owner), json!({})).await.refused(403), "forbidden");
    admin.post(&reset(anna), json!({})).await.expect(200);
    // Anna joins another account: this one's admins no longer get at her there.
    let join = format!(
        "INSERT INTO memberships (account_id, user_id, role, slug, display_name) VALUES ('{}', '{}', 'viewer', 'anna', 'Anna')",
        other.id.uuid(),
        anna.uuid()
    );
    stored::execute(&join).await;
    assert_eq!(owner.post(&reset(anna), json!({})).await.refused(409), "conflict");
    let member = account.client_with(Wish { user: Some(anna), ..Wish::default() }).await;
    assert_eq!(member.post(&reset(anna), json!({})).await.refused(409), "conflict");
}
