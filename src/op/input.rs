//! Arguments: one flat JSON object, whatever surface they came from. Parsing is validating, and a refusal names the field.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::AppError;

/// The arguments of a call.
pub type Arguments = Map<String, Value>;

/// How deep arguments may nest.
const DEEPEST: usize = 32;

/// Parses arguments. A `null` counts as absent, since many clients send it for what they leave out.
///
/// # Errors
/// Invalid input, naming the field and what is accepted.
pub fn parse<T: DeserializeOwned>(arguments: Arguments) -> Result<T, AppError> {
    parse_with_lines(arguments, None)
}

/// Parses arguments of which one field holds lines, each of which is parsed on its own later: what is wrong with a line is
/// that line's fault alone.
///
/// # Errors
/// As [`parse`].
pub fn parse_with_lines<T: DeserializeOwned>(mut arguments: Arguments, lines: Option<&str>) -> Result<T, AppError> {
    arguments.retain(|_, value| !value.is_null());
    let apart = lines.and_then(|field| arguments.remove_entry(field));
    let mut value = Value::Object(arguments);
    if let Some((field, problem)) = unacceptable(&value, "", DEEPEST) {
        return Err(AppError::invalid(if field.is_empty() { "arguments".to_owned() } else { field }, problem));
    }
    if let (Value::Object(arguments), Some((field, lines))) = (&mut value, apart) {
        arguments.insert(field, lines);
    }
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let problem = error.inner().to_string();
        refusal(&path, &problem)
    })
}

/// Depth and NUL are checked once for all fields: a text with NUL cannot be stored, whatever field it is in. Gives the
/// field's path and what is wrong with it.
fn unacceptable(value: &Value, path: &str, depth_left: usize) -> Option<(String, &'static str)> {
    if depth_left == 0 {
        return Some((path.split(['.', '[']).next().unwrap_or_default().to_owned(), "nests more than 32 levels deep"));
    }
    match value {
        Value::String(text) => text.contains('\0').then(|| (path.to_owned(), "must not contain the NUL character")),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(place, item)| unacceptable(item, &format!("{path}[{place}]"), depth_left - 1)),
        Value::Object(members) => members.iter().find_map(|(name, member)| {
            if name.contains('\0') {
                return Some((path.to_owned(), "must not have a field with the NUL character in its name"));
            }
            let shown: String = name.chars().take(64).collect();
            let path = if path.is_empty() { shown } else { format!("{path}.{shown}") };
            unacceptable(member, &path, depth_left - 1)
        }),
        _ => None,
    }
}

/// The refusal for what serde says. Its sentences carry the field in two forms: as the path, or in backquotes where a
/// field is unknown or missing. What it quotes of the input is not repeated: input may hold secrets.
fn refusal(path: &str, problem: &str) -> AppError {
    let parent = if path == "." { "" } else { path };
    let inside = |name: &str| if parent.is_empty() { name.to_owned() } else { format!("{parent}.{name}") };
    if let Some(rest) = problem.strip_prefix("unknown field `")
        && let Some((name, expected)) = rest.split_once('`')
    {
        let known = expected.strip_prefix(", expected ").unwrap_or("none");
        let known = known.trim_start_matches("one of ").replace('`', "");
        let shown: String = name.chars().take(64).collect();
        // serde_path_to_error already ends the path with the unknown field in some positions.
        let field = if parent.ends_with(name) { parent.to_owned() } else { inside(&shown) };
        return AppError::invalid(field, format!("is not a field here; there are: {known}"));
    }
    if let Some(rest) = problem.strip_prefix("missing field `")
        && let Some((name, _)) = rest.split_once('`')
    {
        return AppError::invalid(inside(name), "is required");
    }
    let field = if parent.is_empty() { "arguments" } else { parent };
    if let Some(rest) = problem.strip_prefix("invalid type: ").or_else(|| problem.strip_prefix("invalid value: ")) {
        let expected = rest.rsplit_once(", expected ").map_or("something else", |(_, expected)| expected);
        return AppError::invalid(field, format!("must be {}", in_words(expected)));
    }
    if let Some(rest) = problem.strip_prefix("unknown variant `") {
        let known = rest.rsplit_once("`, expected ").map_or("", |(_, expected)| expected).replace('`', "");
        return AppError::invalid(field, format!("must be one of: {}", known.trim_start_matches("one of ")));
    }
    AppError::invalid(field, problem)
}

/// What serde expected, for people: its own words name Rust's types.
fn in_words(expected: &str) -> &str {
    match expected {
        "i32" => "a whole number from -2147483648 to 2147483647",
        "i64" => "a whole number",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, 0 or more",
        "f32" => "a number",
        "a sequence" => "a list",
        "a boolean" => "true or false",
        // An enumeration, of which serde only says that it was no word at all.
        "string or map" | "map with a single key" | "value" => "a string",
        map if map == "a map" || map.starts_with("struct ") => "an object",
        words => words,
    }
}

#[cfg(test)]
mod tests;
