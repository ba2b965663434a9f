//! The players: they sit down at tables and play prepared games, as fast as requested.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::client::Client;
use crate::games::GameScript;

/// How long a player waits before repeating a request that got no response.
const AGAIN: Duration = Duration::from_millis(20);

/// A match with its two players.
#[derive(Clone, Debug)]
pub struct PlayerTable {
    /// The match.
    pub id: u64,
    /// The players' session tokens, by seat.
    pub tokens: [String; 2],
    script: usize,
    /// How many plies the server has accepted.
    pub accepted: usize,
}

/// All players, and what they have observed.
#[derive(Debug)]
pub struct Players {
    address: SocketAddr,
    /// Whether each connection comes from its own address, and, in `callers`, how many there were.
    scattered: bool,
    callers: AtomicU32,
    scripts: Vec<GameScript>,
    ready: Mutex<VecDeque<PlayerTable>>,
    done: Mutex<Vec<PlayerTable>>,
    /// Microseconds from when a turn was due to when it was accepted.
    latencies: Mutex<Vec<u32>>,
    tickets: AtomicU64,
    stop: AtomicBool,
    /// How often a request was repeated.
    pub retries: AtomicU64,
    accepted: AtomicU64,
    /// The first messages of refusals, of which there should be none.
    pub refusals: Mutex<Vec<String>>,
}

#[derive(Deserialize)]
struct NewSession {
    token: String,
    member: u64,
}

#[derive(Deserialize)]
struct CommandResponse {
    #[serde(default)]
    challenge: Option<u64>,
    #[serde(default)]
    r#match: Option<u64>,
}

#[derive(Deserialize)]
struct MatchResponse {
    moves: Vec<String>,
}

/// The difference between what was accepted and what is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnAudit {
    /// Turns that were accepted and are stored.
    pub kept: u64,
    /// Turns that were accepted and are not stored.
    pub lost: u64,
    /// Turns that are stored but were not accepted, or are stored more than once.
    pub doubled: u64,
}

impl Players {
    /// No players yet, with games to play.
    pub fn new(address: SocketAddr, scripts: Vec<GameScript>) -> Arc<Self> {
        Self::of(address, scripts, false)
    }

    /// The same, with each connection from a different address of this machine (127.1.0.1 and up), for a server that limits
    /// what one address may do.
    pub fn scattered(address: SocketAddr, scripts: Vec<GameScript>) -> Arc<Self> {
        Self::of(address, scripts, true)
    }

    fn of(address: SocketAddr, scripts: Vec<GameScript>, scattered: bool) -> Arc<Self> {
        Arc::new(Players {
            address,
            scattered,
            callers: AtomicU32::new(0),
            scripts,
            ready: Mutex::default(),
            done: Mutex::default(),
            latencies: Mutex::default(),
            tickets: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            retries: AtomicU64::new(0),
            accepted: AtomicU64::new(0),
            refusals: Mutex::default(),
        })
    }

    /// A connection to the server.
    fn caller(&self) -> Client {
        if !self.scattered {
            return Client::new(self.address);
        }
        let n = self.callers.fetch_add(1, Ordering::Relaxed);
        let first = u32::from(Ipv4Addr::new(127, 1, 0, 1));
        Client::from(self.address, IpAddr::V4(Ipv4Addr::from(first + n)))
    }

    /// Signs in guests and begins this many matches.
    ///
    /// # Errors
    /// A guest is not let in.
    pub async fn sit_down(self: &Arc<Self>, tables: usize) -> Result<()> {
        let left = Arc::new(AtomicU64::new(tables as u64));
        let mut crews = JoinSet::new();
        for _ in 0..tables.min(128) {
            let (players, left) = (self.clone(), left.clone());
            crews.spawn(async move {
                let mut client = players.caller();
                let take = |n: u64| n.checked_sub(1);
                while let Ok(n) = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
                    // Few guests may come from one address.
                    if players.scattered {
                        client = players.caller();
                    }
                    let mut guests = Vec::new();
                    for _ in 0..2 {
                        let answer = client.ask("/api/v1/guests", "", "", Some("{}")).await?;
                        guests.push(answer.json::<NewSession>()?);
                    }
                    let tokens = [guests[0].token.clone(), guests[1].token.clone()];
                    let script = n as usize % players.scripts.len();
                    let table =
                        players.begin(&mut client, tokens, guests[1].member, script).await?;
                    lock(&players.ready).push_back(table);
                }
                anyhow::Ok(())
            });
        }
        while let Some(crew) = crews.join_next().await {
            crew??;
        }
        Ok(())
    }

    /// Begins a match: the first player challenges the second, who accepts.
    async fn begin(
        &self,
        client: &mut Client,
        tokens: [String; 2],
        second: u64,
        script: usize,
    ) -> Result<PlayerTable> {
        let ask = json!({
            "command": "challenge",
            "to": {"member": second},
            "terms": {
                "game": self.scripts[script].spec,
                "pace": {"kind": "fischer", "bank": 3_600_000, "increment": 10_000},
            },
            "choice": "first",
        });
        let path = "/api/v1/commands";
        let made: CommandResponse =
            client.ask(path, &tokens[0], "", Some(&ask.to_string())).await?.json()?;
        let id = made.challenge.context("no challenge was made")?;
        let accept = json!({"command": "accept_challenge", "id": id});
        let made: CommandResponse =
            client.ask(path, &tokens[1], "", Some(&accept.to_string())).await?.json()?;
        let id = made.r#match.context("no match began")?;
        Ok(PlayerTable { id, tokens, script, accepted: 0 })
    }

    /// Plays two plies in every match, so that clocks run, and ends all matches but `live`.
    ///
    /// # Errors
    /// The server does not do it.
    pub async fn begin_all(self: &Arc<Self>, connections: usize, live: usize) -> Result<()> {
        let waiting = Arc::new(Mutex::new(std::mem::take(&mut *lock(&self.ready))));
        let mut crews = JoinSet::new();
        for _ in 0..connections {
            let (players, waiting) = (self.clone(), waiting.clone());
            crews.spawn(async move {
                let mut client = players.caller();
                loop {
                    let (next, left) = {
                        let mut waiting = lock(&waiting);
                        (waiting.pop_front(), waiting.len())
                    };
                    let Some(mut table) = next else { return anyhow::Ok(()) };
                    for _ in 0..2 {
                        players.turn(&mut client, &mut table).await;
                    }
                    if left < live {
                        lock(&players.ready).push_back(table);
                        continue;
                    }
                    let body = json!({"command": "resign", "id": table.id}).to_string();
                    let path = "/api/v1/commands";
                    let answer = client.ask(path, &table.tokens[0], "", Some(&body)).await?;
                    answer.json::<CommandResponse>()?;
                    lock(&players.done).push(table);
                }
            });
        }
        while let Some(crew) = crews.join_next().await {
            crew??;
        }
        Ok(())
    }

    /// Plays one turn at the first table.
    ///
    /// # Errors
    /// There is no table, or the server refuses.
    pub async fn play_one(&self, client: &mut Client) -> Result<()> {
        let mut table = lock(&self.ready).pop_front().context("no match goes on")?;
        let played = self.turn(client, &mut table).await;
        self.put_back(table);
        if played { Ok(()) } else { bail!("a turn was refused") }
    }

    /// How many matches are in progress.
    pub fn at_play(&self) -> usize {
        lock(&self.ready).len()
    }

    /// Puts a table with the unfinished matches, to be found when its turn comes, or with the finished ones.
    fn put_back(&self, table: PlayerTable) {
        if table.accepted == self.scripts[table.script].plies.len() {
            lock(&self.done).push(table);
        } else {
            lock(&self.ready).push_back(table);
        }
    }

    /// Plays for a while on this many connections, at a rate (turns per second), or without one as fast as the server responds.
    /// A request without a response is repeated until it gets one.
    pub async fn play(self: &Arc<Self>, connections: usize, rate: Option<f64>, time: Duration) {
        let begun = Instant::now();
        self.stop.store(false, Ordering::Relaxed);
        self.tickets.store(0, Ordering::Relaxed);
        let mut crews = JoinSet::new();
        for _ in 0..connections {
            let players = self.clone();
            crews.spawn(async move { players.work(begun, rate, time).await });
        }
        crews.join_all().await;
    }

    /// Tells the players to stop at their next turn.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    async fn work(&self, begun: Instant, rate: Option<f64>, time: Duration) {
        let mut client = self.caller();
        loop {
            let due = match rate {
                Some(rate) => {
                    let ticket = self.tickets.fetch_add(1, Ordering::Relaxed);
                    begun + Duration::from_secs_f64(ticket as f64 / rate)
                }
                None => Instant::now(),
            };
            if time <= due - begun || self.stop.load(Ordering::Relaxed) {
                return;
            }
            sleep_until(due).await;
            let Some(mut table) = lock(&self.ready).pop_front() else {
                sleep(AGAIN).await;
                continue;
            };
            if self.turn(&mut client, &mut table).await {
                let took = due.elapsed().as_micros();
                lock(&self.latencies).push(u32::try_from(took).unwrap_or(u32::MAX));
            }
            self.put_back(table);
        }
    }

    /// Plays the next ply of a table, repeating the request as often as needed. False if it is refused.
    async fn turn(&self, client: &mut Client, table: &mut PlayerTable) -> bool {
        let (seat, text) = &self.scripts[table.script].plies[table.accepted];
        let body = json!({"text": text, "ply": table.accepted}).to_string();
        let path = format!("/api/v1/matches/{}/turns", table.id);
        let once = format!("{}-{}", table.id, table.accepted);
        loop {
            match client.ask(&path, &table.tokens[*seat], &once, Some(&body)).await {
                Ok(answer) if answer.status == 200 => {
                    table.accepted += 1;
                    self.accepted.fetch_add(1, Ordering::Relaxed);
                    return true;
                }
                Ok(answer) if answer.status != 503 => {
                    let mut refusals = lock(&self.refusals);
                    if refusals.len() < 10 {
                        let text = String::from_utf8_lossy(&answer.body);
                        refusals.push(format!("{path} {body} {once}: {} {text}", answer.status));
                    }
                    return false;
                }
                _ => {
                    self.retries.fetch_add(1, Ordering::Relaxed);
                    sleep(AGAIN).await;
                }
            }
        }
    }

    /// Compares what was accepted with what the server has stored.
    ///
    /// # Errors
    /// The server does not respond.
    pub async fn audit(&self) -> Result<TurnAudit> {
        let mut client = self.caller();
        let mut audit = TurnAudit::default();
        let mut tables: Vec<PlayerTable> = lock(&self.ready).iter().cloned().collect();
        tables.extend(lock(&self.done).iter().cloned());
        for (n, table) in tables.into_iter().enumerate() {
            if self.scattered && n % 100 == 99 {
                client = self.caller();
            }
            let path = format!("/api/v1/matches/{}", table.id);
            let standing: MatchResponse =
                client.ask(&path, &table.tokens[0], "", None).await?.json()?;
            let script = &self.scripts[table.script].plies[..table.accepted];
            let same = script.iter().zip(&standing.moves).take_while(|(a, b)| a.1 == **b).count();
            audit.kept += same as u64;
            audit.lost += (script.len() - same) as u64;
            audit.doubled += (standing.moves.len() - same) as u64;
        }
        Ok(audit)
    }

    /// The times of the turns so far, in microseconds and sorted; starts counting again.
    pub fn take_latencies(&self) -> Vec<u32> {
        let mut latencies = std::mem::take(&mut *lock(&self.latencies));
        latencies.sort_unstable();
        latencies
    }

    /// How many turns were accepted so far.
    pub fn accepted(&self) -> u64 {
        self.accepted.load(Ordering::Relaxed)
    }

    /// The matches in progress, each with the first player's session token.
    pub fn tables(&self) -> Vec<(u64, String)> {
        lock(&self.ready).iter().map(|table| (table.id, table.tokens[0].clone())).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
