//! A service on a database of its own, whose webhooks reach a server that the test runs: nobody else does its jobs.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use annals::clock::Clock;
use annals::outbound::{Lookup, OutboundPolicy};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::support::{Client, LocalServer, OwnDatabase, Received, Service};

/// Where the target's name leads.
const PUBLIC: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(93, 184, 215, 14));

/// The target's URL.
pub const URL: &str = "https://hooks.example.com/annals";

/// A service with a target for its webhooks.
pub struct Targets {
    // Dropped first: the database is dropped when nobody uses it any more.
    pub service: Service,
    pub server: LocalServer,
    pub clock: Clock,
    pub own: OwnDatabase,
    names: Arc<Mutex<HashMap<String, Vec<IpAddr>>>>,
    status: Arc<Mutex<u16>>,
}

impl Targets {
    pub async fn start() -> Self {
        let own = OwnDatabase::migrated().await;
        let url = own.app_url();
        let status = Arc::new(Mutex::new(204));
        let answered = status.clone();
        let server = LocalServer::start(move |_| (*answered.lock().unwrap(), String::new()));
        let address: SocketAddr = server.origin.trim_start_matches("http://").parse().unwrap();
        let names = Arc::new(Mutex::new(HashMap::from([("hooks.example.com".to_owned(), vec![PUBLIC])])));
        let known = names.clone();
        let lookup: Lookup = Arc::new(move |host| {
            let found = known.lock().unwrap().get(&host).cloned();
            Box::pin(async move { found.ok_or_else(|| std::io::ErrorKind::NotFound.into()) })
        });
        let policy = OutboundPolicy::default().with_lookup(lookup).with_stand_in(PUBLIC, address);
        let clock = Clock::fixed(Clock::default().now());
        let service = Service::start(
            move |config| {
                config.database_url = Some(url);
                config.outbound = policy;
            },
            clock.clone(),
        );
        Self { service, server, clock, own, names, status }
    }

    /// What the target answers from now on.
    pub fn answer(&self, status: u16) {
        *self.status.lock().unwrap() = status;
    }

    /// Where a name leads from now on.
    pub fn resolve(&self, host: &str, addresses: &[&str]) {
        let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
        self.names.lock().unwrap().insert(host.to_owned(), addresses);
    }

    /// Waits until the target has received so many messages.
    pub async fn received(&self, count: usize) -> Vec<Received> {
        until("the target is reached", || async {
            let received = self.server.received();
            (received.len() >= count).then_some(received)
        })
        .await
    }
}

/// Makes a webhook; its id and its secret.
pub async fn webhook(client: &Client, events: Value) -> (String, String) {
    let made = client.post("/v1/webhooks", json!({"url": URL, "events": events})).await.expect(200);
    (made["webhook"]["id"].as_str().unwrap().to_owned(), made["secret"].as_str().unwrap().to_owned())
}

/// The deliveries of a webhook, newest first.
pub async fn deliveries(client: &Client, webhook: &str) -> Vec<Value> {
    let path = format!("/v1/webhooks/{webhook}/deliveries?limit=200");
    client.get(&path).await.expect(200)["deliveries"].as_array().unwrap().clone()
}

/// Waits until the newest delivery is in a state.
pub async fn newest(client: &Client, webhook: &str, state: &str, attempts: i64) -> Value {
    until("the delivery gets there", || async {
        let newest = deliveries(client, webhook).await.into_iter().next()?;
        (newest["state"] == state && newest["attempts"] == attempts).then_some(newest)
    })
    .await
}

/// Looks again until there is something, for a minute at the most.
pub async fn until<T, F: Future<Output = Option<T>>>(what: &str, look: impl Fn() -> F) -> T {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(Instant::now() < end, "{what}: not within a minute");
        tokio::task::yield_now().await;
    }
}

/// A header of a message.
pub fn header<'a>(message: &'a Received, name: &str) -> &'a str {
    message.headers.get(name).unwrap_or_else(|| panic!("no {name}: {:?}", message.headers)).to_str().unwrap()
}

/// The signatures of a message that a secret makes good, by the rules of Standard Webhooks, told anew.
pub fn verified(message: &Received, secret: &str) -> usize {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut signed =
        format!("{}.{}.", header(message, "webhook-id"), header(message, "webhook-timestamp")).into_bytes();
    signed.extend_from_slice(&message.body);
    let signatures = header(message, "webhook-signature").split(' ').map(str::to_owned).collect::<Vec<_>>();
    let good = signatures.iter().filter(|signature| {
        let given = STANDARD.decode(signature.strip_prefix("v1,").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(&signed);
        mac.verify_slice(&given).is_ok()
    });
    good.count()
}
