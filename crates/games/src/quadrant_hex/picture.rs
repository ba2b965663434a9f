use crosscut_draw::{Diagram, Draw, Last, Role, Scene};
use crosscut_rules::{Game, Pie, Setup, SetupError};

use super::parts::quadrant;
use super::{QuadrantHex, QuadrantHexPosition};
use crate::board::connection_game::{Board, caption, last_stone, news, owners};
use crate::board::five::{GAMES, NAMES};
use crate::board::rhombus_scene::{self, View};
use crate::board::{Point, rhombus_diagram};

const SIDES: [&str; 2] = QuadrantHex::CARD.sides;

impl Draw for QuadrantHex {
    const READ: Option<fn(&Self, &str) -> Result<Setup, SetupError>> = Some(|game, text| {
        // The line with the winners of the five games is ignored: they follow from the stones.
        let board = |line| if is_standing(line) { "" } else { line };
        let lines: Vec<&str> = text.lines().map(board).collect();
        rhombus_diagram::read(game.size, &lines.join("\n"))
    });

    /// Hex's diagram, with `.` for the empty cells of the acute quadrants and `-` for those of the obtuse ones, and a line with
    /// the winners of the five games.
    fn text(&self, position: &Pie<QuadrantHexPosition>) -> Diagram {
        let (board, size) = (position.board().board(), self.size);
        let empty = |cell| if shaded(quadrant(cell, size)) { '-' } else { '.' };
        let mut diagram = rhombus_diagram::draw(
            size,
            |point| board.owner(point.index(size)),
            |point| empty(point.index(size)),
        );
        let chains = (0..GAMES).flat_map(|game| board.winning_chain(game));
        diagram.mark_won(chains.map(|cell| Point::at(cell, size).to_string()));
        diagram.push(Role::Filling, "");
        diagram.push(Role::Caption, format!("   {}", board.won().standing(SIDES)));
        diagram
    }

    fn scene(
        &self,
        position: &Pie<QuadrantHexPosition>,
        last: Option<Last<'_, Pie<QuadrantHexPosition>>>,
    ) -> Scene {
        let (board, size) = (position.board().board(), self.size);
        let regions: Vec<usize> = (0..size * size).map(|cell| quadrant(cell, size)).collect();
        let chains: Vec<Vec<usize>> = (0..GAMES).map(|game| board.winning_chain(game)).collect();
        let news = news(&QuadrantHex::CARD, position);
        let mut scene = rhombus_scene::draw(&View {
            title: format!(
                "{}; {}; {news}",
                caption(&QuadrantHex::CARD, "cells", position),
                board.won().standing(SIDES)
            ),
            size,
            owner: &owners(position),
            regions: &regions,
            shaded: &shaded,
            chains: &chains,
            last: last_stone(last).map(|point| point.index(size)),
            open: board.winner().is_none(),
        });
        board.won().legend(&mut scene, |at, side, large, shapes| {
            rhombus_scene::stone(at, side, 0.26 * large, shapes);
        });
        scene
    }
}

/// Whether a quadrant is one of the obtuse ones, NE and SW.
fn shaded(quadrant: usize) -> bool {
    matches!(quadrant, 1 | 2)
}

/// Whether a line of a diagram is the one with the winners of the five games.
fn is_standing(line: &str) -> bool {
    line.split(',').map(str::trim_start).zip(NAMES).all(|(word, name)| word.starts_with(name))
        && line.split(',').count() == GAMES
}
