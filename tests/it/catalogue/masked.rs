//! Answers without what differs from call to call: ids, times, ages.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Number, Value, json};

static PATTERNS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    [
        (r"\b[a-z]{3}_[0-9a-f]{32}\b", "<id>"),
        (r"\blab_[0-9A-HJKMNP-TV-Z]{26}\b", "<id>"),
        (r"\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z", "<time>"),
        (r"\bjust now\b|\b\d+ (minute|hour|day|month|year)s? ago\b", "<age>"),
    ]
    .into_iter()
    .map(|(pattern, mask)| (Regex::new(pattern).unwrap(), mask))
    .collect()
});

/// A text with its ids, times and ages masked.
pub fn masked_text(text: &str) -> String {
    PATTERNS.iter().fold(text.to_owned(), |text, (pattern, mask)| pattern.replace_all(&text, *mask).into_owned())
}

/// JSON with ids, times and ages masked, and scores to four digits: the order of a sum is not fixed.
pub fn masked(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(masked_text(text)),
        Value::Array(items) => items.iter().map(masked).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| match name.as_str() {
                "id" | "previous_id" | "next_after" | "position" if value.is_i64() => (name.clone(), json!("<number>")),
                _ => (name.clone(), masked(value)),
            })
            .collect(),
        Value::Number(number) if number.is_f64() => {
            let rounded = (number.as_f64().unwrap_or_default() * 10_000.0).round() / 10_000.0;
            Number::from_f64(rounded).map_or(Value::Null, Value::Number)
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::masked;

    #[test]
    fn what_is_the_same_stays_and_what_differs_is_masked() {
        let value = json!({
            "id": "mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6", "previous_id": 812, "at": "2026-03-11T15:10:00.123Z", "age": "3 days ago",
            "score": 0.123_456, "count": 3, "text": "Saved mem_0193f6a2b1c47d5e8f90a1b2c3d4e5f6 at projects/x."
        });
        let same = json!({
            "id": "<id>", "previous_id": "<number>", "at": "<time>", "age": "<age>", "score": 0.1235, "count": 3, "text": "Saved <id> at projects/x."
        });
        assert_eq!(masked(&value), same);
    }
}
