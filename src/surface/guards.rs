//! What every request passes before its route: the Host must be one that is served (DNS rebinding), the Origin, where a
//! browser sends one, must be allowed, and bodies come uncompressed.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::header::{CONTENT_ENCODING, HOST, ORIGIN};
use http::uri::Authority;
use http::{HeaderMap, HeaderValue};

use crate::config::Config;
use crate::error::{AppError, ErrorCode};
use crate::surface::problem::problem;
use crate::surface::request_id::Id;

/// What a page from anywhere may call besides the metadata: nothing here looks at a cookie.
const PUBLIC: [&str; 3] = ["/oauth/token", "/oauth/register", "/oauth/revoke"];

/// Hosts and origins that are served.
#[derive(Clone)]
pub struct Guards {
    hosts: Arc<Vec<String>>,
    origins: Arc<Vec<String>>,
    public_url: Arc<str>,
}

impl Guards {
    /// The guards of a configuration: the public host, loopback, and what the operator adds.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let public = config.public_url.split_once("://").map_or("", |(_, authority)| authority);
        let mut hosts = vec![host_of(public), "localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned()];
        hosts.extend(config.allowed_hosts.iter().cloned());
        let mut origins = vec![config.public_url.to_lowercase()];
        origins.extend(config.allowed_origins.iter().cloned());
        Self { hosts: Arc::new(hosts), origins: Arc::new(origins), public_url: config.public_url.as_str().into() }
    }

    /// Origins of web pages that may call.
    #[must_use]
    pub fn origins(&self) -> &[String] {
        &self.origins
    }

    fn check(&self, request: &Request) -> Result<(), AppError> {
        if request.uri().path() == "/livez" {
            return Ok(());
        }
        let host =
            host(request).ok_or_else(|| AppError::new(ErrorCode::MalformedRequest, "One Host header is needed."))?;
        if !self.hosts.iter().any(|known| *known == host_of(&host)) {
            return Err(AppError::new(ErrorCode::HostRefused, "This Host is not served here."));
        }
        let path = request.uri().path();
        let is_public = path.starts_with("/.well-known/") || PUBLIC.contains(&path.trim_end_matches('/'));
        // Every Origin header counts, and one that cannot be read is foreign.
        let is_ours =
            |origin: &HeaderValue| origin.to_str().is_ok_and(|origin| self.origins.contains(&origin.to_lowercase()));
        if !is_public && !request.headers().get_all(ORIGIN).iter().all(is_ours) {
            return Err(AppError::new(ErrorCode::HostRefused, "This Origin may not call here."));
        }
        if request.headers().contains_key(CONTENT_ENCODING)
            && !single(request.headers(), CONTENT_ENCODING.as_str())
                .is_some_and(|encoding| encoding.eq_ignore_ascii_case("identity"))
        {
            return Err(AppError::new(ErrorCode::UnsupportedMediaType, "Bodies are taken uncompressed only."));
        }
        Ok(())
    }
}

/// The layer.
pub async fn guard(State(guards): State<Guards>, request: Request, next: Next) -> Response {
    match guards.check(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => {
            let id = request.extensions().get::<Id>().map(|id| id.0.clone()).unwrap_or_default();
            problem(&refusal, &id, &guards.public_url, "/mcp")
        }
    }
}

/// The host that the client asked for: HTTP/2 carries it in the URI.
fn host(request: &Request) -> Option<String> {
    match request.headers().get_all(HOST).iter().count() {
        0 => request.uri().authority().map(Authority::to_string),
        1 => single(request.headers(), HOST.as_str()),
        _ => None,
    }
}

fn single(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

/// The host of an authority, without its port, in lower case.
fn host_of(authority: &str) -> String {
    let authority = authority.to_lowercase();
    match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or(authority.clone(), |(address, _)| format!("[{address}]")),
        None => authority.split(':').next().unwrap_or_default().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::host_of;

    #[test]
    fn the_host_is_compared_without_its_port_and_case() {
        for (authority, host) in [
            ("Annals.Example.com:443", "annals.example.com"),
            ("127.0.0.1:8080", "127.0.0.1"),
            ("[::1]:8080", "[::1]"),
            ("localhost", "localhost"),
        ] {
            assert_eq!(host_of(authority), host);
        }
    }
}
