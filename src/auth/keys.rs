//! Keys. One master key from the environment seals what must not stand in the database in the clear and seals what goes
//! out and comes back (cursors, session ids). Signing keys live in Postgres, sealed; every replica reads them.

use std::collections::HashMap;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::EncodePrivateKey;
use hmac::{Hmac, Mac};
use jsonwebtoken::{DecodingKey, EncodingKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use zeroize::Zeroizing;

use crate::clock::Clock;
use crate::error::AppError;
use crate::store::signing_keys::{self, NewSigningKey};
use crate::store::tx::{Store, SystemPurpose};

/// The master key: 32 bytes in base64, from `ANNALS_MASTER_KEY`.
#[derive(Clone)]
pub struct MasterKey(Arc<Zeroizing<[u8; 32]>>);

impl MasterKey {
    /// Reads the key.
    ///
    /// # Errors
    /// A sentence that says what is accepted; never the key.
    pub fn parse(text: &str) -> Result<Self, String> {
        let bytes = STANDARD
            .decode(text.trim())
            .or_else(|_| URL_SAFE_NO_PAD.decode(text.trim()))
            .map_err(|_| "must be 32 bytes in base64".to_owned())?;
        let bytes: [u8; 32] = bytes.try_into().map_err(|_| "must be 32 bytes in base64".to_owned())?;
        Ok(Self(Arc::new(Zeroizing::new(bytes))))
    }

    /// Seals a text for one purpose; the result is opaque, and nothing but this key and purpose opens it.
    ///
    /// # Errors
    /// Internal, where the system gives no random bytes.
    pub fn seal(&self, purpose: &str, plain: &[u8]) -> Result<Vec<u8>, AppError> {
        let mut nonce = [0_u8; 24];
        getrandom::fill(&mut nonce).map_err(|error| AppError::internal(error.to_string()))?;
        let sealed = self
            .cipher(purpose)?
            .encrypt(&XNonce::from(nonce), Payload { msg: plain, aad: purpose.as_bytes() })
            .map_err(|error| AppError::internal(error.to_string()))?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Opens what [`Self::seal`] made for the same purpose.
    #[must_use]
    pub fn open(&self, purpose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, body) = sealed.split_at_checked(24)?;
        let nonce: [u8; 24] = nonce.try_into().ok()?;
        self.cipher(purpose).ok()?.decrypt(&XNonce::from(nonce), Payload { msg: body, aad: purpose.as_bytes() }).ok()
    }

    /// A hash for one purpose that nobody without the key can make or compare.
    #[must_use]
    pub fn keyed_hash(&self, purpose: &str, bytes: &[u8]) -> Vec<u8> {
        let mut mac = Self::mac(self.derived(purpose).as_slice());
        mac.update(bytes);
        mac.finalize().into_bytes().to_vec()
    }

    /// A key for one purpose, from which the master key cannot be told.
    fn derived(&self, purpose: &str) -> Zeroizing<[u8; 32]> {
        let mut mac = Self::mac(self.0.as_slice());
        mac.update(b"annals/seal/");
        mac.update(purpose.as_bytes());
        Zeroizing::new(mac.finalize().into_bytes().into())
    }

    fn mac(key: &[u8]) -> Hmac<Sha256> {
        Hmac::<Sha256>::new_from_slice(key).expect("a key of any length is taken")
    }

    fn cipher(&self, purpose: &str) -> Result<XChaCha20Poly1305, AppError> {
        let key = self.derived(purpose);
        XChaCha20Poly1305::new_from_slice(key.as_slice()).map_err(|error| AppError::internal(error.to_string()))
    }
}

struct Keys {
    public: HashMap<String, ([u8; 32], DecodingKey)>,
    signing: Option<(String, EncodingKey)>,
}

/// The signing keys as this replica knows them.
pub struct KeyRing {
    store: Store,
    master: MasterKey,
    clock: Clock,
    keys: RwLock<Keys>,
    last_load: Mutex<Option<chrono::DateTime<chrono::Utc>>>,
}

const SEAL_PURPOSE: &str = "signing-key";

/// Every replica reads the keys anew so often: a key that was removed is refused within that time (security.md A5).
const REFRESH: Duration = Duration::from_secs(2);

/// An unknown key id asks the database again, though no more often than this: made-up ids must not cost a query each.
const RELOAD_PAUSE: Duration = Duration::from_secs(1);

impl KeyRing {
    /// Reads the keys and makes the first one where there is none.
    ///
    /// # Errors
    /// Unavailable without a database; internal where the master key does not open what is stored.
    pub async fn load(store: Store, master: MasterKey, clock: Clock) -> Result<Self, AppError> {
        let ring = Self {
            store,
            master,
            clock,
            keys: RwLock::new(Keys { public: HashMap::new(), signing: None }),
            last_load: Mutex::new(None),
        };
        ring.reload().await?;
        if ring.signing_key().is_none() {
            ring.create().await?;
            ring.reload().await?;
        }
        Ok(ring)
    }

    /// The key to sign with, and its id.
    #[must_use]
    pub fn signing_key(&self) -> Option<(String, EncodingKey)> {
        self.keys.read().ok()?.signing.clone()
    }

    /// The key of an id, asked for in the database where this replica does not know it yet.
    ///
    /// # Errors
    /// Unavailable without a database.
    pub async fn verifying_key(&self, kid: &str) -> Result<Option<DecodingKey>, AppError> {
        if let Some(key) = self.known(kid) {
            return Ok(Some(key));
        }
        if kid.len() > 64 || !self.may_reload().await {
            return Ok(None);
        }
        self.reload().await?;
        Ok(self.known(kid))
    }

    /// Reads the keys anew for as long as the process lives.
    pub async fn keep_fresh(&self) {
        loop {
            tokio::time::sleep(REFRESH).await;
            if let Err(error) = self.reload().await {
                tracing::warn!(code = error.code.name(), cause = error.causes(), "the signing keys could not be read");
            }
        }
    }

    /// Makes a further key that signs after a while: until then it is published, so that every replica and every client knows
    /// it in time. Gives its id.
    ///
    /// # Errors
    /// Unavailable without a database.
    pub async fn rotate(&self, published_for: chrono::Duration) -> Result<String, AppError> {
        let fresh = FreshKey::make(&self.master)?;
        let mut tx = self.store.system(SystemPurpose::SigningKeys).await?;
        signing_keys::insert(&mut tx, &fresh.row(), self.clock.now() + published_for).await?;
        tx.commit().await?;
        self.reload().await?;
        Ok(fresh.kid)
    }

    /// The public keys as a JWK set (RFC 7517).
    #[must_use]
    pub fn jwks(&self) -> Value {
        let mut keys: Vec<Value> = self
            .keys
            .read()
            .map(|keys| {
                keys.public
                    .iter()
                    .map(|(kid, (public, _))| {
                        json!({"kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": kid, "x": URL_SAFE_NO_PAD.encode(public)})
                    })
                    .collect()
            })
            .unwrap_or_default();
        keys.sort_by_key(|key| key["kid"].to_string());
        json!({ "keys": keys })
    }

    /// The master key, to seal cursors and session ids.
    #[must_use]
    pub const fn master(&self) -> &MasterKey {
        &self.master
    }

    fn known(&self, kid: &str) -> Option<DecodingKey> {
        self.keys.read().ok()?.public.get(kid).map(|(_, key)| key.clone())
    }

    async fn may_reload(&self) -> bool {
        let mut last = self.last_load.lock().await;
        let now = self.clock.now();
        let pause = chrono::Duration::from_std(RELOAD_PAUSE).unwrap_or_default();
        if last.is_some_and(|at| now - at < pause) {
            return false;
        }
        *last = Some(now);
        true
    }

    async fn reload(&self) -> Result<(), AppError> {
        let mut tx = self.store.system(SystemPurpose::SigningKeys).await?;
        let rows = signing_keys::list(&mut tx).await?;
        tx.commit().await?;
        let now = self.clock.now();
        let mut public = HashMap::new();
        let mut signing = None;
        for row in rows {
            let bytes: [u8; 32] = row
                .public_key
                .try_into()
                .map_err(|_| AppError::internal("a stored public key does not have 32 bytes"))?;
            public.insert(row.kid.clone(), (bytes, DecodingKey::from_ed_der(&bytes)));
            // The first key signs at once, even where the database's clock is ahead of this one.
            let signs = row.signs_from <= now || row.signs_from == row.created_at;
            if signing.is_none() && !row.retired && signs {
                let der = self.master.open(SEAL_PURPOSE, &row.sealed_key).map(Zeroizing::new).ok_or_else(|| {
                    AppError::internal("ANNALS_MASTER_KEY does not open the stored signing keys: it is not the key they were sealed with")
                })?;
                signing = Some((row.kid, EncodingKey::from_ed_der(&der)));
            }
        }
        if let Ok(mut keys) = self.keys.write() {
            *keys = Keys { public, signing };
        }
        Ok(())
    }

    /// Makes the first key. Several replicas may start at once: one lock decides, and the others find its key.
    async fn create(&self) -> Result<(), AppError> {
        let fresh = FreshKey::make(&self.master)?;
        let mut tx = self.store.system(SystemPurpose::SigningKeys).await?;
        signing_keys::insert_if_none(&mut tx, &fresh.row()).await?;
        tx.commit().await
    }
}

/// A key that was just made, its private half sealed.
struct FreshKey {
    kid: String,
    public: [u8; 32],
    sealed: Vec<u8>,
}

impl FreshKey {
    fn make(master: &MasterKey) -> Result<Self, AppError> {
        let mut seed = Zeroizing::new([0_u8; 32]);
        getrandom::fill(seed.as_mut_slice()).map_err(|error| AppError::internal(error.to_string()))?;
        let key = SigningKey::from_bytes(&seed);
        let public = key.verifying_key().to_bytes();
        let der = key.to_pkcs8_der().map_err(|error| AppError::internal(error.to_string()))?;
        let sealed = master.seal(SEAL_PURPOSE, der.as_bytes())?;
        Ok(Self { kid: URL_SAFE_NO_PAD.encode(&Sha256::digest(public)[..12]), public, sealed })
    }

    fn row(&self) -> NewSigningKey<'_> {
        NewSigningKey { kid: &self.kid, public_key: &self.public, sealed_key: &self.sealed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> MasterKey {
        MasterKey::parse(&STANDARD.encode([byte; 32])).expect("32 bytes")
    }

    #[test]
    fn what_is_sealed_opens_with_the_same_key_and_purpose_alone() {
        let sealed = key(1).seal("cursor", b"after=5").expect("random bytes");
        assert_eq!(key(1).open("cursor", &sealed).as_deref(), Some(b"after=5".as_slice()));
        assert_eq!(key(2).open("cursor", &sealed), None);
        assert_eq!(key(1).open("session", &sealed), None);
        for place in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[place] ^= 1;
            assert_eq!(key(1).open("cursor", &altered), None, "byte {place}");
        }
        assert_eq!(key(1).open("cursor", b"short"), None);
    }

    #[test]
    fn a_key_of_another_length_is_refused() {
        assert!(MasterKey::parse(&STANDARD.encode([1_u8; 31])).is_err());
        assert!(MasterKey::parse("not base64!").is_err());
    }
}
