use std::collections::HashMap;
use std::sync::OnceLock;

use crosscut_rules::{Rng, Side};
use crosscut_solve::{Bounds, Node};

use super::currents::currents;
use super::inferior::Inferior;
use super::virtual_connections::{Joined, joined};
use super::*;
use crate::board::{Part, shuffle};

/// The cells a side: small enough for an exhaustive search.
const SIZE: usize = 4;

fn one() -> &'static Boards {
    static BOARDS: OnceLock<Boards> = OnceLock::new();
    BOARDS.get_or_init(|| Boards::of(&[Part::whole(SIZE)], SIZE).expect("it is small"))
}

/// The board and its quarters.
fn five() -> &'static Boards {
    static BOARDS: OnceLock<Boards> = OnceLock::new();
    BOARDS.get_or_init(|| {
        let half = SIZE / 2;
        let quarter = |at: usize| Part { from: [at % 2 * half, at / 2 * half], size: half };
        let parts: Vec<Part> = (0..4).map(quarter).chain([Part::whole(SIZE)]).collect();
        Boards::of(&parts, SIZE).expect("they are small")
    })
}

fn cells() -> &'static Cells {
    one().whole()
}

/// Whether a side's stones join its ends, found in the simplest way.
fn is_joined(cells: &Cells, side: Side, stones: Set) -> bool {
    let ends = &cells.ends[side.index()];
    let stones = stones & cells.all;
    let mut reached = members(stones)
        .filter(|&cell| ends[cell] >> END & 1 != 0)
        .fold(0, |set, cell| set | only(cell));
    loop {
        let more = members(reached).fold(reached, |set, cell| set | cells.near[cell] & stones);
        if more == reached {
            return members(reached).any(|cell| ends[cell] >> END >> 1 != 0);
        }
        reached = more;
    }
}

/// Searches exhaustively.
struct Brute(&'static Boards, HashMap<([Set; 2], Side), bool>);

impl Brute {
    fn has_won(&self, side: Side, stones: [Set; 2]) -> bool {
        let parts = self.0.parts();
        let joined = parts.iter().filter(|cells| is_joined(cells, side, stones[side.index()]));
        2 * joined.count() > parts.len()
    }

    /// Whether the side to move wins.
    fn wins(&mut self, stones: [Set; 2], turn: Side) -> bool {
        if let Some(&wins) = self.1.get(&(stones, turn)) {
            return wins;
        }
        let wins = !self.has_won(!turn, stones)
            && members(cells().all & !stones[0] & !stones[1])
                .any(|cell| !self.wins(with(stones, turn, cell), !turn));
        self.1.insert((stones, turn), wins);
        wins
    }

    /// Boards with any number of random stones of each side, on which neither side has won.
    fn boards(&self, many: usize) -> Vec<[Set; 2]> {
        let mut rng = Rng::new(71);
        std::iter::repeat_with(move || {
            let mut order: Vec<usize> = (0..SIZE * SIZE).collect();
            shuffle(&mut order, &mut rng);
            let n = 6 + rng.below(6) as usize;
            order[..n]
                .iter()
                .fold([0; 2], |stones, &cell| with(stones, Side::BOTH[rng.below(2) as usize], cell))
        })
        .filter(|&stones| !Side::BOTH.into_iter().any(|side| self.has_won(side, stones)))
        .take(many)
        .collect()
    }
}

fn with(mut stones: [Set; 2], side: Side, cell: usize) -> [Set; 2] {
    stones[side.index()] |= only(cell);
    stones
}

#[test]
fn what_is_filled_in_changes_no_result_and_what_is_left_out_is_not_needed() {
    for boards in [one(), five()] {
        let (mut brute, mut filled, mut left_out) = (Brute(boards, HashMap::new()), 0, 0);
        for stones in brute.boards(500) {
            for turn in Side::BOTH {
                let wins = brute.wins(stones, turn);
                let inferior = Inferior::new(boards, stones, turn);
                for mover in Side::BOTH {
                    let (before, after) =
                        (brute.wins(stones, mover), brute.wins(inferior.stones, mover));
                    // A side that has won by the filled-in stones need not move.
                    let after = after || brute.has_won(mover, inferior.stones);
                    assert_eq!(after, before, "{stones:?} became {:?}", inferior.stones);
                }
                let empty = cells().all & !inferior.stones[0] & !inferior.stones[1];
                assert_eq!(inferior.worthy & !empty, 0, "{stones:?}: what is worth a ply is empty");
                let over = Side::BOTH.into_iter().any(|it| brute.has_won(it, inferior.stones));
                if wins && !over {
                    let mut worthy = members(inferior.worthy);
                    let found =
                        worthy.any(|it| !brute.wins(with(inferior.stones, turn, it), !turn));
                    assert!(found, "{turn:?} wins {stones:?}, but not with {:b}", inferior.worthy);
                }
                filled += (inferior.stones[0] | inferior.stones[1]) & !(stones[0] | stones[1]);
                left_out += (empty & !inferior.worthy).count_ones();
            }
        }
        assert!(filled != 0 && left_out > 200, "{left_out}");
    }
}

#[test]
fn connections_hold_and_threats_must_be_answered_where_they_say() {
    for boards in [one(), five()] {
        let (mut brute, mut certain, mut threats) = (Brute(boards, HashMap::new()), 0, 0);
        for stones in brute.boards(500) {
            for side in Side::BOTH {
                let empty = cells().all & !stones[0] & !stones[1];
                match boards.joined(side, stones, false) {
                    Joined::Yes => {
                        assert!(!brute.wins(stones, !side), "{side:?} is not joined on {stones:?}");
                        certain += 1;
                    }
                    Joined::With { key, needs } => {
                        let threat = with(stones, side, usize::from(key));
                        assert!(
                            !brute.wins(threat, !side),
                            "{key} is no threat of {side:?} on {stones:?}"
                        );
                        for cell in members(empty & !needs) {
                            let after = with(stones, !side, cell);
                            assert!(
                                brute.wins(after, side),
                                "{cell} answers {side:?} on {stones:?}"
                            );
                        }
                        threats += 1;
                    }
                    Joined::No => {}
                }
            }
        }
        assert!(certain > 100 && threats > 100, "{certain} {threats}");
    }
}

#[test]
fn nothing_is_certain_on_an_empty_board_and_all_is_with_a_stone_in_its_middle() {
    assert_ne!(joined(cells(), Side::First, [0, 0], false), Joined::Yes);
    assert_eq!(joined(cells(), Side::First, [only(SIZE + 2), 0], false), Joined::Yes);
}

#[test]
fn current_flows_where_it_can() {
    let stones = [only(5), only(6)];
    let first = currents(cells(), Side::First, stones);
    assert_eq!(first[5] + first[6], 0.0, "stones are not asked for");
    // The whole current crosses each row that has no chain in it.
    let row: f32 = (12..16).map(|cell| first[cell]).sum();
    assert!((row - 1.0).abs() < 0.2, "{row}");
    let second = currents(cells(), Side::Second, [0, 0]);
    assert!(second[0] < second[5], "the corner is out of the way: {second:?}");
}

#[test]
fn boards_of_two_sizes_are_not_taken_for_each_other() {
    static LARGER: OnceLock<Boards> = OnceLock::new();
    let larger =
        LARGER.get_or_init(|| Boards::of(&[Part::whole(8)], 8).expect("it is small enough"));
    let look = |boards| Cellwise::new(boards, [0, 0], Side::First).look(&mut Vec::new());
    // One after the other, in one thread, with the same stones.
    assert_eq!(look(one()), Bounds::WIN, "a stone in the middle of a small board wins");
    assert_eq!(look(larger), Bounds::OPEN, "that of a larger one has to be proved");
}
