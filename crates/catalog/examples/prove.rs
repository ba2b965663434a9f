//! Solves a game, writes the proof down, and checks it: `cargo run --release -p crosscut-catalog --example prove`.
//!
//! The check of the proof knows the rules and nothing about the solver. docs/certificates.md describes the format.
#![expect(clippy::print_stdout, reason = "the result is what this is for")]

use std::ops::ControlFlow;

use crosscut_catalog::{Limits, Line, Question, Task, verify};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let line = Line::new("hex:size=4,opening=none".parse()?);
    let task = Task {
        question: Question { all: true, plies: false },
        limits: Limits::default(),
        checkpoint: None,
        certificate: Some(64 << 20),
    };
    let (solution, certificate) = line.certify(task, &mut |_| ControlFlow::Continue(()))?;
    let value = solution.value.ok_or("the limits were reached")?;
    let side = line.position().side().ok_or("the game is over")?;
    println!("{} for {side}, with {}", value.name(), solution.winning.join(" "));

    let certificate = certificate.ok_or("a certificate was asked for")??;
    println!("{} lines prove it, the first of them:", certificate.lines().count());
    certificate.lines().take(6).for_each(|it| println!("  {it}"));

    let (proved, verified) = verify(&certificate)?;
    println!(
        "checked: {} is a {} in {} positions",
        proved.spec(),
        value.name(),
        verified.positions
    );

    // A forged proof is found out.
    let forged = certificate.replacen("at least win", "at most loss", 1);
    println!("forged: {}", verify(&forged).err().ok_or("a forged proof was believed")?);
    Ok(())
}
