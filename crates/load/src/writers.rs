//! Members who play by mail: what they write is handed to the club by LMTP, as its own mail server would do.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use crosscut_catalog::GAMES;
use serde::Deserialize;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::client::Client;
use crate::games::scripts;
use crate::players::TurnAudit;

/// The club's address.
pub const HOUSE: &str = "club@club.test";
/// The server that the club trusts to confirm the sender of a mail.
pub const TRUST: &str = "mx.club.test";
/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// The wait before a mail is delivered again.
const AGAIN: Duration = Duration::from_millis(20);
/// One mail in this many is delivered twice, as mail servers do now and then.
const TWICE: u64 = 16;
/// One mail in this many says something besides the move.
const TALKS: u64 = 4;

/// A match with its two members.
#[derive(Clone, Debug)]
struct WriterTable {
    id: u64,
    names: [String; 2],
    plies: Vec<(usize, String)>,
    /// How many mails with a ply the club has accepted.
    accepted: usize,
}

/// All members, and what they have observed.
#[derive(Debug)]
pub struct Writers {
    http: SocketAddr,
    lmtp: SocketAddr,
    ready: Mutex<VecDeque<WriterTable>>,
    done: Mutex<Vec<WriterTable>>,
    /// Microseconds from a mail's end to its acknowledgement, and from when it was due.
    latencies: Mutex<Vec<(u32, u32)>>,
    tickets: AtomicU64,
    /// How many mails were written; each has a number of its own.
    written: AtomicU64,
    /// How often a mail was delivered again because it had not been accepted.
    pub retries: AtomicU64,
    /// How many were delivered again although they had been accepted.
    pub twice: AtomicU64,
}

#[derive(Deserialize)]
struct MatchWithTerms {
    terms: GameTerms,
    moves: Vec<String>,
}

#[derive(Deserialize)]
struct GameTerms {
    game: String,
}

impl Writers {
    /// No members yet, for a club with an HTTP and an LMTP address.
    pub fn new(http: SocketAddr, lmtp: SocketAddr) -> Arc<Self> {
        Arc::new(Writers {
            http,
            lmtp,
            ready: Mutex::default(),
            done: Mutex::default(),
            latencies: Mutex::default(),
            tickets: AtomicU64::new(0),
            written: AtomicU64::new(0),
            retries: AtomicU64::new(0),
            twice: AtomicU64::new(0),
        })
    }

    /// Has members sign up, challenge each other and begin this many matches, all by mail: four mails for each. The games are
    /// one, or all in turn.
    ///
    /// # Errors
    /// A match does not begin.
    pub async fn begin(
        self: &Arc<Self>,
        tables: usize,
        connections: usize,
        game: Option<&str>,
    ) -> Result<()> {
        let left = Arc::new(AtomicU64::new(tables as u64));
        let games: Arc<Vec<String>> = Arc::new(match game {
            Some(game) => vec![game.to_string()],
            None => GAMES.iter().map(|it| it.card().name.to_string()).collect(),
        });
        let mut crews = JoinSet::new();
        for _ in 0..connections.min(tables) {
            let (writers, left, games) = (self.clone(), left.clone(), games.clone());
            crews.spawn(async move {
                let mut post = LmtpDialogue::open(writers.lmtp).await?;
                let mut client = Client::new(writers.http);
                let take = |n: u64| n.checked_sub(1);
                while let Ok(n) = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
                    let game = &games[n as usize % games.len()];
                    let table = writers.begin_one(&mut post, &mut client, n, game).await?;
                    lock(&writers.ready).push_back(table);
                }
                anyhow::Ok(())
            });
        }
        while let Some(crew) = crews.join_next().await {
            crew??;
        }
        Ok(())
    }

    async fn begin_one(
        &self,
        post: &mut LmtpDialogue,
        client: &mut Client,
        n: u64,
        game: &str,
    ) -> Result<WriterTable> {
        let names = [format!("ann{n}"), format!("bob{n}")];
        let [ann, bob] = &names;
        for name in &names {
            post.bring(&self.mail(name, &format!("signup {name}"), "")).await?;
        }
        let challenge = format!("{game} challenge {ann} {bob}");
        post.bring(&self.mail(ann, &challenge, "")).await?;
        post.bring(&self.mail(bob, &format!("accept {ann}"), "")).await?;
        let list = client.ask("/command", "", "", Some(&format!("games {ann}"))).await?;
        let list = String::from_utf8_lossy(&list.body).into_owned();
        let row = list.lines().find(|line| line.contains(ann.as_str()));
        let id = row.and_then(|row| row.split_whitespace().next()?.parse().ok());
        let id = id.with_context(|| format!("{ann} and {bob} do not play: {list}"))?;
        let standing = self.standing(client, id).await?;
        let script = scripts(Some(&standing.terms.game), 1, n)?.pop().context("no game")?;
        Ok(WriterTable { id, names, plies: script.plies, accepted: 0 })
    }

    async fn standing(&self, client: &mut Client, id: u64) -> Result<MatchWithTerms> {
        client.ask(&format!("/api/v1/matches/{id}"), "", "", None).await?.json()
    }

    /// A mail as the server that received it hands it on.
    fn mail(&self, name: &str, subject: &str, words: &str) -> OutgoingMail {
        let n = self.written.fetch_add(1, Ordering::Relaxed);
        let from = format!("{name}@player.test");
        let text = format!(
            "Return-Path: <{from}>\r\nAuthentication-Results: {TRUST}; dkim=pass header.d=player.test header.s=2026;\r\n \
             dmarc=pass (p=none dis=none) header.from=player.test\r\nReceived: from mail.player.test (mail.player.test \
             [192.0.2.7])\r\n by {TRUST} (Postfix) with ESMTPS id {n:X} for <{HOUSE}>;\r\n Sat, 21 Nov 2026 10:00:00 +0000 \
             (UTC)\r\nFrom: {name} <{from}>\r\nTo: {HOUSE}\r\nSubject: {subject}\r\nMessage-ID: <{n}@player.test>\r\n\
             Date: Sat, 21 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; \
             boundary=\"=_{n}\"\r\n\r\n--=_{n}\r\nContent-Type: text/plain; charset=utf-8\r\n\
             Content-Transfer-Encoding: quoted-printable\r\n\r\n{words}\r\n\r\n--=20\r\n{name}\r\n\r\n--=_{n}\r\n\
             Content-Type: text/html; charset=utf-8\r\n\r\n<html><body><p>{words}</p><div>-- <br>{name}</div></body></html>\
             \r\n--=_{n}--\r\n"
        );
        OutgoingMail { from, text }
    }

    /// Plays for a while on this many connections, at a rate (mails per second), or without one as fast as they are accepted. A
    /// mail that is not accepted is delivered again.
    pub async fn play(self: &Arc<Self>, connections: usize, rate: Option<f64>, time: Duration) {
        let begun = Instant::now();
        self.tickets.store(0, Ordering::Relaxed);
        let mut crews = JoinSet::new();
        for _ in 0..connections {
            let writers = self.clone();
            crews.spawn(async move { writers.work(begun, rate, time).await });
        }
        crews.join_all().await;
    }

    async fn work(&self, begun: Instant, rate: Option<f64>, time: Duration) {
        let mut post = None;
        loop {
            let ticket = self.tickets.fetch_add(1, Ordering::Relaxed);
            let due = match rate {
                Some(rate) => begun + Duration::from_secs_f64(ticket as f64 / rate),
                None => Instant::now(),
            };
            if time <= due - begun {
                return;
            }
            sleep_until(due).await;
            let Some(mut table) = lock(&self.ready).pop_front() else {
                sleep(AGAIN).await;
                continue;
            };
            let (seat, ply) = &table.plies[table.accepted];
            let words = if table.id.is_multiple_of(TALKS) { "good luck to you" } else { "" };
            let subject = format!("board {} {ply}#{}", table.id, table.accepted + 1);
            let mail = self.mail(&table.names[*seat], &subject, words);
            let took = self.insist(&mut post, &mail).await;
            let late = due.elapsed();
            let micros = |it: Duration| u32::try_from(it.as_micros()).unwrap_or(u32::MAX);
            lock(&self.latencies).push((micros(took), micros(late)));
            if ticket.is_multiple_of(TWICE) {
                self.insist(&mut post, &mail).await;
                self.twice.fetch_add(1, Ordering::Relaxed);
            }
            table.accepted += 1;
            if table.accepted == table.plies.len() {
                lock(&self.done).push(table);
            } else {
                lock(&self.ready).push_back(table);
            }
        }
    }

    /// Delivers a mail until it is accepted; returns how long the last attempt took.
    async fn insist(&self, post: &mut Option<LmtpDialogue>, mail: &OutgoingMail) -> Duration {
        loop {
            if post.is_none() {
                *post = LmtpDialogue::open(self.lmtp).await.ok();
            }
            if let Some(open) = post {
                match open.bring(mail).await {
                    Ok(took) => return took,
                    Err(_) => *post = None,
                }
            }
            self.retries.fetch_add(1, Ordering::Relaxed);
            sleep(AGAIN).await;
        }
    }

    /// Compares the accepted mails with what the club has stored.
    ///
    /// # Errors
    /// The club does not respond.
    pub async fn audit(&self) -> Result<TurnAudit> {
        let mut client = Client::new(self.http);
        let mut audit = TurnAudit::default();
        let mut tables: Vec<WriterTable> = lock(&self.ready).iter().cloned().collect();
        tables.extend(lock(&self.done).iter().cloned());
        for table in tables {
            let moves = self.standing(&mut client, table.id).await?.moves;
            let script = &table.plies[..table.accepted];
            let same = script.iter().zip(&moves).take_while(|(a, b)| a.1 == **b).count();
            audit.kept += same as u64;
            audit.lost += (script.len() - same) as u64;
            audit.doubled += (moves.len() - same) as u64;
        }
        Ok(audit)
    }

    /// The times of the mails, in microseconds and sorted: from their end to the answer, and from when they were due.
    pub fn take_latencies(&self) -> [Vec<u32>; 2] {
        let both = std::mem::take(&mut *lock(&self.latencies));
        let (mut took, mut late): (Vec<u32>, Vec<u32>) = both.into_iter().unzip();
        took.sort_unstable();
        late.sort_unstable();
        [took, late]
    }
}

/// A mail with its sender.
struct OutgoingMail {
    from: String,
    text: String,
}

/// An LMTP conversation with the club.
struct LmtpDialogue {
    heard: BufReader<OwnedReadHalf>,
    said: OwnedWriteHalf,
}

impl LmtpDialogue {
    async fn open(address: SocketAddr) -> Result<LmtpDialogue> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (heard, said) = stream.into_split();
        let mut post = LmtpDialogue { heard: BufReader::new(heard), said };
        post.answer().await?;
        post.said.write_all(b"LHLO mx.club.test\r\n").await?;
        post.answer().await?;
        Ok(post)
    }

    /// Delivers a mail and waits for its acknowledgement; returns the time since the mail's end.
    async fn bring(&mut self, mail: &OutgoingMail) -> Result<Duration> {
        let envelope = format!("MAIL FROM:<{}>\r\nRCPT TO:<{HOUSE}>\r\nDATA\r\n", mail.from);
        self.said.write_all(envelope.as_bytes()).await?;
        for _ in 0..3 {
            self.answer().await?;
        }
        self.said.write_all(mail.text.as_bytes()).await?;
        let begun = Instant::now();
        self.said.write_all(b".\r\n").await?;
        self.answer().await?;
        Ok(begun.elapsed())
    }

    async fn answer(&mut self) -> Result<()> {
        loop {
            let mut line = String::new();
            let read = timeout(PATIENCE, self.heard.read_line(&mut line)).await;
            if read.context("no answer in time")?? == 0 {
                bail!("the club has hung up");
            }
            if !line.starts_with(['2', '3']) {
                bail!("the club says {}", line.trim_end());
            }
            if line.as_bytes().get(3) != Some(&b'-') {
                return Ok(());
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
