use crosscut_rules::Side;

use super::{Boards, Cells, END, ENDS, MOST, Set, members, only};

/// A board with all cells that do not matter filled in, and the plies worth searching.
///
/// A cell is *dead* if no stone on it changes the winner, whatever happens elsewhere. That is so if in a side's reduced
/// graph (that side's chains contracted, the other's stones removed) all its neighbours are adjacent to each other: then no
/// minimal path of that side goes through it. A stone of either colour may be put on a dead cell.
///
/// Two cells are *captured* by a side if each is dead once the side has the other: if the other side plays on one, the owner
/// makes that stone worthless with the other. The owner may be given both.
///
/// A cell is *vulnerable* if the other side has an answer that makes it dead. If the side to move wins at all, it wins with a
/// cell that is not vulnerable. Proof by induction on the number of empty cells: if a vulnerable `y` wins, the side to move
/// also wins in the position in which `y` is dead and the other side has its killer `x`, and there, by induction, with a cell
/// `z` that is not vulnerable. `z` also wins here, where the other side has less. And it is not vulnerable here: if `x` or `y`
/// killed it, it would be dead there; if another cell did, it would be vulnerable there.
///
/// A cell that is made dead by the side's own stone on another cell is not better than that other cell.
///
/// If several games are played on one board, a cell is dead if it is dead in each of them that is not over: no stone on it
/// changes who wins which. The rest follows as for a single game, since stones never revive a dead cell.
///
/// Björnsson, Hayward, Johanson, van Rijswijck, "Dead cell analysis in Hex and the Shannon game" (2006); Henderson,
/// "Playing and solving the game of Hex" (2010).
pub(super) struct Inferior {
    pub(super) stones: [Set; 2],
    /// Empty cells of which one wins if any cell does.
    pub(super) worthy: Set,
}

/// A side's reduced graph: by cell or end, its neighbours.
struct Reduced([Set; MOST + 2]);

/// A game that is not over.
struct Going {
    graphs: [Reduced; 2],
    /// The cells that are not dead in this game.
    alive: Set,
}

impl Going {
    /// `None` if a side has joined its ends.
    fn new(cells: &Cells, stones: [Set; 2]) -> Option<Self> {
        let [first, second] = Side::BOTH.map(|side| Reduced::new(cells, side, stones));
        let graphs = [first?, second?];
        let dead = |&cell: &usize| graphs.iter().any(|it| it.is_clique(it.0[cell]));
        let empty = cells.all & !stones[0] & !stones[1];
        let alive = empty & !members(empty).filter(dead).fold(0, |set, cell| set | only(cell));
        Some(Going { graphs, alive })
    }

    /// Whether a stone on one cell can make another dead: only if the two are close together.
    fn is_near(&self, cell: usize, stone: usize) -> bool {
        (self.graphs[0].0[cell] | self.graphs[1].0[cell]) & only(stone) != 0
    }

    /// Whether a stone of `side` on one cell makes another dead.
    fn kills(&self, side: Side, stone: usize, cell: usize) -> bool {
        let [own, other] = [side, !side].map(|it| &self.graphs[it.index()]);
        self.is_near(cell, stone) && (own.dead_with(cell, stone) || other.dead_without(cell, stone))
    }
}

impl Reduced {
    /// `None` if the side has joined its ends.
    fn new(cells: &Cells, side: Side, stones: [Set; 2]) -> Option<Self> {
        let ends = &cells.ends[side.index()];
        let empty = cells.all & !stones[0] & !stones[1];
        let mut next = [0; MOST + 2];
        for cell in members(empty) {
            next[cell] = cells.near[cell] & empty | ends[cell];
            for end in members(ends[cell]) {
                next[end] |= only(cell);
            }
        }
        for (_, around) in cells.chains(side, stones) {
            let touched = around & ENDS;
            let around = around & empty;
            if touched == ENDS {
                return None;
            }
            if touched == 0 {
                for cell in members(around) {
                    next[cell] |= around & !only(cell);
                }
            } else {
                for end in members(touched) {
                    next[end] |= around;
                }
                for cell in members(around) {
                    next[cell] |= touched;
                }
            }
        }
        Some(Reduced(next))
    }

    /// Whether all of `set` are adjacent to each other.
    fn is_clique(&self, set: Set) -> bool {
        members(set).all(|it| set & !(self.0[it] | only(it)) == 0)
    }

    /// Whether `cell` is dead once this side has `stone`.
    fn dead_with(&self, cell: usize, stone: usize) -> bool {
        let (it, killer) = (only(cell), only(stone));
        let around = self.0[stone];
        let touched = around & ENDS;
        if touched == ENDS {
            return false;
        }
        // The neighbours that a neighbour of the stone has through it.
        let through = if touched == 0 { around } else { touched };
        let mut near = self.0[cell];
        if near & killer != 0 {
            near |= through;
        }
        near &= !(it | killer);
        members(near).all(|at| {
            let mut next = self.0[at] | only(at);
            if next & killer != 0 {
                next |= through;
            }
            if touched >> at & 1 != 0 {
                next |= around;
            }
            near & !next == 0
        })
    }

    /// Whether `cell` is dead once the other side has `stone`.
    fn dead_without(&self, cell: usize, stone: usize) -> bool {
        self.is_clique(self.0[cell] & !only(stone))
    }
}

impl Inferior {
    /// Fills in the cells that do not matter; if the stones have decided the game, no cell is worthy.
    pub(super) fn new(boards: &Boards, stones: [Set; 2], turn: Side) -> Self {
        Self::telling(boards, stones, turn, |_, _| {})
    }

    /// Like [`new`](Self::new); `tell` is called for what is filled in, in order, with the side and either one dead
    /// cell or two captured ones.
    pub(super) fn telling(
        boards: &Boards,
        mut stones: [Set; 2],
        turn: Side,
        mut tell: impl FnMut(Side, Set),
    ) -> Self {
        loop {
            let going = || boards.parts().iter().filter_map(|cells| Going::new(cells, stones));
            let going: Vec<Going> = going().collect();
            if going.is_empty() || boards.is_over(stones, going.len()) {
                return Inferior { stones, worthy: 0 };
            }
            let empty = boards.whole().all & !stones[0] & !stones[1];
            let dead = empty & !going.iter().fold(0, |set, it| set | it.alive);
            if dead != 0 {
                members(dead).for_each(|cell| tell(Side::First, only(cell)));
                stones[0] |= dead;
                continue;
            }
            // By side and cell: the cells that a stone of the side there makes dead.
            let mut kills = [[0; MOST]; 2];
            for stone in members(empty) {
                for cell in members(empty & !only(stone)) {
                    let mut alive = going.iter().filter(|it| it.alive >> cell & 1 != 0);
                    let Some(first) = alive.next() else { continue };
                    if !first.is_near(cell, stone) {
                        continue;
                    }
                    for side in Side::BOTH {
                        if first.kills(side, stone, cell)
                            && alive.clone().all(|it| it.kills(side, stone, cell))
                        {
                            kills[side.index()][stone] |= only(cell);
                        }
                    }
                }
            }
            let mut taken = 0;
            for side in Side::BOTH {
                let kills = &kills[side.index()];
                for cell in members(empty) {
                    if taken >> cell & 1 != 0 {
                        continue;
                    }
                    let mutual = |&it: &usize| kills[it] >> cell & 1 != 0;
                    if let Some(other) = members(kills[cell] & !taken).find(mutual) {
                        let pair = only(cell) | only(other);
                        taken |= pair;
                        tell(side, pair);
                        stones[side.index()] |= pair;
                    }
                }
            }
            if taken != 0 {
                continue;
            }
            let [mine, theirs] = [turn, !turn].map(|it| &kills[it.index()]);
            let mut worthy = empty & !members(empty).fold(0, |set, cell| set | theirs[cell]);
            for cell in members(worthy) {
                // Of two cells that kill each other, one stays.
                if worthy >> cell & 1 != 0 {
                    worthy &= !(mine[cell] & worthy);
                }
            }
            return Inferior { stones, worthy };
        }
    }
}

const _: () = assert!(END == MOST, "ends come after the cells");
