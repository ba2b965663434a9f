use std::time::Duration;

use crate::Tuning;

/// How much thinking a move may cost. What is `None` does not limit; with no limit at all the search stops when the
/// result is proved, or when it is told to.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Simulations: playouts started from the tree.
    pub simulations: Option<u64>,
    /// The most nodes the tree may hold; when it is full the search goes on without growing it.
    pub nodes: usize,
    /// Two searches of one position with the same seed, one thread and the same number of simulations agree in
    /// everything but time.
    pub seed: u64,
    /// How many threads share the tree; 0 counts as 1.
    pub threads: usize,
    /// The way of searching.
    pub method: Method,
    /// What the player knows of the game.
    pub knowledge: Knowledge,
    /// How many decisions ahead the tree may grow, if that is limited.
    pub sight: Option<u32>,
    /// The search's numbers, if not those that proved best in the game.
    pub tuning: Option<Tuning>,
}

/// A way of searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// The best we have: see [`Tree`](crate::Tree).
    #[default]
    Tree,
    /// Plain UCT with uniformly random playouts and nothing else: a fixed opponent to measure the other by.
    Uct,
}

/// What a player knows of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Knowledge {
    /// All that is in the game's folder.
    #[default]
    All,
    /// The rules and nothing else.
    Rules,
}

/// How hard the computer plays, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Default for Budget {
    fn default() -> Self {
        Budget {
            time: None,
            simulations: None,
            nodes: 2_000_000,
            seed: 0,
            threads: 1,
            method: Method::default(),
            knowledge: Knowledge::default(),
            sight: None,
            tuning: None,
        }
    }
}

impl Budget {
    /// The room a node of the tree is given, with all that belongs to it.
    pub const BYTES_PER_NODE: usize = 40;

    /// A budget of simulations only: reproducible.
    pub fn simulations(n: u64) -> Self {
        Budget { simulations: Some(n), ..Budget::default() }
    }

    /// A budget of time only.
    pub fn time(time: Duration) -> Self {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// The same with a tree of at most so many bytes.
    pub fn with_memory(self, bytes: usize) -> Self {
        Budget { nodes: bytes / Self::BYTES_PER_NODE, ..self }
    }

    /// The same with so many threads.
    pub fn with_threads(self, threads: usize) -> Self {
        Budget { threads, ..self }
    }

    /// The same with another seed.
    pub fn with_seed(self, seed: u64) -> Self {
        Budget { seed, ..self }
    }
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// The level of this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// 1 to 8.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What a move may cost at this level. No level takes more than five seconds.
    ///
    /// Nobody throws dice. The lower three levels know nothing but the rules and look one or two decisions ahead; those
    /// above know what we know and look ever longer, the highest with two threads for all of its time.
    pub fn budget(self) -> Budget {
        let (simulations, knowledge, sight) = match self.0 {
            1 => (Some(15), Knowledge::Rules, Some(1)),
            2 => (Some(100), Knowledge::Rules, Some(1)),
            3 => (Some(400), Knowledge::Rules, Some(2)),
            4 => (Some(40), Knowledge::All, None),
            5 => (Some(120), Knowledge::All, None),
            6 => (Some(600), Knowledge::All, None),
            7 => (Some(4_000), Knowledge::All, None),
            _ => (None, Knowledge::All, None),
        };
        Budget {
            time: Some(Duration::from_secs(5)),
            simulations,
            knowledge,
            sight,
            threads: if simulations.is_none() { 2 } else { 1 },
            ..Budget::default()
        }
    }
}
