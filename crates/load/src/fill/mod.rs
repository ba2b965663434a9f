//! Fills a database with a club of any size: real games, played under the club's own rules, repeated by other people at other
//! times.

mod draft;
mod streams;
mod template;

use std::path::Path;
use std::time::SystemTime;

use anyhow::bail;
use clap::Args;
use crosscut_club::{Moment, Span};
use serde_json::json;

use draft::ClubDraft;

/// The age of a club, ten years.
const AGE: Span = Span::days(3652);

/// The size of a club to generate.
#[derive(Clone, Copy, Debug)]
pub struct ClubSize {
    /// The total number of matches.
    pub matches: u32,
    /// The number of members.
    pub members: u32,
    /// How many of them play: the others have joined and done nothing.
    pub players: u32,
    /// How many of the matches are in progress.
    pub live: u32,
    /// How many open challenges are in the lobby.
    pub open: u32,
    /// How many rated matches the first member has finished; with none, the first is like the others.
    pub star: u32,
    /// The random seed: the same seed makes the same club on the same day.
    pub seed: u64,
    /// The moment until which it has been played.
    pub now: Moment,
}

impl ClubSize {
    /// Checks that the numbers are consistent.
    fn check(self) -> anyhow::Result<()> {
        if self.members < 3 {
            bail!("a club has at least 3 members, and not {}", self.members);
        }
        if !(3..=self.members).contains(&self.players) {
            bail!("of {} members from 3 on play, and not {}", self.members, self.players);
        }
        if self.live > self.matches {
            bail!("of {} matches, {} cannot go on", self.matches, self.live);
        }
        let over = self.matches - self.live;
        if self.star > over {
            bail!("the star cannot have played {} matches where {over} are over", self.star);
        }
        Ok(())
    }
}

/// Fills a database that has no club in it; returns the number of events written. A new file gets its final name once it is
/// complete.
///
/// # Errors
/// The numbers are inconsistent, there is already a club in the database, or it cannot be written.
pub async fn fill(database: &str, size: ClubSize) -> anyhow::Result<u64> {
    size.check()?;
    let draft = ClubDraft::new(size)?;
    let mut events = 0;
    let pieces = streams::pieces(&draft).inspect(|piece| events += piece.len() as u64);
    if database.contains("://") || Path::new(database).exists() {
        crosscut_server::bulk(database, pieces).await?;
        return Ok(events);
    }
    let part = format!("{database}.part");
    let remove = |ends: &[&str]| {
        for end in ends {
            // The file may not exist.
            let _ = std::fs::remove_file(format!("{part}{end}"));
        }
    };
    // Left over from an earlier attempt.
    remove(&["", "-wal", "-shm"]);
    crosscut_server::bulk(&part, pieces).await?;
    std::fs::rename(&part, database)?;
    remove(&["-wal", "-shm", ".lock"]);
    Ok(events)
}

/// The usual number of open challenges in a club with this many members.
pub fn waiting(members: u32) -> u32 {
    members / 200
}

/// The beginning of the current day.
pub fn today() -> Moment {
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    Moment(Span::days((since.as_secs() / 86_400).cast_signed()).0)
}

/// How a club is asked for on the command line; how many matches it has is said apart.
#[derive(Args, Clone, Debug)]
pub struct FillArgs {
    /// The file, or postgres://..; the club is kept there
    #[arg(long)]
    database: String,
    /// How many members there are
    #[arg(long, default_value_t = 1000)]
    members: u32,
    /// How many of the matches go on
    #[arg(long, default_value_t = 100)]
    live: u32,
    /// How many rated matches the first member, Ada1, has played to the end
    #[arg(long, default_value_t = 0)]
    star: u32,
    /// What chance goes by: the same seed makes the same club, up to the day
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl FillArgs {
    /// Fills the database; returns a report.
    ///
    /// # Errors
    /// As with [`fill`].
    pub async fn run(&self, matches: usize, json: bool) -> anyhow::Result<String> {
        let FillArgs { members, live, star, seed, .. } = *self;
        let now = today();
        let matches = u32::try_from(matches)?;
        let begun = tokio::time::Instant::now();
        let open = waiting(members);
        let size = ClubSize { matches, members, players: members, live, open, star, seed, now };
        let events = fill(&self.database, size).await?;
        let seconds = begun.elapsed().as_secs_f64();
        Ok(match json {
            true => json!({
                "matches": matches, "live": live, "members": members, "events": events, "seconds": seconds,
            })
            .to_string(),
            false => format!(
                "{matches} matches, {live} of them live, {members} members, {events} events in {seconds:.1} s"
            ),
        })
    }
}
