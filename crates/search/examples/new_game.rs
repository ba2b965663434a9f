//! A new connection game, played by the search: `cargo run --release -p crosscut-search --example new_game`.
//!
//! The game is Hex on a cylinder, which Steve Alpern and Anatole Beck studied in 1991. V joins the two rims; H makes a closed
//! ring round the cylinder. Every full board has exactly one of the two, so there are no draws. Two traits are all it takes:
//! `Game` and `Position` are the rules, and an empty `Evaluate` is enough for the computer to play.
#![expect(clippy::print_stdout, reason = "the game is what this is for")]

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crosscut_rules::{
    Card, Game, GameOption, Minimax, MoveError, Options, Outcome, Position, Seat, Setup,
    SetupError, Side, Values, conform,
};
use crosscut_search::{Budget, Evaluate, search};

/// The rules in force: how large the cylinder is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cylinder {
    rows: u8,
    around: u8,
}

/// The stones and the side to move. Cell (column, row) is at `row * around + column`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CylinderPosition {
    around: u8,
    cells: Vec<Option<Side>>,
    turn: Side,
}

/// A ply: a stone in a column (written as a letter) and a row (a number from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cell {
    column: u8,
    row: u8,
}

const fn number(name: &'static str, about: &'static str, least: u32, default: u32) -> GameOption {
    let values = Values::Number { least, most: 12, step: 1, default };
    GameOption { name, title: name, about, values }
}

impl Game for Cylinder {
    const CARD: Card = Card {
        name: "cylinder-hex",
        sides: ["V", "H"],
        options: &[
            number("rows", "cells from rim to rim", 2, 4),
            number("around", "cells round the cylinder", 3, 5),
        ],
        ..Card::BLANK
    };
    type Position = CylinderPosition;

    fn new(options: &Options) -> Self {
        let [rows, around] = ["rows", "around"].map(|name| options.number(name) as u8);
        Cylinder { rows, around }
    }

    fn start(&self) -> CylinderPosition {
        let cells = vec![None; usize::from(self.rows) * usize::from(self.around)];
        CylinderPosition { around: self.around, cells, turn: Side::First }
    }

    fn set_up(&self, _: &Setup) -> Result<CylinderPosition, SetupError> {
        Err(SetupError::new("this game has no set-ups"))
    }
}

impl CylinderPosition {
    fn index(&self, cell: Cell) -> Option<usize> {
        let at = usize::from(cell.row) * usize::from(self.around) + usize::from(cell.column);
        (cell.column < self.around && at < self.cells.len()).then_some(at)
    }

    /// The neighbours of a cell: two in its own row, and two each in the rows below and above, if there are such rows.
    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let around = isize::from(i16::from(self.around));
        let (column, row) = (at as isize % around, at as isize / around);
        let steps = [(-1, 0), (1, 0), (0, -1), (1, -1), (0, 1), (-1, 1)];
        let beside = steps.map(|(x, y)| (row + y) * around + (column + x).rem_euclid(around));
        beside
            .into_iter()
            .filter_map(|it| usize::try_from(it).ok().filter(|it| *it < self.cells.len()))
    }

    /// Whether the cells that `open` accepts join the two rims.
    fn joins(&self, open: impl Fn(Option<Side>) -> bool) -> bool {
        let around = usize::from(self.around);
        let mut seen = vec![false; self.cells.len()];
        let mut todo: Vec<usize> = (0..around).collect();
        while let Some(at) = todo.pop() {
            if open(self.cells[at]) && !std::mem::replace(&mut seen[at], true) {
                todo.extend(self.neighbours(at));
            }
        }
        seen.iter().rev().take(around).any(|&it| it)
    }
}

impl Position for CylinderPosition {
    type Move = Cell;

    fn turn(&self) -> Seat {
        Seat::BOTH[self.turn.index()]
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.joins(|it| it == Some(Side::First)) {
            Some(Outcome::Won(Seat::First))
        } else if !self.joins(|it| it != Some(Side::Second)) {
            // H has closed a ring if V can no longer get from rim to rim.
            Some(Outcome::Won(Seat::Second))
        } else {
            None
        }
    }

    fn moves(&self, out: &mut Vec<Cell>) {
        if self.outcome().is_none() {
            let cells = (0u8..).zip(&self.cells).filter(|(_, it)| it.is_none());
            out.extend(
                cells.map(|(at, _)| Cell { column: at % self.around, row: at / self.around }),
            );
        }
    }

    fn check(&self, m: Cell) -> Result<(), MoveError> {
        match self.index(m).map(|at| self.cells[at]) {
            _ if self.outcome().is_some() => Err(MoveError::Over),
            None => Err(MoveError::illegal(format!("{m} is not on the board"))),
            Some(Some(_)) => Err(MoveError::illegal(format!("{m} is taken"))),
            Some(None) => Ok(()),
        }
    }

    fn play_unchecked(&mut self, m: Cell) {
        if let Some(at) = self.index(m) {
            self.cells[at] = Some(self.turn);
            self.turn = !self.turn;
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

impl FromStr for Cell {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let read = || {
            let (letter, digits) = text.trim().split_at_checked(1)?;
            let column = letter.to_ascii_lowercase().bytes().next()?.checked_sub(b'a')?;
            let row = digits.parse::<u8>().ok()?.checked_sub(1)?;
            (column < 26).then_some(Cell { column, row })
        };
        read().ok_or_else(|| MoveError::syntax("write a column and a row, like b3"))
    }
}

impl fmt::Display for CylinderPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in self.cells.chunks(usize::from(self.around)).enumerate() {
            let letters = cells.iter().map(|it| it.map_or(". ", |side| ["V ", "H "][side.index()]));
            writeln!(f, "{}{}", " ".repeat(row), letters.collect::<String>())?;
        }
        Ok(())
    }
}

impl Evaluate for Cylinder {}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Random games show whether it keeps the contract of a game.
    let game = Cylinder::new(&Options::defaults(Cylinder::CARD.options));
    conform(&game, 100, 20, 1);

    // Both know only the rules; V thinks little and H more.
    let mut position = game.start();
    while position.outcome().is_none() {
        let simulations = [20, 2_000][position.turn.index()];
        let budget = Budget::simulations(simulations);
        let analysis = search::<Cylinder>(&position, &budget, &mut |_| ControlFlow::Continue(()));
        let best = analysis.ok_or("the game is over")?.candidates[0].ply;
        position.play(best)?;
    }
    println!("{position}{} has won\n", winner(position.outcome()));

    // Small boards are solved by trying everything.
    for (rows, around) in [(2, 3), (2, 4), (3, 3), (2, 5), (3, 4)] {
        let start = Cylinder { rows, around }.start();
        let worth = Minimax::new(2_000_000).worth(&start).ok_or("too many positions")?;
        println!(
            "{rows} by {around}: {} wins in {} plies",
            winner(Some(worth.outcome)),
            worth.plies
        );
    }
    Ok(())
}

fn winner(outcome: Option<Outcome>) -> &'static str {
    outcome.and_then(Outcome::winner).map_or("nobody", |seat| Cylinder::CARD.sides[seat.index()])
}
