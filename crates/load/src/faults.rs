//! Disk faults under a server's database: single calls that fail, any number of times (Linux).
//!
//! A small library in C (`faults.c`) is built with the system's compiler and preloaded into the server. It makes calls on the
//! database's files fail with ENOSPC or EIO, or writes half of the data and then fails, or kills the process at that point.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use crosscut_catalog::Rng;
use serde::Serialize;
use tokio::time::{Instant, sleep};

use crate::players::{Players, TurnAudit};
use crate::postgres::Postgres;
use crate::report::share_ms;
use crate::server::Server;

/// The longest wait for a fault to happen, and for writes to succeed again afterwards.
const PATIENCE: Duration = Duration::from_secs(30);
/// The polling interval.
const LOOK: Duration = Duration::from_micros(500);
/// How many faults there are for one that kills the server during a torn write, which costs a restart.
const TO_A_KILL: usize = 50;
/// How many connections the players share.
const CONNECTIONS: usize = 8;
/// The number of matches in progress below which new ones begin.
const TABLES: usize = 32;

/// The way a call fails, as numbered in `faults.c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FaultKind {
    NoSpace = 0,
    Error = 1,
    Torn = 2,
    TornAndGone = 3,
}

/// Controls the library within a server.
#[derive(Debug)]
pub struct Disk {
    shared: File,
    /// The program to start in place of the server.
    pub program: PathBuf,
}

impl Disk {
    /// Builds the library in a folder, and there a program that starts `program` with it.
    ///
    /// # Errors
    /// There is no C compiler, or the folder is not writable.
    pub fn new(folder: &Path, program: &Path) -> Result<Disk> {
        let [source, library, shared, begin, log] =
            ["faults.c", "faults.so", "faults", "begin", "log"].map(|it| folder.join(it));
        std::fs::write(&source, include_str!("faults.c"))?;
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([&library, &source])
            .status()
            .context("there is no C compiler (Debian: gcc)")?;
        if !built.success() {
            bail!("the library that makes faults is not built: {built}");
        }
        std::fs::write(&shared, [0; 4096])?;
        let [library, at, log, program] =
            [library.as_path(), &shared, &log, program].map(Path::display);
        let words = format!(
            "#!/bin/sh\nCROSSCUT_FAULTS={at} LD_PRELOAD={library} exec {program} \"$@\" 2>>{log}\n"
        );
        std::fs::write(&begin, words)?;
        let done = Command::new("chmod").arg("+x").arg(&begin).status()?;
        if !done.success() {
            bail!("{} cannot be made a program", begin.display());
        }
        let shared = File::options().read(true).write(true).open(&shared)?;
        let disk = Disk { shared, program: begin };
        disk.heal()?;
        Ok(disk)
    }

    /// Makes `burst` consecutive calls fail after `wait` successful ones.
    fn fail(&self, wait: i32, burst: i32, kind: FaultKind) -> Result<()> {
        self.set(1, burst)?;
        self.set(2, kind as i32)?;
        self.set(0, wait)
    }

    /// Makes no more calls fail.
    fn heal(&self) -> Result<()> {
        self.set(0, -1)
    }

    /// Whether every planned failure has happened.
    fn is_well(&self) -> Result<bool> {
        Ok(self.get(0)? < 0)
    }

    /// How many calls have failed.
    fn failed(&self) -> Result<i32> {
        self.get(3)
    }

    fn set(&self, at: u64, number: i32) -> Result<()> {
        Ok(self.shared.write_all_at(&number.to_ne_bytes(), 4 * at)?)
    }

    fn get(&self, at: u64) -> Result<i32> {
        let mut bytes = [0; 4];
        self.shared.read_exact_at(&mut bytes, 4 * at)?;
        Ok(i32::from_ne_bytes(bytes))
    }
}

/// The result of a run with faults.
#[derive(Clone, Debug, Serialize)]
pub struct FaultsReport {
    /// How many faults there were, each of one call or a few in a row.
    pub faults: usize,
    /// How many calls failed, where they were counted.
    pub calls: i32,
    /// How often the server was killed by a fault, and restarted.
    pub kills: usize,
    /// Turns accepted meanwhile.
    pub accepted: u64,
    /// Accepted turns that are missing afterwards.
    pub lost: u64,
    /// Turns that exist but were not accepted, or exist more than once.
    pub doubled: u64,
    /// How often a turn was sent again.
    pub retries: u64,
    /// Milliseconds from the end of a fault to the next accepted turn: median, 99th percentile and maximum.
    pub back_ms: [f64; 3],
}

impl std::fmt::Display for FaultsReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [middle, most, longest] = self.back_ms;
        write!(
            f,
            "{} faults ({} calls failed, {} times the server was killed over it), {} turns accepted; {} lost, {} doubled, {} \
             asked again; the next turn was accepted {middle:.0} ms after a fault, p99 {most:.0} ms, longest {longest:.0} ms",
            self.faults,
            self.calls,
            self.kills,
            self.accepted,
            self.lost,
            self.doubled,
            self.retries
        )
    }
}

/// Plays on SQLite while single calls on its files fail, `count` times.
///
/// # Errors
/// Writes do not succeed again, a turn is refused, or the server cannot be run.
pub async fn on_sqlite(
    disk: &Disk,
    server: &mut Server,
    players: &Arc<Players>,
    count: usize,
    seed: u64,
) -> Result<FaultsReport> {
    let mut rng = Rng::new(seed);
    let mut back = Vec::with_capacity(count);
    let mut kills = 0;
    let playing = begin_to_play(players).await?;
    for n in 0..count {
        more_tables(players).await?;
        let kind = match n % TO_A_KILL {
            49 => FaultKind::TornAndGone,
            n if n % 3 == 0 => FaultKind::NoSpace,
            n if n % 3 == 1 => FaultKind::Error,
            _ => FaultKind::Torn,
        };
        let [wait, burst] = [rng.below(40), 1 + rng.below(4)].map(|it| it as i32);
        // After this kind the process is gone and makes no second call.
        let burst = if kind == FaultKind::TornAndGone { 1 } else { burst };
        disk.fail(wait, burst, kind)?;
        until(|| disk.is_well(), "what was to fail is not called").await?;
        let ended = Instant::now();
        if kind == FaultKind::TornAndGone {
            server.ended().await?;
            disk.heal()?;
            server.begin_again().await?;
            kills += 1;
        }
        back.push(until_accepted(players, ended).await?);
    }
    players.stop();
    playing.await?;
    told(players, back, disk.failed()?, kills).await
}

/// Plays on PostgreSQL while it is stopped immediately and restarted, `count` times.
///
/// # Errors
/// As above.
pub async fn on_postgres(
    postgres: &Postgres,
    players: &Arc<Players>,
    count: usize,
    seed: u64,
) -> Result<FaultsReport> {
    let mut rng = Rng::new(seed);
    let mut back = Vec::with_capacity(count);
    let playing = begin_to_play(players).await?;
    for _ in 0..count {
        more_tables(players).await?;
        sleep(Duration::from_millis(rng.below(300) as u64)).await;
        postgres.crash()?;
        postgres.start()?;
        back.push(until_accepted(players, Instant::now()).await?);
    }
    players.stop();
    playing.await?;
    told(players, back, 0, 0).await
}

async fn begin_to_play(players: &Arc<Players>) -> Result<tokio::task::JoinHandle<()>> {
    more_tables(players).await?;
    let players = players.clone();
    let day = Duration::from_secs(24 * 60 * 60);
    Ok(tokio::spawn(async move { players.play(CONNECTIONS, None, day).await }))
}

/// Begins new matches where too many are over. Nothing fails meanwhile.
async fn more_tables(players: &Arc<Players>) -> Result<()> {
    if players.tables().len() < TABLES {
        players.sit_down(4 * TABLES).await?;
    }
    Ok(())
}

/// Waits until one more turn is accepted; returns the time since `ended`.
async fn until_accepted(players: &Players, ended: Instant) -> Result<Duration> {
    let before = players.accepted();
    until(|| Ok(before < players.accepted()), "no turn is accepted any more").await?;
    Ok(ended.elapsed())
}

async fn until(mut is_so: impl FnMut() -> Result<bool>, or: &str) -> Result<()> {
    let begun = Instant::now();
    while !is_so()? {
        if PATIENCE < begun.elapsed() {
            bail!("{or}");
        }
        sleep(LOOK).await;
    }
    Ok(())
}

async fn told(
    players: &Arc<Players>,
    back: Vec<Duration>,
    calls: i32,
    kills: usize,
) -> Result<FaultsReport> {
    let TurnAudit { lost, doubled, .. } = players.audit().await?;
    let mut micros: Vec<u32> =
        back.iter().map(|it| u32::try_from(it.as_micros()).unwrap_or(u32::MAX)).collect();
    micros.sort_unstable();
    Ok(FaultsReport {
        faults: micros.len(),
        calls,
        kills,
        accepted: players.accepted(),
        lost,
        doubled,
        retries: players.retries.load(Ordering::Relaxed),
        back_ms: [0.5, 0.99, 1.0].map(|share| share_ms(&micros, share)),
    })
}
