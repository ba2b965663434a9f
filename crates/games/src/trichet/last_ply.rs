use std::collections::{HashMap, HashSet};

use super::cell::{Point, Tile};

/// How often the search below may examine a whole table for each tile that may have been laid last, and in total. The ends of
/// real games take only a few.
const LOOKS: u32 = 300;
const ALL_LOOKS: u32 = 12_000;

/// A table to be searched backwards: which of its tiles may have come with one ply, including those placed by the rules.
pub(super) struct Table {
    tiles: Vec<Tile>,
    /// By point: the tiles there.
    at: HashMap<Point, Vec<usize>>,
    /// What remains of [`LOOKS`] and of [`ALL_LOOKS`].
    looks: u32,
    all_looks: u32,
}

/// A set of tiles of the table, by index.
type Set = Vec<bool>;

impl Table {
    pub(super) fn new(tiles: Vec<Tile>) -> Self {
        let mut at: HashMap<Point, Vec<usize>> = HashMap::new();
        for (index, tile) in tiles.iter().enumerate() {
            for point in tile.cell.corners() {
                at.entry(point).or_default().push(index);
            }
        }
        Table { tiles, at, looks: 0, all_looks: ALL_LOOKS }
    }

    /// Whether the search finds that one ply may have closed all these regions, so that none was closed before it.
    pub(super) fn closed_at_once(&mut self, regions: &[Vec<Point>]) -> bool {
        let regions: Vec<Vec<usize>> = regions.iter().map(|it| self.round(it)).collect();
        // The tile that was laid is most likely in a region, or in two.
        let shares = |tile: usize| regions.iter().filter(|it| it.contains(&tile)).count();
        let mut laid: Vec<usize> = (0..self.tiles.len()).filter(|&it| !self.is_start(it)).collect();
        laid.sort_by_key(|&tile| std::cmp::Reverse(shares(tile)));
        laid.into_iter().any(|tile| {
            let mut before = vec![true; self.tiles.len()];
            before[tile] = false;
            self.looks = LOOKS.min(self.all_looks);
            self.take_back(tile, &before, &regions, &mut HashSet::new())
        })
    }

    /// Whether, from the tiles `before` that are assumed to have been there before `laid`, more can be taken away until all
    /// regions are open and nothing is forced, such that all of them come back as forced tiles once `laid` is placed.
    fn take_back(
        &mut self,
        laid: usize,
        before: &Set,
        regions: &[Vec<usize>],
        seen: &mut HashSet<Set>,
    ) -> bool {
        if self.looks == 0 || !seen.insert(before.clone()) {
            return false;
        }
        self.looks -= 1;
        self.all_looks -= 1;
        if !self.comes_back(laid, before) {
            return false;
        }
        let gone: Vec<usize> = (0..before.len()).filter(|&it| !before[it]).collect();
        let there = |tiles: Vec<usize>| tiles.into_iter().filter(|&it| before[it]).collect();
        let ways: Vec<Vec<usize>> =
            if let Some(&tile) = gone.iter().find(|&&it| self.is_forced(before, it)) {
                // It was not forced then: one of its corners had no colour, or there was no tile next to it.
                let cell = self.tiles[tile].cell;
                let corners = cell.corners().map(|it| there(self.round(&[it])));
                let beside =
                    self.round(&cell.corners()).into_iter().filter(|&it| self.are_beside(it, tile));
                corners.into_iter().chain([there(beside.collect())]).collect()
            } else if let Some(region) = regions.iter().find(|it| it.iter().all(|&it| before[it])) {
                // A forced tile touches the tile that was laid, or one that was forced before.
                let corners: Vec<Point> =
                    gone.iter().flat_map(|&it| self.tiles[it].cell.corners()).collect();
                let mut near: Vec<usize> = there(self.round(&corners));
                near.sort_by_key(|it| !region.contains(it));
                near.into_iter().map(|it| vec![it]).collect()
            } else {
                return true;
            };
        ways.into_iter().filter(|way| !way.is_empty()).any(|way| {
            let mut before: Set = before.clone();
            way.iter().for_each(|&it| before[it] = false);
            !way.iter().any(|&it| self.is_start(it)) && self.take_back(laid, &before, regions, seen)
        })
    }

    /// Whether all missing tiles are forced, one after the other, once `laid` is there.
    fn comes_back(&self, laid: usize, before: &Set) -> bool {
        let mut there = before.clone();
        there[laid] = true;
        let mut missing: Vec<usize> = (0..there.len()).filter(|&it| !there[it]).collect();
        while !missing.is_empty() {
            let n = missing.len();
            missing.retain(|&tile| {
                there[tile] = self.is_forced(&there, tile);
                !there[tile]
            });
            if missing.len() == n {
                return false;
            }
        }
        true
    }

    /// Whether, among the tiles that are there, only this tile fits into its triangle, and one of them is next to it.
    fn is_forced(&self, there: &Set, tile: usize) -> bool {
        let Tile { cell, colours } = self.tiles[tile];
        let near = |point: &Point| self.at[point].iter().filter(|&&it| it != tile && there[it]);
        let corners = cell.corners();
        let known: Vec<usize> =
            (0..3).filter(|&corner| near(&corners[corner]).next().is_some()).collect();
        let fits_alone = match known[..] {
            [one, two] => colours.at(one) == colours.at(two),
            _ => known.len() == 3,
        };
        fits_alone && corners.iter().any(|it| near(it).any(|&other| self.are_beside(other, tile)))
    }

    /// Whether two tiles share a side, that is, two corners.
    fn are_beside(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|it| self.tiles[it].cell.corners());
        one.iter().filter(|it| other.contains(it)).count() == 2
    }

    /// The tiles at some points, each once.
    fn round(&self, points: &[Point]) -> Vec<usize> {
        let mut tiles: Vec<usize> =
            points.iter().filter_map(|it| self.at.get(it)).flatten().copied().collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }

    fn is_start(&self, tile: usize) -> bool {
        Tile::START.contains(&self.tiles[tile])
    }
}
