//! An operation with its types erased: the one place where they are, so that surfaces are not generic.

use std::sync::OnceLock;

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::auth::Caller;
use crate::error::AppError;
use crate::op::input::parse_with_lines;
use crate::op::schema::{of_input, of_output};
use crate::op::{Arguments, Cx, Environment, FirstBlock, Operation, Spec, View};

/// What a call answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// The structured answer: a JSON object.
    pub structured: Map<String, Value>,
    /// The answer in words; absent where the first block is the structured answer itself.
    pub text: Option<String>,
    /// The sentence that says that what was asked for is not there.
    #[serde(skip)]
    pub absent: Option<&'static str>,
    /// Whether it holds nothing yet, for a call that waits.
    #[serde(skip)]
    pub is_empty: bool,
}

/// A line of the catalogue.
pub struct Entry {
    spec: Spec,
    input: fn() -> Map<String, Value>,
    output: fn() -> Map<String, Value>,
    parse: fn(Arguments) -> Result<Box<dyn Parsed>, AppError>,
    key_scope: fn(&Arguments) -> String,
    schemas: OnceLock<(Map<String, Value>, Map<String, Value>)>,
}

impl Entry {
    /// The line of an operation.
    #[must_use]
    pub const fn of<O: Operation>(_operation: O) -> Self {
        Self {
            spec: O::SPEC,
            input: of_input::<O::Input>,
            output: of_output::<O::Output>,
            parse: |arguments| Ok(Box::new(Asked::<O> { input: parse_with_lines(arguments, O::SPEC.route.lines_in)? })),
            key_scope: O::key_scope,
            schemas: OnceLock::new(),
        }
    }

    /// The description.
    #[must_use]
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The schema of the input as a view has it.
    #[must_use]
    pub fn input_schema(&self, view: View) -> Map<String, Value> {
        let mut schema = self.schemas().0.clone();
        let hidden: Vec<String> = schema
            .get("properties")
            .and_then(Value::as_object)
            .map(|properties| properties.keys().filter(|field| view.hides(&self.spec, field)).cloned().collect())
            .unwrap_or_default();
        for field in hidden {
            if let Some(Value::Object(properties)) = schema.get_mut("properties") {
                properties.remove(&field);
            }
            if let Some(Value::Array(required)) = schema.get_mut("required") {
                required.retain(|name| *name != field.as_str());
            }
        }
        schema
    }

    /// The schema of the structured answer.
    #[must_use]
    pub fn output_schema(&self) -> &Map<String, Value> {
        &self.schemas().1
    }

    /// Checks the arguments: those that this view does not have are refused like unknown ones.
    ///
    /// # Errors
    /// Invalid input, naming the field.
    pub(in crate::op) fn parse(&self, arguments: Arguments, view: View) -> Result<Box<dyn Parsed>, AppError> {
        if let Some(field) = arguments.keys().find(|field| view.hides(&self.spec, field)) {
            return Err(AppError::invalid(field.clone(), "is not offered here"));
        }
        (self.parse)(arguments)
    }

    /// The scope that stands in a retry's key.
    pub(in crate::op) fn key_scope(&self, arguments: &Arguments) -> String {
        (self.key_scope)(arguments)
    }

    fn schemas(&self) -> &(Map<String, Value>, Map<String, Value>) {
        self.schemas.get_or_init(|| ((self.input)(), (self.output)()))
    }
}

/// Arguments that were accepted.
pub(in crate::op) trait Parsed: Send {
    /// How many seconds the call waits for something to answer.
    fn wait(&self) -> u64;

    /// Does what needs no connection.
    fn prepare<'a>(
        self: Box<Self>,
        env: &'a Environment,
        caller: &'a Caller,
    ) -> BoxFuture<'a, Result<Box<dyn Ready>, AppError>>;
}

/// A call that needs nothing but its transaction.
pub(in crate::op) trait Ready: Send {
    /// Does the work.
    fn run<'a>(self: Box<Self>, cx: &'a mut Cx<'_>) -> BoxFuture<'a, Result<Reply, AppError>>;
}

struct Asked<O: Operation> {
    input: O::Input,
}

struct Prepared<O: Operation> {
    prepared: O::Prepared,
}

impl<O: Operation> Parsed for Asked<O> {
    fn wait(&self) -> u64 {
        O::wait(&self.input)
    }

    fn prepare<'a>(
        self: Box<Self>,
        env: &'a Environment,
        caller: &'a Caller,
    ) -> BoxFuture<'a, Result<Box<dyn Ready>, AppError>> {
        Box::pin(async move {
            let prepared = O::prepare(env, caller, self.input).await?;
            Ok(Box::new(Prepared::<O> { prepared }) as Box<dyn Ready>)
        })
    }
}

impl<O: Operation> Ready for Prepared<O> {
    fn run<'a>(self: Box<Self>, cx: &'a mut Cx<'_>) -> BoxFuture<'a, Result<Reply, AppError>> {
        Box::pin(async move {
            let output = O::run(cx, self.prepared).await?;
            let text = (O::SPEC.first_block == FirstBlock::Text).then(|| O::text(&output));
            let absent = O::is_absent(&output);
            let is_empty = O::is_empty(&output);
            match serde_json::to_value(&output).map_err(AppError::internal)? {
                Value::Object(structured) => Ok(Reply { structured, text, absent, is_empty }),
                _ => Err(AppError::internal("an operation's answer is no object")),
            }
        })
    }
}
