//! Orders of the command line, left in the database: a running server carries them out, so that there is one writer.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use std::io::Read;

use anyhow::{Context, bail};
use crosscut_catalog::find;
use crosscut_mail::Envelope;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::auth::password::hashed;
use crate::config::Config;
use crate::mail::{IncomingMail, MOST, receive};
use crate::operate::deeds::{ActionRequest, carry_out, note};

/// An operator's order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperatorOrder {
    /// Allow new matches of a game, or not; matches that have begun continue.
    SetOpen {
        /// The game's name.
        game: String,
        /// Whether new matches may begin.
        open: bool,
    },
    /// Do something about people, or what is theirs.
    People(ActionRequest),
    /// Set a new password for a member, and end their sessions.
    SetPassword {
        /// The member's name.
        name: String,
        /// The hash of the new password: the password itself is stored nowhere.
        phc: String,
    },
    /// Carry out a mail.
    Mail {
        /// Its beginning, in hexadecimal digits: a mail need not be text.
        bytes: String,
        /// Whether there was more of it.
        cut: bool,
        /// The addresses it was sent to, as far as the program that delivers it says.
        to: Vec<String>,
    },
    /// End all sessions of a member.
    SignOut {
        /// The member's name.
        name: String,
    },
}

impl OperatorOrder {
    /// A new password for a member, hashed here.
    ///
    /// # Errors
    /// The password is not accepted.
    pub fn set_password(
        config: &Config,
        name: String,
        password: &str,
    ) -> anyhow::Result<OperatorOrder> {
        let phc = hashed(config, &name, password)?;
        Ok(OperatorOrder::SetPassword { name, phc })
    }

    /// A mail, read to its end; its beginning is kept.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn mail(mut from: impl Read, to: Vec<String>) -> std::io::Result<OperatorOrder> {
        let mut bytes = Vec::new();
        from.by_ref().take(MOST as u64 + 1).read_to_end(&mut bytes)?;
        let cut = MOST < bytes.len();
        bytes.truncate(MOST);
        // The rest is read too: a program that writes into a pipe that nobody reads gets an error.
        std::io::copy(&mut from, &mut std::io::sink())?;
        Ok(OperatorOrder::Mail { bytes: HEXLOWER.encode(&bytes), cut, to })
    }

    /// Its name in the log, which contains no passwords.
    fn name(&self) -> &'static str {
        match self {
            OperatorOrder::SetOpen { .. } => "set open",
            OperatorOrder::People(_) => "people",
            OperatorOrder::SetPassword { .. } => "set password",
            OperatorOrder::SignOut { .. } => "sign out",
            OperatorOrder::Mail { .. } => "mail",
        }
    }
}

/// The operator's name in the log, where the order does not give one.
const TYPED: &str = "command line";
/// Carries out the orders that the command line has left.
pub(super) async fn run_all(app: &App) -> anyhow::Result<()> {
    for (id, body) in app.store().errands().await? {
        let done = match serde_json::from_str(&body) {
            Ok(order) => obey(app, order).await.map_err(|error| format!("{error:#}")),
            Err(error) => Err(format!("the server does not understand the order: {error}")),
        };
        app.store().answer_errand(id, &serde_json::to_string(&done)?).await?;
    }
    Ok(())
}

/// Carries out an order; returns the answer to it.
pub(crate) async fn obey(app: &App, order: OperatorOrder) -> anyhow::Result<String> {
    tracing::info!(order = order.name(), "an operator's order");
    match order {
        OperatorOrder::SetOpen { game, open } => {
            let known = find(&game).with_context(|| format!("there is no game '{game}'"))?;
            let name = known.card().name;
            note(app, TYPED, if open { "open" } else { "close" }, name, "").await?;
            app.set_open(name, open).await?;
            Ok(if open {
                format!("{name} can be played")
            } else {
                format!("no match of {name} can begin; those that have begun go on")
            })
        }
        OperatorOrder::People(deed) => Ok(carry_out(app, &deed).await?),
        OperatorOrder::SetPassword { name, phc } => {
            let member = app.accounts().member_named(&name).await?;
            let member = member.with_context(|| format!("nobody is called '{name}'"))?;
            note(app, TYPED, "set password", &name, "").await?;
            app.accounts().set_hash(member, &phc).await?;
            app.accounts().end(member, None, "").await?;
            // Somebody who took the account over may have left their own keys in it.
            let keys = app.passkeys().of(member).await?;
            for key in &keys {
                app.passkeys().remove(member, &key.id).await?;
            }
            Ok(match keys.is_empty() {
                true => format!("{name} has another password"),
                false => format!("{name} has another password, and no passkeys any more"),
            })
        }
        OperatorOrder::Mail { bytes, cut, to } => {
            if app.post().is_none() {
                bail!("this club has no mail: say --mail-address and --mail-relay, or --mail-dir");
            }
            let bytes = HEXLOWER_PERMISSIVE
                .decode(bytes.as_bytes())
                .context("the mail was garbled on its way")?;
            let envelope = Envelope { from: None, to };
            receive(app, &IncomingMail { bytes, cut, envelope: Some(envelope), file: None })
                .await?;
            Ok(String::new())
        }
        OperatorOrder::SignOut { name } => {
            let member = app.accounts().member_named(&name).await?;
            let member = member.with_context(|| format!("nobody is called '{name}'"))?;
            note(app, TYPED, "sign out", &name, "").await?;
            app.accounts().end(member, None, "").await?;
            Ok(format!("{name} is signed out everywhere"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives out some bytes, and notes how many.
    struct Pipe<'a> {
        left: usize,
        given: &'a mut usize,
    }

    impl Read for Pipe<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let n = buffer.len().min(self.left).min(4096);
            buffer[..n].fill(b'x');
            self.left -= n;
            *self.given += n;
            Ok(n)
        }
    }

    #[test]
    fn of_a_long_mail_the_beginning_is_kept_and_all_is_read() {
        for (sent, kept, is_cut) in
            [(3, 3, false), (MOST, MOST, false), (MOST + 1, MOST, true), (MOST + 5000, MOST, true)]
        {
            let mut given = 0;
            let to = vec!["club@crosscut.example".to_string()];
            let order =
                OperatorOrder::mail(Pipe { left: sent, given: &mut given }, to.clone()).unwrap();
            let bytes = HEXLOWER.encode(&vec![b'x'; kept]);
            assert!(order == OperatorOrder::Mail { bytes, cut: is_cut, to }, "{sent}");
            assert_eq!(given, sent);
        }
    }

    /// Whoever reads the log sees what was ordered, and no password.
    #[test]
    fn an_order_has_a_name() {
        let name = || "ann".to_string();
        for (order, told) in [
            (OperatorOrder::SetOpen { game: "hex".into(), open: true }, "set open"),
            (OperatorOrder::SetPassword { name: name(), phc: String::new() }, "set password"),
            (OperatorOrder::SignOut { name: name() }, "sign out"),
            (OperatorOrder::Mail { bytes: String::new(), cut: false, to: Vec::new() }, "mail"),
        ] {
            assert_eq!(order.name(), told);
        }
    }
}
