//! The origin of a request behind proxies.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::HeaderMap;
use axum::http::header::FORWARDED;
use axum::http::request::Parts;

/// The address of a visitor whose proxy is ours but does not name one: nobody has this address, so that such visitors are
/// neither this machine nor the proxy. The unspecified address is that of mails, which are not limited by address.
pub(crate) const STRANGER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 0, 8));

/// The origin of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The address, as far as it can be known.
    pub(crate) address: IpAddr,
    /// Whether it claims to have been passed on by somebody we do not know.
    pub(crate) is_doubtful: bool,
    /// Whether a proxy of ours gives two different addresses.
    pub(crate) disagrees: bool,
}

impl Origin {
    /// The connection's address, or, for a proxy's connection, the address that the proxy gives. Nothing that a visitor writes
    /// can make them count as the proxy.
    pub(crate) fn of(parts: &Parts, proxies: &[IpAddr]) -> Self {
        let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = connection.map_or(Ipv4Addr::LOCALHOST.into(), |it| it.0.ip().to_canonical());
        let (usual, standard) = (x_forwarded_for(&parts.headers), forwarded(&parts.headers));
        let says = !usual.is_empty() || !standard.is_empty();
        if !proxies.contains(&peer) {
            return Origin { address: peer, is_doubtful: says, disagrees: false };
        }
        let address = match (usual.is_empty(), standard.is_empty()) {
            (_, true) => visitor(peer, &usual, proxies),
            (true, false) => visitor(peer, &standard, proxies),
            // A proxy writes one of them and may pass on the other as a stranger wrote it.
            (false, false) => {
                let [one, other] = [usual, standard].map(|it| visitor(peer, &it, proxies));
                if one != other && other.is_some() {
                    return Origin { address: STRANGER, is_doubtful: true, disagrees: true };
                }
                one
            }
        };
        let is_doubtful = address.is_none();
        Origin { address: address.unwrap_or(STRANGER), is_doubtful, disagrees: false }
    }
}

/// Each proxy appends the address that called it; the last one that is not a proxy of ours is the visitor. An unreadable entry
/// means that the visitor is unknown, since anybody may have written what comes before it.
fn visitor(peer: IpAddr, chain: &[Option<IpAddr>], proxies: &[IpAddr]) -> Option<IpAddr> {
    let mut known = peer;
    for said in chain.iter().rev() {
        known = (*said)?;
        if !proxies.contains(&known) {
            break;
        }
    }
    Some(known)
}

/// The chain in the usual form: `X-Forwarded-For: 192.0.2.1, [2001:db8::1]:4711`.
fn x_forwarded_for(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lines = headers.get_all("x-forwarded-for").into_iter();
    lines
        .flat_map(|it| match it.to_str() {
            Ok(text) => text.split(',').map(address).collect(),
            Err(_) => vec![None],
        })
        .collect()
}

/// The chain in the form of RFC 7239: `Forwarded: for=192.0.2.1;proto=https, for="[2001:db8::1]:4711"`.
fn forwarded(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lines = headers.get_all(FORWARDED).into_iter();
    lines
        .flat_map(|it| match it.to_str() {
            Ok(text) => outside_quotes(text, ',').into_iter().map(by_whom).collect(),
            Err(_) => vec![None],
        })
        .collect()
}

/// The address in one element of the chain; none where `for` is missing, obfuscated or repeated.
fn by_whom(part: &str) -> Option<IpAddr> {
    let mut names = outside_quotes(part, ';').into_iter().filter_map(|it| {
        let (name, value) = it.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then(|| value.trim())
    });
    let name = names.next().filter(|_| names.next().is_none())?;
    let unquoted = name.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    address(unquoted.unwrap_or(name))
}

/// The parts of a text between separators that are not quoted.
fn outside_quotes(text: &str, sign: char) -> Vec<&str> {
    let (mut parts, mut from, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if c == sign && !quoted => {
                parts.push(&text[from..at]);
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

/// An address, with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()));
    address.map(|it: IpAddr| it.to_canonical())
}

/// The network of one household: with IPv6, a /64.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(it) => match it.to_ipv4_mapped() {
            Some(it) => it.into(),
            None => Ipv6Addr::from_bits(it.to_bits() & !u128::from(u64::MAX)).into(),
        },
    }
}

/// The large network that a provider assigns on request, with any number of household networks in it: with IPv6, a /48.
pub(crate) fn site(address: IpAddr) -> IpAddr {
    match network(address) {
        IpAddr::V6(it) => Ipv6Addr::from_bits(it.to_bits() & !(u128::MAX >> 48)).into(),
        it @ IpAddr::V4(_) => it,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn from(peer: &str, headers: &[(&'static str, &str)]) -> String {
        let proxies: Vec<IpAddr> = vec!["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        let mut request = Request::new(());
        for (name, value) in headers {
            request.headers_mut().append(*name, value.parse().unwrap());
        }
        let peer: SocketAddr = format!("{peer}:80").parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        let origin = Origin::of(&request.into_parts().0, &proxies);
        if origin.disagrees {
            return "two things".to_string();
        }
        format!("{}{}", origin.address, if origin.is_doubtful { "?" } else { "" })
    }

    fn usual(peer: &str, said: &str) -> String {
        from(peer, &[("x-forwarded-for", said)])
    }

    #[test]
    fn only_a_proxy_of_ours_is_believed() {
        assert_eq!(usual("9.9.9.9", "1.2.3.4"), "9.9.9.9?");
        assert_eq!(from("9.9.9.9", &[]), "9.9.9.9");
        assert_eq!(usual("10.0.0.1", "1.2.3.4"), "1.2.3.4");
        assert_eq!(usual("10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2"), "1.2.3.4");
        // As one that listens on `[::]` sees them.
        assert_eq!(usual("[::ffff:10.0.0.1]", "1.2.3.4"), "1.2.3.4");
        assert_eq!(from("[::ffff:9.9.9.9]", &[]), "9.9.9.9");
    }

    #[test]
    fn what_cannot_be_read_is_not_skipped() {
        // Nor is it the proxy's address, which may be this machine's.
        let stranger = format!("{STRANGER}?");
        for said in
            ["nonsense", "6.6.6.6, unknown", "6.6.6.6, 1.2.3.4:x, 10.0.0.2", "6.6.6.6,", "", "::x"]
        {
            assert_eq!(usual("10.0.0.1", said), stranger, "{said}");
        }
        for said in ["for=6.6.6.6, for=_hidden", "for=6.6.6.6, proto=https", ""] {
            assert_eq!(from("10.0.0.1", &[("forwarded", said)]), stranger, "{said}");
        }
        assert_eq!(from("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(usual("10.0.0.1", "10.0.0.2"), "10.0.0.2");
    }

    #[test]
    fn ports_and_the_standard_header_are_understood() {
        assert_eq!(usual("10.0.0.1", "1.2.3.4:4711"), "1.2.3.4");
        assert_eq!(usual("10.0.0.1", "[2001:db8::1]:4711, 10.0.0.2:80"), "2001:db8::1");
        assert_eq!(usual("10.0.0.1", "::ffff:1.2.3.4"), "1.2.3.4");
        let standard = "for=6.6.6.6;by=\"a,b;c\", For=\"[2001:db8::2]:47011\";proto=https";
        assert_eq!(from("10.0.0.1", &[("forwarded", standard)]), "2001:db8::2");
        // What follows an escaped quote, or a separator inside quotes, is still quoted ..
        let quoted = "for=6.6.6.6;by=\"a\\\", for=7.7.7.7\", for=1.2.3.4";
        assert_eq!(from("10.0.0.1", &[("forwarded", quoted)]), "1.2.3.4");
        for quoted in ["for=1.2.3.4;by=\"x, for=7.7.7.7;y\"", "by=\"a;for=7.7.7.7\";for=1.2.3.4"] {
            assert_eq!(from("10.0.0.1", &[("forwarded", quoted)]), "1.2.3.4", "{quoted}");
        }
        // .. and outside quotes a backslash escapes nothing, so it cannot hide an address that the proxy gives.
        assert_eq!(from("10.0.0.1", &[("forwarded", "for=6.6.6.6\\, for=1.2.3.4")]), "1.2.3.4");
    }

    #[test]
    fn a_household_and_a_site_are_told_by_the_beginning_of_an_address() {
        for (address, of_household, of_site) in [
            ("192.0.2.7", "192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7"),
            ("2001:db8:a:b:c:d:e:f", "2001:db8:a:b::", "2001:db8:a::"),
            (
                "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                "ffff:ffff:ffff:ffff::",
                "ffff:ffff:ffff::",
            ),
            ("::1", "::", "::"),
        ] {
            let it: IpAddr = address.parse().unwrap();
            let told = [network(it), site(it)].map(|it| it.to_string());
            assert_eq!(told, [of_household, of_site], "{address}");
        }
    }

    #[test]
    fn what_a_stranger_adds_is_not_taken_for_the_proxy() {
        let both = |one, other| from("10.0.0.1", &[("x-forwarded-for", one), ("forwarded", other)]);
        assert_eq!(both("1.2.3.4", "for=1.2.3.4"), "1.2.3.4");
        assert_eq!(both("1.2.3.4", "for=6.6.6.6"), "two things");
        assert_eq!(both("1.2.3.4", "for=10.0.0.1"), "two things");
        assert_eq!(both("unknown", "for=6.6.6.6"), "two things");
        assert_eq!(both("1.2.3.4", "for=unknown"), "1.2.3.4");
        assert_eq!(both("unknown", "for=unknown"), format!("{STRANGER}?"));
    }
}
