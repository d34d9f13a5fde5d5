//! Memories: storing, finding, forgetting, carrying in and out.

pub mod forget;
pub mod memory_delete_matching;
pub mod memory_version;
pub mod recall;
pub mod record_export;
pub mod record_import;
pub mod remember;
pub mod search_memory;
