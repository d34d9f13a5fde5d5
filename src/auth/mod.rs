//! Who calls and what he may do: a credential becomes a [`Caller`]; a caller becomes [`Authorized`], the proof without
//! which no account transaction begins. Only this room makes either.

mod authorized;
mod caller;
mod clients;
mod keys;
mod links;
mod password_desk;
mod passwords;
mod permission;
mod profile;
mod tokens;
mod webhook_secret;

pub use authorized::{Authorized, Need, authorize};
pub use caller::{Caller, ClientSurface, Operator, member, operator};
pub use clients::{CLIENT_SECRET_PREFIX, client_secret, client_secret_hash};
pub use keys::{KeyRing, MasterKey};
pub use links::{
    INVITATION_HOLDS, NewLink, PASSWORD_RESET_HOLDS, SIGN_UP_HOLDS, invitation_link, password_reset_link,
    random_secret, read_invitation, read_link, sign_up_link,
};
pub use password_desk::{PasswordDesk, TypedPassword, Verdict};
pub use passwords::{hash_password, one_time_password, verify_password};
pub use permission::{DEFAULT_PERMISSIONS, Permission, Role};
pub use profile::Profile;
pub use tokens::{
    ACCESS_SECONDS, AccessTokenClaims, IssuedToken, NewAccessToken, NewToken, TOKEN_PREFIX, TokenIssuer, Verifier,
    resources_and_profiles,
};
pub use webhook_secret::WebhookSecret;
