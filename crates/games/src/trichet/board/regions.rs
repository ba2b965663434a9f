use crosscut_rules::Side;

use super::super::cell::Point;
use super::{Board, COLOUR, covered};

/// By side: whether its colour has a closed region that is large enough.
pub(in super::super) type Closed = [bool; 2];

impl Board {
    /// The colours for which one of these points belongs to a closed region of at least `win_size` tiles.
    pub(super) fn closed_at(
        &self,
        points: &[Point],
        win_size: u16,
        region: &mut Vec<usize>,
    ) -> Closed {
        let mut closed = [false; 2];
        for &point in points {
            let at = self.point(point);
            if self.region(at, region).is_some_and(|size| size >= u32::from(win_size)) {
                closed[self.side(at).index()] = true;
            }
        }
        closed
    }

    /// The colours for which `pool` tiles may suffice to close a region of seven tiles or more; `true` if in doubt.
    ///
    /// Such a region has two neighbouring points, and all ten triangles at these are covered in the end, so it takes at least
    /// as many tiles as are missing there. And since no tile has only one colour, two adjacent neighbours of one of these
    /// points cannot both have its colour.
    pub(in super::super) fn closable(&self, pool: u16) -> Closed {
        const ALL: u8 = 10;
        let pool = pool.min(ALL.into()) as u8;
        // This many tiles can close a region anywhere.
        let mut closable = [pool == ALL; 2];
        let (width, height) = (self.width as usize, self.height as usize);
        // A pair that this loop does not reach has no covered triangles, and takes all ten.
        for at in (1..height - 1).flat_map(|y| (1..width - 1).map(move |x| y * width + x)) {
            if closable == [true; 2] {
                break;
            }
            for n in 0..3 {
                let other = self.around(at)[n];
                let here = (self.points[at] >> 4) + (self.points[other] >> 4);
                let (x, y) = (other % width, other / width);
                if here + pool < ALL || y == 0 || x == 0 || x == width - 1 {
                    continue;
                }
                let shared = self.covered_between(at, n) + self.covered_between(at, (n + 5) % 6);
                let missing = ALL - (here - shared);
                if missing > pool {
                    continue;
                }
                for side in Side::BOTH {
                    closable[side.index()] |=
                        self.may_join(at, n, side) && self.may_join(other, n + 3, side);
                }
            }
        }
        closable
    }

    /// How many of the triangles between neighbour `n` of a point and the next one are covered: 0 or 1.
    fn covered_between(&self, at: usize, n: usize) -> u8 {
        let line = self.width as usize;
        let (at, down) = [
            (at, false),
            (at - 1, true),
            (at - 1, false),
            (at + line - 1, true),
            (at + line, false),
            (at + line, true),
        ][n];
        u8::from(self.points[at] & covered(down) != 0)
    }

    /// Whether a point and its neighbour `n` may both belong to a closed region of this colour, as far as the colours round
    /// the point show.
    fn may_join(&self, at: usize, n: usize, side: Side) -> bool {
        let colour = 1 + side.index() as u8;
        let is = |at: usize| self.points[at] & COLOUR;
        let around = self.around(at);
        let own = |m: usize| m % 6 == n || is(around[m % 6]) == colour;
        [0, colour].contains(&is(at))
            && [0, colour].contains(&is(around[n]))
            && (0..6).all(|m| !(own(m) && own(m + 1)))
    }

    /// Every closed region of at least `win_size` tiles: its colour, its points, and how many tiles it touches.
    pub(in super::super) fn closed(&self, win_size: u16) -> Vec<(Side, Vec<Point>, u32)> {
        let mut closed: Vec<(Side, Vec<Point>, u32)> = Vec::new();
        let mut region = Vec::new();
        for at in 0..self.points.len() {
            if self.points[at] >> 4 == 6
                && let Some(size) = self.region(at, &mut region)
                && size >= u32::from(win_size)
                // A region comes up once for each of its points; only the first of these counts.
                && region.iter().all(|&it| at <= it)
            {
                let points = region.iter().map(|&it| self.name(it)).collect();
                closed.push((self.side(at), points, size));
            }
        }
        closed
    }

    /// The number of tiles that the region at a point touches, if it is closed; its points are left in `region`.
    fn region(&self, from: usize, region: &mut Vec<usize>) -> Option<u32> {
        let colour = self.points[from] & COLOUR;
        region.clear();
        region.push(from);
        let mut ends = 0;
        let mut next = 0;
        while let Some(&at) = region.get(next) {
            next += 1;
            if self.points[at] >> 4 != 6 {
                return None;
            }
            // A complete point has tiles all round it, so neighbours of its colour are connected to it.
            for near in self.around(at) {
                if self.points[near] & COLOUR == colour {
                    ends += 1;
                    if !region.contains(&near) {
                        region.push(near);
                    }
                }
            }
        }
        // There are six tiles at each point, but a tile at two points was counted twice, and each connection has two of these.
        Some(6 * region.len() as u32 - ends)
    }
}
