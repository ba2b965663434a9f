use std::collections::BTreeMap;

use crosscut_club::Match;
use crosscut_record::GameResult;
use serde::{Deserialize, Serialize};

use crate::read::projection::game;
use crate::store::TallyRow;

/// The results of rated matches, by game: wins of the first player, wins of the second, and draws.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tallies(BTreeMap<String, [i64; 3]>);

impl Tallies {
    /// Counts a match, if it was rated and has ended with a result.
    pub(crate) fn count(&mut self, it: &Match) {
        let Some(ending) = it.ending.filter(|_| it.terms.rated) else { return };
        let tally = self.0.entry(game(&it.terms).to_string()).or_default();
        match ending.result {
            GameResult::First => tally[0] += 1,
            GameResult::Second => tally[1] += 1,
            GameResult::Draw => tally[2] += 1,
            GameResult::Open => {}
        }
    }

    /// Adds other tallies.
    pub(crate) fn add(&mut self, other: Tallies) {
        for (game, counted) in other.0 {
            let tally = self.0.entry(game).or_default();
            for (sum, n) in tally.iter_mut().zip(counted) {
                *sum += n;
            }
        }
    }

    /// Removes and returns the tally of a game.
    pub(crate) fn take(&mut self, game: &str) -> [i64; 3] {
        self.0.remove(game).unwrap_or_default()
    }

    /// The remaining tallies as rows of the table, which leaves out games without results.
    pub(crate) fn lines(self) -> impl Iterator<Item = TallyRow> {
        self.0.into_iter().filter(|it| it.1 != [0; 3]).map(|(game, counted)| line(game, counted))
    }
}

/// A row of the table.
pub(crate) fn line(game: String, [first, second, drawn]: [i64; 3]) -> TallyRow {
    TallyRow { game, first, second, drawn }
}
