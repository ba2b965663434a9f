use std::sync::OnceLock;

use crosscut_rules::{CutAndChoose, Outcome, Position, Rng, Side};
use crosscut_search::{Evaluate, Knowledge, Ladder, Player, Playout, Plies, Rung, Tree};

use super::free::Free;
use super::knowledge::TrellisView;
use super::mirror::{Mirror, orbit};
use super::notation::Stones;
use super::partners::{PARTNERS, Partners};
use super::{Trellis, TrellisPosition, Turn};
use crate::board::checkered::{MOST, NODES};
use crate::board::{Chains, Graph, Point, checkered};

impl Evaluate for Trellis {
    /// About 190 Elo points apart; the highest level is further away.
    const LADDER: Ladder = [
        Rung::rules(1000, 2),
        Rung::all(46),
        Rung::all(64),
        Rung::all(91),
        Rung::all(130),
        Rung::all(181),
        Rung::all(251),
    ];

    /// Draws turns without listing them: an empty point and one of 14 ways to continue from it, of which 12 are its partners
    /// and 2 are a single stone. An impossible turn is drawn again. A pair can come up from either of its points, a single
    /// stone in two ways, so that with a weight of 2 for a pass every legal turn is equally likely.
    fn playout(position: &TrellisPosition, rng: &mut Rng) -> Playout {
        if let Some(outcome) = position.outcome() {
            return Playout { plies: 0, outcome };
        }
        Play::from(position).finish(rng)
    }

    fn player(position: &TrellisPosition, knowledge: Knowledge) -> Box<dyn Player<Turn>> {
        match knowledge {
            Knowledge::Rules => Box::new(Tree::new(Plies::<Self>::of(position))),
            Knowledge::All => Box::new(Tree::new(TrellisView::of(position))),
        }
    }
}

/// The number of ways to continue from an empty point.
const WAYS: u32 = PARTNERS as u32 + 2;

/// What all games on a board of one size have in common.
#[derive(Debug)]
struct Field {
    partners: &'static Partners,
    /// By side and point: the two nodes that a stone joins.
    edges: [Vec<[u16; 2]>; 2],
    /// By point: a number, the same for two points if a symmetry maps one to the other.
    orbits: Vec<u64>,
}

impl Field {
    fn on(size: usize) -> &'static Field {
        static FIELDS: [OnceLock<Field>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
        FIELDS[size].get_or_init(|| Field {
            partners: Partners::on(size),
            edges: checkered(size, size % 2).edges(),
            orbits: (0..size * size).map(|it| orbit(size, Point::at(it, size))).collect(),
        })
    }
}

/// A game in progress, stored so that random turns are fast.
struct Play {
    field: &'static Field,
    size: usize,
    chains: Chains<NODES>,
    free: Free,
    opening: CutAndChoose,
    side: Side,
    passes: u8,
    mirror: Option<Watch>,
}

/// The mirror rule, stored so that turns that mirror nothing are fast.
struct Watch {
    mirror: Mirror,
    /// The sum of the orbit numbers of the previous turn's stones; 0 if there are none.
    sum: u64,
    cells: (usize, Option<usize>),
}

/// A turn drawn at random.
enum Drawn {
    Stones(usize, Option<usize>),
    Pass,
    Swap,
}

impl Play {
    fn from(position: &TrellisPosition) -> Self {
        let (size, board) = (position.size(), position.board());
        let mut play = Play {
            field: Field::on(size),
            size,
            chains: board.chains().clone(),
            free: Free::of(board.empty().iter()),
            opening: position.opening(),
            side: position.side(),
            passes: position.passes(),
            mirror: None,
        };
        play.mirror = position.mirror().map(|&mirror| {
            let mut points = mirror.last().into_iter().flat_map(Stones::points);
            let mut next = || points.next().map(|it| position.cell(it));
            let (first, second) = (next(), next());
            let sum = first.map_or(0, |first| play.sum(first, second));
            Watch { mirror, sum, cells: (first.unwrap_or(0), second) }
        });
        play
    }

    fn finish(mut self, rng: &mut Rng) -> Playout {
        let mut plies = 0;
        loop {
            if self.opening.must_choose() {
                self.opening.take(Side::BOTH[rng.below(2) as usize]);
                plies += 1;
                if let Some(side) = Side::BOTH.into_iter().find(|&side| self.joined(side)) {
                    return Playout { plies, outcome: Outcome::Won(self.opening.seat_of(side)) };
                }
            }
            let drawn = self.draw(rng);
            match drawn {
                Drawn::Stones(first, second) => {
                    if self.mirrors_too_long(first, second) {
                        continue;
                    }
                    self.put(first);
                    if let Some(second) = second {
                        self.put(second);
                    }
                    self.passes = 0;
                }
                Drawn::Pass => {
                    self.passes += u8::from(!self.opening.is_cut());
                    self.forget();
                }
                Drawn::Swap => {
                    self.opening.take(!self.side);
                    plies += 1;
                    continue;
                }
            }
            plies += 1;
            if !self.opening.is_cut() {
                if self.joined(self.side) {
                    let outcome = Outcome::Won(self.opening.seat_of(self.side));
                    return Playout { plies, outcome };
                }
                if self.passes >= 2 {
                    return Playout { plies, outcome: Outcome::Drawn };
                }
            }
            self.opening.played();
            self.side = !self.side;
        }
    }

    #[inline]
    fn draw(&self, rng: &mut Rng) -> Drawn {
        let stones = WAYS * self.free.len() as u32;
        let swap = if self.opening.may_swap() { 2 } else { 0 };
        loop {
            let number = rng.below(stones + 2 + swap);
            if number >= stones {
                return if number < stones + 2 { Drawn::Pass } else { Drawn::Swap };
            }
            let cell = self.free.at((number / WAYS) as usize);
            let way = (number % WAYS) as usize;
            if way >= PARTNERS {
                return Drawn::Stones(usize::from(cell), None);
            }
            let partner = self.field.partners.all(usize::from(cell))[way];
            if self.free.has(partner) {
                return Drawn::Stones(usize::from(cell), Some(usize::from(partner)));
            }
        }
    }

    #[inline]
    fn put(&mut self, cell: usize) {
        self.free.take(cell);
        let [a, b] = self.field.edges[self.side.index()][cell];
        self.chains.join(a, b);
    }

    #[inline]
    fn joined(&self, side: Side) -> bool {
        self.chains.ends_joined(Graph::ends(side)[0])
    }

    fn sum(&self, first: usize, second: Option<usize>) -> u64 {
        let orbits = &self.field.orbits;
        orbits[first].wrapping_add(second.map_or(0, |second| orbits[second]))
    }

    fn forget(&mut self) {
        if let Some(watch) = &mut self.mirror {
            watch.mirror = Mirror::default();
            watch.sum = 0;
        }
    }

    /// Whether the mirror rule bans a turn; if not, records it.
    #[inline]
    fn mirrors_too_long(&mut self, first: usize, second: Option<usize>) -> bool {
        if self.mirror.is_none() || self.opening.is_cut() {
            return false;
        }
        let (seat, sum) = (self.opening.seat_of(self.side), self.sum(first, second));
        let (size, empty) = (self.size, self.free.len());
        let Some(watch) = &mut self.mirror else { return false };
        if sum == watch.sum {
            let stones = |(first, second): (usize, Option<usize>)| match second {
                None => Stones::one(Point::at(first, size)),
                Some(second) => Stones::two(Point::at(first, size), Point::at(second, size)),
            };
            watch.mirror.remember(stones(watch.cells));
            let turn = stones((first, second));
            if watch.mirror.banned(size, seat).contains(&turn) {
                return true;
            }
            watch.mirror.follow(size, seat, turn, empty);
        } else {
            watch.mirror.reset(seat);
        }
        (watch.sum, watch.cells) = (sum, (first, second));
        false
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crosscut_rules::Seat;

    use super::*;
    use crate::testing::{after, playouts_are_as_listed, playouts_are_uniform, set_up};

    #[test]
    fn every_legal_turn_is_drawn_equally_often() {
        for (options, plies) in [
            ("size=5,opening=none", "A1,C2 B2 pass C3,D5"),
            ("size=5,opening=swap", "C3"),
            ("size=5", "C3 A1,B3"),
            ("size=3,opening=none", "A1 B1 C1"),
        ] {
            let position = after::<Trellis>(options, plies);
            let play = Play::from(&position);
            let (mut rng, mut drawn) = (Rng::new(1), HashMap::new());
            let point = |cell| Point::at(cell, play.size);
            let draws = 2_000 * position.count();
            for _ in 0..draws {
                let turn = match play.draw(&mut rng) {
                    Drawn::Stones(one, None) => Turn::Place(Stones::one(point(one))),
                    Drawn::Stones(a, Some(b)) => Turn::Place(Stones::two(point(a), point(b))),
                    Drawn::Pass => Turn::Pass,
                    Drawn::Swap => Turn::Swap,
                };
                *drawn.entry(turn).or_insert(0) += 1;
            }
            let mut moves = Vec::new();
            position.moves(&mut moves);
            assert_eq!(drawn.len(), moves.len());
            // Five standard deviations of a binomial count of mean 2000.
            for m in moves {
                assert!((1776..=2224).contains(&drawn[&m]), "{m}: {}", drawn[&m]);
            }
        }
    }

    #[test]
    fn playouts_end_as_those_by_listing_do() {
        // The last line ends before a tenth mirroring turn.
        let streak = "A1 E5 A2 E4 A3 E3 A4 E2 B1 D5 B2 D4 B3 D3 B4 D2 C1 C5 A5";
        for (options, plies) in [
            ("size=3", ""),
            ("size=3", "A1,B3 C1 A2"),
            ("size=3,opening=swap", ""),
            ("size=3,opening=none", "A1 pass"),
            ("size=5,opening=none", ""),
            ("size=5,opening=none", streak),
            ("size=5,opening=none,mirror=off", streak),
        ] {
            playouts_are_as_listed::<Trellis>(&after::<Trellis>(options, plies), 20_000, 2);
        }
        for (options, plies) in [("size=3,opening=swap", "A1,B3"), ("size=3", "A1,B3 B1,C3 A2")] {
            playouts_are_uniform::<Trellis>(&after::<Trellis>(options, plies), 100_000, 1);
        }
    }

    #[test]
    fn playouts_keep_the_mirror_rule() {
        // H mirrors by a half turn of the board, as often as allowed and once more; a turn that does not mirror, a pass of V
        // and a pass of H each restart the count.
        let mirrored = |turns: &str| {
            let answer = |turn: &str| {
                let half_turn = |it: &str| {
                    let Point { column, row } = it.parse().unwrap();
                    Point { column: 14 - column, row: 14 - row }.to_string()
                };
                turn.split(',').map(half_turn).collect::<Vec<_>>().join(",")
            };
            turns.split(' ').map(|it| format!("{it} {} ", answer(it))).collect::<String>()
        };
        let line = [
            mirrored("A1 A2 A3 A4,B6 A5 A6 A7"),
            "B1 B2 ".to_string(),
            mirrored("C1 C2 C3"),
            "pass B3 ".to_string(),
            mirrored("C4 C5 C6"),
            "B4 pass ".to_string(),
            mirrored("D1 D2 D3,E5 D4 D5 D6 D7 D8 F1 F2"),
        ]
        .concat();
        let mut position = after::<Trellis>("opening=none", "");
        let mut play = Play::from(&position);
        let mut refused = Vec::new();
        for (ply, text) in line.split_whitespace().enumerate() {
            let turn: Turn = text.parse().unwrap();
            let legal = position.check(turn).is_ok();
            if let Turn::Place(stones) = turn {
                let mut cells = stones.points().map(|it| position.cell(it));
                let (first, second) = (cells.next().unwrap(), cells.next());
                assert_eq!(play.mirrors_too_long(first, second), !legal, "ply {ply}: {text}");
            } else {
                play.forget();
            }
            if !legal {
                refused.push(text);
                break;
            }
            position.play_unchecked(turn);
            play.side = !play.side;
            // A playout may also start from here.
            if ply == 46 {
                play = Play::from(&position);
            }
        }
        assert_eq!(refused, ["J14"]);
    }

    #[test]
    fn a_playout_of_a_finished_game_is_over_at_once() {
        let position = set_up::<Trellis>("size=3", "V:A1,A2,A3").unwrap();
        let playout = Trellis::playout(&position, &mut Rng::new(1));
        assert_eq!(playout, Playout { plies: 0, outcome: Outcome::Won(Seat::First) });
    }
}
