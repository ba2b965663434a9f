//! Measurements, for people and programs to read.

use std::fmt;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use tokio::time::Instant;

use crate::players::TurnAudit;

/// How many turns there were, and how long they took.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TurnsReport {
    /// How many turns were accepted.
    pub accepted: usize,
    /// The duration in seconds.
    pub seconds: f64,
    /// Accepted turns per second.
    pub per_second: f64,
    /// The median time of a turn in milliseconds ..
    pub p50_ms: f64,
    /// .. the 90th percentile ..
    pub p90_ms: f64,
    /// .. the 99th percentile ..
    pub p99_ms: f64,
    /// .. and the maximum.
    pub max_ms: f64,
    /// How many accepted turns the server has lost.
    pub lost: u64,
    /// How many turns it has stored that it should not have.
    pub doubled: u64,
    /// How often a request was repeated.
    pub retries: u64,
    /// The median of a hundred durable writes of 4 KiB to this disk, in milliseconds ..
    pub disk_p50_ms: f64,
    /// .. and the longest. No turn can be faster than the disk it is written to.
    pub disk_max_ms: f64,
    /// CPU time of the server, in seconds.
    pub server_seconds: f64,
    /// CPU time of the load generator, in seconds.
    pub generator_seconds: f64,
}

/// A percentile of sorted latencies, which are in microseconds, in milliseconds.
pub fn share_ms(latencies: &[u32], share: f64) -> f64 {
    let last = latencies.len().saturating_sub(1);
    let n = (latencies.len() as f64 * share) as usize;
    f64::from(latencies.get(n.min(last)).copied().unwrap_or(0)) / 1000.0
}

impl TurnsReport {
    /// From sorted latencies in microseconds.
    pub fn of(latencies: &[u32], time: Duration, audit: TurnAudit, retries: u64) -> Self {
        let at = |share: f64| share_ms(latencies, share);
        let seconds = time.as_secs_f64();
        TurnsReport {
            accepted: latencies.len(),
            seconds,
            per_second: latencies.len() as f64 / seconds,
            p50_ms: at(0.5),
            p90_ms: at(0.9),
            p99_ms: at(0.99),
            max_ms: at(1.0),
            lost: audit.lost,
            doubled: audit.doubled,
            retries,
            disk_p50_ms: 0.0,
            disk_max_ms: 0.0,
            server_seconds: 0.0,
            generator_seconds: 0.0,
        }
    }
}

impl fmt::Display for TurnsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} turns in {:.1} s: {:.0}/s; p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, longest {:.1} ms; {} lost, {} \
             doubled, {} asked again; processor: server {:.1} s, generator {:.1} s; the disk alone: {:.1} ms, longest \
             {:.1} ms",
            self.accepted,
            self.seconds,
            self.per_second,
            self.p50_ms,
            self.p90_ms,
            self.p99_ms,
            self.max_ms,
            self.lost,
            self.doubled,
            self.retries,
            self.server_seconds,
            self.generator_seconds,
            self.disk_p50_ms,
            self.disk_max_ms
        )
    }
}

/// How many mails were accepted, and how long that took.
#[derive(Clone, Debug, Serialize)]
pub struct MailsReport {
    /// The moves in them, timed from the end of a mail to its acknowledgement.
    #[serde(flatten)]
    pub turns: TurnsReport,
    /// The 99th percentile from when a mail was due to its acknowledgement, in milliseconds.
    pub due_p99_ms: f64,
    /// How many mails were delivered twice.
    pub twice: u64,
    /// How many mails the club sent meanwhile, and until it had nothing more to send ..
    pub sent: u64,
    /// .. which was this many seconds later.
    pub behind: f64,
    /// How many mails per second it took to begin the matches: members sign up, challenge and accept.
    pub begun_per_second: f64,
}

impl fmt::Display for MailsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "by mail: {}; {} brought twice; p99 since due {:.1} ms; {} mails sent, the last one {:.1} s later; beginning the \
             matches took {:.0} mails/s",
            self.turns, self.twice, self.due_p99_ms, self.sent, self.behind, self.begun_per_second
        )
    }
}

/// The times of a hundred durable writes of 4 KiB to a disk: microseconds, sorted.
///
/// # Errors
/// The disk is not writable.
pub fn disk(folder: &Path) -> std::io::Result<Vec<u32>> {
    let path = folder.join("disk");
    let mut file = File::create(&path)?;
    let mut times = Vec::new();
    for _ in 0..100 {
        let begun = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        times.push(u32::try_from(begun.elapsed().as_micros()).unwrap_or(u32::MAX));
    }
    std::fs::remove_file(path)?;
    times.sort_unstable();
    Ok(times)
}

/// CPU time used by a process, in seconds, as Linux counts it.
pub fn processor_time(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name, in brackets, may contain blanks.
    let rest = stat.rsplit(')').next().unwrap_or("");
    let ticks: u64 =
        rest.split_whitespace().skip(11).take(2).filter_map(|it| it.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}
