//! `isolation_report`: what keeps the account apart from others, read from the database's catalogue, line by line.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::auth::{Caller, Permission};
use crate::error::AppError;
use crate::op::{Cx, Environment, Method, Operation, Route, Spec};
use crate::ops::administration::READS;
use crate::store::diagnosis::{self, DefinerFunction, GuardedTable, dotted};

#[derive(Clone, Copy)]
pub struct IsolationReport;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IsolationReportInput {}

/// A table whose rows belong to accounts.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableView {
    /// Its name.
    name: String,
    /// Whether it is as it must be.
    pass: bool,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// Whether row-level security is on.
    row_level_security: bool,
    /// Whether it binds the owner too.
    forced: bool,
    /// Its policies: name, kind, command, roles.
    policies: Vec<String>,
}

/// A function that runs with its owner's rights.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FunctionView {
    /// Its name and arguments.
    name: String,
    /// Whether it is on the list of those that may.
    pass: bool,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// Whose rights it has.
    owner: String,
}

/// The role that serves, and what it is served by.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ServerView {
    /// Whether role and versions are as they must be.
    pass: bool,
    /// What is wrong with them.
    problems: Vec<String>,
    /// The role that serves.
    role: String,
    /// Whether it is a superuser.
    superuser: bool,
    /// Whether it passes by row-level security.
    bypasses_row_level_security: bool,
    /// How many tables it owns.
    owned_tables: i64,
    /// The version of Postgres.
    postgres: String,
    /// The version of pgvector.
    #[serde(skip_serializing_if = "Option::is_none")]
    pgvector: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct IsolationReportOutput {
    /// Whether every line passes.
    pass: bool,
    /// The role that serves, and what it is served by.
    server: ServerView,
    /// Every table whose rows belong to accounts.
    tables: Vec<TableView>,
    /// Every function that runs with its owner's rights.
    functions: Vec<FunctionView>,
}

impl Operation for IsolationReport {
    type Input = IsolationReportInput;
    type Prepared = ();
    type Output = IsolationReportOutput;

    const SPEC: Spec = Spec {
        name: "isolation_report",
        title: "Read the isolation report",
        help: "Reads from the database's catalogue what keeps accounts apart: tables, policies, functions, role, versions, each with \
               pass or what is wrong.",
        permissions: &[Permission::AdminRead],
        route: Route::new(Method::Get, "/v1/isolation-report"),
        example: |_| json!({}),
        ..READS
    };

    async fn prepare(_: &Environment, _: &Caller, _: IsolationReportInput) -> Result<(), AppError> {
        Ok(())
    }

    async fn run(cx: &mut Cx<'_>, (): ()) -> Result<IsolationReportOutput, AppError> {
        let found = diagnosis::installation_of_call(cx.tx).await?;
        let walls = diagnosis::walls(cx.tx).await?;
        let problems = found.refusals();
        let server = ServerView {
            pass: problems.is_empty(),
            problems,
            superuser: found.is_superuser,
            bypasses_row_level_security: found.bypasses_rls,
            owned_tables: found.owned_tables,
            postgres: dotted(found.server_version),
            pgvector: found.vector_version,
            role: found.role,
        };
        let tables: Vec<TableView> = walls.tables.into_iter().map(table).collect();
        let functions: Vec<FunctionView> = walls.functions.into_iter().map(function).collect();
        let pass = server.pass && tables.iter().all(|one| one.pass) && functions.iter().all(|one| one.pass);
        Ok(IsolationReportOutput { pass, server, tables, functions })
    }

    fn text(_: &IsolationReportOutput) -> String {
        String::new()
    }
}

fn table(found: GuardedTable) -> TableView {
    let problem = found.problem();
    TableView {
        name: found.name,
        pass: problem.is_none(),
        problem,
        row_level_security: found.is_enabled,
        forced: found.is_forced,
        policies: found.policies,
    }
}

fn function(found: DefinerFunction) -> FunctionView {
    let problem = found.problem();
    FunctionView { name: found.signature, pass: problem.is_none(), problem, owner: found.owner }
}
