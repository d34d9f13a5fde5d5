//! The names of attributes and instruments, in one place: the conventions for MCP still move.

/// The operation.
pub const OPERATION: &str = "op.name";
/// How it ended: `ok` or an error code.
pub const OUTCOME: &str = "outcome";
/// The surface: `mcp` or `rest`.
pub const SURFACE: &str = "surface";
/// The HTTP status.
pub const HTTP_STATUS: &str = "http.response.status_code";

/// Seconds that operations took.
pub const OPERATION_DURATION: &str = "annals.operation.duration";
/// Seconds that HTTP requests took.
pub const HTTP_DURATION: &str = "http.server.request.duration";
/// Seconds that embedding took.
pub const EMBEDDING_DURATION: &str = "annals.embedding.duration";
/// Texts that were embedded.
pub const EMBEDDED_TEXTS: &str = "annals.embedding.texts";
/// Database connections, by state.
pub const POOL_CONNECTIONS: &str = "annals.db.pool.connections";
