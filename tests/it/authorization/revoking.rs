//! A client gives back what it was granted (RFC 7009).

use super::connector::{Connector, error, statuses, text};
use crate::support::{Wish, replica, service, stored};

#[tokio::test]
async fn an_access_or_refresh_token_that_is_given_back_ends_its_grant_everywhere() {
    let account = service().account().await;
    let connector = Connector::registered(service()).await;
    for kind in ["access_token", "refresh_token"] {
        let tokens = connector.tokens(&account, &[]).await;
        assert_eq!(statuses(replica(), text(&tokens, "access_token")).await[1], 200);
        assert_eq!(connector.revoke(text(&tokens, kind)).await.status, 200);
        for replica in [service(), replica()] {
            assert_eq!(statuses(replica, text(&tokens, "access_token")).await[1], 401, "{kind}");
        }
        assert_eq!(error(&connector.refresh(text(&tokens, "refresh_token"), &[]).await, 400), "invalid_grant");
        assert_eq!(connector.revoke(text(&tokens, kind)).await.status, 200, "again");
    }
    let told = format!(
        "SELECT count(*) FROM audit_events WHERE account_id = '{}' AND operation = 'oauth_revoke'",
        account.id.uuid()
    );
    assert_eq!(stored::number(&told).await, 2);
}

#[tokio::test]
async fn what_is_not_the_clients_own_is_left_alone_and_answered_alike() {
    let account = service().account().await;
    let (connector, other) = (Connector::registered(service()).await, Connector::registered(service()).await);
    let tokens = connector.tokens(&account, &[]).await;
    let (service_token, _) = account.token(Wish::default()).await;
    for token in
        [text(&tokens, "access_token"), text(&tokens, "refresh_token"), &service_token, "AAAA", "made-up", "a.b.c"]
    {
        assert_eq!(other.revoke(token).await.status, 200, "{token}");
    }
    assert_eq!(statuses(service(), text(&tokens, "access_token")).await[1], 200);
    assert_eq!(statuses(service(), &service_token).await, [200, 200, 200]);
    let nobody = Connector::known(service(), "cli_nobody");
    assert_eq!(error(&nobody.revoke(text(&tokens, "access_token")).await, 401), "invalid_client");
    assert_eq!(error(&connector.send("/oauth/revoke", &[("client_id", &connector.id)]).await, 400), "invalid_request");
}
