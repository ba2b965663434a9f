use crosscut_rules::Side;

use super::{Cell, MOST};

/// Nodes from one row of them to the next: a fixed stride, so that a cell has the same nodes on every board.
pub(super) const STRIDE: u8 = MOST + 1;

/// Links from this value on belong to a root, and their low four bits are the sides of the board its trail touches.
/// No node has so high a number.
const ROOT: u8 = 0xf0;

// Opposite sides are neighbouring bits, the lower one even: see `crosses`.
const BOTTOM: u8 = 1;
const TOP: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

/// A corner of a cell: where tokens meet. Column and row count lines, not cells: a1 lies between the corners (0, 0) and
/// (1, 1), and a board of size n has (n + 1) x (n + 1) of them. Row 0 is the bottom, row n the top, column 0 the left and
/// column n the right side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Corner {
    /// 0 is the left side of the board.
    pub column: u8,
    /// 0 is the bottom of the board.
    pub row: u8,
}

impl Corner {
    fn of(node: u8) -> Self {
        Corner { column: node % STRIDE, row: node / STRIDE }
    }
}

/// Which nodes of a board hang together, and which sides of the board each trail touches: a disjoint-set forest.
///
/// A node is a corner of a cell. There are 256 links, more than nodes, because a `u8` then needs no bounds check.
#[derive(Clone, Debug)]
pub(super) struct Trails {
    /// The way towards a node's root or, at a root, [`ROOT`] and the sides it touches.
    links: [u8; 256],
}

impl Trails {
    /// The trails of an empty board: every node is alone.
    pub(super) fn alone(size: u8) -> Self {
        let mut links = [ROOT; 256];
        for at in 0..=size {
            links[usize::from(node(at, 0))] |= BOTTOM;
            links[usize::from(node(at, size))] |= TOP;
            links[usize::from(node(0, at))] |= LEFT;
            links[usize::from(node(size, at))] |= RIGHT;
        }
        Trails { links }
    }

    /// Lays a token of this side into the cell whose lower left node is given; says whether that completes a trail
    /// between opposite sides.
    #[inline]
    pub(super) fn lay(&mut self, side: Side, lower_left: u8) -> bool {
        let [from, to] = ends(side, lower_left);
        let (from, to) = (self.root(from), self.root(to));
        if from == to {
            return false;
        }
        let sides = self.links[usize::from(from)] | self.links[usize::from(to)];
        self.links[usize::from(from)] = to;
        self.links[usize::from(to)] = sides;
        crosses(sides)
    }

    /// By node of a board: one that stands for all that hang together with it. By such a node: the sides they touch.
    pub(super) fn all(&self, size: u8) -> ([u8; 256], [u8; 256]) {
        let (mut trail, mut touches) = ([0; 256], [0; 256]);
        for node in (0..=size).flat_map(|row| (0..=size).map(move |column| node(column, row))) {
            let mut root = node;
            while self.links[usize::from(root)] < ROOT {
                root = self.links[usize::from(root)];
            }
            trail[usize::from(node)] = root;
            touches[usize::from(root)] = self.links[usize::from(root)] & !ROOT;
        }
        (trail, touches)
    }

    /// The corners of each trail, from the lower left; corners without a token are no trail.
    pub(super) fn listed(&self, size: u8) -> Vec<Vec<Corner>> {
        let (trail, _) = self.all(size);
        let mut listed = vec![Vec::new(); trail.len()];
        for node in (0..=size).flat_map(|row| (0..=size).map(move |column| node(column, row))) {
            listed[usize::from(trail[usize::from(node)])].push(Corner::of(node));
        }
        listed.retain(|it| it.len() > 1);
        listed.sort_by_key(|it| it.first().map(|corner| (corner.row, corner.column)));
        listed
    }

    /// Which opposite sides a trail joins, if one does.
    pub(super) fn joined(&self, size: u8) -> Option<&'static str> {
        let (_, touches) = self.all(size);
        let sides = touches.into_iter().find(|it| crosses(*it))?;
        Some(
            match (sides & (BOTTOM | TOP) == BOTTOM | TOP, sides & (LEFT | RIGHT) == LEFT | RIGHT) {
                (true, true) => "all four sides",
                (true, false) => "top and bottom",
                (false, _) => "left and right",
            },
        )
    }

    /// The node that stands for all that hang together with this one. Halves the way there for the next time.
    #[inline]
    fn root(&mut self, mut node: u8) -> u8 {
        loop {
            let next = self.links[usize::from(node)];
            if next >= ROOT {
                return node;
            }
            let after = self.links[usize::from(next)];
            if after >= ROOT {
                return next;
            }
            self.links[usize::from(node)] = after;
            node = after;
        }
    }
}

/// The sides of the board that each node lies on.
pub(super) fn sides_of(size: u8) -> [u8; 256] {
    Trails::alone(size).links.map(|link| link & !ROOT)
}

/// The number of the node at the lower left of a column and row (both from 0, up to the board's size).
#[inline]
pub(super) const fn node(column: u8, row: u8) -> u8 {
    row * STRIDE + column
}

/// The lower left node of a cell.
#[inline]
pub(super) const fn lower_left(cell: Cell) -> u8 {
    node(cell.column(), cell.row())
}

/// The corners that a side's token joins in a cell.
pub(super) fn joins(side: Side, cell: Cell) -> [Corner; 2] {
    ends(side, lower_left(cell)).map(Corner::of)
}

/// The two nodes that a side's token joins in the cell with this lower left node.
#[inline]
pub(super) const fn ends(side: Side, lower_left: u8) -> [u8; 2] {
    match side {
        Side::First => [lower_left, lower_left + STRIDE + 1],
        Side::Second => [lower_left + STRIDE, lower_left + 1],
    }
}

/// Whether these sides contain top and bottom, or left and right.
#[inline]
pub(super) const fn crosses(sides: u8) -> bool {
    sides & (sides >> 1) & (BOTTOM | LEFT) != 0
}
