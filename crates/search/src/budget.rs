use std::time::Duration;

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
    /// Two searches of one position with the same seed and number of simulations agree in everything but time.
    pub seed: u64,
}

/// How hard the computer plays, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Default for Budget {
    fn default() -> Self {
        Budget { time: None, simulations: None, nodes: 2_000_000, seed: 0 }
    }
}

impl Budget {
    /// A budget of simulations only: reproducible.
    pub fn simulations(n: u64) -> Self {
        Budget { simulations: Some(n), ..Budget::default() }
    }

    /// A budget of time only.
    pub fn time(time: Duration) -> Self {
        Budget { time: Some(time), ..Budget::default() }
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
    pub fn budget(self) -> Budget {
        const SIMULATIONS: [u64; 8] = [10, 40, 150, 600, 2_500, 10_000, 40_000, u64::MAX];
        let simulations = SIMULATIONS[usize::from(self.0) - 1];
        Budget {
            time: Some(Duration::from_secs(5)),
            simulations: (simulations != u64::MAX).then_some(simulations),
            ..Budget::default()
        }
    }
}
