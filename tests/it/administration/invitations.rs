//! Invitations: shown once, never above the inviter, renewed, replaced, revoked; and the address stands nowhere else.

use annals::auth::{Role, read_invitation};
use annals::clock::Clock;
use chrono::Duration;
use serde_json::json;

use super::ways::{delete, names, person};
use crate::support::{Service, service, stored};

async fn hash_of(id: &str) -> String {
    let id = id.trim_start_matches("inv_");
    stored::column(&format!("SELECT encode(secret_hash, 'hex') FROM invitations WHERE id = '{id}'")).await.remove(0)
}

fn hash_in(link: &str) -> String {
    let (_, hash) = read_invitation(link.rsplit('/').next().unwrap()).unwrap();
    hash.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

#[tokio::test]
async fn the_link_is_shown_once_and_the_address_stands_in_the_invitation_alone() {
    let account = service().account().await;
    let owner = account.client().await;
    owner.post("/v1/teams", json!({"team": "red"})).await.expect(200);
    let email = format!("new-{}@example.com", account.id.uuid().simple());
    let body = json!({"email": email, "role": "member", "teams": ["red"]});
    let made = owner.post_with_key("/v1/invitations", "invite", &body).await.expect(200);
    let link = made["link"].as_str().unwrap();
    let secret = link.rsplit('/').next().unwrap();
    let (invited_to, _) = read_invitation(secret).unwrap();
    assert_eq!((invited_to, &made["mailed"]), (account.id, &json!(false)));
    assert_eq!(hash_of(made["invitation"]["invitation_id"].as_str().unwrap()).await, hash_in(link));
    let listed = owner.get("/v1/invitations").await;
    assert!(!listed.text.contains(secret));
    let listed = listed.expect(200);
    assert_eq!(listed["invitations"][0], made["invitation"]);
    assert_eq!(listed["invitations"][0]["state"], json!("open"));
    assert_eq!(listed["invitations"][0]["invited_by"], json!("owner"));
    assert_eq!(stored::tables_that_hold(secret).await, Vec::<String>::new());
    assert_eq!(stored::tables_that_hold(&email).await, ["public.invitations"]);
}

#[tokio::test]
async fn nobody_invites_above_himself_to_unknown_teams_or_whoever_is_here() {
    let account = service().account().await;
    let owner = account.client().await;
    let (anna, admin) = person(&account, Role::Admin, "anna").await;
    let of = |email: &str, role: &str| json!({"email": email, "role": role});
    assert_eq!(admin.post("/v1/invitations", of("o@example.com", "owner")).await.refused(403), "forbidden");
    let by_owner = owner.post("/v1/invitations", of("o@example.com", "owner")).await.expect(200);
    let id = by_owner["invitation"]["invitation_id"].as_str().unwrap();
    let resend = format!("/v1/invitations/{id}/resend");
    assert_eq!(admin.post(&resend, json!({})).await.refused(403), "forbidden", "the link would be shown");
    let team = json!({"email": "t@example.com", "role": "viewer", "teams": ["nowhere"]});
    assert_eq!(admin.post("/v1/invitations", team).await.refused(404), "not_found");
    let here = format!("ANNA-{anna}@Example.com");
    assert_eq!(admin.post("/v1/invitations", of(&here, "viewer")).await.refused(409), "conflict");
    for email in ["nobody", "a b@example.com", "@example.com", "a@b@c"] {
        let refusal = admin.post("/v1/invitations", of(email, "viewer")).await;
        assert_eq!(refusal.refused(422), "invalid_input", "{email}");
        assert!(!refusal.text.contains(email), "{}", refusal.text);
    }
}

#[tokio::test]
async fn a_new_link_ends_the_one_before() {
    let clock = Clock::fixed(Clock::default().now());
    let service = Service::start(|_| {}, clock.clone());
    let account = service.account().await;
    let owner = account.client().await;
    let made = owner.post("/v1/invitations", json!({"email": "kim@example.com", "role": "viewer"})).await.expect(200);
    let id = made["invitation"]["invitation_id"].as_str().unwrap();
    clock.advance(Duration::days(8));
    let owner = account.client().await;
    let expired = owner.get("/v1/invitations?state=expired").await.expect(200);
    assert_eq!(names(&expired, "invitations", "invitation_id"), [id]);
    let renewed = owner.post(&format!("/v1/invitations/{id}/resend"), json!({})).await.expect(200);
    assert_eq!(renewed["invitation"]["state"], json!("open"));
    assert_ne!(renewed["link"], made["link"]);
    assert_eq!(hash_of(id).await, hash_in(renewed["link"].as_str().unwrap()));
    delete(&owner, &format!("/v1/invitations/{id}")).await.expect(200);
    delete(&owner, &format!("/v1/invitations/{id}")).await.expect(200);
    assert_eq!(owner.post(&format!("/v1/invitations/{id}/resend"), json!({})).await.refused(409), "conflict");
    assert_eq!(owner.get("/v1/invitations?state=open").await.expect(200)["invitations"], json!([]));
}

#[tokio::test]
async fn who_is_invited_again_has_one_open_invitation() {
    let account = service().account().await;
    let owner = account.client().await;
    let invite = |email: &'static str| owner.post("/v1/invitations", json!({"email": email, "role": "viewer"}));
    let (first, second) = tokio::join!(invite("kim@example.com"), invite("KIM@example.com"));
    let conflicts = [&first, &second].into_iter().filter(|answer| answer.status == 409).count();
    assert!(conflicts <= 1, "{} {}", first.text, second.text);
    invite("kim@example.com").await.expect(200);
    let open = owner.get("/v1/invitations?state=open").await.expect(200);
    assert_eq!(open["invitations"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_strangers_invitation_and_one_that_was_made_up_answer_alike() {
    let (account, other) = (service().account().await, service().account().await);
    let (owner, stranger) = (account.client().await, other.client().await);
    let made = owner.post("/v1/invitations", json!({"email": "kim@example.com", "role": "viewer"})).await.expect(200);
    let foreign = made["invitation"]["invitation_id"].as_str().unwrap().to_owned();
    for id in [foreign, annals::ids::InvitationId::generate().to_string()] {
        assert_eq!(stranger.post(&format!("/v1/invitations/{id}/resend"), json!({})).await.refused(404), "not_found");
        assert_eq!(delete(&stranger, &format!("/v1/invitations/{id}")).await.refused(404), "not_found");
    }
    assert_eq!(owner.get("/v1/invitations?state=open").await.expect(200)["invitations"].as_array().unwrap().len(), 1);
}
