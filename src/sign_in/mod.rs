//! How people come in: sign-in, consent, sign-up, invitations and password resets, as pages that work without a script.

mod answer;
mod authorize;
mod client_words;
mod consent;
mod cookies;
mod destination;
mod door;
mod form;
mod invitations;
mod password_reset;
mod permission_words;
mod routes;
mod sessions;
mod sign_in_page;
mod sign_up;
mod throttle;
mod visit;

pub use routes::routes;
