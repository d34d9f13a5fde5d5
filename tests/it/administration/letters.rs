//! Invitations that are mailed: once each, when all is committed.

use annals::clock::Clock;
use annals::mail::MailSettings;
use serde_json::json;

use crate::support::{Service, SmtpServer};

#[tokio::test(flavor = "multi_thread")]
async fn each_link_is_mailed_once_and_what_is_refused_is_not() {
    let server = SmtpServer::start();
    let mail = MailSettings { smtp_url: server.url.clone(), from: "Annals <annals@example.com>".to_owned() };
    let service = Service::start(move |config| config.people.mail = Some(mail), Clock::default());
    let account = service.account().await;
    let owner = account.client().await;
    let invite = |email: &str| json!({"email": email, "role": "viewer"});
    let first = owner.post_with_key("/v1/invitations", "one", &invite("kim@example.com")).await.expect(200);
    assert_eq!(first["mailed"], json!(true));
    owner.post_with_key("/v1/invitations", "one", &invite("kim@example.com")).await.expect(200);
    let unknown = json!({"email": "nobody@example.com", "role": "viewer", "teams": ["nowhere"]});
    owner.post("/v1/invitations", unknown).await.refused(404);
    let resend = format!("/v1/invitations/{}/resend", first["invitation"]["invitation_id"].as_str().unwrap());
    owner.post(&resend, json!({})).await.expect(200);
    owner.post("/v1/invitations", invite("lee@example.com")).await.expect(200);
    // They leave in the order in which they were written: one that should not have been would stand between them.
    server.letter_to("lee@example.com").await;
    let count = |address: &str| server.letters_to(address).len();
    assert_eq!((count("kim@example.com"), count("lee@example.com"), count("nobody@example.com")), (2, 1, 0));
}
