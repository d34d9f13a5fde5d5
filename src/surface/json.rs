//! Reading JSON strictly: UTF-8, no lone surrogates, no member twice. serde_json's own depth limit stays on.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::error::{AppError, ErrorCode};

/// Reads a body.
///
/// # Errors
/// Malformed request, saying where; never repeating the input.
pub fn read(bytes: &[u8]) -> Result<Value, AppError> {
    if std::str::from_utf8(bytes).is_err() {
        return Err(AppError::new(ErrorCode::MalformedRequest, "The body is not valid UTF-8."));
    }
    match serde_json::from_slice::<Strict>(bytes) {
        Ok(Strict(value)) => Ok(value),
        Err(error) => {
            let what = match error.classify() {
                serde_json::error::Category::Data => "has a member twice",
                serde_json::error::Category::Eof => "ends too early",
                _ => "is not valid JSON, or nests too deep",
            };
            Err(AppError::new(
                ErrorCode::MalformedRequest,
                format!("The body {what} (line {}, column {}).", error.line(), error.column()),
            ))
        }
    }
}

struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let Strict(value) = members.next_value()?;
            if map.insert(name, value).is_some() {
                return Err(de::Error::custom("a member stands twice"));
            }
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_clean_json_is_refused() {
        let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
        let bodies: [&[u8]; 8] = [
            b"{\"a\": 1,}",
            b"{\"a\": 1, \"a\": 2}",
            b"{\"a\": \"\\ud800\"}",
            b"{\"a\": \"\xff\"}",
            b"{",
            b"",
            b"{\"a\": 1} x",
            deep.as_bytes(),
        ];
        for body in bodies {
            let refusal = read(body).expect_err("refused");
            assert_eq!(refusal.code, ErrorCode::MalformedRequest);
        }
    }

    #[test]
    fn clean_json_reads_as_itself() {
        let text = r#"{"a":[1,-2,3.5,true,null,"x\u00e9"],"b":{"c":18446744073709551615}}"#;
        assert_eq!(read(text.as_bytes()).ok(), serde_json::from_str(text).ok());
    }
}
