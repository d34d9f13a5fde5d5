//! The decisions family (contract, `decisions-memories.txt`, rulings 16 to 20 and completions 1), on MCP and over REST.

mod atomic;
mod briefing;
mod briefing_budget;
mod briefing_order;
mod briefing_reach;
mod deleting;
mod document_folders;
mod documents;
mod item_refusals;
mod labels;
mod listing;
mod paging;
mod places;
mod profiles;
mod recording;
mod searching;
mod secrets;
mod seen_again;
mod spaces;
mod summaries;
mod superseding;
mod ways;
mod written;
