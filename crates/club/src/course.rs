use serde::{Deserialize, Serialize};

use crate::Rating;

/// The history of a rating, thinned to a bounded number of points: enough for a graph, however many matches there were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// How many ratings have been added.
    seen: u32,
    /// One rating in 2^`every` is kept.
    every: u32,
    /// The kept ratings, oldest first: rating and deviation, in thousandths of a point.
    kept: Vec<[i64; 2]>,
}

impl Course {
    /// The most points kept; once this many were reached, never fewer than half.
    pub const MOST: usize = 300;

    /// Adds the rating after one more match.
    pub(crate) fn add(&mut self, rating: &Rating) {
        if self.kept.len() == Course::MOST && self.is_kept() {
            self.every += 1;
            let mut odd = true;
            self.kept.retain(|_| {
                odd = !odd;
                !odd
            });
        }
        if self.is_kept() {
            self.kept.push(rating.thousandths());
        }
        self.seen += 1;
    }

    /// Whether the next rating is kept.
    fn is_kept(&self) -> bool {
        self.seen.trailing_zeros() >= self.every
    }

    /// The kept ratings: how many matches after the first, and rating and deviation in points.
    pub fn points(&self) -> impl ExactSizeIterator<Item = (u32, [f64; 2])> {
        let point = |(at, it): (usize, &[i64; 2])| {
            ((at as u32) << self.every, it.map(|it| it as f64 / 1e3))
        };
        self.kept.iter().enumerate().map(point)
    }

    /// How many matches have been added.
    pub fn matches(&self) -> u32 {
        self.seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Moment;

    #[test]
    fn a_long_course_keeps_its_first_point_and_every_so_many_after_it() {
        for matches in [1, 2, 299, 300, 301, 302, 599, 600, 601, 16_000] {
            let mut course = Course::default();
            for n in 0..matches {
                course.add(&Rating::of(f64::from(n), 50.0, 0.06, n, Moment(0)));
            }
            let points: Vec<_> = course.points().collect();
            assert!(points.iter().all(|(at, [points, _])| f64::from(*at) == *points));
            assert_eq!((points[0].0, course.matches()), (0, matches));
            let few = (Course::MOST / 2).min(matches as usize);
            assert!((few..=Course::MOST).contains(&points.len()), "{matches}: {}", points.len());
            let step = points.get(1).map_or(1, |it| it.0);
            assert!(
                matches - 1 - points[points.len() - 1].0 < step,
                "{matches}: the end is missing"
            );
        }
    }
}
