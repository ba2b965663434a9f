use crosscut_rules::Side;

use super::super::cell::Point;
use super::{Board, COLOUR};

/// Which colours have a closed region that is large enough, by side.
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

    /// The points of every closed region of at least `win_size` tiles, with its colour.
    pub(in super::super) fn closed(&self, win_size: u16) -> Vec<(Side, Vec<Point>)> {
        let mut closed: Vec<(Side, Vec<Point>)> = Vec::new();
        let mut region = Vec::new();
        for at in 0..self.points.len() {
            if self.points[at] >> 4 == 6
                && self.region(at, &mut region).is_some_and(|size| size >= u32::from(win_size))
                // Each is met once for every point it has; the first of them in the window counts.
                && region.iter().all(|&it| at <= it)
            {
                closed.push((self.side(at), region.iter().map(|&it| self.name(it)).collect()));
            }
        }
        closed
    }

    /// The number of tiles the region at a point touches, if it is closed; its points are left in `region`.
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
            // All round a complete point there are tiles, so neighbours of its colour are joined to it.
            for near in self.around(at) {
                if self.points[near] & COLOUR == colour {
                    ends += 1;
                    if !region.contains(&near) {
                        region.push(near);
                    }
                }
            }
        }
        // Six tiles at each point; a tile at two of them was counted twice, and each joint has two such tiles.
        Some(6 * region.len() as u32 - ends)
    }
}
