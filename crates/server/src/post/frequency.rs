use crosscut_club::Moment;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

/// When a member wants mails about what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MailFrequency {
    /// As it happens.
    Each,
    /// Once a day, at this hour in their time zone.
    Daily(i8),
    /// Not at all.
    Nothing,
}

impl MailFrequency {
    /// Reads what is stored: `each`, `daily 7`, `nothing`. The default is `each`.
    pub(crate) fn read(text: Option<&str>) -> MailFrequency {
        match text {
            Some("nothing") => MailFrequency::Nothing,
            Some(text) => match text.strip_prefix("daily ").and_then(|it| it.parse().ok()) {
                Some(hour @ 0..=23) => MailFrequency::Daily(hour),
                _ => MailFrequency::Each,
            },
            None => MailFrequency::Each,
        }
    }

    /// The form in which it is stored.
    pub(crate) fn write(self) -> String {
        match self {
            MailFrequency::Each => "each".to_string(),
            MailFrequency::Daily(hour) => format!("daily {hour}"),
            MailFrequency::Nothing => "nothing".to_string(),
        }
    }

    /// When to send a mail about something that happened at `at`, to a member in this time zone.
    pub(crate) fn moment(self, at: Moment, zone: &str) -> Moment {
        let MailFrequency::Daily(hour) = self else { return at };
        let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
        let next = || -> Result<i64, jiff::Error> {
            let then = Timestamp::from_millisecond(at.0)?.to_zoned(zone);
            let mut moment = then.start_of_day()?.with().hour(hour).build()?;
            if moment < then {
                moment = moment.checked_add(1.day())?.with().hour(hour).build()?;
            }
            Ok(moment.timestamp().as_millisecond())
        };
        next().map_or(at, Moment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_its_hour_where_one_lives() {
        let at = |text: &str| Moment(text.parse::<Timestamp>().unwrap().as_millisecond());
        let next =
            |text: &str, hour: i8| MailFrequency::Daily(hour).moment(at(text), "Europe/Berlin");
        assert_eq!(next("2026-11-21T05:59:00Z", 7), at("2026-11-21T06:00:00Z"));
        assert_eq!(next("2026-11-21T06:00:00Z", 7), at("2026-11-21T06:00:00Z"));
        assert_eq!(next("2026-11-21T06:01:00Z", 7), at("2026-11-22T06:00:00Z"));
        // The clocks go forward at two: there is no half past two, and three o'clock comes an hour earlier.
        assert_eq!(next("2026-03-28T12:00:00Z", 7), at("2026-03-29T05:00:00Z"));
        assert_eq!(MailFrequency::Each.moment(Moment(5), "UTC"), Moment(5));
    }

    #[test]
    fn a_wish_is_read_as_it_was_written() {
        for wish in [
            MailFrequency::Each,
            MailFrequency::Daily(0),
            MailFrequency::Daily(23),
            MailFrequency::Nothing,
        ] {
            assert_eq!(MailFrequency::read(Some(&wish.write())), wish);
        }
        assert_eq!(MailFrequency::read(None), MailFrequency::Each);
        assert_eq!(MailFrequency::read(Some("daily 24")), MailFrequency::Each);
    }
}
