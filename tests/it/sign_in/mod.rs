//! How people come in: pages and forms, as a browser without scripts sees them.

mod browser;
mod clients;
mod consent;
mod forms;
mod guessing;
mod headers;
mod invitations;
mod mail;
mod password_resets;
mod people;
mod remembered;
mod sessions;
mod sign_up;
