//! How costs grow with a club: the same requests to clubs of several sizes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use crosscut_catalog::GAMES;
use futures_util::future::try_join_all;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;
use tokio::time::{Instant, sleep, sleep_until};

use crate::client::Client;
use crate::fill::{ClubSize, fill, today, waiting};
use crate::games::scripts;
use crate::players::Players;
use crate::postgres::pages_read;
use crate::report::share_ms;
use crate::server::Server;

/// The first member of a generated club, and the password they are given.
const STAR: &str = "Ada1";
const PASSWORD: &str = "Quietly-7-Herons-Wade";
/// How long a server must read nothing to count as quiet.
const QUIET: Duration = Duration::from_millis(300);

/// How growth is asked for on the command line.
#[derive(Args, Clone, Debug)]
pub struct GrowthArgs {
    /// How many matches the clubs have, the smallest first
    #[arg(long, value_delimiter = ',', default_values_t = [1000, 100_000])]
    sizes: Vec<u32>,
    /// How often each thing is asked
    #[arg(long, default_value_t = 200)]
    rounds: usize,
    /// How many ask at once
    #[arg(long, default_value_t = 1)]
    clients: usize,
    /// How many questions they ask a second, all together, each at its moment whatever became of those before; without it
    /// each asks again as soon as it has its answer.
    #[arg(skip)]
    rate: Option<f64>,
}

/// How often requests are sent, by how many clients, and how fast.
#[derive(Clone, Copy, Debug)]
pub struct LoadPlan {
    /// The total number of requests.
    pub rounds: usize,
    /// The number of concurrent clients.
    pub clients: usize,
    /// Requests per second, over all clients; without it each client sends its next request when it has its response.
    pub rate: Option<f64>,
}

/// The cost of a request or an operation in a club.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CostReport {
    /// The name of the request or operation.
    pub what: String,
    /// The number of matches in the club.
    pub matches: u32,
    /// The median time in milliseconds ..
    pub median_ms: f64,
    /// .. and the 99th percentile.
    pub p99_ms: f64,
    /// Responses per second, if there were many requests.
    pub per_second: Option<f64>,
    /// The size of the response, or of the result, in bytes.
    pub bytes: u64,
    /// The bytes the server read from files, or PostgreSQL from pages on its behalf, for the first request after a start; none
    /// where that is not counted.
    pub read: Option<u64>,
}

/// The least number of matches in progress, open challenges and members, even in a small club: enough to fill the lists that
/// are shown, including a search by the first letter, so that a comparison of clubs shows their age and not the length of a
/// list.
const SHOWN: [u32; 3] = [400, 200, 2000];

/// Fills a club of this many matches, with a tenth as many players. A twentieth of the matches is in progress, and there are at
/// least as many matches, challenges and members as a list shows.
///
/// # Errors
/// The club cannot be filled.
pub async fn club(database: &str, matches: u32, star: u32) -> Result<()> {
    let players = (matches / 10).clamp(30, 100_000);
    let [live, open, members] = SHOWN;
    let size = ClubSize {
        matches,
        members: players.max(members),
        players,
        live: (matches / 20).clamp(live.min(matches / 2), 50_000),
        open: waiting(players).max(open),
        star,
        seed: 1,
        now: today(),
    };
    fill(database, size).await.map(drop)
}

impl GrowthArgs {
    /// Sets the total requests per second.
    #[must_use]
    pub fn at(self, rate: Option<f64>) -> Self {
        GrowthArgs { rate, ..self }
    }

    /// Fills clubs, each in a database of its own, and sends them requests; returns the table.
    ///
    /// # Errors
    /// A club cannot be filled, or does not respond.
    pub async fn run(
        &self,
        program: &Path,
        database: impl Fn(u32) -> Result<String>,
        json: bool,
    ) -> Result<String> {
        if self.rate.is_some_and(|it| !(0.1..=1e6).contains(&it)) {
            bail!("--rate takes a number from 0.1 to 1000000");
        }
        let smallest = self.sizes.iter().min().copied().context("name at least one size")?;
        let mut costs = Vec::new();
        for matches in &self.sizes {
            let database = database(*matches)?;
            let begun = Instant::now();
            club(&database, *matches, (smallest / 4).min(500)).await?;
            costs.push(once("fill", *matches, begun, size_of(&database)));
            let asking =
                LoadPlan { rounds: self.rounds, clients: self.clients.max(1), rate: self.rate };
            costs.extend(ask_all(program, &database, *matches, asking).await?);
        }
        if json { Ok(serde_json::to_string(&costs)?) } else { Ok(table(&self.sizes, &costs)) }
    }
}

/// The requests: name, path, and body if there is one.
fn questions(old: u64, new: u64) -> Vec<(String, String, Option<String>)> {
    let game = GAMES[0].card().name;
    let pages = [
        "/",
        "/lobby",
        "/games",
        "/members",
        "/members?q=v",
        "/puzzles",
        "/settings",
        "/member/Ada1",
        "/member/Ugo1",
        "/api/v1/me",
        "/api/v1/matches",
        "/api/v1/challenges",
        "/api/v1/here",
    ];
    let mut all: Vec<_> = pages.iter().map(|it| (it.to_string(), it.to_string(), None)).collect();
    for (what, path) in [
        ("/games/GAME", format!("/games/{game}")),
        ("/play/GAME", format!("/play/{game}")),
        ("/match/NEW", format!("/match/{new}")),
        ("/match/OLD", format!("/match/{old}")),
        ("/match/OLD/boards", format!("/match/{old}/boards")),
        ("/api/v1/matches/NEW", format!("/api/v1/matches/{new}")),
    ] {
        all.push((what.to_string(), path, None));
    }
    let words =
        ["list", "games next", "games Ugo1", "GAME standings", "GAME history", "all show next"];
    for words in words {
        let said = words.replace("GAME", game);
        all.push((words.to_string(), "/command".to_string(), Some(said)));
    }
    all
}

#[derive(Deserialize)]
struct SessionResponse {
    token: String,
}

/// A server for a club, with the first member signed in.
struct ClubServer {
    database: String,
    server: Server,
    token: String,
}

impl ClubServer {
    async fn open(program: &Path, database: &str) -> Result<ClubServer> {
        let flags = ["user", "password", STAR, "--database", database];
        let mut setting = Command::new(program)
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        let mut to = setting.stdin.take().context("the program takes nothing in")?;
        to.write_all(PASSWORD.as_bytes()).await?;
        drop(to);
        if !setting.wait().await?.success() {
            bail!("{STAR} is given no password");
        }
        let server = Server::begin(program, database, &[]).await?;
        let mut client = Client::new(server.address);
        let body = json!({"name": STAR, "password": PASSWORD}).to_string();
        let answer = client.ask("/api/v1/sessions", "", "", Some(&body)).await?;
        let token = answer.json::<SessionResponse>().context("nobody is let in")?.token;
        Ok(ClubServer { database: database.to_string(), server, token })
    }

    /// How many bytes the server has read: from files, where the system counts them, or PostgreSQL from pages on its behalf.
    fn read(&self) -> Option<u64> {
        if self.database.contains("://") {
            return pages_read(&self.database);
        }
        let io = std::fs::read_to_string(format!("/proc/{}/io", self.server.id()?)).ok()?;
        io.lines().find_map(|line| line.strip_prefix("rchar: "))?.trim().parse().ok()
    }

    /// Waits until the server has stopped reading on its own account.
    async fn quiet(&self) {
        let mut last = self.read();
        // A server that never becomes quiet is measured anyway.
        for _ in 0..100 {
            sleep(QUIET).await;
            let now = self.read();
            if now == last {
                break;
            }
            last = now;
        }
    }

    /// The first of these matches that anybody may see.
    async fn seen(&self, ids: impl Iterator<Item = u32>) -> Result<u64> {
        let mut client = Client::new(self.server.address);
        for id in ids {
            if client.ask(&format!("/match/{id}"), "", "", None).await?.status == 200 {
                return Ok(id.into());
            }
        }
        bail!("there is no public match")
    }

    async fn ask(&self, client: &mut Client, path: &str, body: Option<&str>) -> Result<u64> {
        let answer = client.ask(path, &self.token, "", body).await?;
        if 400 <= answer.status {
            bail!("{path} {} is answered {}", body.unwrap_or(""), answer.status);
        }
        Ok(answer.body.len() as u64)
    }
}

/// The costs of everything in a generated club.
///
/// # Errors
/// A request fails.
pub async fn ask_all(
    program: &Path,
    database: &str,
    matches: u32,
    asking: LoadPlan,
) -> Result<Vec<CostReport>> {
    let mut costs = Vec::new();
    let mut club = ClubServer::open(program, database).await?;
    let old = club.seen(1..=matches).await?;
    let new = club.seen((1..=matches).rev()).await?;
    for (what, path, body) in questions(old, new) {
        let mut firsts = Vec::new();
        // Background work of the server may coincide with one of the two.
        for _ in 0..2 {
            // With empty caches, what a server reads depends on the request alone.
            club.server.stop().await?;
            club.server.begin_again().await?;
            club.quiet().await;
            let mut client = Client::new(club.server.address);
            let before = club.read();
            let bytes = club.ask(&mut client, &path, body.as_deref()).await?;
            firsts.push((before.zip(club.read()).map(|(before, after)| after - before), bytes));
        }
        let (read, bytes) = firsts.into_iter().min().unwrap_or_default();
        let cost = often(&club, &path, body.as_deref(), asking).await?;
        costs.push(CostReport { what, matches, bytes, read, ..cost });
    }
    costs.push(turns(&club, matches, asking.rounds, !database.contains("://")).await?);
    let memory = club.server.memory().unwrap_or(0);
    costs.push(CostReport {
        what: "memory".into(),
        matches,
        bytes: memory,
        ..CostReport::default()
    });
    club.server.stop().await?;
    let begun = Instant::now();
    club.server.begin_again().await?;
    costs.push(once("start after a stop", matches, begun, 0));
    club.server.kill().await?;
    sleep(Duration::from_secs(1)).await;
    let begun = Instant::now();
    club.server.begin_again().await?;
    costs.push(once("start after a kill", matches, begun, 0));
    if !database.contains("://") {
        let copy = format!("{database}.copy");
        let begun = Instant::now();
        say(program, &["backup", &copy, "--database", database]).await?;
        costs.push(once("backup", matches, begun, size_of(&copy)));
        std::fs::remove_file(&copy)?;
        costs.push(turns_beside_a_backup(program, &club, [database, &copy], matches).await?);
        std::fs::remove_file(copy)?;
    }
    let begun = Instant::now();
    say(program, &["doctor", "--database", database]).await?;
    costs.push(once("doctor", matches, begun, size_of(database)));
    club.server.stop().await?;
    Ok(costs)
}

/// The cost of a request repeated many times.
async fn often(
    club: &ClubServer,
    path: &str,
    body: Option<&str>,
    asking: LoadPlan,
) -> Result<CostReport> {
    let LoadPlan { rounds, clients, rate } = asking;
    let begun = Instant::now();
    let ask = |nth: usize| async move {
        let mut client = Client::new(club.server.address);
        let mut times = Vec::with_capacity(rounds / clients);
        for round in 0..rounds / clients {
            // A request that is late because an earlier one was slow counts from the moment it was due.
            let at = match rate {
                Some(rate) => {
                    begun + Duration::from_secs_f64((round * clients + nth) as f64 / rate)
                }
                None => Instant::now(),
            };
            // A sleep takes at least a millisecond.
            if rate.is_some() {
                sleep_until(at).await;
            }
            club.ask(&mut client, path, body).await?;
            times.push(micros(at));
        }
        Ok::<_, anyhow::Error>(times)
    };
    let times = try_join_all((0..clients).map(ask)).await?.concat();
    Ok(CostReport::of(times, begun.elapsed()))
}

/// The cost of turns by guests, one after the other.
async fn turns(
    club: &ClubServer,
    matches: u32,
    rounds: usize,
    counted: bool,
) -> Result<CostReport> {
    let players = Players::new(club.server.address, scripts(None, 4, 1)?);
    players.sit_down(16).await?;
    club.quiet().await;
    let before = club.read();
    let mut client = Client::new(club.server.address);
    let mut times = Vec::new();
    let first = Instant::now();
    for _ in 0..rounds.max(16) {
        if players.at_play() == 0 {
            players.sit_down(16).await?;
        }
        let begun = Instant::now();
        players.play_one(&mut client).await?;
        times.push(micros(begun));
    }
    let cost = CostReport::of(times, first.elapsed());
    let read = before.zip(club.read()).map(|(before, after)| after - before).filter(|_| counted);
    Ok(CostReport { what: "turn".into(), matches, read, ..cost })
}

/// The cost of turns by guests, a hundred per second, for as long as the database is copied.
async fn turns_beside_a_backup(
    program: &Path,
    club: &ClubServer,
    [database, copy]: [&str; 2],
    matches: u32,
) -> Result<CostReport> {
    let players = Players::new(club.server.address, scripts(None, 4, 1)?);
    players.sit_down(16).await?;
    let mut client = Client::new(club.server.address);
    let mut times = Vec::new();
    let first = Instant::now();
    let words = ["backup", copy, "--database", database];
    let mut backup = pin!(say(program, &words));
    loop {
        tokio::select! {
            done = &mut backup => break done?,
            () = sleep(Duration::from_millis(10)) => {}
        }
        if players.at_play() == 0 {
            players.sit_down(16).await?;
        }
        let begun = Instant::now();
        players.play_one(&mut client).await?;
        times.push(micros(begun));
    }
    let cost = CostReport::of(times, first.elapsed());
    Ok(CostReport { what: "turn during a backup".into(), matches, ..cost })
}

impl CostReport {
    /// From the time of each request in microseconds, and the total time.
    fn of(mut times: Vec<u32>, whole: Duration) -> CostReport {
        times.sort_unstable();
        let [median_ms, p99_ms] = [0.5, 0.99].map(|share| share_ms(&times, share));
        let per_second = (!times.is_empty()).then(|| times.len() as f64 / whole.as_secs_f64());
        CostReport { median_ms, p99_ms, per_second, ..CostReport::default() }
    }
}

fn micros(begun: Instant) -> u32 {
    u32::try_from(begun.elapsed().as_micros()).unwrap_or(u32::MAX)
}

/// Runs the program, which must succeed.
async fn say(program: &Path, words: &[&str]) -> Result<()> {
    let done = Command::new(program).args(words).output().await?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        bail!("{} went wrong: {said}{}", words.join(" "), String::from_utf8_lossy(&done.stderr));
    }
    Ok(())
}

/// The cost of something done once.
fn once(what: &str, matches: u32, begun: Instant, bytes: u64) -> CostReport {
    let ms = begun.elapsed().as_secs_f64() * 1000.0;
    CostReport {
        what: what.to_string(),
        matches,
        median_ms: ms,
        p99_ms: ms,
        bytes,
        ..CostReport::default()
    }
}

/// The size of a database file with its log; zero if there is none.
fn size_of(database: &str) -> u64 {
    let files = ["", "-wal"].map(|tail| PathBuf::from(format!("{database}{tail}")));
    files.iter().filter_map(|it| std::fs::metadata(it).ok()).map(|it| it.len()).sum()
}

/// The table: a line for each cost, with the exponent by which its median grows from the first size to the last.
fn table(sizes: &[u32], costs: &[CostReport]) -> String {
    let mut by: BTreeMap<&str, Vec<&CostReport>> = BTreeMap::new();
    let mut order = Vec::new();
    for cost in costs {
        let of = by.entry(&cost.what).or_default();
        if of.is_empty() {
            order.push(cost.what.as_str());
        }
        of.push(cost);
    }
    let mut text = String::from("| what |");
    for size in sizes {
        let _ = write!(text, " {size}: median, p99 ms; a second; answer, read kB |");
    }
    text += " exponent |\n|---|";
    text += &"---:|".repeat(sizes.len() + 1);
    for what in order {
        let _ = write!(text, "\n| {what} |");
        let of = &by[what];
        for it in of {
            let read = it.read.map_or("-".to_string(), |it| (it / 1000).to_string());
            let (median, p99, bytes) = (it.median_ms, it.p99_ms, it.bytes / 1000);
            let rate = it.per_second.map_or("-".to_string(), |it| format!("{it:.0}"));
            let _ = write!(text, " {median:.1}, {p99:.1}; {rate}; {bytes}, {read} |");
        }
        let exponent = match (of.first(), of.last()) {
            (Some(first), Some(last)) if first.matches < last.matches => {
                let grew = if first.median_ms > 0.0 {
                    last.median_ms / first.median_ms
                } else {
                    last.bytes as f64 / first.bytes.max(1) as f64
                };
                format!(
                    "{:.2}",
                    grew.ln() / (f64::from(last.matches) / f64::from(first.matches)).ln()
                )
            }
            _ => "-".to_string(),
        };
        let _ = write!(text, " {exponent} |");
    }
    text
}
