use std::time::Duration;

use crate::cpu_time;

/// The largest batch; a larger one would not be timed any better.
const MOST: u64 = 1 << 20;

/// Random games, counted and timed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count {
    /// The number of games, or of whatever other unit a speed is given in.
    pub games: u64,
    /// The total number of plies.
    pub plies: u64,
    /// How many of the games the first seat won.
    pub first_wins: u64,
    /// How many of the games were drawn.
    pub draws: u64,
    /// The CPU time; meaningless before it is measured.
    pub time: Duration,
}

impl Count {
    /// A count of these games, with no draws and no time.
    pub fn new(games: u64, plies: u64, first_wins: u64) -> Self {
        Count { games, plies, first_wins, draws: 0, time: Duration::ZERO }
    }

    /// Runs batches until this thread has used `time`, and adds their counts. `batch` takes the number of games to play; the
    /// batches grow until reading the clock costs nothing. It stops early if `go_on` returns false.
    pub fn measure(
        &mut self,
        time: Duration,
        batch: &mut dyn FnMut(u64) -> Count,
        go_on: &dyn Fn() -> bool,
    ) {
        let begin = cpu_time();
        let mut used = Duration::ZERO;
        let mut games = 1;
        while used < time && go_on() {
            let before = used;
            let count = batch(games);
            used = cpu_time() - begin;
            self.games += count.games;
            self.plies += count.plies;
            self.first_wins += count.first_wins;
            self.draws += count.draws;
            if used - before < Duration::from_millis(2) && games < MOST {
                games *= 2;
            }
        }
        self.time += used;
    }

    /// Games per second.
    pub fn per_second(&self) -> f64 {
        self.games as f64 / self.time.as_secs_f64()
    }

    /// Plies per second.
    pub fn plies_per_second(&self) -> f64 {
        self.plies as f64 / self.time.as_secs_f64()
    }

    /// Plies per game.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games as f64
    }

    /// The first seat's share of the points; a draw counts one half.
    pub fn first_share(&self) -> f64 {
        (self.first_wins as f64 + self.draws as f64 / 2.0) / self.games as f64
    }
}

/// Measures several kinds of work, each for `time`, in alternating slices, so that a disturbance of the machine affects them
/// all. If `go_on` returns false, less is measured, and perhaps nothing of some.
pub fn measure(
    time: Duration,
    works: &mut [&mut dyn FnMut(u64) -> Count],
    go_on: &dyn Fn() -> bool,
) -> Vec<Count> {
    const SLICES: u32 = 8;
    let mut counts = vec![Count::default(); works.len()];
    for _ in 0..SLICES {
        for (count, work) in counts.iter_mut().zip(works.iter_mut()) {
            count.measure(time / SLICES, *work, go_on);
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_lasts_as_long_as_it_should_and_counts_everything() {
        let [mut a, mut b] = [0_u64; 2];
        let counts = measure(
            Duration::from_millis(40),
            &mut [
                &mut |games| {
                    a += games;
                    Count::new(games, 3 * games, games)
                },
                &mut |games| {
                    b += games;
                    Count::new(games, games, 0)
                },
            ],
            &|| true,
        );
        assert_eq!(counts.iter().map(|it| it.games).collect::<Vec<_>>(), [a, b]);
        assert!(counts.iter().all(|it| it.time >= Duration::from_millis(40)), "{counts:?}");
        assert_eq!((counts[0].mean_plies(), counts[1].first_share()), (3.0, 0.0));
    }
}
