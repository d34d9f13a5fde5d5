//! How people come in: mail, sign-up, and proxies that say where they come from.

use std::net::IpAddr;

use crate::error::AppError;
use crate::mail::MailSettings;

/// How people come in.
#[derive(Clone, Default)]
pub struct PeopleSettings {
    /// Whether anybody may sign up.
    pub sign_up_open: bool,
    /// Where letters leave; nowhere where absent.
    pub mail: Option<MailSettings>,
    /// Proxies whose `X-Forwarded-For` counts.
    pub trusted_proxies: Vec<AddressRange>,
}

/// Addresses that begin with the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressRange {
    first: IpAddr,
    bits: u8,
}

impl AddressRange {
    /// Reads an address, or a range such as `10.0.0.0/8`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let first: IpAddr = address.parse().ok()?;
        let longest = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Some(longest), |bits| bits.parse().ok())?;
        (bits <= longest).then_some(Self { first, bits })
    }

    /// Whether an address lies in it.
    #[must_use]
    pub fn holds(&self, address: IpAddr) -> bool {
        let (ours, theirs, width) = match (self.first, address.to_canonical()) {
            (IpAddr::V4(ours), IpAddr::V4(theirs)) => (u128::from(ours.to_bits()), u128::from(theirs.to_bits()), 32),
            (IpAddr::V6(ours), IpAddr::V6(theirs)) => (ours.to_bits(), theirs.to_bits(), 128),
            _ => return false,
        };
        (ours ^ theirs).checked_shr(width - u32::from(self.bits)).unwrap_or(0) == 0
    }
}

pub(super) fn people(get: &dyn Fn(&str) -> Option<String>) -> Result<PeopleSettings, AppError> {
    let needed =
        |name: &str, with: &str| get(name).ok_or_else(|| AppError::invalid(name, format!("is needed with {with}")));
    let sign_up_open = match get("ANNALS_SIGN_UP").as_deref() {
        None | Some("off") => false,
        Some("open") => true,
        Some(_) => return Err(AppError::invalid("ANNALS_SIGN_UP", "must be open or off")),
    };
    let mail = match get("ANNALS_SMTP_URL") {
        Some(smtp_url) => Some(MailSettings { smtp_url, from: needed("ANNALS_MAIL_FROM", "ANNALS_SMTP_URL")? }),
        None => None,
    };
    let trusted_proxies = super::list(get("ANNALS_TRUSTED_PROXIES"))
        .iter()
        .map(|text| {
            AddressRange::parse(text).ok_or_else(|| {
                AppError::invalid("ANNALS_TRUSTED_PROXIES", "must be addresses or ranges such as 10.0.0.0/8")
            })
        })
        .collect::<Result<_, _>>()?;
    Ok(PeopleSettings { sign_up_open, mail, trusted_proxies })
}

#[cfg(test)]
mod tests {
    use super::AddressRange;

    #[test]
    fn a_range_holds_the_addresses_that_begin_alike() {
        for (range, address, expected) in [
            ("10.0.0.0/8", "10.1.2.3", true),
            ("10.0.0.0/8", "11.1.2.3", false),
            ("10.0.0.1", "10.0.0.1", true),
            ("10.0.0.1", "10.0.0.2", false),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("10.0.0.0/8", "::ffff:10.0.0.1", true),
            ("fd00::/8", "fd12::1", true),
            ("fd00::/8", "fe80::1", false),
            ("::/0", "fe80::1", true),
            ("::/0", "10.0.0.1", false),
        ] {
            let held = AddressRange::parse(range).map(|range| range.holds(address.parse().expect("an address")));
            assert_eq!(held, Some(expected), "{range} {address}");
        }
        for text in ["10.0.0.0/33", "example.com", "10.0.0.0/", "/8", "10.0.0.0/-1"] {
            assert_eq!(AddressRange::parse(text), None, "{text}");
        }
    }
}
