//! A service that sends mail.

use std::sync::OnceLock;

use annals::clock::Clock;
use annals::mail::MailSettings;

use super::people::behind_a_proxy;
use crate::support::{Service, SmtpServer};

/// The mail server of [`door_with_mail`].
pub fn post_office() -> &'static SmtpServer {
    static SHARED: OnceLock<SmtpServer> = OnceLock::new();
    SHARED.get_or_init(SmtpServer::start)
}

/// A service that sends mail, where anybody may sign up.
pub fn door_with_mail() -> &'static Service {
    static SHARED: OnceLock<Service> = OnceLock::new();
    SHARED.get_or_init(|| {
        Service::start(
            |config| {
                behind_a_proxy(config);
                config.people.sign_up_open = true;
                let from = "Annals <annals@service.example>".to_owned();
                config.people.mail = Some(MailSettings { smtp_url: post_office().url.clone(), from });
            },
            Clock::default(),
        )
    })
}

#[tokio::test]
async fn letters_of_operations_leave_with_names_on_one_line() {
    let address = format!("{}@people.example", annals::ids::UserId::generate().uuid().simple());
    let service = door_with_mail();
    let mail = service.app.env.mail.clone().unwrap();
    mail.invitation(&address, "http://annals.example/invitations/x", "Team\r\nBcc: a@b.example", "An\nAdmin");
    let letter = post_office().letter_to(&address).await;
    assert!(letter.text.contains("From: Annals <annals@service.example>"), "{}", letter.text);
    assert!(!letter.text.lines().any(|line| line.starts_with("Bcc")), "{}", letter.text);
    assert_eq!(letter.link(), "/invitations/x");
}

#[tokio::test]
async fn a_letter_that_cannot_be_sent_does_not_hold_up_the_next() {
    let address = format!("{}@people.example", annals::ids::UserId::generate().uuid().simple());
    let mail = door_with_mail().app.env.mail.clone().unwrap();
    mail.password_reset("no address", "http://annals.example/password-reset/x");
    mail.password_reset(&address, "http://annals.example/password-reset/y");
    assert_eq!(post_office().letter_to(&address).await.link(), "/password-reset/y");
}
