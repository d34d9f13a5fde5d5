//! A call's context that the kernel did not make.

use crate::op::Cx;

/// Takes hold of what makes one.
pub fn context() {
    let _make = Cx::new;
}
