use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// A secret of 256 random bits, as 64 hexadecimal digits.
///
/// # Errors
/// The system has no randomness.
pub(crate) fn token() -> anyhow::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("no randomness: {error}"))?;
    Ok(HEXLOWER.encode(&bytes))
}

/// A random non-negative number.
///
/// # Errors
/// The system has no randomness.
pub(crate) fn number() -> anyhow::Result<i64> {
    let number = getrandom::u64().map_err(|error| anyhow::anyhow!("no randomness: {error}"))?;
    Ok((number >> 1).cast_signed())
}

/// The stored form of a token, which is random enough for a fast hash.
pub(crate) fn hash(token: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(token.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_and_each_is_another() {
        let (one, other) = (token().unwrap(), token().unwrap());
        for it in [&one, &other] {
            assert!(it.len() == 64 && it.bytes().all(|byte| byte.is_ascii_hexdigit()), "{it}");
        }
        assert_ne!(one, other);
        let numbers: Vec<i64> = (0..64).map(|_| number().unwrap()).collect();
        assert!(numbers.iter().all(|it| 0 <= *it), "{numbers:?}");
        // All bits but the sign are random: in 64 numbers each is set somewhere, and missing somewhere.
        assert_eq!(numbers.iter().fold(0, |all, it| all | it), i64::MAX);
        assert_eq!(numbers.iter().fold(i64::MAX, |all, it| all & it), 0);
    }

    /// Sessions of earlier versions stay open.
    #[test]
    fn a_token_is_stored_as_its_hash() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash("abc"), known);
    }
}
