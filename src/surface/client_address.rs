//! Where a request comes from: the connection's address, or what proxies that the operator trusts say.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::ConnectInfo;
use http::{Extensions, HeaderMap};

use crate::config::Config;

const FORWARDED: &str = "x-forwarded-for";

/// The client's address. From the connection back, each trusted proxy names the one before it; the first that is no
/// trusted proxy is the client. Where a proxy names none that can be read, it counts itself.
#[must_use]
pub fn client_address(config: &Config, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
    let connection = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_canonical());
    let mut address = connection.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let is_trusted = |address: IpAddr| config.people.trusted_proxies.iter().any(|range| range.holds(address));
    let named: Vec<&str> = headers
        .get_all(FORWARDED)
        .iter()
        .flat_map(|value| value.to_str().unwrap_or_default().split(','))
        .map(str::trim)
        .collect();
    for before in named.iter().rev() {
        if !is_trusted(address) {
            break;
        }
        let Ok(before) = before.parse::<IpAddr>() else { break };
        address = before.to_canonical();
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::AddressRange;

    fn address(trusted: &[&str], connection: &str, forwarded: &[&'static str]) -> String {
        let mut config = Config::read(&|_| None).expect("the defaults are sound");
        config.people.trusted_proxies =
            trusted.iter().map(|text| AddressRange::parse(text).expect("a range")).collect();
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED, http::HeaderValue::from_static(value));
        }
        let mut extensions = Extensions::new();
        extensions.insert(ConnectInfo(SocketAddr::new(connection.parse().expect("an address"), 1)));
        client_address(&config, &headers, &extensions).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(address(&[], "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(address(&["10.0.0.0/8"], "10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(address(&["10.0.0.0/8"], "10.0.0.1", &["6.6.6.6, 198.51.100.1, 10.0.0.2"]), "198.51.100.1");
        assert_eq!(address(&["10.0.0.0/8"], "10.0.0.1", &["6.6.6.6", "198.51.100.1"]), "198.51.100.1");
        assert_eq!(address(&["10.0.0.0/8"], "10.0.0.1", &["nonsense"]), "10.0.0.1");
        assert_eq!(address(&["10.0.0.0/8"], "10.0.0.1", &[]), "10.0.0.1");
    }
}
