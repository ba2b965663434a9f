use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;

#[cfg(feature = "club")]
use crate::club;
use crate::contest;
use crate::teach;

#[cfg_attr(
    feature = "club",
    doc = "Play a match between two players, or manage the club's matches"
)]
#[cfg_attr(not(feature = "club"), doc = "Play a match between two players")]
///
/// Games come in pairs: both begin with the same random plies, and the players change seats. Every game is written to a
/// log as soon as it is over; run again with the same log, the match continues where it stopped.
#[cfg_attr(feature = "club", doc = "")]
#[cfg_attr(
    feature = "club",
    doc = "The commands list, stop, remarks, unsay, withdraw and export are about the matches of the"
)]
#[cfg_attr(feature = "club", doc = "club (see `crosscut serve`).")]
#[derive(Args, Debug)]
#[command(after_long_help = teach::contest())]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    contest: Option<contest::ContestArgs>,
    #[cfg(feature = "club")]
    #[command(subcommand)]
    club: Option<club::MatchesCommand>,
}

impl MatchArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        #[cfg(feature = "club")]
        if let Some(club) = self.club {
            return club.run(out);
        }
        match self.contest {
            Some(contest) => contest.run(out),
            None => bail!("give a game and two players: see crosscut match --help"),
        }
    }
}
