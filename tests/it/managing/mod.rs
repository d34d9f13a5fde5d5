//! What admins manage besides people: what is held and used, how often may be called, connected apps, webhooks, jobs, the
//! audit log, and the report of what keeps accounts apart.

mod apps;
mod audit;
mod deliveries;
mod isolation;
mod jobs;
pub mod quotas;
mod rates;
mod targets;
mod usage;
mod webhooks;
