//! What an operation is.

use std::future::Future;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::auth::Caller;
use crate::error::AppError;
use crate::op::{Arguments, Cx, Environment, Spec};

/// One thing that can be asked, on any surface.
pub trait Operation: Copy + Send + 'static {
    /// What is asked: a flat struct whose field documentation models read. Parsing it is validating it.
    type Input: DeserializeOwned + JsonSchema + Send + 'static;
    /// What [`Self::prepare`] makes of the input.
    type Prepared: Send + 'static;
    /// What is answered.
    type Output: Serialize + JsonSchema + Send + 'static;

    /// Its description: one for all surfaces.
    const SPEC: Spec;

    /// What needs no connection: cleaning, redacting, embedding. Nothing slow or remote ever runs inside a transaction.
    fn prepare(
        env: &Environment,
        caller: &Caller,
        input: Self::Input,
    ) -> impl Future<Output = Result<Self::Prepared, AppError>> + Send;

    /// The work, inside the call's transaction. It holds a reference to it and so cannot commit.
    fn run(cx: &mut Cx<'_>, prepared: Self::Prepared) -> impl Future<Output = Result<Self::Output, AppError>> + Send;

    /// The answer as a model reads it, made from the same value. Unused where the first block is JSON.
    fn text(output: &Self::Output) -> String;

    /// How many seconds the call waits for something to answer, without holding a connection.
    fn wait(_input: &Self::Input) -> u64 {
        0
    }

    /// Whether the answer holds nothing yet, for a call that waits.
    fn is_empty(_output: &Self::Output) -> bool {
        false
    }

    /// The scope that stands in a retry's key: the workspaces family's alone, elsewhere a key is the agent's (ruling 10).
    fn key_scope(_arguments: &Arguments) -> String {
        String::new()
    }

    /// The sentence that says that what was asked for is not there, where the answer says so in words: on MCP that is an
    /// answer, on REST a 404 (ruling 25).
    fn is_absent(_output: &Self::Output) -> Option<&'static str> {
        None
    }
}
