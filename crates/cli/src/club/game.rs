use std::io::Write;

use anyhow::Result;
use clap::{Args, Subcommand};
use crosscut_server::{OperatorView, Order, order, run};

use super::place::Place;
use super::teach;

/// Switch games of the club off and on
#[derive(Args, Debug)]
#[command(after_long_help = teach::game())]
pub(crate) struct Game {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The games, and which of them are switched off
    List,
    /// Allow no new matches of a game; those in progress continue
    Close {
        /// The game
        name: String,
    },
    /// Allow new matches of a game again
    Open {
        /// The game
        name: String,
    },
}

impl Game {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let config = self.place.config()?;
        let order_of = match self.command {
            Command::List => {
                for (name, open) in run(async { OperatorView::open(&config).await?.games().await })?
                {
                    writeln!(out, "{name}{}", if open { "" } else { "  (switched off)" })?;
                }
                return Ok(());
            }
            Command::Close { name } => Order::SetOpen { game: name, open: false },
            Command::Open { name } => Order::SetOpen { game: name, open: true },
        };
        let said = run(order(config, order_of))?;
        Ok(writeln!(out, "{said}")?)
    }
}
