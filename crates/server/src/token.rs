use std::fmt::Write;

use sha2::{Digest, Sha256};

/// A secret of 256 random bits, as 64 hexadecimal digits.
///
/// # Errors
/// The system has no randomness to give.
pub(crate) fn token() -> anyhow::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("no randomness: {error}"))?;
    Ok(hexadecimal(&bytes))
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
    hexadecimal(&Sha256::digest(token.as_bytes()))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Bytes out of hexadecimal digits.
pub(crate) fn bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|it| u8::try_from(it).ok());
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|it| Some(digit(it[0])? << 4 | digit(*it.get(1)?)?)).collect()
}
