use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// The addresses with a common prefix: `203.0.113.0/24`, `2001:db8::/32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Subnet {
    first: IpAddr,
    bits: u32,
}

impl Subnet {
    fn new(address: IpAddr, bits: u32) -> Self {
        let first = match address {
            IpAddr::V4(it) => {
                let mask = u32::MAX.checked_shl(32 - bits).unwrap_or(0);
                Ipv4Addr::from_bits(it.to_bits() & mask).into()
            }
            IpAddr::V6(it) => {
                let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
                Ipv6Addr::from_bits(it.to_bits() & mask).into()
            }
        };
        Subnet { first, bits }
    }

    /// Whether an address is in the network.
    pub(crate) fn contains(self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.first.is_ipv4() && Subnet::new(address, self.bits) == self
    }

    /// Whether the network includes this machine's own addresses: shutting it out would shut out the operator and every
    /// proxy.
    pub(crate) fn is_loopback(self) -> bool {
        self.first.is_loopback()
            || [IpAddr::V4(Ipv4Addr::LOCALHOST), Ipv6Addr::LOCALHOST.into()]
                .into_iter()
                .any(|it| self.contains(it))
    }
}

impl FromStr for Subnet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let no = || {
            format!("'{text}' is not a network: write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32")
        };
        let (address, bits) = match text.trim().split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text.trim(), None),
        };
        let address: IpAddr = address.parse().map_err(|_| no())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits: u32 = match bits {
            None => most,
            Some(bits) => bits.parse().ok().filter(|it| *it <= most).ok_or_else(no)?,
        };
        match (address, address.to_canonical()) {
            (IpAddr::V6(_), IpAddr::V4(it)) => Ok(Subnet::new(it.into(), bits.saturating_sub(96))),
            _ => Ok(Subnet::new(address, bits)),
        }
    }
}

impl fmt::Display for Subnet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_read_and_hold_their_own() {
        let network = |text: &str| text.parse::<Subnet>().unwrap();
        for (text, written) in [
            ("203.0.113.7", "203.0.113.7/32"),
            (" 203.0.113.7/24 ", "203.0.113.0/24"),
            ("2001:db8:1:2::3/32", "2001:db8::/32"),
            ("::ffff:203.0.113.7/120", "203.0.113.0/24"),
            ("0.0.0.0/0", "0.0.0.0/0"),
        ] {
            assert_eq!(network(text).to_string(), written);
        }
        for text in ["", "x", "203.0.113.7/33", "203.0.113.7/-1", "2001:db8::/129", "1.2.3/8", "/8"]
        {
            assert!(text.parse::<Subnet>().is_err(), "{text}");
        }
        let holds = |of: &str, it: &str| network(of).contains(it.parse().unwrap());
        assert!(holds("203.0.113.0/24", "203.0.113.255"));
        assert!(holds("203.0.113.0/24", "::ffff:203.0.113.9"));
        assert!(!holds("203.0.113.0/24", "203.0.114.1"));
        assert!(holds("2001:db8::/32", "2001:db8:ffff::1"));
        assert!(!holds("2001:db8::/32", "32.1.13.184"));
    }

    #[test]
    fn this_machine_is_known() {
        for text in [
            "127.0.0.1",
            "127.3.0.0/16",
            "0.0.0.0/0",
            "96.0.0.0/3",
            "::1",
            "::/0",
            "::ffff:127.0.0.1",
        ] {
            assert!(text.parse::<Subnet>().unwrap().is_loopback(), "{text}");
        }
        for text in ["126.0.0.0/8", "203.0.113.0/24", "2001:db8::/32"] {
            assert!(!text.parse::<Subnet>().unwrap().is_loopback(), "{text}");
        }
    }
}
