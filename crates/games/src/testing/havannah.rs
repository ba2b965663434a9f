//! Havannah: on a hexagon of hexagons, a ring, a bridge between two corners or a fork between three sides wins.

use std::sync::OnceLock;

use crosscut_rules::{Card, Game, MoveError, Outcome, Position, Rng, Seat, Side, conform, perft};
use crosscut_search::Evaluate;
use crosscut_solve::{Solve, Value};
use crosscut_verify::Verify;

use super::hexagons::{around, chain, hexagons};
use super::{BARE, after, at_random, check, game, set_up, solution};
use crate::board::connection_game::{Board, Geometry, RulesAlone};
use crate::board::{Connection, ConnectionGame, ConnectionRules, Graph, Point};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct HavannahRules;

type Havannah = ConnectionGame<HavannahRules>;

impl ConnectionRules for HavannahRules {
    const CARD: Card = Card { name: "havannah", title: "Havannah", ..BARE };
    type Geometry = Hexagon;
    type Board = Figures;
    type Ply = Point;
    type Theory = RulesAlone;
}

/// A hexagon: rows and slanted columns as on a rhombus of `2 * size - 1` cells a side with its acute corners cut off.
struct Hexagon;

impl Geometry for Hexagon {
    fn graph(size: usize) -> &'static Graph {
        static GRAPHS: [OnceLock<Graph>; 6] = [const { OnceLock::new() }; 6];
        GRAPHS[size].get_or_init(|| hexagons::<Self>(size, points(size).count()))
    }

    fn width(size: usize) -> usize {
        2 * size - 1
    }

    fn cell(point: Point, size: usize) -> Result<usize, MoveError> {
        point.on(Self::width(size), Self::width(size))?;
        let found = points(size).position(|it| it == point);
        found.ok_or_else(|| MoveError::illegal(format!("{point} is in a corner that is cut off")))
    }

    fn index(point: Point, size: usize) -> usize {
        points(size).position(|it| it == point).expect("it is on the board")
    }

    fn point(cell: usize, size: usize) -> Point {
        points(size).nth(cell).expect("it is on the board")
    }
}

/// The cells, row by row.
fn points(size: usize) -> impl Iterator<Item = Point> {
    let width = Hexagon::width(size);
    (0..width * width)
        .map(move |index| Point::at(index, width))
        .filter(move |it| (size - 1..=3 * size - 3).contains(&(it.column() + it.row())))
}

/// The sides of the hexagon on which a cell is, as bits; a corner is on two.
fn sides(point: Point, size: usize) -> u32 {
    let (last, sum) = (2 * size - 2, point.column() + point.row());
    let lines = [point.column(), point.row(), last - point.column(), last - point.row()];
    let lines = [lines[0], lines[1], lines[2], lines[3], sum + 1 - size, 3 * size - 3 - sum];
    (0..6).filter(|&it| lines[it] == 0).fold(0, |set, it| set | 1 << it)
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Figures {
    stones: Connection<2, 128>,
    size: usize,
    won: Option<Side>,
}

impl Board for Figures {
    const DRAWS: bool = true;

    fn empty<G: Geometry>(size: usize) -> Self {
        Figures { stones: Connection::new(G::graph(size)), size, won: None }
    }

    fn cells(&self) -> usize {
        self.stones.cells()
    }

    fn stones(&self, side: Side) -> &[u64] {
        self.stones.stones(side).words()
    }

    fn place(&mut self, side: Side, cell: usize) {
        self.stones.place(side, cell);
        if self.won.is_none() && self.wins(side, cell) {
            self.won = Some(side);
        }
    }

    fn winner(&self) -> Option<Side> {
        self.won
    }
}

impl Figures {
    /// Whether the chain of a stone is a ring, a bridge or a fork.
    fn wins(&self, side: Side, cell: usize) -> bool {
        let cells: Vec<Point> = points(self.size).collect();
        let mut in_chain = vec![false; cells.len()];
        chain(&self.stones, side, cell).for_each(|it| in_chain[it] = true);
        let touched =
            (0..cells.len()).filter(|&it| in_chain[it]).map(|it| sides(cells[it], self.size));
        let (corners, edges): (Vec<u32>, Vec<u32>) = touched.partition(|it| it.count_ones() == 2);
        let reached = edges.into_iter().fold(0, |set, it| set | it);
        corners.len() >= 2 || reached.count_ones() >= 3 || self.is_ring(&cells, &in_chain)
    }

    /// Whether a chain surrounds a cell: one of its own with all six neighbours, or another with no way out.
    fn is_ring(&self, cells: &[Point], chain: &[bool]) -> bool {
        let near = |it: usize| around::<Hexagon>(cells[it], self.size);
        let mut out: Vec<bool> = cells
            .iter()
            .zip(chain)
            .map(|(&it, &mine)| !mine && sides(it, self.size) != 0)
            .collect();
        let mut todo: Vec<usize> = (0..cells.len()).filter(|&it| out[it]).collect();
        while let Some(cell) = todo.pop() {
            for next in near(cell).filter(|&it| !chain[it]) {
                if !std::mem::replace(&mut out[next], true) {
                    todo.push(next);
                }
            }
        }
        (0..cells.len()).any(|it| match chain[it] {
            true => near(it).filter(|&other| chain[other]).count() == 6,
            false => !out[it],
        })
    }
}

impl Evaluate for Havannah {}

/// The outcome with these stones, on a board with four cells a side.
fn outcome(stones: &str) -> Option<Outcome> {
    set_up::<Havannah>("size=4", stones).unwrap().outcome()
}

const V: Option<Outcome> = Some(Outcome::Won(Seat::First));

#[test]
fn havannah_keeps_the_contract_of_positions() {
    for options in ["size=2", "size=3,opening=none", "size=4"] {
        conform::<Havannah>(&game(options), 10, 37, 1);
    }
}

#[test]
fn a_ring_wins_whatever_is_inside() {
    let ring = "V:D3,E3,C4,E4,C5,D5";
    assert_eq!(outcome(&format!("{ring} turn:H")), V);
    assert_eq!(outcome(&format!("{ring} H:D4")), V);
    assert_eq!(outcome("V:D3,E3,C4,E4,C5 H:D5"), None, "one is missing");
    assert_eq!(outcome("V:C3,D2,E2,B4,E3,B5,C5,D4"), V, "around two cells");
    // Of seven stones, the one in the middle is surrounded by the others, even if it comes last.
    let mut seven = set_up::<Havannah>("size=4", "V:D3,E3,C4,E4,C5,D4 turn:V").unwrap();
    assert_eq!(seven.outcome(), None);
    seven.play("D5".parse().unwrap()).unwrap();
    assert_eq!(seven.outcome(), V);
}

#[test]
fn a_bridge_joins_two_corners_and_a_fork_three_sides_without_corners() {
    assert_eq!(outcome("V:D1,E1,F1,G1"), V, "a bridge along a side");
    assert_eq!(outcome("V:D1,E1,F1"), None, "one corner");
    assert_eq!(outcome("V:E1,D2,C3,B3,D3,E3,F3,G3"), V, "a fork");
    assert_eq!(outcome("V:E1,D2,C3,B3"), None, "two sides");
    assert_eq!(outcome("V:D1,D2,D3,C4,B5,A6"), None, "a corner is on no side");
    assert_eq!(check::<Havannah>("size=4", "", "A3"), "A3 is in a corner that is cut off");
}

#[test]
fn a_full_board_may_be_nobodys() {
    let (mut rng, game) = (Rng::new(2), game::<Havannah>("size=3,opening=none"));
    let ends = (0..4000).map(|_| at_random(&game.start(), 19, &mut rng));
    let drawn = ends.filter(|it| it.outcome() == Some(Outcome::Drawn)).inspect(|it| {
        assert_eq!((it.count(), it.drawn_because()), (0, Some("the board is full")));
    });
    assert!(drawn.count() > 0);
    assert!(game.draws() && game.board().is_none(), "certificates may not count on a winner");
}

#[test]
fn every_line_is_counted_and_two_corners_beside_each_other_are_enough() {
    assert_eq!(perft(&after::<Havannah>("size=3,opening=none", ""), 2), 19 * 18);
    assert_eq!(after::<Havannah>("size=3", "C3").count(), 18 + 1);
    let game: Havannah = game("size=2,opening=none");
    let solution = solution(&game, &after::<Havannah>("size=2,opening=none", ""));
    // A stone in the middle does not take a corner.
    assert_eq!((solution.value, solution.winning.len()), (Some(Value::Win), 6));
}
