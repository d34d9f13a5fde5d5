//! The secret of a webhook and the signatures made with it, as Standard Webhooks describes them: `v1,` and the HMAC-SHA256 of
//! the message's id, the moment and the body, in base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::auth::MasterKey;
use crate::error::AppError;

const PREFIX: &str = "whsec_";

const SEAL_PURPOSE: &str = "webhook-secret";

/// The secret of a webhook.
pub struct WebhookSecret(Zeroizing<Vec<u8>>);

impl WebhookSecret {
    /// A secret of 256 random bits.
    ///
    /// # Errors
    /// Internal, where the system gives no random bytes.
    pub fn generate() -> Result<Self, AppError> {
        let mut random = Zeroizing::new(vec![0_u8; 32]);
        getrandom::fill(&mut random).map_err(|error| AppError::internal(error.to_string()))?;
        Ok(Self(random))
    }

    /// The secret as whoever checks signatures needs it. It is shown once.
    #[must_use]
    pub fn shown(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(self.0.as_slice()))
    }

    /// The secret as it is kept.
    ///
    /// # Errors
    /// Internal, where the system gives no random bytes.
    pub fn sealed(&self, master: &MasterKey) -> Result<Vec<u8>, AppError> {
        master.seal(SEAL_PURPOSE, &self.0)
    }

    /// A secret that was kept.
    #[must_use]
    pub fn open(master: &MasterKey, sealed: &[u8]) -> Option<Self> {
        master.open(SEAL_PURPOSE, sealed).map(|secret| Self(Zeroizing::new(secret)))
    }

    /// The signature of a message.
    #[must_use]
    pub fn signature(&self, message: &str, timestamp: i64, body: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length is taken");
        mac.update(format!("{message}.{timestamp}.{body}").as_bytes());
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example that the specification prints.
    #[test]
    fn the_signature_is_that_of_the_specification() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").expect("base64");
        let secret = WebhookSecret(Zeroizing::new(secret));
        let signature = secret.signature("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_secret_is_kept_sealed_and_shown_with_its_prefix() {
        let master = MasterKey::parse(&STANDARD.encode([7_u8; 32])).expect("32 bytes");
        let secret = WebhookSecret::generate().expect("random bytes");
        let sealed = secret.sealed(&master).expect("random bytes");
        assert!(!sealed.windows(32).any(|window| window == secret.0.as_slice()));
        assert_eq!(WebhookSecret::open(&master, &sealed).expect("it opens").shown(), secret.shown());
        assert!(secret.shown().starts_with("whsec_"));
    }
}
