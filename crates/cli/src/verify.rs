use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use crosscut_catalog::{Line, ProofError, Verified, verify};
use sha2::{Digest, Sha256};

use crate::start::read;
use crate::teach;

/// Check a certificate written by `solve`
///
/// Only the rules of the game are trusted, and nothing from the solver. One line says what is proved. The exit
/// status is 1 if anything in the file is wrong.
#[derive(Args, Debug)]
#[command(after_long_help = teach::verify())]
pub(crate) struct VerifyArgs {
    /// The file that `crosscut solve --certificate` has written (- is standard input)
    file: PathBuf,
}

/// An error saying that a certificate proves nothing.
#[derive(Debug)]
pub(crate) struct InvalidCertificate {
    file: String,
    error: ProofError,
}

impl VerifyArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let text = read(&self.file)?;
        match verify(&text) {
            Ok((line, verified)) => {
                writeln!(out, "{}", words(&line, &verified, &hash(&text)))?;
                Ok(())
            }
            Err(error) => {
                Err(InvalidCertificate { file: self.file.display().to_string(), error }.into())
            }
        }
    }
}

/// The SHA-256 checksum of a certificate, in hexadecimal.
pub(crate) fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn words(line: &Line, it: &Verified, hash: &str) -> String {
    let mut text = line.spec().to_string();
    if let Some(setup) = line.setup() {
        text += &format!(" {setup}");
    }
    for ply in line.plies() {
        text += &format!(" {ply}");
    }
    let side = line.position().side().unwrap_or("the side to move");
    text += &match (it.low, it.high) {
        (1, _) => format!(": win for {side}"),
        (_, -1) => format!(": loss for {side}"),
        (0, 0) => format!(": draw for {side}"),
        (0, _) => format!(": at least a draw for {side}"),
        (_, 0) => format!(": at most a draw for {side}"),
        _ => format!(": {side}'s moves alone"),
    };
    if it.winning.len() + it.not_winning == it.legal && it.not_winning + it.winning.len() > 0 {
        text += &format!(", with {} of {} moves", it.winning.len(), it.legal);
    } else if let [ply] = &it.winning[..] {
        text += &format!(", with {ply}");
    }
    format!("{text} ({} positions, {} facts, SHA-256 {hash})", it.positions, it.facts)
}

impl fmt::Display for InvalidCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} proves nothing: {}", self.file, self.error)
    }
}

impl std::error::Error for InvalidCertificate {}
