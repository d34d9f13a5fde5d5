//! What an operation works with.

use crate::auth::Caller;
use crate::op::{Acts, Environment, View};
use crate::store::access::Access;
use crate::store::tx::AccountTx;

/// A call under way. Its private field keeps everybody but the kernel from making one.
pub struct Cx<'a> {
    /// The call's transaction.
    pub tx: &'a mut AccountTx,
    /// What the call reaches, read in this very transaction.
    pub access: &'a mut Access,
    /// Who calls.
    pub caller: &'a Caller,
    /// Where the call came in: which fields it has.
    pub view: View,
    /// What the call has done, for the audit log, the feed and the read ledger.
    pub acts: &'a mut Acts,
    /// What the service offers besides the database.
    pub env: &'a Environment,
    seal: Seal,
}

struct Seal;

impl<'a> Cx<'a> {
    pub(in crate::op) fn new(
        tx: &'a mut AccountTx,
        access: &'a mut Access,
        caller: &'a Caller,
        view: View,
        acts: &'a mut Acts,
        env: &'a Environment,
    ) -> Self {
        let cx = Self { tx, access, caller, view, acts, env, seal: Seal };
        let Seal = cx.seal;
        cx
    }
}
