//! Mail to people: invitations, password resets, confirmations of an address.

mod letters;
mod mailer;

pub use mailer::{MailSettings, Mailer};
