//! Bounded text and numbers: they parse, validate and describe themselves together, so that a schema cannot promise what
//! the parser refuses. Lengths are in Unicode characters.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use chrono::{DateTime, NaiveDate, Utc};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::error::AppError;

/// Text of `MIN` to `MAX` characters. With `MIN` of one or more it must hold something besides white space.
#[derive(Clone, PartialEq, Eq)]
pub struct BoundedText<const MIN: usize, const MAX: usize>(String);

impl<const MIN: usize, const MAX: usize> BoundedText<MIN, MAX> {
    /// Checks a text.
    ///
    /// # Errors
    /// A sentence that says what is accepted.
    pub fn new(text: String) -> Result<Self, String> {
        if text.contains('\0') {
            return Err("must not contain the NUL character".to_owned());
        }
        if MIN > 0 && text.trim().is_empty() {
            return Err("must not be empty or blank".to_owned());
        }
        let chars = text.chars().count();
        if chars < MIN || chars > MAX {
            return Err(format!("must have {MIN} to {MAX} characters, not {chars}"));
        }
        Ok(Self(text))
    }

    /// The text itself.
    #[must_use]
    pub fn into_inner(self) -> String {
        self.0
    }
}

impl<const MIN: usize, const MAX: usize> Deref for BoundedText<MIN, MAX> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const MIN: usize, const MAX: usize> fmt::Debug for BoundedText<MIN, MAX> {
    /// Length alone: texts of users must not reach logs.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "BoundedText({} bytes)", self.0.len())
    }
}

impl<const MIN: usize, const MAX: usize> Serialize for BoundedText<MIN, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de, const MIN: usize, const MAX: usize> Deserialize<'de> for BoundedText<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl<const MIN: usize, const MAX: usize> JsonSchema for BoundedText<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Text{MIN}To{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        if MIN == 0 {
            json_schema!({"type": "string", "maxLength": MAX})
        } else {
            json_schema!({"type": "string", "minLength": MIN, "maxLength": MAX})
        }
    }
}

/// How many items at most: 1 to `MAX`, `DEFAULT` where nothing is said. Out of range is refused (ruling 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit<const DEFAULT: u32, const MAX: u32>(u32);

impl<const DEFAULT: u32, const MAX: u32> Limit<DEFAULT, MAX> {
    /// The number.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

impl<const DEFAULT: u32, const MAX: u32> Default for Limit<DEFAULT, MAX> {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl<'de, const DEFAULT: u32, const MAX: u32> Deserialize<'de> for Limit<DEFAULT, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<const MAX: u32>;

        impl<const MAX: u32> de::Visitor<'_> for Visitor<MAX> {
            type Value = u32;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "a whole number from 1 to {MAX}")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<u32, E> {
                match u32::try_from(value) {
                    Ok(value) if (1..=MAX).contains(&value) => Ok(value),
                    _ => Err(E::custom(format!("must be a whole number from 1 to {MAX}, not {value}"))),
                }
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<u32, E> {
                self.visit_i64(i64::try_from(value).unwrap_or(i64::MAX))
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<u32, E> {
                // Some clients send every number as a float; 5.0 is 5.
                if value.fract() == 0.0 && value >= 1.0 && value <= f64::from(MAX) {
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "checked to be whole and in range"
                    )]
                    return Ok(value as u32);
                }
                Err(E::custom(format!("must be a whole number from 1 to {MAX}, not {value}")))
            }
        }

        deserializer.deserialize_any(Visitor::<MAX>).map(Self)
    }
}

impl<const DEFAULT: u32, const MAX: u32> JsonSchema for Limit<DEFAULT, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Limit{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": 1, "maximum": MAX, "default": DEFAULT})
    }
}

/// A share from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fraction(pub f32);

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f32::deserialize(deserializer)?;
        if (0.0..=1.0).contains(&value) {
            Ok(Self(value))
        } else {
            Err(de::Error::custom(format!("must be a number from 0 to 1, not {value}")))
        }
    }
}

impl JsonSchema for Fraction {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Fraction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number", "minimum": 0, "maximum": 1})
    }
}

/// A moment: RFC 3339 with an offset, or a date, which is midnight UTC. A time without an offset is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment(pub DateTime<Utc>);

impl Moment {
    /// Reads a moment.
    ///
    /// # Errors
    /// A sentence that says what is accepted.
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Ok(date) = NaiveDate::parse_from_str(text, "%Y-%m-%d")
            && text.len() == 10
        {
            return Ok(Self(date.and_time(chrono::NaiveTime::MIN).and_utc()));
        }
        DateTime::parse_from_rfc3339(text).map(|at| Self(at.with_timezone(&Utc))).map_err(|_| {
            "must be a date (2026-03-11, read as midnight UTC) or a date-time with an offset (2026-03-11T15:10:00Z)"
                .to_owned()
        })
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl JsonSchema for Moment {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Moment".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 10, "maxLength": 40})
    }
}

/// An e-mail address as far as a form can tell: one @ with something on both sides, no blanks.
///
/// # Errors
/// Invalid input; the address is not repeated.
pub fn checked_email<'a>(field: &str, text: &'a str) -> Result<&'a str, AppError> {
    let text = text.trim();
    let parts: Vec<&str> = text.split('@').collect();
    let is_sound = parts.len() == 2
        && parts.iter().all(|part| !part.is_empty())
        && text.chars().count() <= 320
        && !text.chars().any(|character| character.is_whitespace() || character.is_control());
    if is_sound { Ok(text) } else { Err(AppError::invalid(field, "must be an e-mail address")) }
}

#[cfg(test)]
mod tests;
