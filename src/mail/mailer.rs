//! Letters wait in a queue and leave one after the other, so that no page takes longer where a letter is written.

use std::sync::Arc;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::sync::{Mutex, mpsc};

use crate::mail::letters::{self, Letter};

/// Letters that may wait; further ones are dropped, and the log says so.
const LONGEST_QUEUE: usize = 1_000;

/// How long a server may take for one letter.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where letters leave, and from whom they come.
#[derive(Clone)]
pub struct MailSettings {
    /// The server: `smtps://user:password@host:port`, `smtp://…?tls=required`, or plain `smtp://` on loopback.
    pub smtp_url: String,
    /// The sender, such as `Annals <annals@example.com>`.
    pub from: String,
}

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Sends letters. Cheap to clone. A letter is taken at once and leaves afterwards: call it after the commit.
#[derive(Clone)]
pub struct Mailer {
    queue: mpsc::Sender<Letter>,
    waiting: Arc<Mutex<mpsc::Receiver<Letter>>>,
    transport: Transport,
    from: Mailbox,
}

impl Mailer {
    /// A mailer for a server. Nothing is connected to yet.
    ///
    /// # Errors
    /// A sentence that says what is accepted; never the URL, which holds a password.
    pub fn open(settings: &MailSettings) -> Result<Self, String> {
        let transport = Transport::from_url(&settings.smtp_url)
            .map_err(|_| "the mail server must be given as smtps://user:password@host:port".to_owned())?
            .timeout(Some(PATIENCE))
            .build();
        let from = settings.from.parse().map_err(|_| "the sender must be an e-mail address".to_owned())?;
        let (queue, waiting) = mpsc::channel(LONGEST_QUEUE);
        Ok(Self { queue, waiting: Arc::new(Mutex::new(waiting)), transport, from })
    }

    /// Invites somebody.
    pub fn invitation(&self, to: &str, link: &str, account_name: &str, inviter: &str) {
        self.post(letters::invitation(to, link, account_name, inviter));
    }

    /// Sends a link that lets a person set a new password.
    pub fn password_reset(&self, to: &str, link: &str) {
        self.post(letters::password_reset(to, link));
    }

    /// Asks somebody who signs up to confirm the address.
    pub fn sign_up(&self, to: &str, link: &str) {
        self.post(letters::sign_up(to, link));
    }

    /// Tells a person that somebody asked to sign up with his address.
    pub fn known_already(&self, to: &str, link: &str) {
        self.post(letters::known_already(to, link));
    }

    fn post(&self, letter: Letter) {
        if self.queue.try_send(letter).is_err() {
            tracing::error!("a letter was dropped: too many wait");
        }
    }

    /// Sends what waits, for as long as the process serves.
    pub async fn deliver(&self) {
        let mut waiting = self.waiting.lock().await;
        while let Some(letter) = waiting.recv().await {
            // Neither the address nor what the server answers, which may repeat it, is logged.
            match self.send(letter).await {
                Ok(()) => tracing::info!("a letter was sent"),
                Err(reason) => tracing::warn!(reason, "a letter could not be sent"),
            }
        }
    }

    async fn send(&self, letter: Letter) -> Result<(), &'static str> {
        let to: Mailbox = letter.to.parse().map_err(|_| "the address is not one that mail takes")?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(letter.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(letter.body)
            .map_err(|_| "the letter could not be written")?;
        match tokio::time::timeout(PATIENCE, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) if error.is_permanent() => Err("the server refused it"),
            Ok(Err(_)) => Err("the server could not be reached or did not take it"),
            Err(_) => Err("the server did not answer in time"),
        }
    }
}
