//! Ids: a UUIDv7 in a type of its own, shown with a prefix that says what it names. An id is a name, never authority.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

/// Why a text is not an id of the kind that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("must be an id of the form {0}… with 32 hexadecimal digits")]
pub struct MalformedId(&'static str);

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            /// A new id, later than all that this process has made before.
            #[must_use]
            pub fn generate() -> Self {
                Self(new_uuid())
            }

            /// The id without its prefix, as the store keeps it.
            #[must_use]
            pub const fn uuid(self) -> Uuid {
                self.0
            }
        }

        impl From<Uuid> for $name {
            fn from(uuid: Uuid) -> Self {
                Self(uuid)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, concat!($prefix, "{}"), self.0.simple())
            }
        }

        impl FromStr for $name {
            type Err = MalformedId;

            /// Takes the prefixed form and, since clients sometimes cut it, the bare UUID in both spellings.
            fn from_str(text: &str) -> Result<Self, MalformedId> {
                let bare = text.strip_prefix($prefix).unwrap_or(text);
                if bare.len() != 32 && bare.len() != 36 {
                    return Err(MalformedId($prefix));
                }
                Uuid::try_parse(bare).map(Self).map_err(|_| MalformedId($prefix))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "type": "string",
                    "minLength": 32,
                    "maxLength": 40,
                    "description": concat!("An id of the form ", $prefix, "…"),
                })
            }
        }
    };
}

id!(
    /// An account: the tenant.
    AccountId,
    "acc_"
);
id!(
    /// A person, who may belong to several accounts.
    UserId,
    "usr_"
);
id!(
    /// One immutable version of one thing known.
    MemoryId,
    "mem_"
);
id!(
    /// A service token.
    TokenId,
    "tok_"
);
id!(
    /// A rule.
    RuleId,
    "rul_"
);
id!(
    /// What a session decided, in prose.
    SummaryId,
    "sum_"
);
id!(
    /// A decision document.
    DocumentId,
    "doc_"
);
id!(
    /// An invitation to an account.
    InvitationId,
    "inv_"
);
id!(
    /// What a scope node is opened to, for a person or a team.
    ScopeGrantId,
    "sgr_"
);
id!(
    /// What a person allowed a client: a connected app.
    AppId,
    "app_"
);
id!(
    /// A target that is told of changes.
    WebhookId,
    "whk_"
);
id!(
    /// Work that outlives its call.
    JobId,
    "job_"
);
id!(
    /// A request, for the log and for the person who asks about it.
    RequestId,
    "req_"
);

/// A scope node inside its account: small, so that policies compare arrays of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScopeId(pub i32);

/// A scope node as clients name it: `lab_` and a ULID for spaces, `scp_` and hexadecimal digits for the rest.
#[must_use]
pub fn public_scope_id(kind: &str, id: Uuid) -> String {
    if kind == "space" { format!("lab_{}", ulid::Ulid::from(id.as_u128())) } else { format!("scp_{}", id.simple()) }
}

/// The id of a scope node whose public form this is; none for what has neither form.
#[must_use]
pub fn read_public_scope_id(text: &str) -> Option<Uuid> {
    if let Some(ulid) = text.strip_prefix("lab_") {
        return ulid::Ulid::from_string(ulid).ok().map(|ulid| Uuid::from_u128(ulid.0));
    }
    let digits = text.strip_prefix("scp_").filter(|digits| digits.len() == 32)?;
    Uuid::try_parse(digits).ok()
}

/// The public id of a record on the change feed.
#[must_use]
pub fn public_record_id(kind: &str, id: Uuid) -> String {
    match kind {
        "memory" => MemoryId::from(id).to_string(),
        "rule" => RuleId::from(id).to_string(),
        "summary" => SummaryId::from(id).to_string(),
        "document" => DocumentId::from(id).to_string(),
        other => format!("{}_{}", other.get(..3).unwrap_or(other), id.simple()),
    }
}

/// A new UUIDv7.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the one place that makes ids")]
pub fn new_uuid() -> Uuid {
    Uuid::now_v7()
}

#[cfg(test)]
mod tests;
