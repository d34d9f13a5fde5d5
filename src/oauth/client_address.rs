//! Where a request came from, for limits. What a stranger claims in a header does not count.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request};

/// The address of the client: the peer's, or, where the peer is a proxy inside the own network, the last one that the proxy
/// names in `X-Forwarded-For`. Nothing where the connection is not known.
#[must_use]
pub fn client_address(request: &Request) -> Option<IpAddr> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip())?;
    if !is_inside(peer) {
        return Some(peer);
    }
    let named = request.headers().get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
    let last = named.and_then(|list| list.rsplit(',').next()).and_then(|last| last.trim().parse().ok());
    Some(last.unwrap_or(peer))
}

fn is_inside(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local(),
    }
}
