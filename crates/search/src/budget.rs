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
    /// What the tree looks for at its root.
    pub aim: Aim,
    /// A question of seats and sides (what to lay for the other to choose from, which side to take) is thought about with
    /// at least so many simulations and all that is known, whatever the rest says; 0 for no such care. Even beginners
    /// know that the middle is worth having.
    pub care: u64,
}

/// What a tree looks for at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Aim {
    /// The ply that wins most.
    #[default]
    Win,
    /// What the position is worth. The tree goes deeper and less wide, so that less is told of what nobody would play.
    Worth,
    /// The ply after which both sides win alike.
    Balance,
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
            aim: Aim::default(),
            care: 0,
        }
    }
}

impl Budget {
    /// The room a node of the tree is given, with all that belongs to it.
    pub const BYTES_PER_NODE: usize = 40;

    /// A budget of simulations only: reproducible.
    #[must_use]
    pub fn simulations(n: u64) -> Self {
        Budget { simulations: Some(n), ..Budget::default() }
    }

    /// A budget of time only.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// The same with a tree of at most so many bytes.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Budget { nodes: bytes / Self::BYTES_PER_NODE, ..self }
    }

    /// The same with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Budget { threads, ..self }
    }

    /// The same for a question of seats and sides: see [`care`](Self::care).
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

    /// The same with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Budget { seed, ..self }
    }
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// The level of this number, if there is one.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// 1 to 8.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// What a move may cost at this level, on a game's ladder. No level takes more than five seconds, and the highest
    /// takes all of them, with two threads.
    #[must_use]
    pub fn budget(self, ladder: &Ladder) -> Budget {
        /// Enough to tell the middle of a board from its corner; less than a tenth of a second in most games.
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

/// A level below the highest: how far it sees.
///
/// Nobody throws dice: a weak level knows nothing but the rules and looks one or two decisions ahead, a stronger one knows
/// what we know and looks ever longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// How many simulations a move is thought about.
    pub simulations: u64,
    /// What the player knows.
    pub knowledge: Knowledge,
    /// How many decisions ahead the tree may grow.
    pub sight: Option<u32>,
}

/// The levels of a game below the highest, the weakest first.
pub type Ladder = [Rung; 7];

impl Rung {
    /// A player who knows the rules and looks so many decisions ahead.
    #[must_use]
    pub const fn rules(simulations: u64, sight: u32) -> Self {
        Rung { simulations, knowledge: Knowledge::Rules, sight: Some(sight) }
    }

    /// A player who knows the rules and looks as far ahead as the simulations reach.
    #[must_use]
    pub const fn searching(simulations: u64) -> Self {
        Rung { simulations, knowledge: Knowledge::Rules, sight: None }
    }

    /// A player who knows all we know.
    #[must_use]
    pub const fn all(simulations: u64) -> Self {
        Rung { simulations, knowledge: Knowledge::All, sight: None }
    }
}
