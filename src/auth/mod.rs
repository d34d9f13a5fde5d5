//! Who calls and what he may do: a credential becomes a [`Caller`]; a caller becomes [`Authorized`], the proof without
//! which no account transaction begins. Only this room makes either.

mod authorized;
mod caller;
mod keys;
mod passwords;
mod permission;
mod profile;
mod tokens;

pub use authorized::{Authorized, Need, authorize};
pub use caller::{Caller, ClientSurface, Operator, operator};
pub use keys::{KeyRing, MasterKey};
pub use passwords::{hash_password, one_time_password, verify_password};
pub use permission::{DEFAULT_PERMISSIONS, Permission, Role};
pub use profile::Profile;
pub use tokens::{
    ACCESS_SECONDS, AccessTokenClaims, IssuedToken, NewAccessToken, NewToken, TOKEN_PREFIX, TokenIssuer, Verifier,
    resources_and_profiles,
};
