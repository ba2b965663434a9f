use std::time::Duration;

use crate::Tuning;

/// How much thinking a move may cost. A limit that is `None` does not apply; with no limit at all the search stops when
/// the result is proved, or when its watcher ends it.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// The limit on wall-clock time.
    pub time: Option<Duration>,
    /// The limit on simulations, that is, playouts started from the tree.
    pub simulations: Option<u64>,
    /// The most nodes the tree may have; when it is full the search continues without growing it.
    pub nodes: usize,
    /// The random seed. Two searches of one position with the same seed, one thread and the same number of simulations
    /// agree in everything but time.
    pub seed: u64,
    /// The number of threads that share the tree; 0 counts as 1.
    pub threads: usize,
    /// The search method.
    pub method: Method,
    /// What the player knows about the game.
    pub knowledge: Knowledge,
    /// How many decisions ahead the tree may grow, if that is limited.
    pub sight: Option<u32>,
    /// The search's parameters, if not those that proved best in the game.
    pub tuning: Option<Tuning>,
    /// What the tree looks for at its root.
    pub aim: Aim,
    /// The least number of simulations spent on a decision about seats and sides (how to cut, which side to take), which is
    /// also made with all knowledge, whatever the other fields say; 0 for no such care. Even beginners know that the middle
    /// is worth having.
    pub care: u64,
}

/// What a tree looks for at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Aim {
    /// The ply with the best expected result.
    #[default]
    Win,
    /// What the position is worth. The tree grows deeper and narrower, so that plies which nobody would play count for less.
    Worth,
    /// The ply after which both sides have equal chances.
    Balance,
}

/// A search method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// The strongest one: see [`Tree`](crate::Tree).
    #[default]
    Tree,
    /// Plain UCT with uniformly random playouts and nothing else: a fixed opponent to measure the other method against.
    Uct,
}

/// What a player knows about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Knowledge {
    /// Everything in the game's folder.
    #[default]
    All,
    /// The rules and nothing else.
    Rules,
}

/// The computer's playing strength, from 1 to 8.
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
            aim: Aim::default(),
            care: 0,
        }
    }
}

impl Budget {
    /// The memory for one node of the tree, with all that belongs to it.
    pub const BYTES_PER_NODE: usize = 40;

    /// A budget limited by simulations only: reproducible.
    #[must_use]
    pub fn simulations(n: u64) -> Self {
        Budget { simulations: Some(n), ..Budget::default() }
    }

    /// A budget limited by time only.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// The same budget with a tree of at most `bytes` bytes.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Budget { nodes: bytes / Self::BYTES_PER_NODE, ..self }
    }

    /// The same budget with another number of threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Budget { threads, ..self }
    }

    /// The budget for a decision about seats and sides: see [`care`](Self::care).
    #[must_use]
    pub(crate) fn careful(&self) -> Self {
        match self.care {
            0 => self.clone(),
            care => Budget {
                simulations: self.simulations.map(|it| it.max(care)),
                knowledge: Knowledge::All,
                sight: None,
                ..self.clone()
            },
        }
    }

    /// The same budget with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Budget { seed, ..self }
    }
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// The level with this number, from 1 to 8; `None` for any other number.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// The number of the level, from 1 to 8.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The budget of a move at this level, on a game's ladder. No level takes more than five seconds; the highest takes all
    /// five, with two threads.
    #[must_use]
    pub fn budget(self, ladder: &Ladder) -> Budget {
        /// Enough to tell the middle of a board from a corner; less than a tenth of a second in most games.
        const CARE: u64 = 4_000;
        let usual = Budget { time: Some(Duration::from_secs(5)), care: CARE, ..Budget::default() };
        match ladder.get(usize::from(self.0) - 1) {
            Some(&Rung { simulations, knowledge, sight }) => {
                Budget { simulations: Some(simulations), knowledge, sight, ..usual }
            }
            None => usual.with_threads(2),
        }
    }
}

/// A level below the highest: how much it knows, and how far it looks ahead.
///
/// No level makes random mistakes: a weak one knows nothing but the rules and looks one or two decisions ahead, a stronger
/// one has all knowledge and thinks longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The number of simulations for a move.
    pub simulations: u64,
    /// What the player knows.
    pub knowledge: Knowledge,
    /// How many decisions ahead the tree may grow.
    pub sight: Option<u32>,
}

/// The levels of a game below the highest, the weakest first.
pub type Ladder = [Rung; 7];

impl Rung {
    /// A player who knows only the rules and looks `sight` decisions ahead.
    #[must_use]
    pub const fn rules(simulations: u64, sight: u32) -> Self {
        Rung { simulations, knowledge: Knowledge::Rules, sight: Some(sight) }
    }

    /// A player who knows only the rules and looks as far ahead as the simulations reach.
    #[must_use]
    pub const fn searching(simulations: u64) -> Self {
        Rung { simulations, knowledge: Knowledge::Rules, sight: None }
    }

    /// A player with all knowledge.
    #[must_use]
    pub const fn all(simulations: u64) -> Self {
        Rung { simulations, knowledge: Knowledge::All, sight: None }
    }
}
