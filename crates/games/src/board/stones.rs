use crosscut_rules::{MoveError, Setup, SetupError, Side};

use super::Point;

/// Reads a set-up of stones, `V:F15,F14 H:A7 turn:V`, on a board of `width` x `height` points: the indices of each side's
/// stones, and the side to move (by default the one with fewer stones, or the first one if both have as many).
///
/// # Errors
/// Other keys, words that are not points, points off the board or used twice.
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
            let read = || -> Result<(Point, usize), MoveError> {
                Point::far(word, width, height)?;
                let point: Point = word.parse()?;
                Ok((point, point.on(width, height)?))
            };
            let (point, index) = read().map_err(|error| SetupError::new(error.to_string()))?;
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

/// The side to move with the stones of a set-up: the loser if the game is over.
///
/// `turn` is the side to move if the game is not over; `together` says whether one turn may have put two stones; `winner`
/// returns the side that has won with some of the stones.
///
/// # Errors
/// Stones with which the game was over before the last turn, because after a win the game does not continue: the winner is
/// named as the side to move, or has won even without any one of its turns.
pub(crate) fn settled(
    setup: &Setup,
    sides: [&str; 2],
    (stones, turn): (&[Vec<usize>; 2], Side),
    together: impl Fn(usize, usize) -> bool,
    winner: impl Fn(&[Vec<usize>; 2]) -> Option<Side>,
) -> Result<Side, SetupError> {
    let Some(side) = winner(stones) else { return Ok(turn) };
    let (name, other) = (sides[side.index()], sides[(!side).index()]);
    if setup.turn(sides)? == Some(side) {
        return Err(SetupError::new(format!(
            "{name} has won, so {name} moved last: it cannot be turn:{name}, only turn:{other}"
        )));
    }
    let open_without = |one: usize, two: usize| {
        let mut before = stones.clone();
        before[side.index()].retain(|&cell| cell != one && cell != two);
        winner(&before).is_none()
    };
    let own = &stones[side.index()];
    let won_last = own.iter().enumerate().any(|(at, &one)| {
        open_without(one, one)
            || own[..at].iter().any(|&two| together(one, two) && open_without(one, two))
    });
    if won_last {
        return Ok(!side);
    }
    Err(SetupError::new(format!(
        "{name} had won before the last turn: whichever turn of {name} is taken back, {name} has still won"
    )))
}
