//! Where the test database is: `make test` says it in the environment.

use std::env;

#[expect(clippy::disallowed_methods, reason = "tests learn from the environment where their database is")]
fn needed(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{name} is not set: run `make test`, which starts a Postgres of its own"))
}

/// The serving role's URL.
pub fn database_url() -> String {
    needed("ANNALS_TEST_DATABASE_URL")
}

/// The owner's URL.
pub fn owner_database_url() -> String {
    needed("ANNALS_TEST_OWNER_DATABASE_URL")
}

/// A superuser's URL: for tests that plant faults into databases of their own.
pub fn superuser_database_url() -> String {
    needed("ANNALS_TEST_SUPERUSER_DATABASE_URL")
}

/// The migrated database to which nobody connects, so that a test can clone it.
pub fn template_database() -> String {
    needed("ANNALS_TEST_TEMPLATE_DATABASE")
}

/// The folder of the built-in embedding model.
pub fn embedding_model_dir() -> String {
    needed("ANNALS_EMBEDDING_MODEL_DIR")
}

/// Whether the run shall write the documents that are made from what it finds, instead of comparing them.
#[expect(clippy::disallowed_methods, reason = "tests learn from the environment how they are run")]
pub fn writes_documents() -> bool {
    env::var("ANNALS_WRITE_DOCUMENTS").is_ok_and(|value| value == "1")
}
