use std::io::{self, BufRead, Write};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use crosscut_arena::{gtp, memory};
use crosscut_catalog::{Budget, GAMES, Level, Spec};

use crate::best::seconds;
use crate::play::level;
use crate::teach;

/// Play behind another program's board, in the Go Text Protocol
///
/// Reads commands from standard input and answers each on standard output, until `quit` or the end of the
/// input. HexGui, GoGui and match programs speak this protocol.
#[derive(Args, Debug)]
#[command(after_long_help = teach::engine())]
pub(crate) struct EngineArgs {
    /// The game and its options [default: the first game of the list]
    spec: Option<Spec>,
    /// The level to play at, from 1 to 8
    #[arg(long, value_name = "L", value_parser = level)]
    level: Option<Level>,
    /// How long a move may take at most [default: 1, unless a level, simulations or a clock are given]
    #[arg(long, value_name = "T", value_parser = seconds)]
    seconds: Option<Duration>,
    /// How many random games a move may take at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    simulations: Option<u64>,
    /// How much memory the search may take, such as 64M or 2G
    #[arg(long, value_name = "M", value_parser = memory)]
    memory: Option<usize>,
    /// How many threads search
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Random seed of the search
    #[arg(long, value_name = "K", default_value_t = 0)]
    seed: u64,
}

impl EngineArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let budget = self.budget();
        let spec = match self.spec {
            Some(spec) => spec,
            None => Spec::of(GAMES[0], "")?,
        };
        let mut engine = gtp::Engine::new(spec, budget).with_level(self.level);
        for line in io::stdin().lock().split(b'\n') {
            let line = line.context("standard input cannot be read")?;
            let Some(reply) = engine.answer(&String::from_utf8_lossy(&line)) else { continue };
            write!(out, "{reply}")?;
            out.flush()?;
            if reply.quit {
                break;
            }
        }
        Ok(())
    }

    fn budget(&self) -> Budget {
        let mut budget = Budget::default();
        (budget.time, budget.simulations) = (self.seconds, self.simulations);
        if let Some(threads) = self.threads {
            budget.threads = usize::from(threads);
        }
        if let Some(bytes) = self.memory {
            budget = budget.with_memory(bytes);
        }
        budget.with_seed(self.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_thinks_with_what_it_is_given() {
        let engine = EngineArgs {
            spec: None,
            level: None,
            seconds: Some(Duration::from_secs(3)),
            simulations: Some(500),
            memory: None,
            threads: Some(7),
            seed: 5,
        };
        let budget = engine.budget();
        assert_eq!((budget.time, budget.simulations), (Some(Duration::from_secs(3)), Some(500)));
        assert_eq!((budget.threads, budget.seed), (7, 5));
        let small = EngineArgs { memory: Some(1 << 20), threads: None, ..engine }.budget();
        assert!(small.nodes < budget.nodes);
        assert_eq!(small.threads, Budget::default().threads);
    }
}
