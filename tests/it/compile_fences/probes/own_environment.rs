//! A setting that the configuration does not know.

/// Reads it.
pub fn setting() -> bool {
    std::env::var("ANNALS_SECRET_SWITCH").is_ok()
}
