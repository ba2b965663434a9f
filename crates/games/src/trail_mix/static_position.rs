//! Static positions: `Brown:a3,c4 Green:f4 turn:Green`.

use crosscut_rules::{Setup, SetupError, Side};

use super::position::{off_board, read as read_token};
use super::{Placement, SIDES, SLASHES, TrailMixPosition};

/// The position a set-up describes. Without `turn:` it is Brown's turn unless Brown has more tokens, as Brown begins.
///
/// # Errors
/// A key, cell or side that is not there, two tokens in a cell, more tokens than there are, or a complete trail that
/// the side not to move cannot have completed.
pub(super) fn read(
    size: u8,
    supply: Option<u8>,
    setup: &Setup,
) -> Result<TrailMixPosition, SetupError> {
    setup.only(&[SIDES[0], SIDES[1], "turn"])?;
    let mut tokens = [0u128; 2];
    for side in Side::BOTH {
        for item in setup.items(SIDES[side.index()]) {
            tokens[side.index()] |= token(size, &tokens, side, item)?;
        }
    }
    let laid = tokens.map(u128::count_ones);
    if let Some(supply) = supply
        && let Some(side) = Side::BOTH.into_iter().find(|it| laid[it.index()] > supply.into())
    {
        return Err(SetupError::new(format!(
            "{} has {} tokens here, but with tokens={supply} there are only {supply} a side",
            SIDES[side.index()],
            laid[side.index()]
        )));
    }
    let by_counts = if laid[0] <= laid[1] { Side::First } else { Side::Second };
    let turn = setup.turn(SIDES)?.unwrap_or(by_counts);
    let position = TrailMixPosition::with(size, supply, tokens, turn);
    if position.is_complete() && !last_token_completed(&position, !turn) {
        let (mover, other) = (SIDES[turn.index()], SIDES[(!turn).index()]);
        return Err(SetupError::new(format!(
            "there is a trail that {other}, who moved last when it is {mover}'s turn, cannot have completed: taking away any one token of {other} leaves a trail"
        )));
    }
    Ok(position)
}

/// The bit of one more token.
fn token(size: u8, tokens: &[u128; 2], side: Side, item: &str) -> Result<u128, SetupError> {
    let Placement { cell, claim } =
        read_token(size, item).map_err(|error| SetupError::new(error.to_string()))?;
    let name = SIDES[side.index()];
    if claim.is_some_and(|claim| claim != side) {
        let slash = SLASHES[side.index()];
        return Err(SetupError::new(format!(
            "'{item}' is not a token of {name}, who plays {slash}"
        )));
    }
    let bit = 1 << cell.index();
    if cell.column() >= size || cell.row() >= size {
        Err(SetupError::new(off_board(cell, size)))
    } else if tokens[side.index()] & bit != 0 {
        Err(SetupError::new(format!("{cell} is given twice for {name}")))
    } else if tokens[(!side).index()] & bit != 0 {
        Err(SetupError::new(format!("{cell} is given to both {} and {}", SIDES[0], SIDES[1])))
    } else {
        Ok(bit)
    }
}

/// Whether there is a token of this side without which no trail is complete.
fn last_token_completed(position: &TrailMixPosition, side: Side) -> bool {
    position.cells().filter(|&cell| position.token(cell) == Some(side)).any(|cell| {
        let mut tokens = position.tokens();
        tokens[side.index()] &= !(1 << cell.index());
        !TrailMixPosition::with(position.size(), None, tokens, side).is_complete()
    })
}
