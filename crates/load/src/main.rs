//! `crosscut-load`: how much load the server bears, and whether it loses anything.

use std::collections::BTreeMap;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, Parser, Subcommand};
use crosscut_load::client::{Client, EventStream};
#[cfg(unix)]
use crosscut_load::faults;
use crosscut_load::fill::FillArgs;
use crosscut_load::games::scripts;
use crosscut_load::growth::GrowthArgs;
use crosscut_load::players::Players;
use crosscut_load::postgres::Postgres;
use crosscut_load::relay::Relay;
use crosscut_load::report::{MailsReport, TurnsReport, disk, processor_time, share_ms};
use crosscut_load::server::Server;
use crosscut_load::writers::{HOUSE, TRUST, Writers};
use serde::Serialize;
use serde_json::json;
use tokio::time::{Instant, sleep};

/// Play many matches at once against a server of one's own, and tell how it bears that.
///
/// The server is begun on an empty database in a folder for the purpose, which is removed at the end.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: CommonArgs,
}

#[derive(Args, Debug)]
struct CommonArgs {
    /// The program to run as the server [default: crosscut next to this one]
    #[arg(long, global = true)]
    program: Option<PathBuf>,
    /// Use a private PostgreSQL, from the distribution's package, in place of SQLite
    #[arg(long, global = true)]
    postgres: bool,
    /// The folder for database and all [default: one in the folder for temporary files]
    #[arg(long, global = true)]
    folder: Option<PathBuf>,
    /// How many matches are played
    #[arg(long, global = true, default_value_t = 1000)]
    matches: usize,
    /// The game [default: all, in turn]
    #[arg(long, global = true)]
    game: Option<String>,
    /// How many connections the players share
    #[arg(long, global = true, default_value_t = 64)]
    connections: usize,
    /// How many turns a second fall due, or questions in `growth` [default: as many as are answered]
    #[arg(long, global = true)]
    rate: Option<f64>,
    /// For how long
    #[arg(long, global = true, default_value_t = 20.0)]
    seconds: f64,
    /// Leave the server its limits, and let each connection come from an address of its own (turns, kill)
    #[arg(long, global = true)]
    limits: bool,
    /// Print one JSON object instead
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Clone, Debug, Subcommand)]
enum Command {
    /// Turns a second, and how long they take
    Turns,
    /// The same while the server is killed again and again
    Kill {
        /// Seconds from one kill to the next
        #[arg(long, default_value_t = 3.0)]
        every: f64,
    },
    /// The same while calls on the database's files fail, or, with --postgres, PostgreSQL stops at once and starts again
    #[cfg(unix)]
    Faults {
        /// How many faults, or stops
        #[arg(long, default_value_t = 10_000)]
        count: usize,
        /// What the faults are drawn by
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Moves a second that come by mail: LMTP in, durably done, and what the club writes back
    Mails {
        /// Seconds that news wait for more of them
        #[arg(long, default_value_t = 1)]
        delay: u32,
    },
    /// How much memory event streams take in which nothing happens
    Idle {
        /// How many
        #[arg(long, default_value_t = 5000)]
        streams: usize,
    },
    /// How long a server takes from its beginning to its first answer, with many matches in the database
    Start {
        /// How many of them go on, their clocks running; the others are over [default: all]
        #[arg(long)]
        live: Option<usize>,
    },
    /// Fill a new or empty database with a club of so many matches, as if it had been played in for ten years
    Fill(FillArgs),
    /// What everything costs in clubs of several sizes
    Growth(GrowthArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = std::io::stdout();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let done = runtime.map_err(anyhow::Error::from).and_then(|it| it.block_on(run(&cli)));
    let (text, code) = match done {
        Ok(text) => (text, ExitCode::SUCCESS),
        Err(error) => (format!("error: {error:#}"), ExitCode::FAILURE),
    };
    // Nothing can be done if this fails.
    let _ = writeln!(out, "{text}");
    code
}

async fn run(cli: &Cli) -> Result<String> {
    let common = &cli.common;
    if let Command::Fill(fill) = &cli.command {
        return fill.run(common.matches, common.json).await;
    }
    let here = std::env::current_exe()?;
    let beside = here.parent().context("this program has no folder")?.join("crosscut");
    let program = common.program.clone().unwrap_or(beside);
    let folder = common.folder.clone().unwrap_or_else(|| {
        std::env::temp_dir().join(format!("crosscut-load-{}", std::process::id()))
    });
    if folder.exists() {
        bail!("{} is there already", folder.display());
    }
    std::fs::create_dir_all(&folder)?;
    let postgres = match common.postgres {
        true => Some(Postgres::begin(&folder.join("postgres"))?),
        false => None,
    };
    let database = match &postgres {
        Some(postgres) => postgres.database("club")?,
        None => folder.join("club.db").display().to_string(),
    };
    let done = match &cli.command {
        Command::Growth(growth) => {
            let of_size = |matches: u32| match &postgres {
                Some(postgres) => postgres.database(&format!("club{matches}")),
                None => Ok(folder.join(format!("club{matches}.db")).display().to_string()),
            };
            growth.clone().at(common.rate).run(&program, of_size, common.json).await
        }
        Command::Mails { delay } => mails(common, &folder, &program, &database, *delay).await,
        #[cfg(unix)]
        Command::Faults { count, seed } => {
            let flags = ["--password-cost", "8"];
            let done = match &postgres {
                Some(postgres) => {
                    let server = Server::begin(&program, &database, &flags).await?;
                    let players =
                        Players::new(server.address, scripts(common.game.as_deref(), 20, *seed)?);
                    faults::on_postgres(postgres, &players, *count, *seed).await?
                }
                None => {
                    let disk = faults::Disk::new(&folder, &program)?;
                    let mut server = Server::begin(&disk.program, &database, &flags).await?;
                    let players =
                        Players::new(server.address, scripts(common.game.as_deref(), 20, *seed)?);
                    faults::on_sqlite(&disk, &mut server, &players, *count, *seed).await?
                }
            };
            let said = doctor(&program, &database)?;
            Ok(format!("{}\n{said}", print(common, &done)?))
        }
        _ => {
            let server = match common.limits {
                true => Server::begin_guarded(&program, &database, &[]).await?,
                false => Server::begin(&program, &database, &[]).await?,
            };
            measure(cli, &folder, server).await
        }
    };
    drop(postgres);
    std::fs::remove_dir_all(&folder)?;
    done
}

async fn measure(cli: &Cli, folder: &Path, mut server: Server) -> Result<String> {
    let common = &cli.common;
    let scripts = scripts(common.game.as_deref(), 20, 1)?;
    let players = match common.limits {
        true => Players::scattered(server.address, scripts),
        false => Players::new(server.address, scripts),
    };
    players.sit_down(common.matches).await?;
    let time = Duration::from_secs_f64(common.seconds);
    match &cli.command {
        Command::Turns => {
            let process = server.id().context("the server has ended")?;
            let before = [processor_time(process), processor_time(std::process::id())];
            let begun = Instant::now();
            players.play(common.connections, common.rate, time).await;
            let took = begun.elapsed();
            let used = [processor_time(process), processor_time(std::process::id())];
            let mut turns = told(&players, took).await?;
            turns.server_seconds = used[0] - before[0];
            turns.generator_seconds = used[1] - before[1];
            let times = disk(folder)?;
            turns.disk_p50_ms = f64::from(times[times.len() / 2]) / 1000.0;
            turns.disk_max_ms = f64::from(times[times.len() - 1]) / 1000.0;
            server.stop().await?;
            print(common, &turns)
        }
        Command::Kill { every } => {
            let playing = {
                let (players, connections, rate) =
                    (players.clone(), common.connections, common.rate);
                tokio::spawn(async move { players.play(connections, rate, time).await })
            };
            let begun = Instant::now();
            let (mut kills, mut longest) = (0, Duration::ZERO);
            while begun.elapsed() + Duration::from_secs_f64(*every) < time {
                sleep(Duration::from_secs_f64(*every)).await;
                server.kill().await?;
                longest = longest.max(server.begin_again().await?);
                kills += 1;
            }
            playing.await?;
            let turns = told(&players, begun.elapsed()).await?;
            let text = print(common, &turns)?;
            if common.json {
                return Ok(text);
            }
            let longest = longest.as_secs_f64();
            Ok(format!("{text}\nkilled {kills} times, open again after {longest:.2} s at most"))
        }
        Command::Idle { streams } => idle(common, &players, &server, *streams).await,
        Command::Start { live } => {
            players.begin_all(common.connections, live.unwrap_or(common.matches)).await?;
            // Once after a stop, and once after a kill, when all clocks must be given back the time between.
            server.stop().await?;
            let after_stop = first_answers(&players, &mut server).await?;
            server.kill().await?;
            sleep(Duration::from_secs(1)).await;
            let after_kill = first_answers(&players, &mut server).await?;
            let report = json!({
                "matches": common.matches,
                "live": live.unwrap_or(common.matches),
                "after_stop": after_stop,
                "after_kill": after_kill,
            });
            Ok(report.to_string())
        }
        _ => bail!("this has a server of its own"),
    }
}

/// The doctor's report on a database that no server is using any more.
#[cfg(unix)]
fn doctor(program: &Path, database: &str) -> Result<String> {
    let words = ["doctor", "--database", database];
    let output = std::process::Command::new(program).args(words).output()?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).trim().to_string();
    if output.status.success() { Ok(said) } else { bail!("the doctor is not content: {said}") }
}

/// Plays by mail.
async fn mails(
    common: &CommonArgs,
    folder: &Path,
    program: &Path,
    database: &str,
    delay: u32,
) -> Result<String> {
    let relay = Relay::open().await?;
    let lmtp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
    let flags = [
        ["--public-url", "http://club.test"],
        ["--mail-address", HOUSE],
        ["--mail-trust", TRUST],
        ["--mail-relay", &format!("smtp://{}", relay.address)],
        ["--mail-listen", &lmtp.to_string()],
        ["--mail-delay", &delay.to_string()],
    ];
    let mut server = Server::begin(program, database, flags.as_flattened()).await?;
    let writers = Writers::new(server.address, lmtp);
    let begun = Instant::now();
    writers.begin(common.matches, common.connections, common.game.as_deref()).await?;
    let begun_per_second = 4.0 * common.matches as f64 / begun.elapsed().as_secs_f64();
    until_quiet(&relay, delay).await;

    let process = server.id().context("the server has ended")?;
    let before = [processor_time(process), processor_time(std::process::id())];
    let sent_before = relay.taken();
    let begun = Instant::now();
    let time = Duration::from_secs_f64(common.seconds);
    writers.play(common.connections, common.rate, time).await;
    let took = begun.elapsed();
    let last = until_quiet(&relay, delay).await;
    let used = [processor_time(process), processor_time(std::process::id())];
    let [latencies, due] = writers.take_latencies();
    let audit = writers.audit().await?;
    let mut turns =
        TurnsReport::of(&latencies, took, audit, writers.retries.load(Ordering::Relaxed));
    turns.server_seconds = used[0] - before[0];
    turns.generator_seconds = used[1] - before[1];
    let times = disk(folder)?;
    turns.disk_p50_ms = f64::from(times[times.len() / 2]) / 1000.0;
    turns.disk_max_ms = f64::from(times[times.len() - 1]) / 1000.0;
    server.stop().await?;
    print(
        common,
        &MailsReport {
            turns,
            due_p99_ms: share_ms(&due, 0.99),
            twice: writers.twice.load(Ordering::Relaxed),
            sent: relay.taken() - sent_before,
            behind: last.duration_since(begun + took).as_secs_f64(),
            begun_per_second,
        },
    )
}

/// Waits until the club has nothing more to send; returns when the last mail came.
async fn until_quiet(relay: &Relay, delay: u32) -> Instant {
    let mut last = (relay.taken(), Instant::now());
    // News wait, and are checked for every few seconds.
    let quiet = Duration::from_secs(6 + u64::from(delay));
    while last.1.elapsed() < quiet {
        sleep(Duration::from_millis(100)).await;
        if relay.taken() != last.0 {
            last = (relay.taken(), Instant::now());
        }
    }
    last.1
}

/// Restarts a server and immediately sends the most common requests: seconds since its start, by path.
async fn first_answers(
    players: &Players,
    server: &mut Server,
) -> Result<BTreeMap<&'static str, f64>> {
    let opened = server.begin_again().await?;
    let begun = Instant::now();
    let mut client = Client::new(server.address);
    let (id, token) = players.tables().pop().context("no match goes on")?;
    let mut answers = BTreeMap::from([("open", opened.as_secs_f64())]);
    let one = format!("/match/{id}");
    for (name, path) in [("match", one.as_str()), ("front", "/"), ("lobby", "/lobby")] {
        let answer = client.ask(path, &token, "", None).await?;
        if answer.status != 200 {
            bail!("{path} is answered {}", answer.status);
        }
        answers.insert(name, (opened + begun.elapsed()).as_secs_f64());
    }
    players.play_one(&mut client).await?;
    answers.insert("turn", (opened + begun.elapsed()).as_secs_f64());
    Ok(answers)
}

async fn told(players: &Arc<Players>, took: Duration) -> Result<TurnsReport> {
    let refusals = players.refusals.lock().map(|it| it.clone()).unwrap_or_default();
    if !refusals.is_empty() {
        bail!("turns were refused:\n{}", refusals.join("\n"));
    }
    let latencies = players.take_latencies();
    let audit = players.audit().await?;
    Ok(TurnsReport::of(&latencies, took, audit, players.retries.load(Ordering::Relaxed)))
}

async fn idle(
    common: &CommonArgs,
    players: &Arc<Players>,
    server: &Server,
    streams: usize,
) -> Result<String> {
    let tables = players.tables();
    let before = server.memory().context("the server's memory is not known")?;
    let mut open = Vec::new();
    for n in 0..streams {
        let (id, token) = &tables[n % tables.len()];
        let path = format!("/match/{id}/events?after=1");
        open.push(EventStream::open(server.address, &path, token).await?);
    }
    sleep(Duration::from_secs(2)).await;
    let after = server.memory().context("the server's memory is not known")?;
    // The streams are not only open, they deliver events.
    players.play(common.connections, None, Duration::from_secs(2)).await;
    let mut told = 0;
    for stream in &mut open {
        let heard = async {
            let mut text = Vec::new();
            while !text.windows(6).any(|it| it == b"\"turn\"") {
                let more = stream.more().await?;
                if more.is_empty() {
                    bail!("the stream has ended");
                }
                text.extend_from_slice(&more);
            }
            Ok(())
        };
        if let Ok(Ok(())) = tokio::time::timeout(Duration::from_secs(5), heard).await {
            told += 1;
        }
    }
    let (before, after) = (before >> 20, after >> 20);
    if common.json {
        let report = json!({"streams": streams, "told": told, "mib_before": before, "mib": after});
        return Ok(report.to_string());
    }
    Ok(format!(
        "{streams} streams: {after} MiB ({before} MiB without them); {told} were told a turn"
    ))
}

fn print(common: &CommonArgs, report: &(impl Serialize + std::fmt::Display)) -> Result<String> {
    if common.json { Ok(serde_json::to_string(report)?) } else { Ok(report.to_string()) }
}
