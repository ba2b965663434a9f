use std::io::Write;

use anyhow::Result;
use clap::{Args, Subcommand};
use crosscut_server::{OperatorOrder, OperatorView, order, run};

use super::place::DatabaseArgs;
use super::teach;

/// Switch games of the club off and on
#[derive(Args, Debug)]
#[command(after_long_help = teach::game())]
pub(crate) struct GameArgs {
    #[command(flatten)]
    place: DatabaseArgs,
    #[command(subcommand)]
    command: GameCommand,
}

#[derive(Debug, Subcommand)]
enum GameCommand {
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

impl GameArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let config = self.place.config()?;
        let order_of = match self.command {
            GameCommand::List => {
                for (name, open) in run(async { OperatorView::open(&config).await?.games().await })?
                {
                    writeln!(out, "{name}{}", if open { "" } else { "  (switched off)" })?;
                }
                return Ok(());
            }
            GameCommand::Close { name } => OperatorOrder::SetOpen { game: name, open: false },
            GameCommand::Open { name } => OperatorOrder::SetOpen { game: name, open: true },
        };
        let said = run(order(config, order_of))?;
        Ok(writeln!(out, "{said}")?)
    }
}
