use crate::{Moment, Period};

/// The periods in which the club was closed and nobody could play: in order, none touching another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Downtimes(Vec<Period>);

impl Downtimes {
    /// No downtimes.
    pub const NONE: Downtimes = Downtimes(Vec::new());

    /// Adds a period. It may overlap others: no time is given back twice.
    pub fn add(&mut self, period: Period) {
        if period.until <= period.from {
            return;
        }
        // The periods from `first` up to `end` (exclusive) touch the new one, and are merged with it.
        let first = self.0.partition_point(|it| it.until < period.from);
        let end = self.0.partition_point(|it| it.from <= period.until);
        let touched = &self.0[first..end];
        let from = touched.first().map_or(period.from, |it| it.from.min(period.from));
        let until = touched.last().map_or(period.until, |it| it.until.max(period.until));
        self.0.splice(first..end, [Period { from, until }]);
    }

    /// The downtime that a moment is in, or the next one. There are few, but a match may span all of them.
    pub(crate) fn next(&self, at: Moment) -> Option<Period> {
        self.0.get(self.0.partition_point(|it| it.until <= at)).copied()
    }
}

impl FromIterator<Period> for Downtimes {
    fn from_iter<T: IntoIterator<Item = Period>>(periods: T) -> Self {
        let mut downtimes = Downtimes::default();
        periods.into_iter().for_each(|it| downtimes.add(it));
        downtimes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_overlaps_becomes_one() {
        let period = |(from, until)| Period { from: Moment(from), until: Moment(until) };
        let made = |periods: &[(i64, i64)]| periods.iter().copied().map(period).collect();
        let check = |periods: &[(i64, i64)], one: &[(i64, i64)]| {
            let downtimes: Downtimes = made(periods);
            assert_eq!(downtimes.0, one.iter().copied().map(period).collect::<Vec<_>>());
        };
        check(&[(1, 3), (5, 7)], &[(1, 3), (5, 7)]);
        check(&[(5, 7), (1, 3)], &[(1, 3), (5, 7)]);
        check(&[(1, 3), (5, 7), (3, 5)], &[(1, 7)]);
        check(&[(1, 3), (5, 7), (9, 11), (2, 6)], &[(1, 7), (9, 11)]);
        check(&[(1, 9), (2, 3)], &[(1, 9)]);
        check(&[(4, 4), (5, 3)], &[]);
    }
}
