use std::collections::HashMap;

use crosscut_rules::{Rng, Seat};
use crosscut_search::{Analysis, Candidate};

use crate::{AnyPosition, Ink};

/// Who owns the places of a board in the end, and which places matter: statistics over random games.
///
/// The first ply of each game is drawn in proportion to a search's visits, all others uniformly. On an empty board that says
/// little about who gets what, so the games are weighted: together, those that a seat won count as much as the search
/// expects that seat to win. Places that decide games show in any case: see [`Owned::weight`].
#[derive(Clone, Debug)]
pub struct Ownership {
    start: AnyPosition,
    rng: Rng,
    places: Vec<(String, Tally)>,
    at: HashMap<String, usize>,
    /// How many games ended in each class: see [`class`].
    games: [u32; CLASSES],
}

/// The statistics of a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Owned {
    /// The place, as in moves.
    pub word: String,
    /// How much more often it ends as the first side's than as the second's, from 1 (always) to -1 (never).
    pub owner: f64,
    /// How much more often it ends as the winner's than as the loser's, from -1 to 1: high for places that decide games.
    pub weight: f64,
}

/// How often a place ended as the first and as the second side's, by class of games.
type Tally = [[u32; 2]; CLASSES];

/// The number of classes of games: which seat won, with which side in the end, or a draw.
const CLASSES: usize = 5;

/// After this many random games in which no place has an owner in the end, the game is taken to have no owners. (A random game
/// may end by passes.)
const TRIES: u32 = 20;

impl Ownership {
    /// Statistics without any games yet; `None` in games whose diagrams do not show owners, and when the game is over.
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

    /// Plays and counts this many more games, with first plies drawn by the visits of an analysis of the position.
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
                // Candidates of another position are ignored.
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

    /// The number of games counted.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games.iter().sum()
    }

    /// The statistics of every place, in the order of the diagram, weighted by what the search expects.
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

    /// The weight of a single game of each class, such that the first seat's expectation is `first` and the weights of all games
    /// add up to 1.
    fn weights(&self, first: f64) -> [f64; CLASSES] {
        let games = self.games.map(f64::from);
        let all: f64 = games.iter().sum::<f64>().max(1.0);
        let [won, lost, drawn] = [games[0] + games[1], games[2] + games[3], games[4]];
        let mut weights = [1.0 / all; CLASSES];
        // If one seat won no game, there is nothing to weight.
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
        // A swap may have changed which seat holds which side.
        (Some(seat), Some(side)) => 2 * seat.index() + side.index(),
        _ => CLASSES - 1,
    }
}

/// The winner in games of a class: 1 for the first side, -1 for the second, 0 for a draw.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_weighed_to_what_the_search_expects_with_draws_too() {
        let spec: crate::Spec = "hex:size=3".parse().unwrap();
        let mut it = Ownership::of(&spec.start(), 1).unwrap();
        it.games = [2, 1, 1, 2, 4];
        for first in [0.3, 0.5, 0.75] {
            let weights = it.weights(first);
            let of = |class: usize| f64::from(it.games[class]) * weights[class];
            let [won, lost, drawn] = [of(0) + of(1), of(2) + of(3), of(4)];
            assert!((won + lost + drawn - 1.0).abs() < 1e-9, "{first}: {weights:?}");
            assert!((won + drawn / 2.0 - first).abs() < 1e-9, "{first}: {weights:?}");
        }
    }
}
