//! A call's context that the kernel did not make.

use crate::auth::Caller;
use crate::op::{Cx, Environment};
use crate::store::access::Access;
use crate::store::tx::AccountTx;

/// Makes one.
pub fn context<'a>(
    tx: &'a mut AccountTx,
    access: &'a mut Access,
    caller: &'a Caller,
    env: &'a Environment,
) -> Cx<'a> {
    Cx::new(tx, access, caller, env)
}
