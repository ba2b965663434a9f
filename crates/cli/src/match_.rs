use std::io::Write;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use crosscut_record::Writer;
use crosscut_server::{Office, Order, Summary, order, run};

use crate::contest;
use crate::convert::FormName;
use crate::place::Place;
use crate::teach;

/// Let two players play a match; or look after the matches of the club
///
/// Games come in pairs: both begin with the same random plies, and the players change seats. Every game is written to a
/// log as soon as it is over; started again with the same log, the match goes on where it was.
///
/// The commands list, stop and export are about the matches of the club (see `crosscut serve`).
#[derive(Args, Debug)]
#[command(after_long_help = teach::contest())]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Matches {
    #[command(flatten)]
    contest: Option<contest::Match>,
    #[command(subcommand)]
    club: Option<Club>,
}

#[derive(Debug, Subcommand)]
enum Club {
    /// Matches of the club: number, game, players, how it stands
    List {
        /// Only those somebody plays or played
        #[arg(long, value_name = "NAME")]
        of: Option<String>,
        #[command(flatten)]
        place: Place,
    },
    /// End a match of the club without a result
    Stop {
        /// Its number
        id: u64,
        #[command(flatten)]
        place: Place,
    },
    /// Write matches of the club down as records
    Export {
        /// Their numbers [default: all]
        ids: Vec<u64>,
        /// All that somebody plays or played
        #[arg(long, value_name = "NAME", conflicts_with = "ids")]
        of: Option<String>,
        /// The form of the records
        #[arg(long, value_enum, default_value_t = FormName::Text)]
        form: FormName,
        #[command(flatten)]
        place: Place,
    },
}

impl Matches {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        match (self.club, self.contest) {
            (Some(club), _) => club.run(out),
            (None, Some(contest)) => contest.run(out),
            (None, None) => bail!("say who plays what: see crosscut match --help"),
        }
    }
}

impl Club {
    fn run(self, out: &mut dyn Write) -> Result<()> {
        match self {
            Club::List { of, place } => {
                let config = place.config()?;
                run(async {
                    let office = Office::open(&config).await?;
                    for_each(&office, of.as_deref(), async |id| {
                        let (it, names) = office.summary(id).await?;
                        Ok(writeln!(out, "{}", line(&it, &names))?)
                    })
                    .await
                })
            }
            Club::Stop { id, place } => {
                let said = run(order(place.config()?, Order::Stop { id }))?;
                Ok(writeln!(out, "{said}")?)
            }
            Club::Export { ids, of, form, place } => {
                let config = place.config()?;
                run(async {
                    let office = Office::open(&config).await?;
                    let mut writer = Writer::new(form.into(), out);
                    if ids.is_empty() {
                        for_each(&office, of.as_deref(), async |id| {
                            Ok(writer.write(&office.record(id).await?)?)
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

/// Does something with every match, or with those of one player.
async fn for_each(
    office: &Office,
    of: Option<&str>,
    mut what: impl AsyncFnMut(u64) -> Result<()>,
) -> Result<()> {
    let mut after = 0;
    loop {
        let ids = office.matches(of, after).await?;
        let Some(last) = ids.last() else { return Ok(()) };
        after = *last;
        for id in ids {
            what(id).await?;
        }
    }
}

fn line(it: &Summary, [first, second]: &[String; 2]) -> String {
    let standing = match &it.ending {
        None => "goes on".to_string(),
        Some(ending) => format!("{}, {}", ending.result.name(), ending.reason.name()),
    };
    let (id, game, plies) = (it.id, &it.terms.game, it.plies);
    format!("{id:>8}  {game}  {first} - {second}  {plies} plies  {standing}")
}
