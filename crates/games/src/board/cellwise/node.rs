use std::sync::{LazyLock, Mutex, PoisonError};

use crosscut_rules::Side;
use crosscut_solve::{Bounds, Child, Connections, Fill, Node, Reduced, mix};

use super::inferior::Inferior;
use super::strategies::connections;
use super::virtual_connections::Joined;
use super::{Boards, Set, members, only};

/// A node of a search that looks for virtual connections and leaves out cells that do not matter.
#[derive(Clone, Debug)]
pub struct Cellwise {
    boards: &'static Boards,
    stones: [Set; 2],
    turn: Side,
}

/// The result of examining a node.
struct Seen {
    /// The node itself. A node with the same key may be a rotation of it, or on a board of another size, with other cells.
    from: Cellwise,
    /// The stones after filling in the cells that do not matter.
    stones: [Set; 2],
    bounds: Bounds,
    /// The cells worth playing on, the most promising first.
    plies: Vec<u8>,
}

impl PartialEq for Cellwise {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.boards, other.boards)
            && (self.stones, self.turn) == (other.stones, other.turn)
    }
}

/// The number of nodes kept in memory: a search returns to those it visited recently. Examining a node takes so much longer
/// than waiting for a lock that all threads share this memory.
const REMEMBERED: usize = 1 << 14;

static MEMORY: LazyLock<Vec<Mutex<Option<Seen>>>> =
    LazyLock::new(|| (0..REMEMBERED).map(|_| Mutex::new(None)).collect());

impl Cellwise {
    pub(crate) fn new(boards: &'static Boards, stones: [Set; 2], turn: Side) -> Self {
        Cellwise { boards, stones, turn }
    }

    fn see(&self) -> Seen {
        let boards = self.boards;
        let from = self.clone();
        let over =
            |bounds| Seen { from: self.clone(), stones: self.stones, bounds, plies: Vec::new() };
        let Inferior { stones, worthy } = Inferior::new(boards, self.stones, self.turn);
        if boards.joined(self.turn, stones, true) != Joined::No {
            return over(Bounds::WIN);
        }
        let answers = match boards.joined(!self.turn, stones, false) {
            Joined::Yes => return over(Bounds::LOSS),
            Joined::With { needs, .. } => needs & worthy,
            Joined::No => worthy,
        };
        if answers == 0 {
            return over(Bounds::LOSS);
        }
        let plies = self.likeliest(stones, answers);
        Seen { from, stones, bounds: Bounds::OPEN, plies }
    }
}

impl Cellwise {
    /// Cells in the order of how much current flows through them, the most first.
    fn likeliest(&self, stones: [Set; 2], cells: Set) -> Vec<u8> {
        let flows = Side::BOTH.map(|side| self.boards.currents(side, stones));
        let flow = |&cell: &u8| flows[0][usize::from(cell)] + flows[1][usize::from(cell)];
        let mut cells: Vec<u8> = members(cells).map(|cell| cell as u8).collect();
        cells.sort_by(|a, b| flow(b).total_cmp(&flow(a)));
        cells
    }
}

/// What is known about a position without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The side to move wins with a stone on this cell.
    Won(usize),
    /// The side to move loses.
    Lost,
    /// The side to move loses, except perhaps with a stone on one of these cells.
    Open(Set),
}

impl Cellwise {
    /// The verdict on the board, without a search. A filled-in cell remains among the open ones: it may be worth no less than
    /// a pass.
    pub(crate) fn verdict(&self) -> Verdict {
        let boards = self.boards;
        let Inferior { stones, .. } = Inferior::new(boards, self.stones, self.turn);
        let empty = boards.whole().all & !self.stones[0] & !self.stones[1];
        let filled = empty & (stones[0] | stones[1]);
        match boards.joined(self.turn, stones, true) {
            Joined::With { key, .. } => return Verdict::Won(usize::from(key)),
            // The ends are joined whatever the other side does: an extra stone anywhere cannot harm.
            Joined::Yes => {
                return match members(empty & !filled).chain(members(filled)).next() {
                    Some(cell) => Verdict::Won(cell),
                    None => Verdict::Open(empty),
                };
            }
            Joined::No => {}
        }
        match boards.joined(!self.turn, stones, false) {
            Joined::Yes => Verdict::Lost,
            Joined::With { needs, .. } => Verdict::Open(needs | filled),
            Joined::No => Verdict::Open(empty),
        }
    }
}

impl Cellwise {
    /// A cell with which the side to move makes progress towards a win that is known without a search.
    pub(crate) fn strongest(&self) -> Option<usize> {
        let boards = self.boards;
        let Inferior { stones, .. } = Inferior::new(boards, self.stones, self.turn);
        match boards.joined(self.turn, stones, true) {
            Joined::With { key, .. } => Some(usize::from(key)),
            // Any cell will do, but the game must come to an end.
            Joined::Yes => {
                let flow = boards.currents(self.turn, self.stones);
                let empty = boards.whole().all & !self.stones[0] & !self.stones[1];
                members(empty).max_by(|&a, &b| flow[a].total_cmp(&flow[b]))
            }
            Joined::No => None,
        }
    }

    /// How the side that is not to move wins by joining its ends, as far as that is known without a search.
    pub(crate) fn connections(&self) -> Connections {
        connections(self.boards, !self.turn, self.stones)
    }

    /// What is filled in because it does not matter, and the cells that are then worth playing on.
    pub(crate) fn reduced(&self) -> Reduced {
        let mut fills = Vec::new();
        let Inferior { stones, worthy } =
            Inferior::telling(self.boards, self.stones, self.turn, |side, cells| {
                fills.push(Fill { side, cells: members(cells).collect() });
            });
        let worthy = self.likeliest(stones, worthy).into_iter().map(usize::from).collect();
        Reduced { fills, worthy }
    }

    /// Cells of which one wins if any cell does, the most promising first; empty if the winner is known without a search.
    pub(crate) fn worthy(&self) -> Vec<u8> {
        self.see().plies
    }
}

impl Node for Cellwise {
    /// A cell, and the stones before the ply after filling in.
    type Ply = (u8, [Set; 2]);

    fn key(&self) -> u128 {
        mix(self.boards.whole().key_from(self.boards.whole().keys(self.stones), self.turn))
    }

    fn look(&self, children: &mut Vec<Child<Self::Ply>>) -> Bounds {
        let place = &MEMORY[self.key() as usize % REMEMBERED];
        // The contents are complete even if a thread has panicked while it held the lock.
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = match place.take().filter(|it| it.from == *self) {
            Some(seen) => seen,
            None => self.see(),
        };
        let seen = place.insert(seen);
        let mut keys = self.boards.whole().keys(seen.stones);
        for (rank, &cell) in (0..).zip(&seen.plies) {
            self.boards.whole().toggle(&mut keys, self.turn, usize::from(cell));
            let key = mix(self.boards.whole().key_from(keys, !self.turn));
            // The current is a good guide, so a cell further down the list starts with a handicap.
            let hint = [1, 1 + rank / 4];
            children.push(Child { hint, ..Child::new((cell, seen.stones), key) });
            self.boards.whole().toggle(&mut keys, self.turn, usize::from(cell));
        }
        seen.bounds
    }

    fn play(&mut self, (cell, stones): Self::Ply) {
        self.stones = stones;
        self.stones[self.turn.index()] |= only(usize::from(cell));
        self.turn = !self.turn;
    }
}
