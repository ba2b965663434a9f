use crate::incoming::Headers;

/// Whether the server that received a mail says that it comes from whom it names: an `Authentication-Results` header
/// (RFC 8601) of that server with DMARC, DKIM or SPF passed, for the domain of the `From` address or one above it.
///
/// A header is the server's if it has its name and stands above the `hops`-th `Received` from the top: what stands below
/// came with the mail. The server must still remove headers that pretend to be its own, as RFC 8601 demands.
pub(crate) fn vouched(headers: &Headers<'_>, server: &str, hops: usize, from: &str) -> bool {
    let Some((_, domain)) = from.rsplit_once('@') else { return false };
    let mut received = 0;
    for (name, value) in headers.iter() {
        if name.eq_ignore_ascii_case("received") {
            received += 1;
            if hops < received {
                return false;
            }
        }
        if name.eq_ignore_ascii_case("authentication-results") && says(value, server, domain) {
            return true;
        }
    }
    false
}

fn says(value: &str, server: &str, domain: &str) -> bool {
    let text = without_comments(value);
    let mut parts = text.split(';');
    // A version may follow the name.
    let name = parts.next().and_then(|it| it.split_whitespace().next()).unwrap_or("");
    name.eq_ignore_ascii_case(server) && parts.any(|part| passed(part, domain))
}

/// One method's result: `dkim=pass header.d=example.org`.
fn passed(part: &str, domain: &str) -> bool {
    let mut words = part.split_whitespace();
    let Some((method, result)) = words.next().and_then(|it| it.split_once('=')) else {
        return false;
    };
    if !result.eq_ignore_ascii_case("pass") {
        return false;
    }
    let property = match method.to_ascii_lowercase().as_str() {
        "dmarc" => &["header.from"][..],
        "dkim" => &["header.d", "header.i"],
        "spf" => &["smtp.mailfrom"],
        _ => return false,
    };
    words.filter_map(|it| it.split_once('=')).any(|(name, value)| {
        let value = value.trim_matches('"');
        let of = value.rsplit_once('@').map_or(value, |it| it.1);
        property.iter().any(|it| name.eq_ignore_ascii_case(it)) && stands_for(of, domain)
    })
}

/// Whether a domain may speak for another: it is the same, or stands above it.
fn stands_for(of: &str, domain: &str) -> bool {
    let (of, domain) = (of.to_ascii_lowercase(), domain.to_ascii_lowercase());
    of == domain || (of.contains('.') && domain.ends_with(&format!(".{of}")))
}

/// Leaves out what stands in parentheses.
fn without_comments(text: &str) -> String {
    let mut depth = 0_usize;
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: &str, from: &str) -> bool {
        let headers = Headers::new(vec![("Authentication-Results".into(), value.into())]);
        vouched(&headers, "mx.club.example", 1, from)
    }

    #[test]
    fn a_domain_speaks_for_itself_and_those_below() {
        let passed = "mx.club.example; dkim=pass (2048-bit key) header.d=example.net header.s=x";
        assert!(check(passed, "ann@example.net"));
        assert!(check(passed, "ann@mail.example.net"));
        assert!(!check(passed, "ann@example.com"));
        assert!(!check(passed, "ann@badexample.net"));
        assert!(check(
            "mx.club.example 1; spf=pass smtp.mailfrom=ann@example.net",
            "ann@example.net"
        ));
        assert!(check(
            "MX.club.example; spf=fail smtp.mailfrom=x; dmarc=pass header.from=example.net",
            "a@example.net"
        ));
    }

    #[test]
    fn only_the_trusted_server_is_believed() {
        assert!(!check("mx.evil.example; dkim=pass header.d=example.net", "ann@example.net"));
        assert!(!check("mx.club.example; dkim=fail header.d=example.net", "ann@example.net"));
        assert!(!check(
            "mx.club.example; dkim=fail (dkim=pass header.d=example.net)",
            "ann@example.net"
        ));
        assert!(!check("mx.club.example; auth=pass smtp.auth=ann", "ann@example.net"));
        let forged = "mx.club.example; dkim=pass header.d=example.net";
        let below = |hops| {
            let headers = Headers::new(
                [
                    ("Received", "by mx.club.example"),
                    ("Received", "by evil"),
                    ("Authentication-Results", forged),
                ]
                .map(|(name, value)| (name.to_string(), value.into()))
                .to_vec(),
            );
            vouched(&headers, "mx.club.example", hops, "ann@example.net")
        };
        assert!(!below(1));
        assert!(below(2));
    }
}
