use crate::board::checkered::MOST;

/// Marks points that are taken or not on the board.
const NOT_FREE: u16 = u16::MAX;

/// The empty points of a board, from which random ones can be drawn.
pub(super) struct Free {
    /// The first `len` of them are empty.
    points: [u16; MOST * MOST],
    len: usize,
    /// By point: its index in `points`. The last entry, for no point, is never free.
    place: [u16; MOST * MOST + 1],
}

impl Free {
    pub(super) fn of(points: impl Iterator<Item = usize>) -> Self {
        let mut free =
            Free { points: [0; MOST * MOST], len: 0, place: [NOT_FREE; MOST * MOST + 1] };
        for point in points {
            free.points[free.len] = point as u16;
            free.place[point] = free.len as u16;
            free.len += 1;
        }
        free
    }

    /// The number of empty points.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The empty point at an index below [`len`](Self::len).
    #[inline]
    pub(super) fn at(&self, place: usize) -> u16 {
        self.points[place]
    }

    #[inline]
    pub(super) fn has(&self, point: u16) -> bool {
        self.place[usize::from(point)] != NOT_FREE
    }

    /// Removes an empty point.
    #[inline]
    pub(super) fn take(&mut self, point: usize) {
        let place = self.place[point];
        self.len -= 1;
        let moved = self.points[self.len];
        self.points[usize::from(place)] = moved;
        self.place[usize::from(moved)] = place;
        self.place[point] = NOT_FREE;
    }
}
