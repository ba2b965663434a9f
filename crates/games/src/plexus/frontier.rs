use std::sync::OnceLock;

use crosscut_rules::Rng;
use crosscut_solve::mix;

use super::course::Course;
use super::dots::Dots;
use super::figure::Class;

/// The part of a position that decides the points still to be made: where the tree can grow.
///
/// A midpoint stays a midpoint as long as it has a free neighbour, so midpoints are never used up: all that matters about them
/// is which free dots are next to one. An endpoint is used up by the first segment from it, and then its other free neighbours
/// are next to a midpoint.
#[derive(Clone, Copy, Debug)]
pub struct Frontier<const W: usize> {
    stride: u32,
    /// The dots without a segment.
    free: Dots<W>,
    /// The free dots next to a midpoint.
    near: Dots<W>,
    /// The endpoints with a free neighbour.
    endpoints: Dots<W>,
    /// In a second half, the class the first one used.
    class: Option<Class>,
    /// Whether a first half that takes the last dot scores.
    final_scores: bool,
}

/// A segment to a free dot, from this endpoint or from any midpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    from: Option<u16>,
    to: u16,
}

/// The result of a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawn {
    /// Whether the same player is to move again.
    pub(super) again: bool,
    /// Whether it scores.
    pub(super) scores: bool,
}

impl<const W: usize> Frontier<W> {
    pub(super) fn of<const V: usize>(course: &Course<V>) -> Self {
        let course = course.resized::<W>();
        let mut frontier = Frontier {
            stride: u32::from(course.size) + 1,
            free: course.figure.free(),
            near: Dots::NONE,
            endpoints: course.figure.endpoints(),
            class: course.class,
            final_scores: course.final_scores,
        };
        frontier.near = frontier.beside(course.figure.midpoints()) & frontier.free;
        frontier.settle();
        frontier
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.free.is_empty()
    }

    /// The most points that can still be made.
    pub(super) fn most(&self) -> u32 {
        // A second half never scores, and the last dot may not.
        let lost = u32::from(self.class.is_some()) + u32::from(!self.final_scores);
        self.free.count().saturating_sub(lost)
    }

    /// The neighbours of a set of dots.
    #[inline]
    fn beside(&self, dots: Dots<W>) -> Dots<W> {
        (dots.up(self.stride) | dots.down(self.stride)) | (dots.up(1) | dots.down(1))
    }

    /// The free neighbours of a dot.
    #[inline]
    fn around(&self, bit: u32) -> Dots<W> {
        let mut one = Dots::NONE;
        one.insert(bit);
        self.beside(one) & self.free
    }

    /// Removes the endpoints without a free neighbour.
    #[inline]
    fn settle(&mut self) {
        self.endpoints = self.endpoints & self.beside(self.free);
    }

    /// Whether a second half of a class is possible.
    #[inline]
    fn is_possible(&self, class: Class) -> bool {
        match class {
            Class::Endpoint => !self.endpoints.is_empty(),
            Class::Midpoint => !self.near.is_empty(),
        }
    }

    /// Calls `show` for the possible segments, but only for one of those that lead to the same frontier.
    pub(super) fn draws(&self, mut show: impl FnMut(Draw)) {
        if self.class != Some(Class::Endpoint) {
            self.near.iter().for_each(|to| show(Draw { from: None, to: to as u16 }));
        }
        if self.class == Some(Class::Midpoint) {
            return;
        }
        // Endpoints with the same single free neighbour are equivalent.
        let mut listed = Dots::<W>::NONE;
        for from in self.endpoints.iter() {
            let around = self.around(from);
            if around.count() == 1 {
                if listed & around == around {
                    continue;
                }
                listed = listed | around;
            }
            around.iter().for_each(|to| show(Draw { from: Some(from as u16), to: to as u16 }));
        }
    }

    /// Draws a segment.
    pub(super) fn play(&mut self, draw: Draw) -> Drawn {
        let to = u32::from(draw.to);
        self.free.remove(to);
        let used = match draw.from {
            None => Class::Midpoint,
            Some(from) => {
                let from = u32::from(from);
                self.endpoints.remove(from);
                self.near = self.near | self.around(from);
                Class::Endpoint
            }
        };
        self.near.remove(to);
        self.endpoints.insert(to);
        self.settle();
        match self.class {
            Some(_) => {
                self.class = None;
                Drawn { again: true, scores: false }
            }
            None if self.is_possible(used) => {
                self.class = Some(used);
                Drawn { again: false, scores: false }
            }
            None => Drawn { again: false, scores: !self.is_over() || self.final_scores },
        }
    }

    /// A key that frontiers share only if they are worth the same.
    ///
    /// The free dots and the endpoints split into regions that are independent of each other but for the class of a half: each
    /// contributes separately, regardless of translations, rotations and reflections.
    pub(super) fn key(&self) -> u128 {
        let mut key = 0u128;
        let mut left = self.free;
        while !left.is_empty() {
            let region = self.region(left);
            key = key.wrapping_add(self.region_key(region));
            left = left.without(region);
        }
        let class = match self.class {
            None => 0,
            Some(Class::Endpoint) => 1,
            Some(Class::Midpoint) => 2,
        };
        mix(key ^ (2 * class + u128::from(self.final_scores)))
    }

    /// The region of the first of some free dots.
    fn region(&self, of: Dots<W>) -> Dots<W> {
        let mut region = Dots::NONE;
        region.insert(of.nth(0));
        loop {
            let around = self.beside(region);
            // Through an endpoint too: a segment from it to one of its free neighbours changes the others.
            let larger = (region | around | self.beside(around & self.endpoints)) & self.free;
            if larger == region {
                return region;
            }
            region = larger;
        }
    }

    fn region_key(&self, region: Dots<W>) -> u128 {
        let numbers = numbers();
        let width = self.stride as usize;
        let (mut low, mut high) = ([usize::MAX; 2], [0; 2]);
        for bit in region.iter() {
            let at = [bit as usize % width, bit as usize / width];
            for axis in 0..2 {
                low[axis] = low[axis].min(at[axis]);
                high[axis] = high[axis].max(at[axis]);
            }
        }
        let places = |bit: u32| {
            let (x, y) = (bit as usize % width, bit as usize / width);
            let (left, right, down, up) = (x - low[0], high[0] - x, y - low[1], high[1] - y);
            [
                (left, down),
                (right, down),
                (left, up),
                (right, up),
                (down, left),
                (down, right),
                (up, left),
                (up, right),
            ]
            .map(|(x, y)| y * SIDE + x)
        };
        let mut keys = [0u128; 8];
        for bit in region.iter() {
            let what = usize::from(self.near.has(bit));
            for (key, at) in keys.iter_mut().zip(places(bit)) {
                *key = key.wrapping_add(numbers[at][what]);
            }
        }
        let mut listed = Dots::<W>::NONE;
        for from in (self.endpoints & self.beside(region)).iter() {
            // All that matters about an endpoint is which free dots it leads to.
            let around = self.around(from);
            if around.count() == 1 {
                if listed & around == around {
                    continue;
                }
                listed = listed | around;
            }
            let mut sums = [0u128; 8];
            for bit in around.iter() {
                for (sum, at) in sums.iter_mut().zip(places(bit)) {
                    *sum = sum.wrapping_add(numbers[at][2]);
                }
            }
            for (key, sum) in keys.iter_mut().zip(sums) {
                *key = key.wrapping_add(mix(sum));
            }
        }
        mix(keys.into_iter().min().unwrap_or_default())
    }
}

/// The longest side of a board.
const SIDE: usize = 19;

/// By place: random numbers for a free dot, for one next to a midpoint, and for one that an endpoint leads to.
fn numbers() -> &'static [[u128; 3]] {
    static NUMBERS: OnceLock<Vec<[u128; 3]>> = OnceLock::new();
    NUMBERS.get_or_init(|| {
        let mut rng = Rng::new(2011);
        let mut random = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        (0..SIDE * SIDE).map(|_| std::array::from_fn(|_| random())).collect()
    })
}
