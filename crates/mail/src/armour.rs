//! The armour that OpenPGP puts around a text signed inline (RFC 9580, 7).

use std::borrow::Cow;

/// A text without the armour and the signature, its lines as they were before signing.
///
/// Encrypted text stays as it is: its sender learns that it cannot be read.
pub(crate) fn unwrapped(text: &str) -> Cow<'_, str> {
    if !text.contains("-----BEGIN PGP ") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut signed = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        match line.trim() {
            "-----BEGIN PGP SIGNED MESSAGE-----" => {
                signed = true;
                // `Hash: SHA512` and similar lines, up to an empty one.
                lines.find(|it| it.trim().is_empty());
            }
            "-----BEGIN PGP SIGNATURE-----" | "-----BEGIN PGP PUBLIC KEY BLOCK-----" => {
                signed = false;
                lines.find(|it| it.trim().starts_with("-----END PGP "));
            }
            _ => {
                // In signed text, a line beginning with a dash is escaped with another one before it.
                let line = if signed { line.strip_prefix("- ").unwrap_or(line) } else { line };
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_signed_is_left() {
        let text = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nA2,C3\n\n- -A1 is far\n- -- \nAnn\n\
                    -----BEGIN PGP SIGNATURE-----\n\nwsB5\n=x\n-----END PGP SIGNATURE-----\n\n> 17. B1\n";
        assert_eq!(unwrapped(text), "A2,C3\n\n-A1 is far\n-- \nAnn\n\n> 17. B1\n");
        assert_eq!(unwrapped("- no\n"), "- no\n");
        let locked = "-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP MESSAGE-----\n";
        assert_eq!(unwrapped(locked), locked);
        // Cut off anywhere.
        assert_eq!(unwrapped("-----BEGIN PGP SIGNED MESSAGE-----\nHash: x"), "");
        assert_eq!(unwrapped("A2\n-----BEGIN PGP SIGNATURE-----\nxx"), "A2\n");
    }
}
