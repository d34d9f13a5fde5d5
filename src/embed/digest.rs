//! SHA-256 in hex.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The SHA-256 of the bytes as 64 lower-case hex digits.
pub(super) fn sha256_hex(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        write!(hex, "{byte:02x}").expect("writing to a String does not fail");
    }
    hex
}
