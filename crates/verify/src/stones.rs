use crosscut_rules::{Game, Outcome, Position, Seat, Side};

use crate::Cells;

/// What a verifier is told of a game besides its rules. With the defaults it is the rules alone.
pub trait Verify: Game {
    /// The board, in games in which a stone never harms its owner: see [`Board`].
    fn board(&self) -> Option<Board<Self>> {
        None
    }

    /// All that the worth of a position depends on, in games in which that is much less than the position: two that go on,
    /// have the same form and the same seat to move are worth the same to it. With forms, where there are any, a walk
    /// remembers what is proved, and it stops where the prover is to move and one ply ends the game as is claimed.
    fn form(&self, _position: &Self::Position) -> Option<Form> {
        None
    }
}

/// All that the worth of a position depends on, in the words of its game.
pub type Form = Box<[u8]>;

/// Whether the side to move ends the game with a ply that gets it at least `target`.
pub fn ends_at_once<P: Position>(position: &P, target: i8) -> bool {
    let mut plies = Vec::new();
    position.moves(&mut plies);
    plies.into_iter().any(|ply| {
        let mut next = position.clone();
        next.play_unchecked(ply);
        next.outcome().is_some_and(|outcome| gets(outcome, position.turn()) >= target)
    })
}

/// What a seat gets: 1 for a win, 0 for a draw, -1 for a loss.
pub(crate) fn gets(outcome: Outcome, seat: Seat) -> i8 {
    match outcome {
        Outcome::Won(winner) if winner == seat => 1,
        Outcome::Won(_) => -1,
        Outcome::Drawn => 0,
    }
}

/// The board of a game in which a stone never harms its owner.
///
/// Whoever makes one promises, of each position that has [`Stones`] and of all after it:
/// - the sides move by turns, and a turn puts the mover's stones on a set of empty cells that [`Turns`] allows, or none if
///   the rules let one pass;
/// - whether a side has won depends on its own stones alone, and with more of them it has won all the more;
/// - when every cell is full one side has won, and at no time both have;
/// - the game goes on until a side has won, unless both pass in turn.
#[derive(Clone, Debug)]
pub struct Board<G: Game> {
    /// How many cells it has, numbered from 0: at most [`CELLS`](crate::CELLS).
    pub cells: usize,
    /// What one turn may fill.
    pub turns: Turns,
    /// What a stone joins, where a side wins by joining its ends and a turn has one stone.
    pub joins: Option<Joins>,
    /// The stones of a position. `None` when it is over, and wherever something besides the stones and the turn matters: as
    /// long as the opening goes on, or when somebody has just passed.
    pub stones: fn(&G, &G::Position) -> Option<Stones>,
    /// The position with these stones, by side, and this side to move.
    pub place: fn(&G, [&Cells; 2], Side) -> G::Position,
    /// The ply that puts stones on these cells, at least one.
    pub ply: fn(&G, &Cells) -> <G::Position as Position>::Move,
}

/// All that matters of a position on a [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stones {
    /// The stones, by side.
    pub stones: [Cells; 2],
    /// The side to move.
    pub side: Side,
    /// How many turns of a side from here on no other rule can forbid.
    pub free: u32,
}

/// The sets of cells that one turn may fill. A single cell is always one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turns {
    /// No others.
    Singles,
    /// These pairs, too.
    Pairs(Vec<[u16; 2]>),
}

/// What a stone joins in a connection game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joins {
    /// It is an edge between two nodes: the edges, by side.
    Edges([Edges; 2]),
    /// It is a node, in one game or in several.
    Nodes(Games),
}

/// What a side's stones join in Shannon's switching game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edges {
    /// By cell: the nodes that a stone there joins.
    pub joins: Vec<[u16; 2]>,
    /// The nodes that are to be joined.
    pub ends: [u16; 2],
}

/// Games that are played at once with the same stones, where a stone is a node. A side has won when its own stones join its
/// ends in so many of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    /// Each of them.
    pub list: Vec<Nodes>,
    /// How many are needed.
    pub need: usize,
}

/// What hangs together in a game of Hex, on the whole board or on a part of it: cells elsewhere have none around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nodes {
    /// By cell: the cells around it.
    pub near: Vec<Cells>,
    /// By side: the cells at its low end and those at its high end.
    pub ends: [[Cells; 2]; 2],
}

impl<G: Game> Board<G> {
    /// Every cell.
    #[must_use]
    pub fn all(&self) -> Cells {
        (0..self.cells).collect()
    }

    /// Where a stone is an edge: the edges, by side.
    #[must_use]
    pub fn edges(&self) -> Option<&[Edges; 2]> {
        match &self.joins {
            Some(Joins::Edges(edges)) => Some(edges),
            _ => None,
        }
    }

    /// Where a stone is a node: the games that are played.
    #[must_use]
    pub fn games(&self) -> Option<&Games> {
        match &self.joins {
            Some(Joins::Nodes(games)) => Some(games),
            _ => None,
        }
    }

    /// The names of the cells, by number.
    pub fn names(&self, game: &G) -> Vec<String> {
        (0..self.cells)
            .map(|cell| (self.ply)(game, &[cell].into_iter().collect()).to_string())
            .collect()
    }

    /// Whether a side has won once it has these stones, whatever the other one has.
    pub fn wins_with(&self, game: &G, side: Side, cells: &Cells) -> bool {
        let mut stones = [&Cells::NONE; 2];
        stones[side.index()] = cells;
        let position = (self.place)(game, stones, !side);
        position
            .outcome()
            .and_then(crosscut_rules::Outcome::winner)
            .is_some_and(|seat| position.held_by(seat) == side)
    }
}

impl Turns {
    /// Whether one turn may fill this set.
    #[must_use]
    pub fn allow(&self, cells: &Cells) -> bool {
        match (cells.count(), self) {
            (1, _) => true,
            (2, Turns::Pairs(pairs)) => {
                pairs.iter().any(|pair| pair.iter().all(|&cell| cells.has(usize::from(cell))))
            }
            _ => false,
        }
    }

    /// A turn that fills a cell of every one of these sets, of at least one, and only cells that are in `empty`.
    #[must_use]
    pub fn spoiling(&self, sets: &[Cells], empty: &Cells) -> Option<Cells> {
        let common = sets.iter().fold(*empty, |common, set| common.and(set));
        if let Some(cell) = common.iter().next() {
            return Some([cell].into_iter().collect());
        }
        match self {
            Turns::Singles => None,
            Turns::Pairs(pairs) => pairs
                .iter()
                .map(|pair| pair.iter().map(|&cell| usize::from(cell)).collect::<Cells>())
                .find(|pair| {
                    pair.without(empty).is_empty() && sets.iter().all(|set| set.meets(pair))
                }),
        }
    }
}
