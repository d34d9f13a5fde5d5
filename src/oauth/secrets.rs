//! Codes, refresh tokens and secrets: random, shown once, stored as a hash. Codes and refresh tokens carry their account in
//! the clear, so that each is looked up inside it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::auth::MasterKey;
use crate::error::AppError;
use crate::ids::AccountId;

/// A code or a refresh token.
pub struct Secret {
    /// Its account.
    pub account: AccountId,
    random: [u8; 32],
}

impl Secret {
    /// A new one.
    pub fn generate(account: AccountId) -> Result<Self, AppError> {
        Ok(Self { account, random: random()? })
    }

    /// Reads one. Another spelling of the same bytes is none.
    pub fn read(text: &str) -> Option<Self> {
        let bytes: [u8; 48] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        let (account, random) = bytes.split_at(16);
        Some(Self { account: Uuid::from_slice(account).ok()?.into(), random: random.try_into().ok()? })
    }

    /// The secret as it is handed out.
    pub fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes())
    }

    /// What is stored of it.
    pub fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.bytes()).to_vec()
    }

    /// The refresh token that follows this one, always the same: nobody without the master key can tell it.
    pub fn child(&self, master: &MasterKey) -> Self {
        let mut random = [0_u8; 32];
        random.copy_from_slice(&master.keyed_hash("refresh-child", &self.bytes()));
        Self { account: self.account, random }
    }

    fn bytes(&self) -> [u8; 48] {
        let mut bytes = [0_u8; 48];
        bytes[..16].copy_from_slice(self.account.uuid().as_bytes());
        bytes[16..].copy_from_slice(&self.random);
        bytes
    }
}

/// A new secret of a client.
pub fn client_secret() -> Result<String, AppError> {
    random().map(|bytes| URL_SAFE_NO_PAD.encode(bytes))
}

/// What is stored of a client's secret.
pub fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

fn random() -> Result<[u8; 32], AppError> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| AppError::internal(error.to_string()))?;
    Ok(bytes)
}
