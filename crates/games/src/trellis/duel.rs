use std::sync::OnceLock;

use crosscut_rules::{Rng, Side};
use crosscut_solve::{Bounds, Child, Node, mix};

use super::TrellisPosition;
use super::partners::Partners;
use crate::board::{Graph, checkered};

/// The largest board it takes, in points a side: its points are the bits of a `u64`.
pub(super) const MOST: usize = 7;

/// A board of Trellis on which no side passes, or leaves out a second stone for which there is room.
///
/// That suffices. Call a turn full if it has two stones, or one on a point without an empty partner. The side that wins when
/// both sides play full turns also wins Trellis: it answers what the other's turn becomes if stones are added to it, anywhere,
/// to make it full. Those stones are not on the board, so by imagining them the winner only demands more of itself. So the
/// winner never passes, and there are no draws, unless the last turn was a pass.
///
/// A point is *dead* if no stone on it changes the winner, whatever happens elsewhere. That is so if in a side's graph (that
/// side's chains contracted, the other's stones removed) no path from end to end needs it: either its two nodes are already
/// one, or one of them is not an end and all ways out of it lead to one and the same node. A point that is dead for one side is
/// dead for the other, since on a full board exactly one of them has joined its ends. Dead points are left out: a side that
/// wins without them wins with them, by the argument above, since an extra stone on a dead point is worth no less than none.
///
/// The mirror rule changes nothing up to 5 x 5 points. A ban comes after nine turns that each mirror a turn; with the turn
/// before them and the banned one, that makes 19 full turns from here on 24 points or 20 on 25, at least 14 of them of one
/// stone. But no two such stones are three apart, since the second one's point was empty when the first was put down; and no
/// 14 points of the board are pairwise not three apart.
#[derive(Clone, Debug)]
pub struct Duel {
    board: &'static Board,
    /// By side.
    stones: [u64; 2],
    turn: Side,
}

/// What the search needs to know about a board of one size.
#[derive(Debug)]
struct Board {
    points: usize,
    graph: &'static Graph,
    /// The pairs of points three apart, and the single points with their partners, each as bits; those in the middle first.
    pairs: Vec<u64>,
    singles: Vec<(u64, u64)>,
    /// By side to move, side and point: random numbers for the board as it is and after a half turn. With the second side to
    /// move the board is turned by a quarter, which exchanges the sides, so that the first is always to move.
    random: [[Vec<[u128; 2]>; 2]; 2],
}

/// More nodes than any board of up to [`MOST`] points a side has.
const NODES: usize = 64;

/// The chains of a side, each named by its lowest node: by point, the two that a stone there joins, and those of the side's
/// ends.
struct Chains {
    joined: Vec<[u8; 2]>,
    ends: [u8; 2],
}

/// Stand for no chain, and for several.
const NONE: u8 = u8::MAX;
const MANY: u8 = u8::MAX - 1;

impl Board {
    fn of(size: usize) -> &'static Board {
        static ALL: [OnceLock<Board>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
        ALL[size].get_or_init(|| Board::new(size))
    }

    fn new(size: usize) -> Self {
        let points = size * size;
        let graph = checkered(size, size % 2);
        assert!(graph.nodes <= NODES, "a small board has few nodes");
        let partners = Partners::on(size);
        let off =
            |point: usize| (point % size).abs_diff(size / 2) + (point / size).abs_diff(size / 2);
        let mut pairs: Vec<(usize, u64)> = (0..points)
            .flat_map(|a| partners.later(a).map(move |b| (a, b)))
            .map(|(a, b)| (off(a) + off(b), 1 << a | 1 << b))
            .collect();
        pairs.sort_unstable();
        let all = |point: usize| {
            pairs
                .iter()
                .filter(|(_, pair)| pair >> point & 1 == 1)
                .fold(0, |set, (_, pair)| set | pair)
                & !(1 << point)
        };
        let singles = (0..points).map(|point| (1 << point, all(point))).collect();
        let mut rng = Rng::new(1999);
        let mut random = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        // By whether the stone is the mover's, and by point.
        let numbers: [Vec<u128>; 2] =
            std::array::from_fn(|_| (0..points).map(|_| random()).collect());
        let random = Side::BOTH.map(|mover| {
            Side::BOTH.map(|side| {
                let numbers = &numbers[usize::from(side == mover)];
                let image = |point: usize| match mover {
                    Side::First => point,
                    Side::Second => point % size * size + (size - 1 - point / size),
                };
                let both = |point| [numbers[image(point)], numbers[points - 1 - image(point)]];
                (0..points).map(both).collect()
            })
        });
        Board {
            points,
            graph,
            pairs: pairs.into_iter().map(|(_, pair)| pair).collect(),
            singles,
            random,
        }
    }
}

impl Duel {
    /// The board of a position that is small enough, whose opening is over and whose past does not matter.
    pub(super) fn of(position: &TrellisPosition, turn: Side) -> Self {
        let stones = Side::BOTH.map(|side| {
            position.board().stones(side).iter().fold(0, |set, point| set | 1 << point)
        });
        Duel { board: Board::of(position.size()), stones, turn }
    }

    fn empty(&self) -> u64 {
        ((1 << self.board.points) - 1) & !self.stones[0] & !self.stones[1]
    }

    /// The full turns on the empty points in `living`.
    fn turns(&self, living: u64) -> impl Iterator<Item = u64> {
        let pairs = self.board.pairs.iter().copied().filter(move |pair| pair & !living == 0);
        let alone =
            move |&&(point, partners): &&(u64, u64)| point & living != 0 && partners & living == 0;
        pairs.chain(self.board.singles.iter().filter(alone).map(|&(point, _)| point))
    }

    fn chains(&self, side: Side) -> Chains {
        let mut chain: [u8; NODES] = std::array::from_fn(|node| node as u8);
        let root = |chain: &[u8; NODES], node: u16| {
            let mut at = usize::from(node);
            while usize::from(chain[at]) != at {
                at = usize::from(chain[at]);
            }
            at
        };
        let ends = |point: usize| self.board.graph.edge(side, point);
        for point in members(self.stones[side.index()]) {
            let [a, b] = ends(point).map(|node| root(&chain, node));
            chain[a] = b as u8;
        }
        let joined = (0..self.board.points)
            .map(|it| ends(it).map(|node| root(&chain, node) as u8))
            .collect();
        Chains { joined, ends: Graph::ends(side).map(|node| root(&chain, node) as u8) }
    }

    /// The empty points that are not known to be dead.
    fn living(&self, chains: &[Chains; 2]) -> u64 {
        let mut living = self.empty();
        loop {
            let before = living;
            for Chains { joined, ends } in chains {
                // By chain: the only other chain to which points lead from it.
                let mut leads = [NONE; NODES];
                for point in members(living) {
                    let [a, b] = joined[point];
                    for (from, to) in [(a, b), (b, a)] {
                        let lead = &mut leads[usize::from(from)];
                        *lead = if *lead == NONE || *lead == to { to } else { MANY };
                    }
                }
                let is_blind = |from: u8| leads[usize::from(from)] != MANY && !ends.contains(&from);
                living = members(living)
                    .filter(|&point| {
                        let [a, b] = joined[point];
                        a != b && !is_blind(a) && !is_blind(b)
                    })
                    .fold(0, |set, point| set | 1 << point);
            }
            if living == before {
                return living;
            }
        }
    }

    /// The full turns with which a side would win immediately.
    fn wins(&self, Chains { joined, ends: [low, high] }: &Chains, living: u64) -> Vec<u64> {
        if low == high {
            return vec![0];
        }
        // The chain on the other side of a stone that touches `from`.
        let across = |point: usize, from: u8| match joined[point] {
            [a, b] if a == from => Some(b),
            [a, b] if b == from => Some(a),
            _ => None,
        };
        let wins = |turn: &u64| {
            let one = members(*turn).any(|point| across(point, *low) == Some(*high));
            let mut points = members(*turn);
            let two = match (points.next(), points.next()) {
                (Some(a), Some(b)) => [(a, b), (b, a)].into_iter().any(|(a, b)| {
                    across(a, *low).is_some_and(|middle| across(b, *high) == Some(middle))
                }),
                _ => false,
            };
            one || two
        };
        self.turns(living).filter(wins).collect()
    }

    /// Full turns of which one wins if any turn does: those that win immediately, or otherwise those that meet every threat.
    pub(super) fn answers(&self) -> Vec<u64> {
        let chains = Side::BOTH.map(|side| self.chains(side));
        let living = self.living(&chains);
        let wins = self.wins(&chains[self.turn.index()], living);
        if !wins.is_empty() {
            return wins;
        }
        let threats = self.wins(&chains[(!self.turn).index()], living);
        self.turns(living).filter(|turn| threats.iter().all(|it| it & turn != 0)).collect()
    }

    fn keys(&self, turn: Side) -> [u128; 2] {
        let mut key = [0; 2];
        for side in Side::BOTH {
            for point in members(self.stones[side.index()]) {
                let random = &self.board.random[turn.index()][side.index()][point];
                key = [key[0] ^ random[0], key[1] ^ random[1]];
            }
        }
        key
    }
}

impl Node for Duel {
    type Ply = u64;

    fn key(&self) -> u128 {
        let [a, b] = self.keys(self.turn);
        mix(a.min(b))
    }

    fn is_sharp(&self) -> bool {
        true
    }

    fn look(&self, children: &mut Vec<Child<u64>>) -> Bounds {
        let chains = Side::BOTH.map(|side| self.chains(side));
        let living = self.living(&chains);
        let threats = self.wins(&chains[(!self.turn).index()], living);
        if threats == [0] {
            return Bounds::LOSS;
        }
        if !self.wins(&chains[self.turn.index()], living).is_empty() {
            return Bounds::WIN;
        }
        let random = &self.board.random[(!self.turn).index()][self.turn.index()];
        let base = self.keys(!self.turn);
        // A turn that does not meet every threat loses.
        for turn in
            self.turns(living).filter(|turn| threats.iter().all(|threat| threat & turn != 0))
        {
            let [a, b] = members(turn)
                .fold(base, |key, point| [key[0] ^ random[point][0], key[1] ^ random[point][1]]);
            children.push(Child::new(turn, mix(a.min(b))));
        }
        if children.is_empty() { Bounds::LOSS } else { Bounds::OPEN }
    }

    fn play(&mut self, turn: u64) {
        self.stones[self.turn.index()] |= turn;
        self.turn = !self.turn;
    }
}

/// The members of a set in ascending order.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size of a largest matching of points three apart, by augmenting paths.
    fn matched(size: usize) -> usize {
        let partners = Partners::on(size);
        let all = |point: usize| {
            partners
                .all(point)
                .iter()
                .map(|&it| usize::from(it))
                .filter(move |&it| it < size * size)
        };
        fn find(
            point: usize,
            all: &dyn Fn(usize) -> Vec<usize>,
            seen: &mut Vec<bool>,
            mate: &mut Vec<Option<usize>>,
        ) -> bool {
            for other in all(point) {
                if !std::mem::replace(&mut seen[other], true)
                    && mate[other].is_none_or(|it| find(it, all, seen, mate))
                {
                    mate[other] = Some(point);
                    return true;
                }
            }
            false
        }
        let all = |point: usize| all(point).collect::<Vec<usize>>();
        let mut mate = vec![None; size * size];
        // Three steps lead from an even point to an odd one, so the graph is bipartite.
        let even = (0..size * size).filter(|it| (it % size + it / size).is_multiple_of(2));
        even.filter(|&it| find(it, &all, &mut vec![false; size * size], &mut mate)).count()
    }

    #[test]
    fn on_5x5_no_14_points_are_pairwise_not_three_apart() {
        // König: in a bipartite graph a largest independent set has as many points as a largest matching leaves over, plus
        // one for each of its pairs.
        assert_eq!(25 - matched(5), 13);
    }

    #[test]
    fn no_stone_on_a_dead_point_changes_the_winner() {
        let mut rng = Rng::new(7);
        let (mut dead_points, mut boards) = (0, 0);
        for (size, stones) in [(3, 4), (5, 14), (5, 16)] {
            for _ in 0..60 {
                let board = Board::of(size);
                let mut duel = Duel { board, stones: [0; 2], turn: Side::First };
                while duel.empty().count_ones() as usize > board.points - stones {
                    let free: Vec<usize> = members(duel.empty()).collect();
                    duel.stones[rng.below(2) as usize] |= 1 << rng.pick(&free);
                }
                let chains = Side::BOTH.map(|side| duel.chains(side));
                let (empty, living) = (duel.empty(), duel.living(&chains));
                // Whether the first side wins, by the living points that it has.
                let mut winners = std::collections::HashMap::new();
                let mut firsts = empty;
                loop {
                    let mut full = duel.clone();
                    full.stones[0] |= firsts;
                    full.stones[1] |= empty & !firsts;
                    let [wins, loses] = Side::BOTH.map(|side| {
                        let [low, high] = full.chains(side).ends;
                        low == high
                    });
                    assert_ne!(wins, loses);
                    assert_eq!(*winners.entry(firsts & living).or_insert(wins), wins, "{duel:?}");
                    boards += 1;
                    if firsts == 0 {
                        break;
                    }
                    firsts = (firsts - 1) & empty;
                }
                dead_points += (empty & !living).count_ones();
            }
        }
        assert!(dead_points > 100 && boards > 50_000, "{dead_points} {boards}");
    }
}
