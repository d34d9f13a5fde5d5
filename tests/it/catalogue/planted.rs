//! Operations with planted faults. They are in no catalogue; the suites' checking functions get them by hand and must
//! catch what is wrong with them.

use annals::auth::{Caller, Permission, Profile, Role};
use annals::error::AppError;
use annals::op::{
    Cx, Effect, Entry, Environment, Family, FirstBlock, Hidden, Method, Operation, Retry, Route, Spec, Surfaces,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What is wrong with an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planted {
    /// Its example lacks what is required.
    NoExample,
    /// Its example has a field that there is not.
    StrangeExample,
    /// It takes any field, and one of its fields says nothing of itself.
    LooseInput,
    /// It hides a field that it does not have.
    HidesNothing,
}

/// A line of a catalogue with this fault.
pub fn planted(fault: Planted) -> Entry {
    match fault {
        Planted::NoExample => Entry::of(NoExample),
        Planted::StrangeExample => Entry::of(StrangeExample),
        Planted::LooseInput => Entry::of(LooseInput),
        Planted::HidesNothing => Entry::of(HidesNothing),
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema matters")]
pub struct Strict {
    /// What to look for.
    query: String,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema matters")]
pub struct Loose {
    query: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct Nothing {}

const SOUND: Spec = Spec {
    name: "planted",
    title: "Planted",
    help: "An operation of the tests.",
    family: Family::Remember,
    permissions: &[Permission::MemoryRead],
    mcp_permissions: &[],
    role: Role::Viewer,
    effect: Effect::Read,
    route: Route::new(Method::Post, "/v1/planted"),
    surfaces: Surfaces::All,
    first_block: FirstBlock::Json,
    curated: &[],
    hidden: &[],
    retry: Retry::Never,
    errors: &[],
    example: |_| json!({"query": "x"}),
};

macro_rules! operation {
    ($name:ident, $input:ty, $spec:expr) => {
        #[derive(Clone, Copy)]
        pub struct $name;

        impl Operation for $name {
            type Input = $input;
            type Prepared = ();
            type Output = Nothing;

            const SPEC: Spec = $spec;

            async fn prepare(_: &Environment, _: &Caller, _: $input) -> Result<(), AppError> {
                Ok(())
            }

            async fn run(_: &mut Cx<'_>, (): ()) -> Result<Nothing, AppError> {
                Ok(Nothing {})
            }

            fn text(_: &Nothing) -> String {
                String::new()
            }
        }
    };
}

operation!(NoExample, Strict, Spec { example: |_| json!({}), ..SOUND });
operation!(StrangeExample, Strict, Spec { example: |_| json!({"query": "x", "question": "y"}), ..SOUND });
operation!(LooseInput, Loose, SOUND);
operation!(HidesNothing, Strict, Spec { hidden: &[Hidden { field: "querry", profiles: &[Profile::Claude] }], ..SOUND });
