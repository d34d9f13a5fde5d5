//! What operations of administration have in common: REST alone, JSON, the same fields everywhere.

use serde_json::json;

use crate::auth::Role;
use crate::op::{Effect, Family, FirstBlock, Method, Retry, Route, Spec, Surfaces};

/// The part of a description that all of them share. Each says the rest of its own, from its name to its example.
pub const READS: Spec = Spec {
    name: "",
    title: "",
    help: "",
    family: Family::Administration,
    permissions: &[],
    mcp_permissions: &[],
    role: Role::Admin,
    effect: Effect::Read,
    route: Route::new(Method::Get, ""),
    surfaces: Surfaces::RestOnly,
    first_block: FirstBlock::Json,
    curated: &[],
    hidden: &[],
    retry: Retry::Never,
    errors: &[],
    example: |_| json!({}),
};

/// The same for those that change something.
pub const WRITES: Spec = Spec { effect: Effect::Put, retry: Retry::ByHeader, ..READS };
