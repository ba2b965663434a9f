use std::sync::OnceLock;

use crosscut_rules::{MoveError, Side};

use super::notation::{place, point, slot, slots, width};
use crate::board::connection_game::Geometry;
use crate::board::{Graph, Joint, Point};

/// The geometry of the slots between the dots of two lattices.
#[derive(Clone, Copy, Debug)]
pub struct Slots;

impl Geometry for Slots {
    fn graph(size: usize) -> &'static Graph {
        lattices(size)
    }

    #[inline]
    fn width(size: usize) -> usize {
        width(size)
    }

    fn cell(point: Point, size: usize) -> Result<usize, MoveError> {
        slot(point, size)
    }

    #[inline]
    fn index(point: Point, size: usize) -> usize {
        point.index(width(size)) / 2
    }

    #[inline]
    fn point(cell: usize, size: usize) -> Point {
        point(cell, size)
    }
}

/// The board with `size` of V's dots in a row: a link joins the two dots of its side that are next to its slot.
pub(super) fn lattices(size: usize) -> &'static Graph {
    static GRAPHS: [OnceLock<Graph>; 16] = [const { OnceLock::new() }; 16];
    GRAPHS[size].get_or_init(|| {
        let joints = Side::BOTH.map(|side| {
            (0..slots(size)).map(|slot| Joint::new(&dots(size, side, slot), &[])).collect()
        });
        Graph::new(ENDS + 2 * inner(size), 0, joints)
    })
}

/// The four ends: V's bottom and top dots, H's left and right ones.
const ENDS: usize = 4;

/// The number of a side's dots that are not at an end.
const fn inner(size: usize) -> usize {
    size * (size - 1)
}

/// The nodes that a side's link in a slot joins.
fn dots(size: usize, side: Side, slot: usize) -> [u16; 2] {
    let (x, y) = place(slot, size);
    // H's lattice is V's with x and y exchanged.
    let (across, along) = match side {
        Side::First => (x, y),
        Side::Second => (y, x),
    };
    if along % 2 == 1 {
        [dot(size, side, across, along - 1), dot(size, side, across, along + 1)]
    } else {
        [dot(size, side, across - 1, along), dot(size, side, across + 1, along)]
    }
}

/// The node of a side's dot: `along` is its even coordinate, from one end (0) to the other (2n).
fn dot(size: usize, side: Side, across: usize, along: usize) -> u16 {
    let [low, high] = Graph::ends(side);
    if along == 0 {
        low
    } else if along == 2 * size {
        high
    } else {
        (ENDS + side.index() * inner(size) + (along / 2 - 1) * size + across / 2) as u16
    }
}
