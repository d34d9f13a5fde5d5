//! The hosts that are played, by what distinguishes them on the wire.

/// What is said of every host alike.
pub const EVERY_HOST: &str = "every host";

/// A host.
pub struct Host {
    /// What the report calls it.
    pub name: &'static str,
    /// The User-Agent of its requests: what a firewall may take for a robot.
    pub agent: &'static str,
    /// The redirect that it registers.
    pub registered: &'static str,
    /// The redirect that it then asks for.
    pub asked: &'static str,
    /// Its client-id metadata document.
    pub document: Option<&'static str>,
    /// Whether it puts a blank before the first scope.
    pub leading_blank: bool,
    /// Whether it speaks the newest revision, without a handshake.
    pub is_modern: bool,
}

/// All that are played.
pub const HOSTS: [Host; 4] = [
    Host {
        name: "ChatGPT-like",
        agent: "python-httpx/0.28.1",
        registered: "https://chatgpt.com/connector_platform_oauth_redirect",
        asked: "https://chatgpt.com/connector_platform_oauth_redirect",
        document: Some("https://chatgpt.com/oauth/client.json"),
        leading_blank: false,
        is_modern: false,
    },
    Host {
        name: "Claude-like",
        agent: "Claude-User",
        registered: "https://claude.ai/api/mcp/auth_callback",
        asked: "https://claude.ai/api/mcp/auth_callback",
        document: Some("https://claude.ai/oauth/mcp-oauth-client-metadata"),
        leading_blank: true,
        is_modern: false,
    },
    Host {
        name: "Codex-like",
        agent: "codex_cli_rs/0.80.0",
        // Programs on a person's machine take any free port each time.
        registered: "http://127.0.0.1:1455/callback",
        asked: "http://127.0.0.1:48211/callback",
        document: None,
        leading_blank: false,
        is_modern: true,
    },
    Host {
        name: "strict",
        agent: "annals-doctor",
        registered: "https://doctor.example/callback",
        asked: "https://doctor.example/callback",
        document: None,
        leading_blank: false,
        is_modern: true,
    },
];
