use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// A secret of 256 random bits, as 64 hexadecimal digits.
///
/// # Errors
/// The system has no randomness to give.
pub(crate) fn token() -> anyhow::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("no randomness: {error}"))?;
    Ok(HEXLOWER.encode(&bytes))
}

/// A random number that is not negative.
///
/// # Errors
/// The system has no randomness to give.
pub(crate) fn number() -> anyhow::Result<i64> {
    let number = getrandom::u64().map_err(|error| anyhow::anyhow!("no randomness: {error}"))?;
    Ok((number >> 1).cast_signed())
}

/// What is kept of a token. It is random enough for a quick hash.
pub(crate) fn hash(token: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(token.as_bytes()))
}
