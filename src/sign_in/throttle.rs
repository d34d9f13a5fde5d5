//! How often somebody may guess: counted in the database, so that all replicas share it. Nobody is locked out for good, since
//! anybody could then lock out anybody.

use std::net::IpAddr;
use std::time::Duration;

use crate::app::App;
use crate::error::{AppError, ErrorCode};
use crate::store::rate_windows;
use crate::store::tx::SystemPurpose;

/// Attempts on one person or address that count, and how many of them are allowed in 15 minutes.
const PER_PERSON: i64 = 10;
const PER_ADDRESS: i64 = 50;

/// Attempts at one thing, such as signing in, by one address on one person.
pub(super) struct Throttle<'a> {
    app: &'a App,
    person: Vec<u8>,
    address: Vec<u8>,
}

impl<'a> Throttle<'a> {
    /// `what` is attempted; `person` is the e-mail address, which is stored as a keyed hash alone.
    pub fn new(app: &'a App, what: &str, person: &str, address: IpAddr) -> Self {
        let key = |kind: &str, subject: &str| {
            app.env.master.keyed_hash("rate-window", format!("{what}/{kind}/{subject}").as_bytes())
        };
        Self {
            app,
            person: key("person", &person.trim().to_lowercase()),
            address: key("address", &whose(address).to_string()),
        }
    }

    /// Counts an attempt before it is made, so that attempts side by side cannot pass together.
    ///
    /// # Errors
    /// Rate limited, where there were too many.
    pub async fn begin(&self) -> Result<(), AppError> {
        let now = self.app.env.clock.now();
        let mut tx = self.app.env.store.system(SystemPurpose::SignIn).await?;
        rate_windows::add(&mut tx, &self.person, 1, now).await?;
        let on_person = rate_windows::count(&mut tx, &self.person, now).await?;
        let from_address = rate_windows::count(&mut tx, &self.address, now).await?;
        let ends = match (on_person.attempts > PER_PERSON, from_address.attempts >= PER_ADDRESS) {
            (true, _) => on_person.first_ends,
            (_, true) => from_address.first_ends,
            _ => return tx.commit().await,
        };
        // Nothing is kept of an attempt that was not made: it shall not put off the end of the pause.
        drop(tx);
        let wait = ends.and_then(|ends| (ends - now).to_std().ok()).unwrap_or(Duration::from_mins(15));
        let sentence = "There were too many attempts. Wait a few minutes, then try again.";
        Err(AppError::new(ErrorCode::RateLimited, sentence).retry_after(wait))
    }

    /// The attempt failed: it counts against the address too.
    pub async fn failed(&self) -> Result<(), AppError> {
        let mut tx = self.app.env.store.system(SystemPurpose::SignIn).await?;
        rate_windows::add(&mut tx, &self.address, 1, self.app.env.clock.now()).await?;
        tx.commit().await
    }

    /// The attempt was right: what was counted against the person is forgotten.
    pub async fn succeeded(&self) -> Result<(), AppError> {
        let mut tx = self.app.env.store.system(SystemPurpose::SignIn).await?;
        rate_windows::forget(&mut tx, &self.person).await?;
        tx.commit().await
    }

    /// The attempt was not made after all.
    pub async fn given_up(&self) -> Result<(), AppError> {
        let mut tx = self.app.env.store.system(SystemPurpose::SignIn).await?;
        rate_windows::add(&mut tx, &self.person, -1, self.app.env.clock.now()).await?;
        tx.commit().await
    }
}

/// One who has an IPv6 address has a whole network of them.
fn whose(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
    }
}
