use std::collections::{HashMap, HashSet};

use crosscut_rules::{Game, Outcome, Position, Rng, Seat};
use crosscut_search::Evaluate;

use super::super::cell::Tile;
use super::super::player::Frontier;
use super::super::{Trichet, TrichetPosition};
use super::{HOLE, after, wander};
use crate::testing::game;

#[test]
fn the_frontier_draws_every_legal_ply_equally_often() {
    let mut rng = Rng::new(21);
    for line in ["", HOLE, "N50ul. L49dr. N47uro O46dlo O50dl. O47dlo"] {
        let position = after("", line);
        let mut frontier = Frontier::of(&position.board);
        let mut drawn: HashMap<Tile, u32> = HashMap::new();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for _ in 0..1000 * moves.len() {
            *drawn.entry(frontier.draw(&position.board, &mut rng)).or_default() += 1;
        }
        assert_eq!(drawn.keys().collect::<HashSet<_>>(), moves.iter().collect());
        // Five standard deviations; a ply of double weight would be thirty away.
        assert!(drawn.values().all(|&n| n.abs_diff(1000) < 160), "{drawn:?}");
    }
}

#[test]
fn the_frontier_follows_the_game() {
    let mut rng = Rng::new(22);
    for _ in 0..30 {
        let mut position = game::<Trichet>("").start();
        let mut frontier = Frontier::of(&position.board);
        while position.outcome().is_none() {
            let mut left: HashSet<Tile> = HashSet::new();
            let mut moves = Vec::new();
            position.moves(&mut moves);
            for _ in 0..20 * moves.len() {
                left.insert(frontier.draw(&position.board, &mut rng));
            }
            assert_eq!(left, moves.into_iter().collect());
            let tile = frontier.draw(&position.board, &mut rng);
            frontier.advance(&mut position, tile, &mut Default::default());
        }
    }
}

#[test]
fn random_games_go_as_if_every_list_had_been_written_out() {
    #[derive(Debug, Default)]
    struct Sum {
        games: f64,
        plies: f64,
        squares: f64,
        first: f64,
    }
    impl Sum {
        fn add(&mut self, plies: u32, outcome: Outcome) {
            let plies = f64::from(plies);
            self.games += 1.0;
            self.plies += plies;
            self.squares += plies * plies;
            self.first += f64::from(u8::from(outcome == Outcome::Won(Seat::First)));
        }
        /// The mean and its variance, of the plies and of the first seat's wins.
        fn means(&self) -> [(f64, f64); 2] {
            let mean = self.plies / self.games;
            let share = self.first / self.games;
            [
                (mean, (self.squares / self.games - mean * mean) / self.games),
                (share, share * (1.0 - share) / self.games),
            ]
        }
    }
    for options in ["", "num_tiles=40,win_size=7"] {
        let start = game::<Trichet>(options).start();
        let mut rng = Rng::new(23);
        let (mut fast, mut slow) = (Sum::default(), Sum::default());
        for _ in 0..8000 {
            let playout = Trichet::playout(&start, &mut rng);
            fast.add(playout.plies, playout.outcome);
        }
        for _ in 0..4000 {
            let (mut position, mut plies) = (start.clone(), 0);
            while position.outcome().is_none() {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                position.play_unchecked(rng.pick(&moves));
                plies += 1;
            }
            slow.add(plies, position.outcome().unwrap());
        }
        for ((a, var_a), (b, var_b)) in fast.means().into_iter().zip(slow.means()) {
            assert!((a - b).abs() < 4.0 * (var_a + var_b).sqrt(), "{options}: {fast:?} {slow:?}");
        }
    }
}

#[test]
fn a_position_is_small() {
    let mut most = 0;
    wander("", 60, 24, |position| {
        most = most.max(size_of::<TrichetPosition>() + position.board.bytes());
    });
    assert!(most <= 2048, "{most} bytes");
}
