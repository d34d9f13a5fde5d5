//! The kernel: what an operation is, and the one door through which every call goes. No SQL, no axum, no rmcp.
//!
//! An operation is a type with a constant description and one function; the catalogue (`ops::CATALOG`) lists them, and REST,
//! MCP, OpenAPI, the permission document and the contract tests are loops over it. [`invoke`] alone builds a [`Cx`], begins
//! and commits.

mod acts;
mod context;
mod denial;
mod entry;
mod environment;
mod etag;
mod input;
mod invoke;
mod kept_reply;
mod ledger;
mod object;
mod operation;
mod policy_cache;
mod rates;
mod retry_key;
mod schema;
mod spec;
mod usage_meter;

pub use acts::{Acts, InvitationLetter};
pub use context::Cx;
pub use entry::{Entry, Reply};
pub use environment::{Environment, Meaning};
pub use etag::{IF_MATCH, IfMatch, etag};
pub use input::{Arguments, parse};
pub use invoke::{Call, identify, invoke};
pub use ledger::Ledger;
pub use object::{object, objects, optional_object};
pub use operation::Operation;
pub use policy_cache::PolicyCache;
pub use rates::{Admission, Rates, Standing, WINDOW_SECONDS};
pub use schema::View;
pub use spec::{Effect, Family, FirstBlock, Hidden, Method, Retry, Route, Sample, Spec, Surfaces};
pub use usage_meter::{Unwritten, UsageMeter};
