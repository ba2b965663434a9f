use serde::{Deserialize, Serialize};

use crate::Rating;

/// How a rating went, in few points however many matches there were: enough for a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// How many ratings there were.
    seen: u32,
    /// Of how many ratings one is kept, as a power of two.
    every: u32,
    /// Those that are kept, from the first: the rating and its deviation, in thousandths of a point.
    kept: Vec<[i64; 2]>,
}

impl Course {
    /// How many points are kept at most; at least half as many, once there were so many.
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

    /// Whether the next one is.
    fn is_kept(&self) -> bool {
        self.seen.trailing_zeros() >= self.every
    }

    /// The ratings that are kept, each after how many matches more than the first: points and deviation.
    pub fn points(&self) -> impl ExactSizeIterator<Item = (u32, [f64; 2])> {
        let point = |(at, it): (usize, &[i64; 2])| {
            ((at as u32) << self.every, it.map(|it| it as f64 / 1e3))
        };
        self.kept.iter().enumerate().map(point)
    }

    /// How many matches there were.
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
