//! Permissions in words, for the person who is asked.

use crate::auth::Permission;

/// What a permission lets a client do, as one sentence.
pub(super) const fn words(permission: Permission) -> &'static str {
    match permission {
        Permission::McpRead => "Use tools that read, over MCP.",
        Permission::McpWrite => "Use tools that write, over MCP.",
        Permission::DecisionsRead => "Read decisions, their history and documents.",
        Permission::DecisionsWrite => "Record, replace and withdraw decisions and documents.",
        Permission::MemoryRead => "Read and search memories.",
        Permission::MemoryWrite => "Store, change and forget memories.",
        Permission::ContactsRead => "Read contacts.",
        Permission::ContactsWrite => "Store and change contacts.",
        Permission::LedgerRead => "Read the ledger.",
        Permission::LedgerWrite => "Write to the ledger.",
        Permission::RulesWrite => "Propose rules that assistants shall follow.",
        Permission::RulesConfirm => "Confirm, reject and retire rules that assistants follow.",
        Permission::AdminRead => "Read the administration of the account: members, tokens, settings.",
        Permission::TokensWrite => "Make and revoke tokens.",
        Permission::MembersWrite => "Invite, change and remove members.",
        Permission::ScopesWrite => "Make and change places, and say who reaches them.",
        Permission::AccountWrite => "Change the settings of the account.",
        Permission::AuditRead => "Read the record of everything that was done in the account.",
    }
}
