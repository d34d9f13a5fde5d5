//! What sessions decided, asked and left open: summaries and their items, decision documents, briefings (contract, decisions
//! family).

mod asked_place;
mod brief;
pub mod brief_me;
pub mod decisions_list_spaces;
pub mod document_get;
pub mod document_list;
pub mod document_put;
mod document_view;
mod filters;
mod item;
pub mod memory_delete_record;
pub mod memory_get_record;
pub mod memory_list_records;
pub mod memory_list_summaries;
pub mod memory_record_summary;
pub mod memory_search_records;
mod record_view;
mod recorded;
mod replacing;
