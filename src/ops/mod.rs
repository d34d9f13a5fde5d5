//! The product: one file per operation, one folder per noun. `CATALOG` is the table of contents; an operation that is not
//! in it does not compile (its type is never constructed, which is an error here).

mod account;
mod administration;
mod apps;
mod asking;
mod changes;
mod connectors;
mod cursors;
mod decisions;
mod echo;
mod indexing;
mod invitations;
mod jobs;
mod members;
mod memories;
mod metadata;
mod placing;
mod rules;
mod safety;
mod scopes;
mod storing;
mod teams;
mod tokens;
mod topics;
mod usage;
mod views;
mod webhooks;
mod workspaces;

use crate::op::Entry;

/// Every operation there is.
pub static CATALOG: [Entry; 87] = [
    Entry::of(account::account_get::AccountGet),
    Entry::of(account::account_policies::AccountPolicies),
    Entry::of(account::account_update::AccountUpdate),
    Entry::of(account::account_update_policies::AccountUpdatePolicies),
    Entry::of(account::audit_list::AuditList),
    Entry::of(account::me_get::MeGet),
    Entry::of(apps::app_list::AppList),
    Entry::of(apps::app_revoke::AppRevoke),
    Entry::of(changes::change_list::ChangeList),
    Entry::of(connectors::fetch::Fetch),
    Entry::of(connectors::search::Search),
    Entry::of(decisions::brief_me::BriefMe),
    Entry::of(decisions::decisions_list_spaces::DecisionsListSpaces),
    Entry::of(decisions::document_get::DocumentGet),
    Entry::of(decisions::document_list::DocumentList),
    Entry::of(decisions::document_put::DocumentPut),
    Entry::of(decisions::memory_delete_record::MemoryDeleteRecord),
    Entry::of(decisions::memory_get_record::MemoryGetRecord),
    Entry::of(decisions::memory_list_records::MemoryListRecords),
    Entry::of(decisions::memory_list_summaries::MemoryListSummaries),
    Entry::of(decisions::memory_record_summary::MemoryRecordSummary),
    Entry::of(decisions::memory_search_records::MemorySearchRecords),
    Entry::of(invitations::invitation_create::InvitationCreate),
    Entry::of(invitations::invitation_list::InvitationList),
    Entry::of(invitations::invitation_resend::InvitationResend),
    Entry::of(invitations::invitation_revoke::InvitationRevoke),
    Entry::of(jobs::job_cancel::JobCancel),
    Entry::of(jobs::job_get::JobGet),
    Entry::of(jobs::job_list::JobList),
    Entry::of(jobs::job_retry::JobRetry),
    Entry::of(members::member_get::MemberGet),
    Entry::of(members::member_list::MemberList),
    Entry::of(members::member_remove::MemberRemove),
    Entry::of(members::member_reset_password::MemberResetPassword),
    Entry::of(members::member_update::MemberUpdate),
    Entry::of(memories::forget::Forget),
    Entry::of(memories::memory_delete_matching::MemoryDeleteMatching),
    Entry::of(memories::memory_version::MemoryVersion),
    Entry::of(memories::recall::Recall),
    Entry::of(memories::record_export::RecordExport),
    Entry::of(memories::record_import::RecordImport),
    Entry::of(memories::remember::Remember),
    Entry::of(memories::search_memory::SearchMemory),
    Entry::of(rules::rule_create::RuleCreate),
    Entry::of(rules::rule_list::RuleList),
    Entry::of(scopes::grant_create::GrantCreate),
    Entry::of(scopes::grant_delete::GrantDelete),
    Entry::of(scopes::grant_list::GrantList),
    Entry::of(scopes::scope_create::ScopeCreate),
    Entry::of(scopes::scope_get::ScopeGet),
    Entry::of(scopes::scope_list::ScopeList),
    Entry::of(scopes::scope_update::ScopeUpdate),
    Entry::of(teams::team_add_member::TeamAddMember),
    Entry::of(teams::team_create::TeamCreate),
    Entry::of(teams::team_delete::TeamDelete),
    Entry::of(teams::team_get::TeamGet),
    Entry::of(teams::team_list::TeamList),
    Entry::of(teams::team_remove_member::TeamRemoveMember),
    Entry::of(teams::team_update::TeamUpdate),
    Entry::of(tokens::token_create::TokenCreate),
    Entry::of(tokens::token_get::TokenGet),
    Entry::of(tokens::token_list::TokenList),
    Entry::of(tokens::token_revoke::TokenRevoke),
    Entry::of(tokens::token_rotate::TokenRotate),
    Entry::of(tokens::token_update::TokenUpdate),
    Entry::of(tokens::tokens_revoke_of_member::TokensRevokeOfMember),
    Entry::of(usage::isolation_report::IsolationReport),
    Entry::of(usage::usage_get::UsageGet),
    Entry::of(webhooks::webhook_create::WebhookCreate),
    Entry::of(webhooks::webhook_delete::WebhookDelete),
    Entry::of(webhooks::webhook_delivery_list::WebhookDeliveryList),
    Entry::of(webhooks::webhook_get::WebhookGet),
    Entry::of(webhooks::webhook_list::WebhookList),
    Entry::of(webhooks::webhook_replay::WebhookReplay),
    Entry::of(webhooks::webhook_rotate_secret::WebhookRotateSecret),
    Entry::of(webhooks::webhook_test::WebhookTest),
    Entry::of(webhooks::webhook_update::WebhookUpdate),
    Entry::of(workspaces::gate_statistics::GateStatistics),
    Entry::of(workspaces::memory_delete::MemoryDelete),
    Entry::of(workspaces::memory_export::MemoryExport),
    Entry::of(workspaces::memory_get::MemoryGet),
    Entry::of(workspaces::memory_history::MemoryHistory),
    Entry::of(workspaces::memory_recall::MemoryRecall),
    Entry::of(workspaces::memory_report::MemoryReport),
    Entry::of(workspaces::memory_save::MemorySave),
    Entry::of(workspaces::memory_scopes::MemoryScopes),
    Entry::of(workspaces::memory_update::MemoryUpdate),
];

/// The operation of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    CATALOG.iter().find(|entry| entry.spec().name == name)
}
