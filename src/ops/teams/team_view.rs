//! A team as clients see it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::clock::rfc3339;
use crate::store::teams::TeamRow;

/// A team.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TeamView {
    /// Its name in paths: teams/<team>.
    pub team: String,
    /// Its name for people.
    pub name: String,
    /// How many are in it.
    pub members: i64,
    /// When it was made, in UTC.
    pub created_at: String,
}

impl TeamView {
    /// As it is stored.
    pub fn of(row: TeamRow) -> Self {
        Self { team: row.slug, name: row.name, members: row.members, created_at: rfc3339(row.created_at) }
    }

    /// What a change of it is held to: who is in it is changed apart.
    pub fn edited(&self) -> (&str, &str) {
        (&self.team, &self.name)
    }
}
