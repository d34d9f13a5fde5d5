//! The corpus and the properties of the room. Every secret here is made up and put together at run time.

mod carriers;
mod harmless;
mod judgements;
mod positives;
mod properties;
