use std::fmt;
use std::str::FromStr;

/// The club's own address. The part after a plus sign in it is a tag: `club+12.17@example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubAddress {
    local: String,
    domain: String,
}

/// Why a text cannot be the address of a club: a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressError(String);

impl ClubAddress {
    /// The length of the longest tag, so that the part before the `@` stays within the 64 bytes of RFC 5321.
    pub fn longest_tag(&self) -> usize {
        63_usize.saturating_sub(self.local.len())
    }

    /// The domain, for Message-IDs.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// The address with a tag.
    pub fn tagged(&self, tag: &str) -> String {
        format!("{}+{tag}@{}", self.local, self.domain)
    }

    /// The tag of an address, if it is the club's: empty if it has none.
    pub fn tag_of<'a>(&self, address: &'a str) -> Option<&'a str> {
        let (local, domain) = address.trim().rsplit_once('@')?;
        if !domain.eq_ignore_ascii_case(&self.domain) {
            return None;
        }
        let rest = local.get(self.local.len()..)?;
        if !local[..self.local.len()].eq_ignore_ascii_case(&self.local) {
            return None;
        }
        match rest.strip_prefix('+') {
            Some(tag) => Some(tag),
            None if rest.is_empty() => Some(""),
            None => None,
        }
    }
}

impl fmt::Display for ClubAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.local, self.domain)
    }
}

impl FromStr for ClubAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let wrong = || AddressError(format!("'{text}' is not an address such as club@example.org"));
        if !is_address(text) {
            return Err(wrong());
        }
        let (local, domain) = text.rsplit_once('@').ok_or_else(wrong)?;
        if local.contains('+') || 24 < local.len() {
            return Err(AddressError(format!(
                "the club's address has at most 24 characters before its @, and no plus sign: '{text}'"
            )));
        }
        Ok(ClubAddress { local: local.to_lowercase(), domain: domain.to_lowercase() })
    }
}

/// Whether a text is an address one can send mail to: in the plain form, without quotes, comments and routes.
pub fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let atoms = |text: &str, more: &str| {
        let fits = |c: char| c.is_ascii_alphanumeric() || more.contains(c);
        text.split('.').all(|it| !it.is_empty() && it.chars().all(fits))
    };
    local.len() <= 64
        && text.len() <= 254
        && atoms(local, "!#$%&'*+-/=?^_`{|}~")
        && atoms(domain, "-")
        && !domain.split('.').any(|it| it.starts_with('-') || it.ends_with('-'))
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AddressError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_stands_behind_the_plus_sign() {
        let club: ClubAddress = "Club@Example.org".parse().unwrap();
        assert_eq!(club.to_string(), "club@example.org");
        assert_eq!(club.tagged("1.2"), "club+1.2@example.org");
        assert_eq!(club.tag_of("CLUB+1.2@example.ORG"), Some("1.2"));
        assert_eq!(club.tag_of("club@example.org"), Some(""));
        for other in
            ["clubs@example.org", "club+1@example.com", "club", "klüb@example.org", "é@example.org"]
        {
            assert_eq!(club.tag_of(other), None, "{other}");
        }
    }

    #[test]
    fn an_address_is_plain() {
        for good in ["a@b", "ann.smith+x@mail.example.org", "o'hara@example.org"] {
            assert!(is_address(good), "{good}");
        }
        for bad in [
            "", "a", "@b", "a@", "a b@c", "a@b c", "a@b..c", ".a@b", "a@-b", "<a@b>", "a@b\r\nc",
            "\"a\"@b", "ä@b",
        ] {
            assert!(!is_address(bad), "{bad}");
        }
        assert!("a+b@c".parse::<ClubAddress>().is_err());
    }
}
