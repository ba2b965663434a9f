use std::io::Write;

use anyhow::Result;
use clap::Subcommand;
use crosscut_record::Writer;
use crosscut_server::{MatchSummary, OperatorAction, OperatorView, run};

use super::people::{ReasonArgs, done};
use super::place::DatabaseArgs;
use crate::convert::FormName;

/// What is done with matches of the club.
#[derive(Debug, Subcommand)]
pub(crate) enum MatchesCommand {
    /// List the club's matches: number, game, players, status
    List {
        /// Only this player's matches
        #[arg(long, value_name = "NAME")]
        of: Option<String>,
        #[command(flatten)]
        place: DatabaseArgs,
    },
    /// End matches of the club without a result
    Stop {
        /// Their numbers
        #[arg(required = true)]
        ids: Vec<u64>,
        #[command(flatten)]
        why: ReasonArgs,
        #[command(flatten)]
        place: DatabaseArgs,
    },
    /// Show the chat of a match of the club, with the number of each remark
    Remarks {
        /// The match's number
        id: u64,
        #[command(flatten)]
        place: DatabaseArgs,
    },
    /// Remove a remark from a match of the club
    Unsay {
        /// The match's number
        id: u64,
        /// The remark's number, as in `match remarks`
        remark: u32,
        #[command(flatten)]
        why: ReasonArgs,
        #[command(flatten)]
        place: DatabaseArgs,
    },
    /// Withdraw a challenge, with its greeting
    Withdraw {
        /// The challenge's number, as 5 or c5
        #[arg(value_parser = numbered)]
        challenge: u64,
        #[command(flatten)]
        why: ReasonArgs,
        #[command(flatten)]
        place: DatabaseArgs,
    },
    /// Export matches of the club as records
    Export {
        /// Their numbers [default: all]
        ids: Vec<u64>,
        /// All matches of this player
        #[arg(long, value_name = "NAME", conflicts_with = "ids")]
        of: Option<String>,
        /// The form of the records
        #[arg(long, value_enum, default_value_t = FormName::Text)]
        form: FormName,
        #[command(flatten)]
        place: DatabaseArgs,
    },
}

impl MatchesCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        match self {
            MatchesCommand::List { of, place } => {
                let config = place.config()?;
                run(async {
                    let office = OperatorView::open(&config).await?;
                    for_each(&office, of.as_deref(), async |ids| {
                        for (it, names) in office.summaries(ids).await? {
                            writeln!(out, "{}", line(&it, &names))?;
                        }
                        Ok(())
                    })
                    .await
                })
            }
            MatchesCommand::Stop { ids, why, place } => {
                done(place.config()?, OperatorAction::Stop { ids }, &why.reason, out)
            }
            MatchesCommand::Remarks { id, place } => {
                let config = place.config()?;
                let remarks = run(async { OperatorView::open(&config).await?.remarks(id).await })?;
                (1..).zip(remarks).try_for_each(|(n, (by, words))| {
                    Ok(writeln!(out, "{n:>5}  {by}: {}", words.replace('\n', "\n       "))?)
                })
            }
            MatchesCommand::Unsay { id, remark, why, place } => {
                done(place.config()?, OperatorAction::Unsay { game: id, remark }, &why.reason, out)
            }
            MatchesCommand::Withdraw { challenge, why, place } => {
                done(place.config()?, OperatorAction::Withdraw { challenge }, &why.reason, out)
            }
            MatchesCommand::Export { ids, of, form, place } => {
                let config = place.config()?;
                run(async {
                    let office = OperatorView::open(&config).await?;
                    let mut writer = Writer::new(form.into(), out);
                    if ids.is_empty() {
                        for_each(&office, of.as_deref(), async |ids| {
                            for &id in ids {
                                writer.write(&office.record(id).await?)?;
                            }
                            Ok(())
                        })
                        .await?;
                    }
                    for id in ids {
                        writer.write(&office.record(id).await?)?;
                    }
                    writer.finish()?;
                    Ok(())
                })
            }
        }
    }
}

/// Does something with every match, or with those of one player, several hundred at a time.
async fn for_each(
    office: &OperatorView,
    of: Option<&str>,
    mut what: impl AsyncFnMut(&[u64]) -> Result<()>,
) -> Result<()> {
    let mut after = 0;
    loop {
        let ids = office.matches(of, after).await?;
        let Some(last) = ids.last() else { return Ok(()) };
        after = *last;
        what(&ids).await?;
    }
}

fn line(it: &MatchSummary, [first, second]: &[String; 2]) -> String {
    let standing = match &it.ending {
        None => "in progress".to_string(),
        Some(ending) => format!("{}, {}", ending.result.name(), ending.reason.name()),
    };
    let (id, game, plies) = (it.id, &it.terms.game, it.plies);
    format!("{id:>8}  {game}  {first} - {second}  {plies} plies  {standing}")
}

/// Parses the number of a challenge, which the club writes as `c5`.
fn numbered(text: &str) -> Result<u64, String> {
    let number = text.strip_prefix('c').unwrap_or(text).parse();
    number.map_err(|_| "write a challenge's number as 5 or c5".to_string())
}
