use std::time::Duration;

/// How much a solve may cost. What is `None` does not limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Wall-clock time of this run.
    pub time: Option<Duration>,
    /// Expanded nodes of this run.
    pub nodes: Option<u64>,
    /// Bytes the table may take; 64 KiB are taken in any case, and of what is beyond a power of 2 nothing is used.
    pub memory: usize,
    /// Threads that search; 0 counts as 1.
    pub threads: usize,
}

/// How far a solve has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Nodes expanded so far, before a checkpoint too.
    pub nodes: u64,
    /// The time spent so far, before a checkpoint too.
    pub time: Duration,
    /// Of the plies that are asked about, how many are known to reach what is asked or not to, and how many there are.
    pub plies: [u32; 2],
    /// Of the question in work, how many more nodes a proof that the side to move reaches what is asked needs at least.
    pub proof: u32,
    /// The same for a proof that it does not.
    pub disproof: u32,
    /// How full the table is, as a share of the memory it may take.
    pub filled: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: None, nodes: None, memory: 256 << 20, threads: 1 }
    }
}
