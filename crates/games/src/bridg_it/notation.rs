//! Slots and their names.
//!
//! The board is a square of 2n + 1 by 2n + 1 places, with x and y from 0 to 2n. V's dots are where x is odd and y even, H's
//! where x is even and y odd; the slots are between them, where x + y is even, except along the rim. A slot is named by letter
//! x and number y, so that A1 is (1, 1). Counted row by row from the bottom, every second one of the 2n - 1 by 2n - 1 inner
//! places is a slot: their width is odd, so slot i is point 2i, numbered from 0.

use crosscut_rules::MoveError;

use crate::board::Point;

/// The number of columns, and of rows, that have slots on a board of this size.
pub(super) const fn width(size: usize) -> usize {
    2 * size - 1
}

/// The number of slots.
pub(super) const fn slots(size: usize) -> usize {
    size * size + (size - 1) * (size - 1)
}

/// The number of the slot at a point.
///
/// # Errors
/// A point off the board, or with a dot on it.
pub(super) fn slot(point: Point, size: usize) -> Result<usize, MoveError> {
    let index = point.on(width(size), width(size))?;
    if index.is_multiple_of(2) {
        Ok(index / 2)
    } else {
        Err(MoveError::illegal(format!(
            "{point} is a dot, not a slot: slots are where letter and number are both odd or both even, A being 1, \
             such as A1 and B2"
        )))
    }
}

/// The number of the slot at (x, y), if there is one.
pub(super) fn slot_at(x: usize, y: usize, size: usize) -> Option<usize> {
    let inner = 1..2 * size;
    let is_slot = inner.contains(&x) && inner.contains(&y) && (x + y).is_multiple_of(2);
    is_slot.then(|| ((y - 1) * width(size) + x - 1) / 2)
}

/// The point of a slot.
#[inline]
pub(super) const fn point(slot: usize, size: usize) -> Point {
    Point::at(2 * slot, width(size))
}

/// A slot's x and y.
pub(super) const fn place(slot: usize, size: usize) -> (usize, usize) {
    let point = point(slot, size);
    (point.column as usize + 1, point.row as usize + 1)
}
