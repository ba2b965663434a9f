use crosscut_rules::Side;
use crosscut_solve::{Connection, Connections};

use super::said::Said;
use super::strategies::{Strategies, needed};
use super::{Boards, Set, only};

/// Ways to win several games together, which have no cell in common except the one on which a stone is needed first.
#[derive(Clone, Debug, Default)]
struct Combined {
    /// The cells they use.
    cells: Set,
    key: Option<u8>,
    /// The games, each with its way.
    wins: Vec<(usize, u32)>,
}

impl Combined {
    /// These ways with a way to win one more game.
    fn and(&self, game: usize, it: &Strategies<'_>, way: u32) -> Self {
        let mut more = self.clone();
        more.cells |= it.carrier(way);
        more.key = more.key.or(it.key(way));
        more.wins.push((game, way));
        more
    }

    /// Whether another way can be followed together with these: the same stone may serve both.
    fn goes_with(&self, it: &Strategies<'_>, way: u32) -> bool {
        let common = self.cells & it.carrier(way);
        match (self.key, it.key(way)) {
            (Some(key), Some(other)) => key == other && common == only(usize::from(key)),
            _ => common == 0,
        }
    }
}

/// [`connections`](super::strategies::connections) for several games, by combining ways to win each.
pub(super) fn combined(boards: &Boards, side: Side, stones: [Set; 2]) -> Connections {
    let games: Vec<Strategies<'_>> = boards
        .parts()
        .iter()
        .map(|cells| {
            let mut it = Strategies::new(cells, side, stones);
            it.search(true);
            it
        })
        .collect();
    let mut found = Vec::new();
    enough(&games, &Combined::default(), 0, boards.need(), &mut found);
    found.sort_by_key(|it| it.cells.count_ones());
    let mut steps = Vec::new();
    let count = boards.whole().all.count_ones() as usize;
    let mut say = |it: &Combined| {
        let won = |&(game, way): &(usize, u32)| {
            Said::new(&games[game], game, count, &mut steps).whole(way)
        };
        let wins = it.wins.iter().map(won).collect();
        steps.push(Connection::Most(wins));
        steps.len() - 1
    };
    if let Some(it) = found.iter().find(|it| it.key.is_none()) {
        let whole = Some(say(it));
        return Connections { steps, whole, ways: Vec::new() };
    }
    let mut ways = Vec::new();
    for it in needed(found, |it| it.cells) {
        let step = say(&it);
        ways.extend(it.key.map(|key| (usize::from(key), step)));
    }
    Connections { steps, whole: None, ways }
}

/// Finds ways to win `need` of the games from number `from` on, together with the ways in `won`.
fn enough(
    games: &[Strategies<'_>],
    won: &Combined,
    from: usize,
    need: usize,
    found: &mut Vec<Combined>,
) {
    if need == 0 {
        found.push(won.clone());
        return;
    }
    for (game, it) in games.iter().enumerate().skip(from) {
        for &way in it.full().iter().chain(it.semi()) {
            if won.goes_with(it, way) {
                enough(games, &won.and(game, it, way), game + 1, need - 1, found);
            }
        }
    }
}
