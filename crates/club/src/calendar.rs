use jiff::civil::{Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{Span as Days, Timestamp};

use crate::{Downtimes, Moment, Period, Span};

/// When a player's clock stands still.
#[derive(Clone, Debug)]
pub(crate) struct Calendar<'a> {
    /// Vacations and time given back to the match; they may overlap each other and the downtimes.
    pub(crate) periods: &'a [Period],
    /// When the club was closed.
    pub(crate) downtimes: &'a Downtimes,
    /// The time zone whose Saturdays and Sundays are left out, if weekends are.
    pub(crate) weekends: Option<TimeZone>,
}

impl Calendar<'_> {
    /// How much of the time between two moments counts.
    pub(crate) fn counted(&self, from: Moment, to: Moment) -> Span {
        let (mut at, mut sum) = (from, Span::ZERO);
        while at < to {
            let Some(pause) = self.next_pause(at) else { return sum + (to - at) };
            if at < pause.from {
                sum = sum + (pause.from.min(to) - at);
            }
            at = pause.until;
        }
        sum
    }

    /// The moment by which this much time has been counted since another.
    pub(crate) fn after(&self, from: Moment, span: Span) -> Moment {
        let (mut at, mut left) = (from, span);
        while left > Span::ZERO {
            let Some(pause) = self.next_pause(at) else { return at + left };
            if at < pause.from {
                let until_pause = pause.from - at;
                if left <= until_pause {
                    return at + left;
                }
                left = left - until_pause;
            }
            at = pause.until;
        }
        at
    }

    /// The pause that `at` is in, or the next one.
    fn next_pause(&self, at: Moment) -> Option<Period> {
        let periods = self.periods.iter().copied().filter(|it| at < it.until && it.from < it.until);
        let weekend = self.weekends.as_ref().and_then(|zone| weekend(zone, at));
        periods.chain(self.downtimes.next(at)).chain(weekend).min_by_key(|it| it.from)
    }
}

/// The time zone with this name in the tz database.
pub(crate) fn zone(name: &str) -> Option<TimeZone> {
    TimeZone::get(name).ok()
}

/// The time zone that a text means: its full name, or the city alone (`Paris`, `new york`) if only one zone has that city.
pub(crate) fn zone_meant(text: &str) -> Option<TimeZone> {
    let text = text.trim();
    zone(text).or_else(|| {
        let city = text.replace(' ', "_");
        let is_it = |name: &str| {
            // `Etc/`, `US/` and the like are not places.
            let end = name.rsplit_once('/').map(|it| it.1);
            !name.starts_with("Etc/") && end.is_some_and(|it| it.eq_ignore_ascii_case(&city))
        };
        let names = jiff::tz::db().available().map(|it| it.to_string());
        let mut found: Vec<String> = names.filter(|it| is_it(it)).collect();
        let name = found.pop().filter(|_| found.is_empty())?;
        zone(&name)
    })
}

/// The weekend that a moment is in, or else the next one; none at the end of the calendar.
fn weekend(zone: &TimeZone, at: Moment) -> Option<Period> {
    let local = zone.to_datetime(Timestamp::from_millisecond(at.0).ok()?);
    let to_saturday = match local.weekday() {
        Weekday::Sunday => -1,
        day => 5 - i64::from(day.to_monday_zero_offset()),
    };
    let midnight = |days: i64| {
        let date = local.date().checked_add(Days::new().days(days)).ok()?;
        // Where a clock change skips midnight, the day begins at the change.
        let instant = zone.to_ambiguous_timestamp(date.to_datetime(Time::midnight())).compatible();
        Some(Moment(instant.ok()?.as_millisecond()))
    };
    let weekend = Period { from: midnight(to_saturday)?, until: midnight(to_saturday + 2)? };
    // This always holds; if it did not, the loops above would never end.
    (at < weekend.until).then_some(weekend)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Moment {
        Moment(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    fn weekends(name: &str) -> Calendar<'static> {
        static NEVER_DOWN: Downtimes = Downtimes::NONE;
        Calendar { periods: &[], downtimes: &NEVER_DOWN, weekends: Some(zone(name).unwrap()) }
    }

    #[test]
    fn a_weekend_lasts_from_midnight_to_midnight_where_one_lives() {
        let friday = moment("2026-05-01T12:00:00Z");
        let check = |name, text| {
            // Twelve hours and a minute later, not counting the weekend.
            assert_eq!(
                weekends(name).after(friday, Span::minutes(12 * 60 + 1)),
                moment(text),
                "{name}"
            );
        };
        check("UTC", "2026-05-04T00:01:00Z");
        check("Europe/Berlin", "2026-05-04T00:01:00Z");
        check("Asia/Tokyo", "2026-05-04T00:01:00Z");
        check("America/New_York", "2026-05-02T00:01:00Z");
        check("Pacific/Kiritimati", "2026-05-03T22:01:00Z");
    }

    #[test]
    fn a_weekend_with_a_change_of_clocks_is_an_hour_shorter_or_longer() {
        let berlin = weekends("Europe/Berlin");
        let count = |from: &str, to: &str| berlin.counted(moment(from), moment(to)).0 / 3_600_000;
        // Clocks went forward on 29 March 2026 and back on 25 October 2026.
        assert_eq!(count("2026-03-27T12:00:00Z", "2026-03-30T12:00:00Z"), 72 - 47);
        assert_eq!(count("2026-10-23T12:00:00Z", "2026-10-26T12:00:00Z"), 72 - 49);
        assert_eq!(count("2026-06-05T12:00:00Z", "2026-06-08T12:00:00Z"), 72 - 48);
    }

    #[test]
    fn counting_agrees_with_looking_at_every_minute() {
        use crosscut_catalog::Rng;
        let mut rng = Rng::new(3);
        let begin = moment("2026-03-20T00:00:00Z");
        for name in ["UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe"] {
            let zone = zone(name).unwrap();
            let mut random = || begin + Span::minutes(rng.below(30_000).into());
            let mut some = || [(); 3].map(|()| Period { from: random(), until: random() });
            let (periods, closed) = (some(), some());
            let downtimes: Downtimes = closed.into_iter().collect();
            let weekends = Some(zone.clone());
            let calendar = Calendar { periods: &periods, downtimes: &downtimes, weekends };
            let runs = |at: Moment| {
                let local = zone.to_datetime(Timestamp::from_millisecond(at.0).unwrap());
                let weekend = matches!(local.weekday(), Weekday::Saturday | Weekday::Sunday);
                let outside = |it: &Period| at < it.from || it.until <= at;
                !weekend && periods.iter().all(outside) && closed.iter().all(outside)
            };
            for _ in 0..20 {
                let (a, b) = (random(), random());
                let (from, to) = (a.min(b), a.max(b));
                let minutes = (to - from).0 / 60_000;
                let counted = (0..minutes).filter(|it| runs(from + Span::minutes(*it))).count();
                assert_eq!(calendar.counted(from, to), Span::minutes(counted as i64), "{name}");
                // The first moment by which this much has been counted.
                let after = calendar.after(from, Span::minutes(counted as i64));
                assert!(after <= to, "{name}");
                assert_eq!(calendar.counted(from, after), Span::minutes(counted as i64), "{name}");
                assert!(
                    counted == 0
                        || calendar.counted(from, Moment(after.0 - 1)).0 < counted as i64 * 60_000
                );
            }
        }
    }

    #[test]
    fn a_zone_may_be_meant_by_its_city() {
        let meant = |text: &str| zone_meant(text).and_then(|it| it.iana_name().map(String::from));
        for (text, name) in [("Paris", "Europe/Paris"), (" new york", "America/New_York")] {
            assert_eq!(meant(text).as_deref(), Some(name));
        }
        assert_eq!(meant("UTC").as_deref(), Some("UTC"));
        assert_eq!(meant("Atlantis"), None);
    }

    #[test]
    fn the_ends_of_time_are_no_trouble() {
        let calendar = weekends("Europe/Berlin");
        let last = Moment(i64::MAX);
        assert!(calendar.counted(Moment(253_402_000_000_000), last).0 > 0);
        assert_eq!(calendar.after(Moment(i64::MAX - 5), Span::days(9)), last);
        assert_eq!(calendar.after(Moment(5), Span::ZERO), Moment(5));
    }
}
