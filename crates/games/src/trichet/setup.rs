use std::collections::HashSet;

use crosscut_rules::{Game, Seat, Setup, SetupError, Side};

use super::board::{Board, Scratch};
use super::cell::Tile;
use super::last_ply::Table;
use super::position::{judge, refusal, tiles};
use super::{Trichet, TrichetPosition};

/// Reads `tiles:M50uto,M49dbo,.. turn:Dot`. By default Dot is to move.
///
/// The tiles may be in any order. Triangles that the rules fill must be filled: unless the pool is empty, it is never a player's
/// turn while a forced triangle is empty.
pub(super) fn set_up(game: &Trichet, setup: &Setup) -> Result<TrichetPosition, SetupError> {
    setup.only(&["tiles", "turn"])?;
    let turn = match setup.turn(Trichet::CARD.sides)? {
        Some(Side::First) => Seat::First,
        Some(Side::Second) | None => Seat::Second,
    };
    let placed = read(setup.items("tiles"), game.num_tiles)?;
    let pool = game.num_tiles - placed.len() as u16;
    let mut table = Table::new(placed.clone());
    let board = lay(placed)?;
    if pool != 0 {
        let mut forced = None;
        board.each_empty(|cell, fits| {
            if forced.is_none() && board.is_forced(cell) {
                forced = tiles(cell, fits).next();
            }
        });
        if let Some(tile) = forced {
            return Err(SetupError::new(format!(
                "'{tile}' is missing: nothing else fits there, so the rules have placed it"
            )));
        }
    }
    let mut closed = [false; 2];
    let mut regions = Vec::new();
    for (side, points, _) in board.closed(game.win_size) {
        closed[side.index()] = true;
        regions.push(points);
    }
    if !regions.is_empty() && !table.closed_at_once(&regions) {
        return Err(SetupError::new(
            "the game was over before the last move: no one move can have closed all the regions of the winning size",
        ));
    }
    let outcome = judge(closed, !turn, pool);
    Ok(TrichetPosition { board, pool, win_size: game.win_size, turn, outcome })
}

/// The tiles of a list, which must include the starting tiles, name no cell twice, and not be longer than the pool.
fn read(items: &[String], num_tiles: u16) -> Result<Vec<Tile>, SetupError> {
    if items.len() > usize::from(num_tiles) {
        return Err(SetupError::new(format!(
            "there are {} tiles on the table, but only {num_tiles} in the game",
            items.len()
        )));
    }
    let mut placed: Vec<Tile> = Vec::with_capacity(items.len());
    let mut cells = HashSet::new();
    for item in items {
        let tile: Tile = item.parse().map_err(|error| SetupError::new(format!("{error}")))?;
        if !cells.insert(tile.cell) {
            return Err(SetupError::new(format!("{} is given twice", tile.cell)));
        }
        placed.push(tile);
    }
    let [upper, lower] = Tile::START;
    if !placed.contains(&upper) || !placed.contains(&lower) {
        return Err(SetupError::new(format!(
            "the tiles of the start are missing: every game has {upper} and {lower} on the table"
        )));
    }
    Ok(placed)
}

/// The table with these tiles, placed in an order in which each touches an earlier one.
fn lay(mut placed: Vec<Tile>) -> Result<Board, SetupError> {
    let mut board = Board::start();
    let mut scratch = Scratch::default();
    placed.retain(|tile| !Tile::START.contains(tile));
    while !placed.is_empty() {
        let before = placed.len();
        let mut later = Vec::new();
        for tile in placed {
            if !board.touches(tile.cell) {
                later.push(tile);
            } else if let Some(words) = refusal(&board, tile) {
                return Err(SetupError::new(words));
            } else {
                board.place(tile, &mut scratch, &mut |_| ());
            }
        }
        if let Some(tile) = later.first().filter(|_| later.len() == before) {
            return Err(SetupError::new(format!(
                "'{tile}' lies apart: sides and corners do not join it to the tiles of the start"
            )));
        }
        placed = later;
    }
    Ok(board)
}
