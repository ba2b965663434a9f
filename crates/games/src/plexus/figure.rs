use std::fmt;

use super::dots::Dots;
use super::{Direction, Dot};

/// The class of a dot, by its number of segments: it binds the second half of a full-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// One segment.
    Endpoint,
    /// Two or three segments.
    Midpoint,
}

/// The part of the drawing that decides what may be drawn next, in words of 64 dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Figure<const W: usize> {
    /// The number of bits from a dot to the one north of it.
    stride: u32,
    /// The dots without a segment.
    free: Dots<W>,
    endpoints: Dots<W>,
    /// They may include dots with four segments: these have no free neighbour, so nothing starts there anyway.
    midpoints: Dots<W>,
}

/// The segments that may be drawn: for each direction, in the order of [`Direction::ALL`], the dots from which they start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways<const W: usize>([Dots<W>; 4]);

impl Class {
    /// Both classes.
    pub(super) const BOTH: [Class; 2] = [Class::Endpoint, Class::Midpoint];

    /// The word with its article.
    pub(super) const fn one(self) -> &'static str {
        match self {
            Class::Endpoint => "an endpoint",
            Class::Midpoint => "a midpoint",
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Class::Endpoint => "endpoint",
            Class::Midpoint => "midpoint",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl<const W: usize> Figure<W> {
    /// A board with one connected dot and no segment yet: the caller draws the first one.
    pub(super) fn of(size: u8, root: Dot) -> Self {
        let mut figure = Figure {
            stride: u32::from(size) + 1,
            free: Dots::NONE,
            endpoints: Dots::NONE,
            midpoints: Dots::NONE,
        };
        for row in 0..size {
            for column in 0..size {
                figure.free.insert(figure.bit(Dot { column, row }));
            }
        }
        figure.free.remove(figure.bit(root));
        figure
    }

    #[inline]
    pub(super) fn bit(&self, dot: Dot) -> u32 {
        u32::from(dot.row) * self.stride + u32::from(dot.column)
    }

    /// The dot of a bit, which must belong to one.
    #[inline]
    pub(super) fn dot(&self, bit: u32) -> Dot {
        Dot { column: (bit % self.stride) as u8, row: (bit / self.stride) as u8 }
    }

    #[inline]
    pub(super) fn is_free(&self, bit: u32) -> bool {
        self.free.has(bit)
    }

    /// The number of 64-bit words that the board needs.
    #[inline]
    pub(super) fn words(&self) -> u32 {
        (self.stride * (self.stride - 1)).div_ceil(64)
    }

    /// The class of a connected dot from which something may be drawn.
    #[inline]
    pub(super) fn class(&self, bit: u32) -> Class {
        if self.endpoints.has(bit) { Class::Endpoint } else { Class::Midpoint }
    }

    /// The class of a dot; `None` if it is free or was removed by [`settle`](Self::settle).
    pub(super) fn living(&self, bit: u32) -> Option<Class> {
        (self.endpoints.has(bit) || self.midpoints.has(bit)).then(|| self.class(bit))
    }

    /// The segments that may be drawn from dots of a class, or from dots of either class.
    #[inline]
    pub(super) fn ways(&self, class: Option<Class>) -> Ways<W> {
        let from = match class {
            None => self.endpoints | self.midpoints,
            Some(Class::Endpoint) => self.endpoints,
            Some(Class::Midpoint) => self.midpoints,
        };
        let free = &self.free;
        Ways(
            [free.down(self.stride), free.down(1), free.up(self.stride), free.up(1)]
                .map(|it| it & from),
        )
    }

    /// Draws a segment from a connected dot to a free one.
    #[inline]
    pub(super) fn draw(&mut self, from: u32, direction: Direction) {
        let to = self.neighbour(from, direction);
        self.free.remove(to);
        self.midpoints.insert(from);
        self.endpoints.remove(from);
        self.endpoints.insert(to);
    }

    /// Draws the first segment, which makes both of its dots endpoints.
    pub(super) fn draw_first(&mut self, from: u32, direction: Direction) {
        self.draw(from, direction);
        self.midpoints.remove(from);
        self.endpoints.insert(from);
    }

    /// The bit of a neighbour. Off the board it belongs to no dot, or wraps.
    #[inline]
    pub(super) fn neighbour(&self, from: u32, direction: Direction) -> u32 {
        match direction {
            Direction::North => from.wrapping_add(self.stride),
            Direction::East => from.wrapping_add(1),
            Direction::South => from.wrapping_sub(self.stride),
            Direction::West => from.wrapping_sub(1),
        }
    }

    /// Removes the dots without a free neighbour: nothing can start there any more, so positions that differ only in their
    /// classes are equal.
    pub(super) fn settle(&mut self) {
        let living = self.ways(None).any();
        self.endpoints = self.endpoints & living;
        self.midpoints = self.midpoints & living;
    }

    /// The dots without a segment.
    pub(super) fn free(&self) -> Dots<W> {
        self.free
    }

    /// The endpoints from which something may be drawn.
    pub(super) fn endpoints(&self) -> Dots<W> {
        self.endpoints
    }

    /// The midpoints from which something may be drawn, and possibly dots with four segments.
    pub(super) fn midpoints(&self) -> Dots<W> {
        self.midpoints
    }

    /// The same figure in another number of words, which must be enough for its board.
    pub(super) fn resized<const V: usize>(&self) -> Figure<V> {
        Figure {
            stride: self.stride,
            free: self.free.resized(),
            endpoints: self.endpoints.resized(),
            midpoints: self.midpoints.resized(),
        }
    }
}

impl<const W: usize> Ways<W> {
    /// The dots from which something may be drawn.
    #[inline]
    pub(super) fn any(&self) -> Dots<W> {
        let [n, e, s, w] = self.0;
        (n | e) | (s | w)
    }

    #[inline]
    pub(super) fn has(&self, from: u32, direction: Direction) -> bool {
        self.0[direction as usize].has(from)
    }

    /// How many segments may be drawn in each direction.
    #[inline]
    pub(super) fn counts(&self) -> [u32; 4] {
        [self.0[0].count(), self.0[1].count(), self.0[2].count(), self.0[3].count()]
    }

    /// Segment number `k` in the order of directions, then bits. `counts` is the result of [`counts`](Self::counts), and `k` is
    /// below its sum.
    #[inline]
    pub(super) fn nth(&self, counts: [u32; 4], k: u32) -> (u32, Direction) {
        let [n, e, s, _] = counts;
        let before = [0, n, n + e, n + e + s];
        // The sum of three comparisons instead of three branches, which no processor could predict.
        let at =
            usize::from(k >= before[1]) + usize::from(k >= before[2]) + usize::from(k >= before[3]);
        (self.0[at].nth(k - before[at]), Direction::ALL[at])
    }
}
