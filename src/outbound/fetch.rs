//! The fetcher: resolve once, check, connect to what was checked, follow nothing, read little, be quick.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http::header::{ACCEPT, CACHE_CONTROL, HOST};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use reqwest::{Client, Response};
use tokio::sync::Semaphore;

use crate::outbound::policy::OutboundPolicy;
use crate::outbound::target::Target;

/// Something could not be fetched. Why is not told, not even here: a refused address and a dead server look alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it could not be fetched")]
pub struct OutboundFailure;

/// What a server answered.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The body.
    pub body: Vec<u8>,
    /// How long its headers say that it stays as it is.
    pub fresh_for: Option<Duration>,
}

/// The fetcher. Cheap to clone.
#[derive(Clone)]
pub struct Outbound {
    policy: Arc<OutboundPolicy>,
    slots: Arc<Semaphore>,
}

impl Outbound {
    /// A fetcher under a policy.
    #[must_use]
    pub fn new(policy: OutboundPolicy) -> Self {
        let slots = Arc::new(Semaphore::new(policy.at_once));
        Self { policy: Arc::new(policy), slots }
    }

    /// Fetches a document: status 200 alone, and no more than so many bytes.
    ///
    /// # Errors
    /// The same for whatever stands against it.
    pub async fn get(&self, url: &str, most_bytes: usize) -> Result<Answer, OutboundFailure> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        let answer = self.send(Method::GET, url, headers, Vec::new(), most_bytes).await?;
        if answer.status == StatusCode::OK { Ok(answer) } else { Err(OutboundFailure) }
    }

    /// Sends a body and gives whatever is answered; of its body no more than so many bytes, of a longer one nothing.
    ///
    /// # Errors
    /// The same for whatever stands against it.
    pub async fn post(
        &self,
        url: &str,
        headers: HeaderMap,
        body: Vec<u8>,
        most_bytes: usize,
    ) -> Result<Answer, OutboundFailure> {
        self.send(Method::POST, url, headers, body, most_bytes).await
    }

    /// Whether a URL may be sent to as things stand: its form, and the addresses of its host. Sending checks again.
    ///
    /// # Errors
    /// The same for whatever stands against it.
    pub async fn check(&self, url: &str) -> Result<(), OutboundFailure> {
        let target = Target::read(url)?;
        let checking = self.policy.addresses(&target.host);
        tokio::time::timeout(self.policy.patience, checking).await.map_err(|_| OutboundFailure)?.map(drop)
    }

    async fn send(
        &self,
        method: Method,
        url: &str,
        headers: HeaderMap,
        body: Vec<u8>,
        most_bytes: usize,
    ) -> Result<Answer, OutboundFailure> {
        let target = Target::read(url)?;
        let sending = self.send_to(&target, method, headers, body, most_bytes);
        tokio::time::timeout(self.policy.patience, sending).await.map_err(|_| OutboundFailure)?
    }

    async fn send_to(
        &self,
        target: &Target,
        method: Method,
        mut headers: HeaderMap,
        body: Vec<u8>,
        most_bytes: usize,
    ) -> Result<Answer, OutboundFailure> {
        let _slot = self.slots.acquire().await.map_err(|_| OutboundFailure)?;
        let addresses = self.policy.addresses(&target.host).await?;
        let mut url = target.url.clone();
        let mut reached: Vec<SocketAddr> = addresses.iter().map(|address| SocketAddr::new(*address, 443)).collect();
        if let Some(server) = self.policy.stand_in(&addresses) {
            url.set_scheme("http").map_err(|()| OutboundFailure)?;
            url.set_port(Some(server.port())).map_err(|()| OutboundFailure)?;
            reached = vec![server];
            headers.insert(HOST, HeaderValue::from_str(&target.host).map_err(|_| OutboundFailure)?);
        }
        let client = client(&target.host, &reached)?;
        let request = client.request(method, url).headers(headers).body(body);
        let response = request.send().await.map_err(|_| OutboundFailure)?;
        read(response, most_bytes).await
    }
}

/// A client that knows this host by these addresses alone, and is used once: it keeps no connection and no cookie.
fn client(host: &str, addresses: &[SocketAddr]) -> Result<Client, OutboundFailure> {
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // Losing the race to another installer is as good as winning it.
        let _ = rustls::crypto::ring::default_provider().install_default();
    }
    Client::builder()
        .user_agent(concat!("annals/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        // A proxy of the environment would resolve names itself.
        .no_proxy()
        .resolve_to_addrs(host, addresses)
        .build()
        .map_err(|_| OutboundFailure)
}

async fn read(mut response: Response, most_bytes: usize) -> Result<Answer, OutboundFailure> {
    let status = response.status();
    let fresh_for = response.headers().get(CACHE_CONTROL).and_then(|value| fresh_for(value.to_str().ok()?));
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|_| OutboundFailure)? {
        if body.len() + chunk.len() > most_bytes {
            return Err(OutboundFailure);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answer { status, body, fresh_for })
}

/// How long an answer stays fresh by its `Cache-Control`.
fn fresh_for(value: &str) -> Option<Duration> {
    let directives: Vec<String> = value.split(',').map(|directive| directive.trim().to_lowercase()).collect();
    if directives.iter().any(|directive| directive == "no-store" || directive == "no-cache") {
        return Some(Duration::ZERO);
    }
    let seconds = directives.iter().find_map(|directive| directive.strip_prefix("max-age="))?;
    seconds.trim_matches('"').parse().ok().map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::fresh_for;

    #[test]
    fn freshness_is_what_the_header_says() {
        assert_eq!(fresh_for("public, max-age=600"), Some(Duration::from_mins(10)));
        assert_eq!(fresh_for("max-age=600, no-store"), Some(Duration::ZERO));
        assert_eq!(fresh_for("No-Cache"), Some(Duration::ZERO));
        assert_eq!(fresh_for("private"), None);
        assert_eq!(fresh_for("max-age=soon"), None);
    }
}
