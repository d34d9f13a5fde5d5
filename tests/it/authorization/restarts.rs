//! Each step at another replica: nothing of a connection is kept in a process.

use super::connector::{Connector, allow, parameter, statuses, text};
use crate::support::{Service, service};

#[tokio::test]
async fn a_restart_between_any_two_steps_changes_nothing() {
    let account = service().account().await;
    let at = |replica: &Service, id: &str| Connector::known(replica, id);
    let id = {
        let replica = service().replica();
        Connector::registered(&replica).await.id
    };
    let request = {
        let replica = service().replica();
        at(&replica, &id).read(&replica, &[]).await.unwrap()
    };
    let permissions = request.permissions.clone();
    let url = allow(&account, account.owner, request, permissions).await.unwrap();
    let tokens = {
        let replica = service().replica();
        at(&replica, &id).redeem(&parameter(&url, "code").unwrap(), &[]).await.expect(200)
    };
    let first = {
        let replica = service().replica();
        assert_eq!(statuses(&replica, text(&tokens, "access_token")).await[1], 200);
        at(&replica, &id).refresh(text(&tokens, "refresh_token"), &[]).await.expect(200)
    };
    let replica = service().replica();
    let second = at(&replica, &id).refresh(text(&tokens, "refresh_token"), &[]).await.expect(200);
    assert_eq!(first["refresh_token"], second["refresh_token"], "the same child at another replica");
    assert_eq!(at(&replica, &id).revoke(text(&second, "access_token")).await.status, 200);
    assert_eq!(statuses(service(), text(&first, "access_token")).await[1], 401);
}
