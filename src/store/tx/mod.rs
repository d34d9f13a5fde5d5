//! The only room that names the pool: connections, the two kinds of transaction, migrations, and what database errors
//! mean. It knows no table.

mod account;
mod detached;
mod errors;
mod migrate;
mod store;
mod system;

pub use account::AccountTx;
pub use detached::detached;
pub use errors::from_sqlx;
pub use migrate::{MigrationReport, migrate, pending_migrations};
pub use store::{PoolSettings, PoolState, Store};
pub use system::{SystemPurpose, SystemTx};
