//! Invitations that are mailed: once each, when all is committed.

use std::time::Duration;

use annals::clock::Clock;
use annals::mail::MailSettings;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use crate::support::Service;

/// A mail server that takes every letter and hands over to whom each is sent.
async fn mail_server() -> (String, mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let (taken, letters) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((connection, _)) = listener.accept().await {
            tokio::spawn(serve(connection, taken.clone()));
        }
    });
    (url, letters)
}

async fn serve(connection: TcpStream, taken: mpsc::UnboundedSender<String>) {
    let mut connection = BufReader::new(connection);
    let (mut line, mut to, mut in_letter) = (String::new(), String::new(), false);
    connection.write_all(b"220 mail\r\n").await.unwrap();
    loop {
        line.clear();
        if connection.read_line(&mut line).await.unwrap_or(0) == 0 {
            return;
        }
        let answer = match line.trim_end() {
            "." if in_letter => {
                in_letter = false;
                taken.send(to.clone()).unwrap();
                "250 taken\r\n"
            }
            _ if in_letter => continue,
            "DATA" => {
                in_letter = true;
                "354 go on\r\n"
            }
            command => {
                if let Some(address) = command.strip_prefix("RCPT TO:") {
                    address.clone_into(&mut to);
                }
                "250 fine\r\n"
            }
        };
        connection.write_all(answer.as_bytes()).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_link_is_mailed_once_and_what_is_refused_is_not() {
    let (smtp_url, mut letters) = mail_server().await;
    let mail = MailSettings { smtp_url, from: "Annals <annals@example.com>".to_owned() };
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
    for expected in ["<kim@example.com>", "<kim@example.com>", "<lee@example.com>"] {
        let letter = tokio::time::timeout(Duration::from_secs(20), letters.recv()).await.expect("a letter comes");
        assert_eq!(letter.as_deref(), Some(expected));
    }
}
