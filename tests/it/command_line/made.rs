//! Accounts that commands work on.

use serde_json::Value;

use crate::support::Binary;

/// An account made at the command line.
pub struct Made {
    /// Its id.
    pub account: String,
    /// Its owner's id.
    pub owner: String,
    /// Its owner's e-mail address.
    pub email: String,
}

/// Makes an account whose owner nobody else is.
pub fn account(binary: &Binary) -> Made {
    let email = format!("{}@example.com", annals::ids::RequestId::generate());
    let made = binary.run(&["account", "create", "--name", "Made here", "--owner-email", &email, "--json"]).json();
    let text = |field: &str| made[field].as_str().unwrap().to_owned();
    Made { account: text("account_id"), owner: text("user_id"), email }
}

/// Makes an account; gives its owner's e-mail address and password.
pub fn password_of_account(binary: &Binary) -> (String, String) {
    let email = format!("{}@example.com", annals::ids::RequestId::generate());
    let made = binary.run(&["account", "create", "--name", "Made here", "--owner-email", &email, "--json"]).json();
    (email, made["password"].as_str().unwrap().to_owned())
}

/// The field that a refusal names.
pub fn field(refusal: &Value) -> &str {
    refusal["field"].as_str().unwrap_or_else(|| panic!("no field: {refusal}"))
}
