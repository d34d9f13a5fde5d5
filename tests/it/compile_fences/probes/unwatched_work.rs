//! Work that nothing waits for.

/// Starts some.
pub fn start() {
    tokio::spawn(async {});
}
