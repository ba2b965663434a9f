//! A player's record: matches won and lost by game, and favourite openings.

use crosscut_catalog::find;
use crosscut_club::{Key, Player};
use crosscut_record::GameResult;

use super::page::PageError;
use crate::App;
use crate::read::projection::MatchSummary;
use crate::store::ScoreRow;

/// How many of the latest matches of a game are searched for those that the player began.
const RECORD: u32 = 60;
/// The most matches of a game whose openings are counted.
const LOOKED_AT: usize = 30;

/// A player's results at a game.
pub(crate) struct PlayerTally {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// Matches with other people.
    pub(crate) won: u32,
    pub(crate) lost: u32,
    pub(crate) drawn: u32,
    /// Matches with the computer that came to an end.
    pub(crate) computer: u32,
}

impl PlayerTally {
    /// The number of matches with other people.
    pub(crate) fn played(&self) -> u32 {
        self.won + self.lost + self.drawn
    }

    /// The score in per cent, if there were matches with people.
    pub(crate) fn share(&self) -> Option<u32> {
        let (points, most) = (2 * self.won + self.drawn, 2 * self.played());
        (0 < most).then(|| (points * 100 + most / 2) / most)
    }
}

/// A player's results by game, the game played most first. Matches broken off do not count.
pub(crate) fn tallies(scores: &[ScoreRow]) -> Vec<PlayerTally> {
    let mut tallies: Vec<PlayerTally> = Vec::new();
    for it in scores {
        let Some(game) = find(&it.game) else { continue };
        let card = game.card();
        let at = tallies.iter().position(|it| it.name == card.name).unwrap_or_else(|| {
            let (name, title) = (card.name, card.title);
            tallies.push(PlayerTally { name, title, won: 0, lost: 0, drawn: 0, computer: 0 });
            tallies.len() - 1
        });
        let tally = &mut tallies[at];
        let column = match (it.kind.as_str(), it.score) {
            ("computer", _) => &mut tally.computer,
            (_, 2) => &mut tally.won,
            (_, 1) => &mut tally.drawn,
            _ => &mut tally.lost,
        };
        *column += u32::try_from(it.n).unwrap_or(u32::MAX);
    }
    tallies.sort_by_key(|it| std::cmp::Reverse((it.played(), it.computer)));
    tallies
}

/// The first plies a player plays most often.
pub(crate) struct Openings {
    pub(crate) title: &'static str,
    /// Plies, and the number of matches in which each was played.
    pub(crate) plies: Vec<(String, usize)>,
    /// The number of matches counted, all begun by the player.
    pub(crate) among: usize,
}

/// A player's favourite openings in the game of a tally, if they began any match of it. Private matches count only for
/// the player's own view (`own`).
pub(crate) async fn openings(
    app: &App,
    player: Player,
    tally: &PlayerTally,
    own: bool,
) -> Result<Option<Openings>, PageError> {
    // The key changes whenever another match of the game ends.
    let PlayerTally { name, title, won, lost, drawn, computer } = *tally;
    let of = format!("openings of {player:?}: {name} {won} {lost} {drawn} {computer} {own}");
    let known = app.documents().get(&of).and_then(|it| serde_json::from_slice(&it).ok());
    let (plies, among): (Vec<(String, usize)>, usize) = match known {
        Some(known) => known,
        None => {
            let found = begun_with(app, player, name, own).await?;
            if let Ok(text) = serde_json::to_vec(&found) {
                app.documents().keep(of, &text);
            }
            found
        }
    };
    Ok((!plies.is_empty()).then_some(Openings { title, plies, among }))
}

/// The plies with which a player begins a game most often, with their counts, and the number of matches counted.
async fn begun_with(
    app: &App,
    player: Player,
    game: &str,
    own: bool,
) -> Result<(Vec<(String, usize)>, usize), PageError> {
    let matches = app.queries().played(player, game, None, own, RECORD).await?;
    // Matches broken off do not count, as in the tallies.
    let has_result =
        |it: &MatchSummary| it.ending.is_some_and(|end| end.result != GameResult::Open);
    let begun = |it: &&MatchSummary| it.seats[0] == player && 0 < it.plies && has_result(it);
    let ids: Vec<_> = matches.iter().filter(begun).take(LOOKED_AT).map(|it| it.id).collect();
    let mut plies: Vec<(String, usize)> = Vec::new();
    for &id in &ids {
        let state = app.queue().look(&[Key::Match(id)]).await?;
        let Some(first) = state.match_with(id).and_then(|it| it.line.plies().first()) else {
            continue;
        };
        match plies.iter_mut().find(|it| it.0 == *first) {
            Some(it) => it.1 += 1,
            None => plies.push((first.clone(), 1)),
        }
    }
    plies.sort_by_key(|it| std::cmp::Reverse(it.1));
    plies.truncate(3);
    Ok((plies, ids.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_half_a_win() {
        let tally = |won, lost, drawn| {
            PlayerTally { name: "", title: "", won, lost, drawn, computer: 0 }.share()
        };
        assert_eq!(tally(0, 0, 0), None);
        assert_eq!(tally(1, 0, 1), Some(75));
        assert_eq!(tally(1, 2, 0), Some(33));
    }
}
