//! What must hold of the one store, whichever family asks: on MCP and REST, as loops over the catalogue where a case is one of
//! every operation.

mod empty_filters;
mod erasing_many;
mod fields;
mod gone;
mod limits;
mod long_texts;
mod names;
mod page_tokens;
mod paging;
mod reading;
mod two_accounts;
