//! What the fetcher may do. A release has one policy; tests replace the look-up of names and stand in for public addresses.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;

use crate::outbound::addresses::is_public;
use crate::outbound::fetch::OutboundFailure;

/// Looks a name up.
pub type Lookup = Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync>;

/// How the fetcher resolves, and how long and how much it reads. Nothing of it is read from the environment.
#[derive(Clone)]
pub struct OutboundPolicy {
    lookup: Lookup,
    stand_ins: HashMap<IpAddr, SocketAddr>,
    /// How long a fetch may take in all, waiting for its turn and the look-up included.
    pub patience: Duration,
    /// How many fetches run at once.
    pub at_once: usize,
}

impl Default for OutboundPolicy {
    fn default() -> Self {
        let lookup: Lookup = Arc::new(|host| {
            Box::pin(async move {
                let found = tokio::net::lookup_host((host.as_str(), 443)).await?;
                Ok(found.map(|address| address.ip()).collect())
            })
        });
        Self { lookup, stand_ins: HashMap::new(), patience: Duration::from_secs(3), at_once: 32 }
    }
}

impl OutboundPolicy {
    /// The same with another look-up of names: what it answers is checked like every answer.
    #[must_use]
    pub fn with_lookup(mut self, lookup: Lookup) -> Self {
        self.lookup = lookup;
        self
    }

    /// The same with a server that is connected to, in plain HTTP, where this public address would be. For tests: the checks
    /// before the connection stay as they are.
    #[must_use]
    pub fn with_stand_in(mut self, public: IpAddr, server: SocketAddr) -> Self {
        self.stand_ins.insert(public, server);
        self
    }

    /// The addresses of a name, asked for once. One that is not public spoils them all.
    pub(in crate::outbound) async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, OutboundFailure> {
        let addresses = (self.lookup)(host.to_owned()).await.map_err(|_| OutboundFailure)?;
        if addresses.is_empty() || !addresses.iter().all(|address| is_public(*address)) {
            return Err(OutboundFailure);
        }
        Ok(addresses)
    }

    /// The server that stands in for one of these addresses.
    pub(in crate::outbound) fn stand_in(&self, addresses: &[IpAddr]) -> Option<SocketAddr> {
        addresses.iter().find_map(|address| self.stand_ins.get(address)).copied()
    }
}
