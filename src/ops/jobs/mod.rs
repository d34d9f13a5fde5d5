//! Jobs: work that outlives its call.

pub mod job_cancel;
pub mod job_get;
pub mod job_list;
pub mod job_retry;
pub mod job_view;
