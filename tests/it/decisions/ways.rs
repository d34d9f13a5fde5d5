//! The two ways to an operation of this family.

use serde_json::{Value, json};

use crate::support::Client;

/// A way to call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Mcp,
    Rest,
}

/// Both of them.
pub const WAYS: [Way; 2] = [Way::Mcp, Way::Rest];

/// A refusal: its code, and the sentence, which begins with the field where one is to blame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub code: String,
    pub detail: String,
}

impl Refusal {
    /// The field that is to blame, as the sentence begins with it.
    #[track_caller]
    pub fn field(&self) -> &str {
        self.detail.split_once(": ").unwrap_or_else(|| panic!("names no field: {self:?}")).0
    }
}

/// What came back.
#[derive(Debug)]
pub struct Told {
    outcome: Result<Value, Refusal>,
    words: String,
    /// The body as it was sent, without what no two answers share.
    pub raw: String,
}

impl Told {
    /// The structured answer of a call that worked.
    #[track_caller]
    pub fn answer(&self) -> Value {
        self.outcome.clone().unwrap_or_else(|refusal| panic!("{refusal:?}"))
    }

    /// The answer in words of a call that worked.
    #[track_caller]
    pub fn words(&self) -> String {
        self.answer();
        self.words.clone()
    }

    /// The refusal of a call that did not work.
    #[track_caller]
    pub fn refusal(&self) -> Refusal {
        self.outcome.clone().expect_err("it worked")
    }
}

/// Calls an operation one way.
pub async fn ask(client: &Client, way: Way, operation: &str, arguments: Value) -> Told {
    match way {
        Way::Mcp => {
            let told = client.call(operation, arguments).await;
            let words = told.text();
            let outcome = if told.message["result"]["isError"] == json!(true) {
                assert!(told.message["result"].get("structuredContent").is_none(), "{}", told.message);
                let (code, detail) = words.split_once(": ").unwrap_or_else(|| panic!("no code: {words}"));
                Err(Refusal { code: code.to_owned(), detail: detail.to_owned() })
            } else {
                Ok(told.message["result"]["structuredContent"].clone())
            };
            Told { outcome, words, raw: told.http.text }
        }
        Way::Rest => {
            let entry = annals::find(operation).unwrap();
            let told = client.operation(entry, &arguments).await;
            let mut body = told.json();
            let members = body.as_object_mut().unwrap();
            if told.status == 200 {
                let words = members.remove("text").and_then(|text| text.as_str().map(str::to_owned));
                return Told { outcome: Ok(body), words: words.unwrap_or_default(), raw: told.text };
            }
            members.remove("request_id").unwrap();
            let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
            let refusal = Refusal { code: text("code"), detail: text("detail") };
            if let Some(field) = body["field"].as_str().filter(|_| refusal.code == "invalid_input") {
                assert_eq!(field, refusal.field(), "the member and the sentence name one field");
            }
            Told { outcome: Err(refusal), words: String::new(), raw: body.to_string() }
        }
    }
}
