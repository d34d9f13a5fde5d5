//! The desk at which passwords are checked: as many at once as there are cores, a short queue, and nobody else is kept
//! waiting (security.md A10).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use crate::auth::passwords::{hash_password, is_outdated, is_password_hash, verify_password};
use crate::error::{AppError, ErrorCode};

/// How many may wait.
const LONGEST_QUEUE: usize = 50;

const SHORTEST: usize = 8;
const LONGEST: usize = 256;

/// A password as a person typed it, normalised and of a length that is taken.
#[derive(Clone)]
pub struct TypedPassword(String);

impl TypedPassword {
    /// Reads a password.
    ///
    /// # Errors
    /// Invalid input, where it is too short or too long.
    pub fn parse(text: &str) -> Result<Self, AppError> {
        let refused =
            || AppError::invalid("password", format!("must have {SHORTEST} to {LONGEST} bytes; letters count more"));
        // Normalising does not shorten a text to a fraction of itself: what is far too long is not looked at.
        if text.len() > 4 * LONGEST {
            return Err(refused());
        }
        let normal: String = text.nfc().collect();
        if (SHORTEST..=LONGEST).contains(&normal.len()) { Ok(Self(normal)) } else { Err(refused()) }
    }
}

/// What a check found.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is another password, or there is no such person.
    Wrong,
    /// It is the password.
    Right,
    /// It is the password; this hash of today's parameters shall take the place of the old one.
    RightWithNewHash(String),
}

/// The desk. Cheap to clone.
#[derive(Clone)]
pub struct PasswordDesk {
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    nobody: Arc<str>,
}

impl PasswordDesk {
    /// A desk for this machine.
    ///
    /// # Errors
    /// Internal, where the system gives no random bytes.
    pub fn open() -> Result<Self, AppError> {
        let cores = available_parallelism().map_or(2, usize::from);
        Ok(Self {
            places: Arc::new(Semaphore::new(cores)),
            waiting: Arc::default(),
            nobody: hash_password("nobody has this password")?.into(),
        })
    }

    /// Checks a password. Where there is no hash, one of nobody's is checked, so that it takes as long.
    ///
    /// # Errors
    /// Unavailable where too many wait already.
    pub async fn check(&self, password: TypedPassword, hash: Option<String>) -> Result<Verdict, AppError> {
        let hash = hash.filter(|hash| is_password_hash(hash));
        let nobody = self.nobody.clone();
        self.at_the_desk(move || {
            let is_right = verify_password(&password.0, hash.as_deref().unwrap_or(&nobody));
            match hash {
                Some(hash) if is_right && is_outdated(&hash) => {
                    hash_password(&password.0).map(Verdict::RightWithNewHash)
                }
                Some(_) if is_right => Ok(Verdict::Right),
                _ => Ok(Verdict::Wrong),
            }
        })
        .await
    }

    /// The hash of a new password.
    ///
    /// # Errors
    /// Unavailable where too many wait already.
    pub async fn hash(&self, password: TypedPassword) -> Result<String, AppError> {
        self.at_the_desk(move || hash_password(&password.0)).await
    }

    async fn at_the_desk<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let place = {
            let _waits = Waits::begin(&self.waiting)?;
            self.places.clone().acquire_owned().await.map_err(AppError::internal)?
        };
        // The place is given back when the work is done, even where nobody waits for it any more.
        tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        })
        .await
        .map_err(AppError::internal)?
    }
}

/// One who waits, for as long as this lives.
struct Waits<'a>(&'a AtomicUsize);

impl<'a> Waits<'a> {
    fn begin(waiting: &'a AtomicUsize) -> Result<Self, AppError> {
        let waits = Self(waiting);
        if waiting.fetch_add(1, Ordering::SeqCst) >= LONGEST_QUEUE {
            let sentence = "Too many people are signing in at this moment; try again in a few seconds.";
            return Err(AppError::new(ErrorCode::Unavailable, sentence).retry_after(Duration::from_secs(2)));
        }
        Ok(waits)
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_has_8_to_256_bytes_once_it_is_normal() {
        for (text, is_taken) in [
            ("1234567".to_owned(), false),
            ("12345678".to_owned(), true),
            ("x".repeat(256), true),
            ("x".repeat(257), false),
            ("x".repeat(1_000_000), false),
            // Four letters, each of which is written with a mark of its own: eight bytes once they are joined.
            ("a\u{308}".repeat(4), true),
            ("a\u{308}".repeat(3), false),
        ] {
            assert_eq!(TypedPassword::parse(&text).is_ok(), is_taken, "{}", text.len());
        }
    }

    #[tokio::test]
    async fn one_password_spelled_in_two_ways_is_the_same() {
        let desk = PasswordDesk::open().expect("random bytes");
        let typed = |text: &str| TypedPassword::parse(text).expect("a password");
        let hash = desk.hash(typed("pa\u{308}sswort 1")).await.expect("a hash");
        assert_eq!(desk.check(typed("p\u{e4}sswort 1"), Some(hash.clone())).await.ok(), Some(Verdict::Right));
        assert_eq!(desk.check(typed("passwort 1"), Some(hash)).await.ok(), Some(Verdict::Wrong));
        assert_eq!(desk.check(typed("nobody has this password"), None).await.ok(), Some(Verdict::Wrong));
    }

    #[tokio::test]
    async fn the_queue_is_bounded() {
        let desk = PasswordDesk::open().expect("random bytes");
        let _all = desk.places.clone().acquire_many_owned(u32::try_from(desk.places.available_permits()).expect("few"));
        desk.waiting.store(LONGEST_QUEUE, Ordering::SeqCst);
        let refused = desk.hash(TypedPassword::parse("a password").expect("a password")).await;
        assert_eq!(refused.map_err(|error| error.code), Err(ErrorCode::Unavailable));
        assert_eq!(desk.waiting.load(Ordering::SeqCst), LONGEST_QUEUE);
    }
}
