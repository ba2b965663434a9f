use std::fmt;
use std::str::FromStr;

use percent_encoding::percent_decode_str;
use serde::Deserialize;
use url::{Host, Url};

/// A mailbox on a mail server and its login: `imaps://user:password@host:port/INBOX`, percent-encoded (`%40`) where an
/// address cannot contain a character. Without TLS (`imap://`) only on this machine, since the password could be read on
/// the way.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Mailbox {
    /// The server.
    pub(crate) host: String,
    pub(crate) port: u16,
    /// Whether the conversation is behind TLS.
    pub(crate) secure: bool,
    pub(crate) user: String,
    pub(crate) password: String,
    /// The folder in which mails arrive.
    pub(crate) folder: String,
}

impl FromStr for Mailbox {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "write imaps://user:password@host/INBOX";
        let url = Url::parse(text).map_err(|error| format!("{error}: {form}"))?;
        let secure = match url.scheme() {
            "imaps" => true,
            "imap" => false,
            other => return Err(format!("a mailbox is not reached by {other}: {form}")),
        };
        let Some(host) = url.host_str().filter(|it| !it.is_empty()) else {
            return Err(format!("the mailbox has no host: {form}"));
        };
        let near = match url.host() {
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            _ => {
                host == "localhost"
                    || host.parse::<std::net::IpAddr>().is_ok_and(|it| it.is_loopback())
            }
        };
        if !secure && !near {
            return Err(format!(
                "imap:// would show the password to everybody on the way to {host}: {form}"
            ));
        }
        let word = |text: &str, what: &str| {
            let word = percent_decode_str(text).decode_utf8();
            word.map(Into::into).map_err(|_| format!("the {what} of the mailbox is not UTF-8"))
        };
        let password =
            url.password().ok_or_else(|| format!("the mailbox has no password: {form}"))?;
        let folder: String = word(url.path().trim_matches('/'), "folder")?;
        Ok(Mailbox {
            host: host.trim_matches(['[', ']']).to_string(),
            port: url.port().unwrap_or(if secure { 993 } else { 143 }),
            secure,
            user: word(url.username(), "user")?,
            password: word(password, "password")?,
            folder: if folder.is_empty() { "INBOX".to_string() } else { folder },
        })
    }
}

impl TryFrom<String> for Mailbox {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Leaves out the password, which must not get into a log.
impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}:{}/{}", self.user, self.host, self.port, self.folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_where_a_mailbox_is_and_how_one_gets_in() {
        let it: Mailbox = "imaps://club%40example.org:se%3Acret@mx.example.org".parse().unwrap();
        assert_eq!((it.user.as_str(), it.password.as_str()), ("club@example.org", "se:cret"));
        assert_eq!((it.port, it.folder.as_str(), it.secure), (993, "INBOX", true));
        assert!(!format!("{it:?}").contains("cret"));
        let it: Mailbox = "imap://club:x@127.0.0.1:1143/Club".parse().unwrap();
        assert_eq!((it.port, it.folder.as_str(), it.secure), (1143, "Club", false));
        for (text, why) in [
            ("imap://club:x@mx.example.org", "show the password"),
            ("https://club:x@mx.example.org", "not reached by https"),
            ("imaps://club@mx.example.org", "no password"),
            ("club", "write imaps://"),
        ] {
            assert!(text.parse::<Mailbox>().unwrap_err().contains(why), "{text}");
        }
    }
}
