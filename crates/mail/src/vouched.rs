//! What a mail server says about the sender of a mail: `Authentication-Results`, as in RFC 8601.

use crate::incoming::Headers;

/// Whether the receiving server confirms the claimed sender: DMARC, DKIM or SPF passed for the domain of the `From` address or
/// a parent domain.
///
/// A header counts as the server's if it carries the server's name and comes before the `hops`-th `Received` from the top,
/// which is the server's own: anything below came with the mail, whatever name it carries.
pub(crate) fn vouched(headers: &Headers<'_>, server: &str, hops: usize, from: &str) -> bool {
    let Some((_, domain)) = from.rsplit_once('@') else { return false };
    let mut received = 0;
    for (name, value) in headers.iter() {
        received += usize::from(name.eq_ignore_ascii_case("received"));
        if hops <= received {
            return false;
        }
        if name.eq_ignore_ascii_case("authentication-results")
            && let Some(said) = results(value)
            && said.by.eq_ignore_ascii_case(server)
            && said.results.iter().any(|it| it.speaks_for(domain))
        {
            return true;
        }
    }
    false
}

/// The content of one header.
#[derive(Debug)]
struct AuthenticationResults {
    /// The server's name.
    by: String,
    results: Vec<MethodResult>,
}

/// The result of one method.
#[derive(Debug)]
struct MethodResult {
    method: String,
    passed: bool,
    /// The properties examined, such as `header.d`, with their values.
    properties: Vec<(String, String)>,
}

impl MethodResult {
    fn speaks_for(&self, domain: &str) -> bool {
        let names = match self.method.as_str() {
            "dmarc" => &["header.from"][..],
            "dkim" => &["header.d", "header.i"],
            "spf" => &["smtp.mailfrom"],
            _ => return false,
        };
        // The signer is given by `d`; `i` counts only without it, since it must lie within that domain (RFC 6376, 3.5).
        let told = |name: &&&str| self.properties.iter().any(|it| it.0 == **name);
        self.passed
            && names.iter().find(told).is_some_and(|name| {
                let mut of = self.properties.iter().filter(|it| it.0 == *name);
                // A property given twice may come from two sources.
                matches!((of.next(), of.next()), (Some((_, value)), None)
                    if value.rsplit('@').next().is_some_and(|it| stands_for(it, domain)))
            })
    }
}

/// Whether a domain may vouch for another: it is the same, or a parent.
fn stands_for(of: &str, domain: &str) -> bool {
    let (of, domain) = (of.to_ascii_lowercase(), domain.to_ascii_lowercase());
    of == domain || (of.contains('.') && domain.ends_with(&format!(".{of}")))
}

/// Parses a header's value. A malformed value counts for nothing, however it begins.
fn results(value: &str) -> Option<AuthenticationResults> {
    let mut it = HeaderReader(value);
    it.blanks()?;
    let by = it.value()?;
    it.blanks()?;
    // A version may follow the name.
    if !it.0.is_empty() && !it.0.starts_with(';') {
        it.word().filter(|it| it.bytes().all(|it| it.is_ascii_digit()))?;
        it.blanks()?;
    }
    let mut results = Vec::new();
    while !it.0.is_empty() {
        it.take(';')?;
        it.blanks()?;
        // Some end with a semicolon.
        if it.0.is_empty() {
            break;
        }
        results.extend(it.outcome()?);
    }
    Some(AuthenticationResults { by, results })
}

/// The rest to be parsed.
struct HeaderReader<'a>(&'a str);

impl<'a> HeaderReader<'a> {
    fn take(&mut self, c: char) -> Option<()> {
        self.0 = self.0.strip_prefix(c)?;
        Some(())
    }

    /// Skips blanks and comments, which may be nested.
    fn blanks(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        let mut chars = self.0.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '(' => depth += 1,
                ')' if 0 < depth => depth -= 1,
                '\\' if 0 < depth => drop(chars.next()),
                c if depth == 0 && !c.is_whitespace() => {
                    self.0 = &self.0[at..];
                    return Some(());
                }
                _ => {}
            }
        }
        self.0 = "";
        (depth == 0).then_some(())
    }

    /// A word, up to a special character.
    fn word(&mut self) -> Option<&'a str> {
        self.some(|c| c.is_whitespace() || "()<>,;:\\\"[]=".contains(c))
    }

    fn some(&mut self, ends: impl Fn(char) -> bool) -> Option<&'a str> {
        let (word, rest) = self.0.split_at(self.0.find(ends).unwrap_or(self.0.len()));
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }

    /// The value after an equals sign: words and quoted strings, without blanks between them.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        let mut found = false;
        loop {
            if self.take('"').is_some() {
                found = true;
                let mut chars = self.0.chars();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '\\' => value.push(chars.next()?),
                        c => value.push(c),
                    }
                }
                self.0 = chars.as_str();
            } else if let Some(word) = self.some(|c| c.is_whitespace() || "();\"\\".contains(c)) {
                found = true;
                value.push_str(word);
            } else {
                return found.then_some(value);
            }
        }
    }

    /// A name that may have blanks around its dots and slashes.
    fn name(&mut self) -> Option<String> {
        let mut name = String::new();
        while !self.0.starts_with('=') {
            name.push_str(&self.word()?.to_ascii_lowercase());
            self.blanks()?;
        }
        self.take('=')?;
        self.blanks()?;
        Some(name)
    }

    /// One method's result, `dkim=pass header.d=example.org`; the inner `None` stands for the word `none`.
    #[expect(clippy::option_option, reason = "what cannot be read is not what says nothing")]
    fn outcome(&mut self) -> Option<Option<MethodResult>> {
        if let Some(rest) = self.0.strip_prefix("none") {
            let mut after = HeaderReader(rest);
            after.blanks()?;
            if after.0.is_empty() || after.0.starts_with(';') {
                self.0 = after.0;
                return Some(None);
            }
        }
        let name = self.name()?;
        // A version may follow the method.
        let method = name.split('/').next().unwrap_or_default().to_string();
        let passed = self.word()?.eq_ignore_ascii_case("pass");
        self.blanks()?;
        let mut properties = Vec::new();
        while !self.0.is_empty() && !self.0.starts_with(';') {
            let name = self.name()?;
            properties.push((name, self.value()?));
            self.blanks()?;
        }
        Some(Some(MethodResult { method, passed, properties }))
    }
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
    fn what_servers_write_is_read() {
        for value in [
            // The examples of RFC 8601, B.
            "mx.club.example; auth=pass (cram-md5) smtp.auth=sender@example.net; spf=pass smtp.mailfrom=example.net",
            "mx.club.example; dkim=pass reason=\"good signature\" header.i=@mail-router.example.net; \
             dkim=fail reason=\"bad signature\" header.i=@newyork.example.com; dkim=pass header.d=example.net",
            "foo.example; none, but not ours",
            "mx.club.example (foobar) 1 (baz); dkim (Because I like it) / 1 (One yay) = (wait for it) pass policy (A dot can \
             go here) . (like that) expired (this surprised me) = (as I wasn't expecting it) 1362471462 header.d=example.net",
            "\"mx.club.example\"; dkim=pass header.d=\"example.net\"",
            "mx.club.example; dkim=pass header.i=@example.net header.s=sel header.b=AbC/+f==; spf=pass \
             (mx: domain of ann@example.net designates 192.0.2.1 as permitted sender) smtp.mailfrom=ann@example.net; dmarc=pass (p=NONE)",
            "mx.club.example; spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.net; dkim=none (message not signed) \
             header.d=none;dmarc=pass action=none header.from=example.net;compauth=pass reason=100",
            "mx.club.example; spf=pass smtp.mailfrom=\"ann smith\"@example.net;",
        ] {
            let ours = value.contains("mx.club.example");
            assert_eq!(check(value, "ann@example.net"), ours, "{value}");
        }
        assert!(!check("mx.club.example; none", "ann@example.net"));
        assert!(!check("mx.club.example", "ann@example.net"));
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
        for signed in [
            "header.i=@example.net header.d=evil.example",
            "header.d=evil.example header.i=@example.net",
        ] {
            let value = format!("mx.club.example; dkim=pass {signed}");
            assert!(!check(&value, "ann@example.net"), "{signed}");
        }
    }

    #[test]
    fn what_a_sender_may_choose_is_no_result() {
        for value in [
            // In quotation marks, escaped and not, and in the reason.
            "mx.club.example; spf=pass smtp.mailfrom=\"; dkim=pass header.d=example.net\"@evil.example",
            "mx.club.example; spf=pass smtp.mailfrom=\"a\\\"; dkim=pass header.d=example.net; \\\"\"@evil.example",
            "mx.club.example; dkim=fail reason=\"no; dkim=pass header.d=example.net\" header.d=evil.example",
            "mx.club.example; spf=pass smtp.mailfrom=\"x@example.net\"@evil.example",
            "mx.club.example; dkim=pass header.d=evil.example header.s=\"x header.d=example.net\"",
            // In comments, with a bracket in quotation marks or escaped, and unterminated ones.
            "mx.club.example; spf=fail (\\) ; dkim=pass header.d=example.net) smtp.mailfrom=x",
            "mx.club.example; spf=fail (a (b) ; dkim=pass header.d=example.net) smtp.mailfrom=x",
            "mx.club.example; dkim=pass header.d=example.net (",
            "mx.club.example; dkim=pass header.d=example.net \"",
            // The server's name in a comment, before another name, and after one.
            "(mx.club.example;) mx.evil.example; dkim=pass header.d=example.net",
            "mx.evil.example mx.club.example; dkim=pass header.d=example.net",
            "mx.club.example.evil.example; dkim=pass header.d=example.net",
            // Given twice.
            "mx.club.example; dkim=pass header.d=evil.example header.d=example.net",
            // Another property, and another result.
            "mx.club.example; spf=pass smtp.helo=example.net",
            "mx.club.example; dkim=passed header.d=example.net",
            "mx.club.example; dkim=pass header.d=net",
        ] {
            assert!(!check(value, "ann@example.net"), "{value}");
        }
    }

    #[test]
    fn only_what_stands_above_our_own_line_is_believed() {
        let (ours, theirs) = ("by mx.club.example", "from evil");
        let results = "mx.club.example; dkim=pass header.d=example.net";
        let check = |names: &[&str], hops| {
            let headers = names.iter().map(|name| match *name {
                "ours" => ("Received".to_string(), ours.into()),
                "theirs" => ("Received".to_string(), theirs.into()),
                _ => ("Authentication-Results".to_string(), results.into()),
            });
            vouched(&Headers::new(headers.collect()), "mx.club.example", hops, "ann@example.net")
        };
        assert!(check(&["results", "ours", "theirs"], 1));
        assert!(!check(&["ours", "results"], 1));
        assert!(!check(&["ours", "theirs", "results"], 1));
        // The mail passed one more of the club's servers afterwards.
        assert!(check(&["ours", "results", "ours", "theirs"], 2));
        assert!(!check(&["ours", "ours", "results"], 2));
        // Not the club's.
        assert!(!check(&["results"], 0));
    }
}
