use crosscut_rules::{Setup, SetupError, Side};

use super::Point;

/// Reads a set-up of stones, `V:F15,F14 H:A7 turn:V`, on a board of `width` x `height` points: the stones by side and
/// index, and the side to move (the one with fewer stones if it is not said, the first one if they are equal).
///
/// # Errors
/// Other keys, words that are no points, points off the board or used twice.
pub(crate) fn read_stones(
    setup: &Setup,
    sides: [&str; 2],
    width: usize,
    height: usize,
) -> Result<([Vec<usize>; 2], Side), SetupError> {
    setup.only(&[sides[0], sides[1], "turn"])?;
    let mut taken: Vec<Option<Side>> = vec![None; width * height];
    let mut stones = [Vec::new(), Vec::new()];
    for side in Side::BOTH {
        for word in setup.items(sides[side.index()]) {
            let point: Point = word.parse().map_err(|error| SetupError::new(format!("{error}")))?;
            let index =
                point.on(width, height).map_err(|error| SetupError::new(format!("{error}")))?;
            if let Some(other) = taken[index].replace(side) {
                let whose = if other == side {
                    format!("given twice for {}", sides[side.index()])
                } else {
                    "given to both sides".to_string()
                };
                return Err(SetupError::new(format!("{point} is {whose}")));
            }
            stones[side.index()].push(index);
        }
    }
    let fewer = if stones[0].len() <= stones[1].len() { Side::First } else { Side::Second };
    Ok((stones, setup.turn(sides)?.unwrap_or(fewer)))
}
