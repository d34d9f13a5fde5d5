//! What a 401 or 403 must say so that a client can mend it (RFC 6750, RFC 9728; ruling 1).

use std::collections::{BTreeMap, BTreeSet};

use reqwest::header::{CONTENT_TYPE, WWW_AUTHENTICATE};

use crate::support::Answer;

/// What a refusal must hold.
pub struct Refusal<'a> {
    /// The status.
    pub status: u16,
    /// The problem's code.
    pub code: &'a str,
    /// Where the metadata of the resource stand.
    pub metadata: String,
    /// The permissions to ask for.
    pub scope: BTreeSet<String>,
    /// The `error` of the challenge; none where no token was sent.
    pub error: Option<&'a str>,
}

/// What is missing or wrong in an answer that should be this refusal.
pub fn faults_of_refusal(answer: &Answer, expected: &Refusal<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    if answer.status.as_u16() != expected.status {
        return vec![format!("{} instead of {}: {}", answer.status.as_u16(), expected.status, answer.text)];
    }
    if answer.headers.get(CONTENT_TYPE).is_none_or(|value| value != "application/problem+json") {
        faults.push("the body is no problem+json".to_owned());
    }
    let body: serde_json::Value = serde_json::from_str(&answer.text).unwrap_or_default();
    if body["code"] != expected.code {
        faults.push(format!("the code is {} instead of {}", body["code"], expected.code));
    }
    let Some(challenge) = parse(answer) else {
        faults.push("there is no Bearer challenge".to_owned());
        return faults;
    };
    let parameter = |name: &str| challenge.get(name).map(String::as_str);
    if parameter("resource_metadata") != Some(&expected.metadata) {
        faults.push(format!(
            "resource_metadata is {:?} instead of {}",
            parameter("resource_metadata"),
            expected.metadata
        ));
    }
    let scope: BTreeSet<String> =
        parameter("scope").unwrap_or_default().split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    if scope != expected.scope {
        faults.push(format!("scope is {scope:?} instead of {:?}", expected.scope));
    }
    if parameter("error") != expected.error {
        faults.push(format!("error is {:?} instead of {:?}", parameter("error"), expected.error));
    }
    faults
}

/// The parameters of the answer's one Bearer challenge.
fn parse(answer: &Answer) -> Option<BTreeMap<String, String>> {
    let mut headers = answer.headers.get_all(WWW_AUTHENTICATE).iter();
    let (Some(header), None) = (headers.next(), headers.next()) else { return None };
    let mut rest = header.to_str().ok()?.strip_prefix("Bearer ")?;
    let mut parameters = BTreeMap::new();
    while !rest.is_empty() {
        let (name, value) = rest.split_once("=\"")?;
        let (value, after) = value.split_once('"')?;
        parameters.insert(name.to_owned(), value.to_owned());
        rest = match after.strip_prefix(", ") {
            Some(more) => more,
            None if after.is_empty() => after,
            None => return None,
        };
    }
    Some(parameters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, challenge: Option<&str>) -> Answer {
        let mut headers = reqwest::header::HeaderMap::new();
        headers.insert(CONTENT_TYPE, "application/problem+json".parse().unwrap());
        if let Some(challenge) = challenge {
            headers.insert(WWW_AUTHENTICATE, challenge.parse().unwrap());
        }
        let text = r#"{"code": "unauthenticated"}"#.to_owned();
        Answer { status: reqwest::StatusCode::from_u16(status).unwrap(), headers, text }
    }

    fn expected() -> Refusal<'static> {
        Refusal {
            status: 401,
            code: "unauthenticated",
            metadata: "http://h/.well-known/oauth-protected-resource/mcp".to_owned(),
            scope: BTreeSet::from(["memory:read".to_owned(), "mcp:read".to_owned()]),
            error: Some("invalid_token"),
        }
    }

    #[test]
    fn a_challenge_that_lacks_something_is_caught() {
        let metadata = r#"resource_metadata="http://h/.well-known/oauth-protected-resource/mcp""#;
        let scope = r#"scope="mcp:read memory:read""#;
        let error = r#"error="invalid_token""#;
        let sound = format!("Bearer {metadata}, {scope}, {error}");
        assert!(faults_of_refusal(&answer(401, Some(&sound)), &expected()).is_empty());

        let relative = sound.replace("http://h", "");
        let narrower = sound.replace("mcp:read ", "");
        let silent = format!("Bearer {metadata}, {scope}");
        let basic = sound.replace("Bearer", "Basic");
        let torn = format!("{sound}, error_description=\"");
        for planted in [None, Some(&relative), Some(&narrower), Some(&silent), Some(&basic), Some(&torn)] {
            let planted = answer(401, planted.map(String::as_str));
            assert!(!faults_of_refusal(&planted, &expected()).is_empty(), "{:?} passed", planted.headers);
        }
        assert!(!faults_of_refusal(&answer(403, Some(&sound)), &expected()).is_empty(), "another status passed");
    }
}
