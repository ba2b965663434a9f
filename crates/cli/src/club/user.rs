use std::io::{self, BufRead, Write};

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use crosscut_server::{OperatorView, Order, order, run};

use super::people::People;
use super::place::Place;
use super::teach;

/// Manage the club's members
#[derive(Args, Debug)]
#[command(after_long_help = teach::user())]
pub(crate) struct User {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List number, name, and whether it is a guest
    List {
        /// Only names that begin with this
        #[arg(default_value = "")]
        prefix: String,
    },
    /// Set a member's password, read from standard input, and end their sessions
    Password {
        /// The member's name
        name: String,
    },
    /// End all sessions of a member
    SignOut {
        /// The member's name
        name: String,
    },
    #[command(flatten)]
    People(People),
}

impl User {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let config = self.place.config()?;
        let order_of = match self.command {
            Command::List { prefix } => {
                let members =
                    run(async { OperatorView::open(&config).await?.members(&prefix).await })?;
                for it in members {
                    let guest = if it.guest { "  guest" } else { "" };
                    writeln!(out, "{:>8}  {}{guest}", it.id, it.name)?;
                }
                return Ok(());
            }
            Command::Password { name } => {
                let mut password = String::new();
                io::stdin().lock().read_line(&mut password)?;
                let password = password.trim_end_matches(['\r', '\n']).to_string();
                if password.is_empty() {
                    bail!("no password on standard input");
                }
                Order::set_password(&config, name, &password)?
            }
            Command::SignOut { name } => Order::SignOut { name },
            Command::People(it) => return it.run(config, out),
        };
        let said = run(order(config, order_of))?;
        Ok(writeln!(out, "{said}")?)
    }
}
