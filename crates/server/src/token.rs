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
