//! Y: a side wins by joining all three sides of a triangle of hexagons.

use std::sync::OnceLock;

use crosscut_rules::{Card, MoveError, Outcome, Pie, Position, Rng, Seat, Side, conform, perft};
use crosscut_search::Evaluate;
use crosscut_solve::Value;

use super::hexagons::{chain, hexagons};
use super::{BARE, after, check, game, playouts_are_uniform, set_up, solution};
use crate::board::connection_game::{Board, Geometry, RulesAlone};
use crate::board::{Connection, ConnectionGame, ConnectionRules, Graph, Point, shuffle};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct YRules;

type Y = ConnectionGame<YRules>;

impl ConnectionRules for YRules {
    const CARD: Card = Card { name: "y", title: "Y", ..BARE };
    type Geometry = Triangle;
    type Board = Sides;
    type Ply = Point;
    type Theory = RulesAlone;
}

/// A triangle: rows from the bottom, each one cell shorter than the one below, with `A1` at the lower left.
struct Triangle;

impl Geometry for Triangle {
    fn graph(size: usize) -> &'static Graph {
        static GRAPHS: [OnceLock<Graph>; 10] = [const { OnceLock::new() }; 10];
        GRAPHS[size].get_or_init(|| hexagons::<Self>(size, size * (size + 1) / 2))
    }

    fn cell(point: Point, size: usize) -> Result<usize, MoveError> {
        point.on(size - point.row().min(size - 1), size)?;
        Ok(Self::index(point, size))
    }

    fn index(point: Point, size: usize) -> usize {
        (0..point.row()).map(|row| size - row).sum::<usize>() + point.column()
    }

    fn point(mut cell: usize, size: usize) -> Point {
        let mut row = 0;
        while cell >= size - row {
            cell -= size - row;
            row += 1;
        }
        Point::new(cell, row)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sides {
    stones: Connection<1, 64>,
    size: usize,
    won: Option<Side>,
}

impl Board for Sides {
    fn empty<G: Geometry>(size: usize) -> Self {
        Sides { stones: Connection::new(G::graph(size)), size, won: None }
    }

    fn cells(&self) -> usize {
        self.stones.cells()
    }

    fn stones(&self, side: Side) -> &[u64] {
        self.stones.stones(side).words()
    }

    fn place(&mut self, side: Side, cell: usize) {
        self.stones.place(side, cell);
        let chain = chain(&self.stones, side, cell).map(|it| Triangle::point(it, self.size));
        let sides = |it: Point| [it.column(), it.row(), self.size - 1 - it.column() - it.row()];
        let reached = chain.fold([false; 3], |reached, it| {
            std::array::from_fn(|at| reached[at] || sides(it)[at] == 0)
        });
        if reached == [true; 3] {
            self.won = Some(side);
        }
    }

    fn winner(&self) -> Option<Side> {
        self.won
    }
}

impl Evaluate for Y {}

#[test]
fn y_keeps_the_contract_of_positions() {
    for options in ["size=2", "size=4,opening=none", "size=9"] {
        conform::<Y>(&game(options), 20, 45, 1);
    }
}

#[test]
fn three_sides_win_and_two_do_not() {
    let won = |stones: &str| set_up::<Y>("size=4", stones).unwrap().outcome();
    assert_eq!(won("V:A1,A2,A3,A4"), Some(Outcome::Won(Seat::First)), "a side has both corners");
    assert_eq!(won("H:A2,B2,C2 turn:V"), None, "it does not reach the bottom");
    assert_eq!(won("H:A2,B2,C2,C1 turn:V"), Some(Outcome::Won(Seat::Second)));
    assert_eq!(won("V:A2,B1,C2"), None, "A2 and B1 touch, B1 and C2 do not");
    assert_eq!(
        check::<Y>("size=4", "", "C3"),
        "C3 is not on this board: columns go from A to B, rows from 1 to 4"
    );
}

#[test]
fn a_full_board_has_exactly_one_winner() {
    let mut rng = Rng::new(1);
    for size in 2..=9 {
        for _ in 0..100 {
            let mut cells: Vec<usize> = (0..size * (size + 1) / 2).collect();
            shuffle(&mut cells, &mut rng);
            let (first, second) = cells.split_at(rng.below(cells.len() as u32 + 1) as usize);
            let won = [[first, &[]], [&[], second]].map(|stones| {
                let mut board = Sides::empty::<Triangle>(size);
                for (side, stones) in Side::BOTH.into_iter().zip(stones) {
                    stones.iter().for_each(|&cell| board.place(side, cell));
                }
                board.winner().is_some()
            });
            assert_ne!(won[0], won[1], "size {size}: {first:?}");
        }
    }
}

#[test]
fn every_line_is_counted_and_whoever_begins_wins() {
    assert_eq!(perft(&after::<Y>("size=3,opening=none", ""), 3), 6 * 5 * 4);
    assert_eq!(perft(&after::<Y>("size=3", ""), 2), 6 * 5 + 6);
    let game: Y = game("size=4,opening=none");
    let solution = solution(&game, &after::<Y>("size=4,opening=none", ""));
    assert_eq!(solution.value, Some(Value::Win));
    assert!(solution.winning.iter().any(|it| it.to_string() == "B2"), "{:?}", solution.winning);
}

#[test]
fn playouts_choose_uniformly() {
    let position: Pie<_> = after::<Y>("size=3", "A1");
    playouts_are_uniform::<Y>(&position, 60_000, 1);
}
