//! Running a team over REST: members, invitations, teams, scopes, grants and tokens.

mod descriptions;
mod edits;
mod grants;
mod invitations;
mod kept_replies;
mod letters;
mod me;
mod members;
mod owners;
mod passwords;
mod rotation;
mod teams;
mod token_rights;
mod tokens;
mod ways;
