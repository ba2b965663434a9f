use crosscut_rules::{Position, Side};

/// What a connection game lets be seen of a position without a search, so that it can be written down. It says nothing of
/// positions in which more matters than the stones and the turn.
pub trait ConnectionTheory<P: Position> {
    /// How the side that is not to move wins by joining its ends, as far as that is seen.
    fn connections(&self, position: &P) -> Option<Connections>;

    /// A ply by which the side to move is seen to win.
    fn sighted(&self, _position: &P) -> Option<P::Move> {
        None
    }

    /// Where a stone is a node: what of the position does not matter, and what is worth a ply.
    fn reduced(&self, _position: &P) -> Option<Reduced> {
        None
    }
}

/// How a side may win by joining its ends, in one game or in several that are played at once, step by step, as
/// `crosscut_verify::Facts` wants it said. Cells have their numbers, the low end that after the last cell's, and the high
/// end the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connections {
    /// The steps, each made of those before it.
    pub steps: Vec<Connection>,
    /// The step that wins, the other side to move, if one does.
    pub whole: Option<usize>,
    /// If none does: cells, and steps that win once the side has a stone there. Together they leave as few cells
    /// as possible where the other side can prevent them all.
    pub ways: Vec<(usize, usize)>,
}

/// A step by which two points, cells or ends, come to hang together; or by which a side wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connection {
    /// By stones that are there, and what other steps join without a cell in common.
    Through {
        /// The game, from 0.
        game: usize,
        /// The two.
        points: [usize; 2],
        /// The stones, besides those on the two.
        stones: Vec<usize>,
        /// The other steps.
        links: Vec<usize>,
    },
    /// By a stone on one of several cells, and a step after it.
    Any(Vec<(usize, usize)>),
    /// By joining the ends in several games, by steps without a cell in common.
    Most(Vec<usize>),
    /// Where a stone is an edge: by stones that are there, and two trees that both join what is still to be joined.
    Trees {
        /// The stones.
        stones: Vec<usize>,
        /// The cells of each tree.
        trees: [Vec<usize>; 2],
    },
}

/// What of a position does not matter: stones may be put there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// Where, in order: each with those before it on the board.
    pub fills: Vec<Fill>,
    /// Empty cells one of which wins if any does, the likeliest first.
    pub worthy: Vec<usize>,
}

/// Stones that may be put on the board at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    /// Whose they are.
    pub side: Side,
    /// A dead cell, or two of which the side gets one while the other is dead then.
    pub cells: Vec<usize>,
}
