//! The command line, with the real binary.

mod accounts;
mod doctor;
mod documents;
mod help;
mod installation;
mod records;
mod scopes;
mod serving;
mod tokens;

use serde_json::Value;

use crate::support::Binary;

/// An account made at the command line.
struct Made {
    account: String,
    owner: String,
    email: String,
}

/// Makes an account whose owner nobody else is.
fn account(binary: &Binary) -> Made {
    let email = format!("{}@example.com", annals::ids::RequestId::generate());
    let made = binary.run(&["account", "create", "--name", "Made here", "--owner-email", &email, "--json"]).json();
    let text = |field: &str| made[field].as_str().unwrap().to_owned();
    Made { account: text("account_id"), owner: text("user_id"), email }
}

/// The field that a refusal names.
fn field(refusal: &Value) -> &str {
    refusal["field"].as_str().unwrap_or_else(|| panic!("no field: {refusal}"))
}
