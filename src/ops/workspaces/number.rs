//! Numbers and keys as this family takes them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de};
use uuid::Uuid;

/// A whole number from `MIN` on. Some clients send every number as a float; 5.0 is 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole<const MIN: i64>(pub i64);

impl<const MIN: i64> Default for Whole<MIN> {
    fn default() -> Self {
        Self(MIN)
    }
}

impl<'de, const MIN: i64> Deserialize<'de> for Whole<MIN> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// Beyond this a float no longer names one whole number.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let given = serde_json::Number::deserialize(deserializer)?;
        #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and in range")]
        let of_float = |value: f64| (value.fract() == 0.0 && value.abs() < EXACT).then_some(value as i64);
        given
            .as_i64()
            .or_else(|| given.as_f64().and_then(of_float))
            .filter(|value| *value >= MIN)
            .map(Self)
            .ok_or_else(|| de::Error::custom(format!("must be a whole number, {MIN} or more, not {given}")))
    }
}

impl<const MIN: i64> JsonSchema for Whole<MIN> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Whole{MIN}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": MIN})
    }
}

/// A UUID that the client made for this call. The kernel reads it from the arguments; here it is only checked.
#[derive(Debug, Clone, Copy)]
pub struct CallKey;

impl<'de> Deserialize<'de> for CallKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match Uuid::try_parse(&text) {
            Ok(_) if text.len() == 36 => Ok(Self),
            _ => Err(de::Error::custom("must be a UUID of the form 00000000-0000-0000-0000-000000000000")),
        }
    }
}

impl JsonSchema for CallKey {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "CallKey".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 36, "maxLength": 36})
    }
}
