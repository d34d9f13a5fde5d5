//! Services that find in another way than the shared one: by the real model, or by words alone.

use std::path::PathBuf;
use std::sync::OnceLock;

use annals::clock::Clock;
use annals::embed::EmbedSettings;

use super::environment::embedding_model_dir;
use super::service::Service;

/// A service with the built-in model, as an operator runs it.
pub fn service_with_model() -> &'static Service {
    static SHARED: OnceLock<Service> = OnceLock::new();
    SHARED.get_or_init(|| {
        let dir = PathBuf::from(embedding_model_dir());
        Service::start(move |config| config.embedding = EmbedSettings::Builtin { dir }, Clock::default())
    })
}

/// A service whose operator has switched meaning off.
pub fn service_by_words() -> &'static Service {
    static SHARED: OnceLock<Service> = OnceLock::new();
    SHARED.get_or_init(|| Service::start(|config| config.embedding = EmbedSettings::Off, Clock::default()))
}
