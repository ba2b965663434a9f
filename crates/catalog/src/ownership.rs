use std::collections::HashMap;

use crosscut_rules::{Rng, Seat};
use crosscut_search::{Analysis, Candidate};

use crate::{AnyPosition, Ink};

/// Who has the places of a board in the end, and which of them matter: counted over random games.
///
/// The first ply of a game is drawn as often as a search visited it, all others uniformly. On an empty board that says
/// little of who gets what, so the games are weighted: those that a seat won count, together, as much as the search
/// expects that seat to win. What decides games shows in any case: see [`Owned::weight`].
#[derive(Clone, Debug)]
pub struct Ownership {
    start: AnyPosition,
    rng: Rng,
    places: Vec<(String, Tally)>,
    at: HashMap<String, usize>,
    /// How many games ended so: see [`class`].
    games: [u32; CLASSES],
}

/// What is known of a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Owned {
    /// The place, as in moves.
    pub word: String,
    /// How much more often it ends as the first side's than as the second's: 1 always, -1 never.
    pub owner: f64,
    /// How much more often it ends as the winner's than as the loser's, -1 to 1: places that decide games come out high.
    pub weight: f64,
}

/// How often a place ended as the first and as the second side's, in games that ended alike.
type Tally = [[u32; 2]; CLASSES];

/// The seat that won, and the side it held in the end; or nobody won.
const CLASSES: usize = 5;

/// How many games without a single owner in the end show that the game has none. (A random game may end by passes.)
const TRIES: u32 = 20;

impl Ownership {
    /// Begins to count; `None` in games whose diagrams do not say of places whose they are, and where the game is over.
    #[must_use]
    pub fn of(position: &AnyPosition, seed: u64) -> Option<Self> {
        position.turn()?;
        let mut rng = Rng::new(seed);
        let owned = (0..TRIES).any(|_| {
            let mut end = position.clone();
            end.play_out(&mut rng);
            end.text().places.iter().any(|place| side(place.ink).is_some())
        });
        let words = position.text().places.into_iter().map(|place| place.word);
        let places: Vec<(String, Tally)> = words.map(|word| (word, Tally::default())).collect();
        owned.then(|| Ownership {
            start: position.clone(),
            rng: Rng::new(seed),
            at: places.iter().enumerate().map(|(at, it)| (it.0.clone(), at)).collect(),
            places,
            games: [0; CLASSES],
        })
    }

    /// Plays and counts so many games more, their first plies chosen by the visits of an analysis of the position.
    pub fn play(&mut self, games: u32, candidates: &[Candidate<String>]) {
        let visits: u64 = candidates.iter().map(|it| it.visits).sum();
        for _ in 0..games {
            let mut end = self.start.clone();
            if visits > 0 {
                let mut nth = self.rng.next_u64() % visits;
                let drawn = candidates.iter().find(|it| {
                    let here = nth < it.visits;
                    nth = nth.saturating_sub(it.visits);
                    here
                });
                // Candidates of another position are passed over.
                let _ = drawn.map(|it| end.play(&it.ply));
            }
            end.play_out(&mut self.rng);
            self.count(&end);
        }
    }

    fn count(&mut self, end: &AnyPosition) {
        let class = class(end);
        self.games[class] += 1;
        for place in end.text().places {
            if let (Some(side), Some(&at)) = (side(place.ink), self.at.get(&place.word)) {
                self.places[at].1[class][side] += 1;
            }
        }
    }

    /// How many games were counted.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games.iter().sum()
    }

    /// What the games tell about every place, in the order of the diagram, weighted by what the search expects.
    #[must_use]
    pub fn places(&self, analysis: &Analysis<String>) -> Vec<Owned> {
        let first = match self.start.turn() {
            Some(Seat::Second) => 1.0 - analysis.share,
            _ => analysis.share,
        };
        let weights = self.weights(first);
        let owned = |(word, tally): &(String, Tally)| {
            let (mut owner, mut weight) = (0.0, 0.0);
            for (class, &[first, second]) in tally.iter().enumerate() {
                let balance = weights[class] * (f64::from(first) - f64::from(second));
                owner += balance;
                weight += balance * won_by(class);
            }
            Owned { word: word.clone(), owner, weight }
        };
        self.places.iter().map(owned).collect()
    }

    /// How much a single game of each class counts, so that the first seat's expectation is `first`; 1 for all together.
    fn weights(&self, first: f64) -> [f64; CLASSES] {
        let games = self.games.map(f64::from);
        let all: f64 = games.iter().sum::<f64>().max(1.0);
        let [won, lost, drawn] = [games[0] + games[1], games[2] + games[3], games[4]];
        let mut weights = [1.0 / all; CLASSES];
        // Where one seat won no game there is nothing to weigh.
        if won > 0.0 && lost > 0.0 {
            let decided = 1.0 - drawn / all;
            let share = (first - drawn / all / 2.0).clamp(0.0, decided);
            weights[..2].fill(share / won);
            weights[2..4].fill((decided - share) / lost);
        }
        weights
    }
}

fn class(end: &AnyPosition) -> usize {
    match (end.winner(), end.winning_side()) {
        // Who holds which side may have changed by a swap.
        (Some(seat), Some(side)) => 2 * seat.index() + side.index(),
        _ => CLASSES - 1,
    }
}

/// 1 if the first side has won in games of a class, -1 if the second has, 0 if nobody.
fn won_by(class: usize) -> f64 {
    [1.0, -1.0, 1.0, -1.0, 0.0][class]
}

fn side(ink: Option<Ink>) -> Option<usize> {
    match ink {
        Some(Ink::First) => Some(0),
        Some(Ink::Second) => Some(1),
        _ => None,
    }
}
