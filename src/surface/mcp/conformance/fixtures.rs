//! Tools, prompts and resources that the conformance suite asks for by name; they answer as `fixtures.json` says.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ErrorData, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, InputRequiredResult, InputResponses, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ProgressNotificationParam, ReadResourceResult,
    ServerCapabilities, Tool,
};
use rmcp::service::RequestContext;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::auth::MasterKey;

static FIXTURES: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("fixtures.json")).expect("the file is compiled in"));

/// What the server says that it can do, besides tools.
pub fn capabilities() -> ServerCapabilities {
    made(json!({"tools": {}, "prompts": {}, "resources": {}, "completions": {}, "logging": {}})).unwrap_or_default()
}

/// The tools.
pub fn tools() -> Vec<Tool> {
    let tool = |(name, fixture): (&String, &Value)| {
        let schema = fixture.get("inputSchema").cloned().unwrap_or_else(|| json!({"type": "object"}));
        made(json!({"name": name, "description": "A fixture of the conformance suite.", "inputSchema": schema})).ok()
    };
    members("tools").filter_map(tool).collect()
}

/// The prompts.
pub fn prompts() -> Result<ListPromptsResult, ErrorData> {
    let prompt = |(name, fixture): (&String, &Value)| {
        let arguments = fixture["arguments"].as_array().into_iter().flatten();
        let arguments: Vec<Value> = arguments.map(|name| json!({"name": name, "required": true})).collect();
        json!({"name": name, "description": "A fixture of the conformance suite.", "arguments": arguments})
    };
    listed(json!({"prompts": members("prompts").map(prompt).collect::<Vec<_>>()}))
}

/// The resources.
pub fn resources() -> Result<ListResourcesResult, ErrorData> {
    let resource =
        |(uri, fixture): (&String, &Value)| json!({"uri": uri, "name": uri, "mimeType": fixture["mimeType"]});
    listed(json!({"resources": members("resources").map(resource).collect::<Vec<_>>()}))
}

/// The resource templates.
pub fn templates() -> Result<ListResourceTemplatesResult, ErrorData> {
    let template =
        |(uri, fixture): (&String, &Value)| json!({"uriTemplate": uri, "name": uri, "mimeType": fixture["mimeType"]});
    listed(json!({"resourceTemplates": members("templates").map(template).collect::<Vec<_>>()}))
}

/// A resource's content.
pub fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let fits = |template: &str| {
        let (head, tail) = template.split_once("{id}")?;
        uri.strip_prefix(head)?.strip_suffix(tail).map(str::to_owned)
    };
    let known = FIXTURES["resources"].get(uri).map(|fixture| (fixture, Map::new()));
    let made_up = || {
        members("templates").find_map(|(template, fixture)| {
            fits(template).map(|id| (fixture, Map::from_iter([("id".to_owned(), Value::String(id))])))
        })
    };
    let Some((fixture, arguments)) = known.or_else(made_up) else {
        return Err(ErrorData::resource_not_found("There is no such resource.", Some(json!({"uri": uri}))));
    };
    let mut content = filled(fixture, &arguments);
    content["uri"] = uri.into();
    listed(json!({"contents": [content]}))
}

/// Calls a tool, where it is one of the fixtures.
pub async fn call(
    request: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
    key: &MasterKey,
) -> Option<Result<CallToolResponse, ErrorData>> {
    let fixture = FIXTURES["tools"].get(request.name.as_ref())?;
    for text in fixture["logs"].as_array().into_iter().flatten() {
        log(text, context).await;
    }
    for step in fixture["progress"].as_array().into_iter().flatten() {
        if let Some(token) = context.meta.get_progress_token() {
            let progress = ProgressNotificationParam::new(token, step.as_f64()?).with_total(100.0);
            context.peer.notify_progress(progress).await.ok()?;
        }
    }
    let responses = request.input_responses.clone().unwrap_or_default();
    let asked = Asked { name: &request.name, state: request.request_state.as_deref(), responses: &responses };
    Some(match asked.further(fixture, context, key) {
        Ok(Some(required)) => Ok(required.into()),
        Ok(None) => answer::<CallToolResult>(fixture, &asked.arguments(None)).map(Into::into),
        Err(error) => Err(error),
    })
}

/// Logs to the client: as older revisions do, or as a request of a newer one asks for.
#[expect(deprecated, reason = "the revisions before 2026-07-28 have it")]
async fn log(text: &Value, context: &RequestContext<RoleServer>) {
    if context.meta.protocol_version().is_none() || context.meta.log_level().is_some() {
        let message = rmcp::model::LoggingMessageNotificationParam::new(rmcp::model::LoggingLevel::Info, text.clone());
        // A client that is gone misses its message; the call itself then ends by itself.
        let _ = context.peer.notify_logging_message(message).await;
    }
}

/// A prompt.
pub fn prompt(
    request: &GetPromptRequestParams,
    context: &RequestContext<RoleServer>,
    key: &MasterKey,
) -> Result<GetPromptResponse, ErrorData> {
    let unknown = || ErrorData::invalid_params("There is no such prompt.", None);
    let fixture = FIXTURES["prompts"].get(&request.name).ok_or_else(unknown)?;
    let responses = request.input_responses.clone().unwrap_or_default();
    let asked = Asked { name: &request.name, state: request.request_state.as_deref(), responses: &responses };
    if let Some(required) = asked.further(fixture, context, key)? {
        return Ok(required.into());
    }
    let arguments = asked.arguments(request.arguments.as_ref());
    answer::<GetPromptResult>(fixture, &arguments).map(Into::into)
}

/// A call that may need answers of the client before it can be completed.
struct Asked<'a> {
    name: &'a str,
    state: Option<&'a str>,
    responses: &'a InputResponses,
}

impl Asked<'_> {
    /// What is still to be asked; nothing where every round was answered.
    fn further(
        &self,
        fixture: &Value,
        context: &RequestContext<RoleServer>,
        key: &MasterKey,
    ) -> Result<Option<InputRequiredResult>, ErrorData> {
        let Some(rounds) = fixture["rounds"].as_array() else { return Ok(None) };
        let is_sealed = fixture["sealed"] == true;
        let reached = if is_sealed { self.reached(key)? } else { 0 };
        let questions = |round: usize| rounds.get(round).and_then(Value::as_object);
        let answered = questions(reached).is_some_and(|asks| asks.iter().all(|(name, ask)| self.answers(name, ask)))
            && (!is_sealed || self.state.is_some());
        let round = reached + usize::from(answered);
        let Some(asks) = questions(round) else { return Ok(None) };
        let declared = context.client_capabilities().unwrap_or_default();
        let mut wanted = Map::new();
        for (name, ask) in asks {
            match missing(ask, &declared) {
                Some(_) if fixture["declaredOnly"] == true => {}
                Some(needed) => return Err(ErrorData::missing_required_client_capability(made(needed)?)),
                None => drop(wanted.insert(name.clone(), ask.clone())),
            }
        }
        let mut required = json!({"resultType": "input_required", "inputRequests": wanted});
        if is_sealed {
            let fault = |error: crate::error::AppError| ErrorData::internal_error(error.to_string(), None);
            let sealed = key.seal("conformance", format!("{} {round}", self.name).as_bytes()).map_err(fault)?;
            required["requestState"] = URL_SAFE_NO_PAD.encode(sealed).into();
        }
        made(required).map(Some)
    }

    /// The round that the state names; a state that is not ours is refused.
    fn reached(&self, key: &MasterKey) -> Result<usize, ErrorData> {
        let Some(state) = self.state else { return Ok(0) };
        let opened = URL_SAFE_NO_PAD.decode(state).ok().and_then(|sealed| key.open("conformance", &sealed));
        let text = opened.and_then(|plain| String::from_utf8(plain).ok()).unwrap_or_default();
        let round = text.strip_prefix(self.name).and_then(|round| round.trim().parse().ok());
        round.ok_or_else(|| ErrorData::invalid_params("The request state was not made here.", None))
    }

    fn answers(&self, name: &str, ask: &Value) -> bool {
        let member = match ask["method"].as_str() {
            Some("elicitation/create") => "action",
            Some("sampling/createMessage") => "content",
            _ => "roots",
        };
        self.responses.get(name).is_some_and(|response| response.get(member).is_some())
    }

    fn arguments(&self, given: Option<&Map<String, Value>>) -> Map<String, Value> {
        let mut arguments = given.cloned().unwrap_or_default();
        arguments.insert("responses".to_owned(), json!(self.responses).to_string().into());
        arguments
    }
}

/// The capability that a question needs and the client has not declared.
fn missing(ask: &Value, declared: &ClientCapabilities) -> Option<Value> {
    let (name, is_declared) = match ask["method"].as_str() {
        Some("elicitation/create") => ("elicitation", declared.elicitation.is_some()),
        Some("sampling/createMessage") => ("sampling", declared.sampling.is_some()),
        _ => ("roots", declared.roots.is_some()),
    };
    (!is_declared).then(|| json!({name: {}}))
}

/// The value with `{name}` replaced by the argument of that name.
fn filled(value: &Value, arguments: &Map<String, Value>) -> Value {
    match value {
        Value::String(text) => {
            let fill = |text: String, (name, argument): (&String, &Value)| {
                text.replace(&format!("{{{name}}}"), argument.as_str().unwrap_or_default())
            };
            arguments.iter().fold(text.clone(), fill).into()
        }
        Value::Array(items) => items.iter().map(|item| filled(item, arguments)).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, member)| (name.clone(), filled(member, arguments))).collect::<Map<_, _>>().into()
        }
        other => other.clone(),
    }
}

fn members(kind: &str) -> impl Iterator<Item = (&'static String, &'static Value)> {
    FIXTURES[kind].as_object().into_iter().flatten()
}

/// What a tool or a prompt answers at the end.
fn answer<T: DeserializeOwned>(fixture: &Value, arguments: &Map<String, Value>) -> Result<T, ErrorData> {
    let mut answer = filled(&fixture["answer"], arguments);
    answer["resultType"] = "complete".into();
    made(answer)
}

/// A list or a content, with how long it may be kept.
fn listed<T: DeserializeOwned>(mut list: Value) -> Result<T, ErrorData> {
    list["resultType"] = "complete".into();
    list["ttlMs"] = 300_000.into();
    list["cacheScope"] = "private".into();
    made(list)
}

fn made<T: DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}
