//! Search and fetch as ChatGPT documents them, one version, and the workspaces that one reaches.

mod fetch;
mod search;
mod versions;
mod workspaces;
