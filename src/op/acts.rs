//! What a call has done, as the operation tells it: the kernel records it, in one place for all operations.

use std::collections::BTreeSet;

use crate::ids::{MemoryId, ScopeId};
use crate::store::changes::Change;

/// A letter that invites somebody: it leaves once all is committed.
pub struct InvitationLetter {
    /// The address.
    pub to: String,
    /// The link: a secret.
    pub link: String,
    /// The account's name.
    pub account_name: String,
    /// The name of who invites.
    pub inviter: String,
}

/// What a call has done.
#[derive(Default)]
pub struct Acts {
    pub(in crate::op) targets: Vec<String>,
    pub(in crate::op) records: Vec<MemoryId>,
    pub(in crate::op) changes: Vec<Change>,
    pub(in crate::op) shown: BTreeSet<ScopeId>,
    pub(in crate::op) before: Vec<u8>,
    pub(in crate::op) after: Vec<u8>,
    pub(in crate::op) letters: Vec<InvitationLetter>,
}

impl Acts {
    /// Something happened to a memory: it goes into the audit log, onto the feed, and with the reply that is kept.
    pub fn memory(&mut self, what: &'static str, memory: MemoryId, scope: ScopeId) {
        self.targets.push(memory.to_string());
        self.records.push(memory);
        self.changes.push(Change { what, record_kind: "memory", record: memory.uuid(), scope });
    }

    /// Something happened to another record.
    pub fn record(
        &mut self,
        what: &'static str,
        record_kind: &'static str,
        name: String,
        record: uuid::Uuid,
        scope: ScopeId,
    ) {
        self.targets.push(name);
        self.changes.push(Change { what, record_kind, record, scope });
    }

    /// Something was done that no reader of the feed needs to know, such as making a scope.
    pub fn target(&mut self, name: String) {
        self.targets.push(name);
    }

    /// A letter is to be sent, where a mail server is set.
    pub fn letter(&mut self, letter: InvitationLetter) {
        self.letters.push(letter);
    }

    /// Content of this node goes out with the reply.
    pub fn shown(&mut self, node: ScopeId) {
        self.shown.insert(node);
    }

    /// What a text was and is, as hashes; of several texts each counts.
    pub fn hashes(&mut self, before: Option<Vec<u8>>, after: Option<Vec<u8>>) {
        self.before.extend(before.unwrap_or_default());
        self.after.extend(after.unwrap_or_default());
    }
}
