//! Moments and spans of time in words.

use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

use crosscut_club::{Moment, Span};
use jiff::tz::TimeZone;

/// A moment in a time zone: `21 Nov 2026, 19:30`.
pub(crate) fn when(at: Moment, zone: &str) -> String {
    let Some(it) = in_zone(at, zone) else { return String::new() };
    format!("{}, {:02}:{:02}", date(it), it.hour(), it.minute())
}

/// A day in a time zone: `21 Nov 2026`.
pub(crate) fn day(at: Moment, zone: &str) -> String {
    in_zone(at, zone).map_or(String::new(), date)
}

fn date(it: jiff::civil::DateTime) -> String {
    format!("{} {} {}", it.day(), MONTHS[(it.month() - 1) as usize], it.year())
}

fn in_zone(at: Moment, zone: &str) -> Option<jiff::civil::DateTime> {
    let stamp = jiff::Timestamp::from_millisecond(at.0).ok()?;
    Some(zone_named(zone).to_datetime(stamp))
}

/// The rules of a time zone, or of UTC if there is none of that name. They are cached: computing them takes longer than
/// everything else on a page with a hundred moments, and there are only a few hundred zones.
fn zone_named(name: &str) -> TimeZone {
    static KNOWN: LazyLock<RwLock<HashMap<String, TimeZone>>> = LazyLock::new(RwLock::default);
    if let Some(zone) = KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(name) {
        return zone.clone();
    }
    let Ok(zone) = TimeZone::get(name) else { return TimeZone::UTC };
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    known.insert(name.to_string(), zone.clone());
    zone
}

/// The names of all time zones in alphabetical order; of several names for one zone, those with a place in them.
pub(crate) fn zones() -> Vec<String> {
    let names = jiff::tz::db().available().map(|it| it.to_string());
    let mut names: Vec<String> =
        names.filter(|it| it == "UTC" || (it.contains('/') && !it.starts_with("Etc/"))).collect();
    names.sort_unstable();
    names
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// How long ago: `3 min ago`.
pub(crate) fn ago(at: Moment, now: Moment) -> String {
    let span = Span((now - at).0.max(0));
    if span.0 < 60_000 {
        return "just now".to_string();
    }
    let text = span.to_string();
    // The first of its two units is enough.
    let short: Vec<&str> = text.split(' ').take(2).collect();
    format!("{} ago", short.join(" "))
}

/// How long ago, or the day if it is long ago: `3 min ago`, `21 Nov 2026`.
pub(crate) fn back(at: Moment, now: Moment, zone: &str) -> String {
    match now - at < Span::days(60) {
        true => ago(at, now),
        false => day(at, zone),
    }
}

/// A clock: `4:05`, `1:02:03`, and in words from a day on.
pub(crate) fn clock(left: Span) -> String {
    let seconds = left.0.max(0) / 1000;
    let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match h {
        0 => format!("{m}:{s:02}"),
        1..24 => format!("{h}:{m:02}:{s:02}"),
        _ => Span(left.0).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_words() {
        let at = Moment(1_795_246_200_000);
        assert_eq!(when(at, "Europe/Berlin"), "21 Nov 2026, 08:30");
        assert_eq!(when(at, "nowhere"), "21 Nov 2026, 07:30");
        assert_eq!(ago(at, at + Span::minutes(125)), "2 h ago");
        assert_eq!(ago(at, at), "just now");
        assert_eq!(back(at, at + Span::days(59), "UTC"), "59 days ago");
        assert_eq!(back(at, at + Span::days(60), "UTC"), day(at, "UTC"));
        assert_eq!(clock(Span::seconds(65)), "1:05");
        assert_eq!(clock(Span::seconds(3_723)), "1:02:03");
        assert_eq!(clock(Span::days(2) + Span::hours(3)), "2 days 3 h");
        assert_eq!(clock(Span(-5)), "0:00");
        let zones = zones();
        assert!(zones.is_sorted() && zones.contains(&"Europe/Berlin".to_string()));
        assert!(zones.contains(&"UTC".to_string()));
        // Of the many names of one zone, those with a place in them.
        let odd = |it: &&String| it.starts_with("Etc/") || !it.contains('/') && *it != "UTC";
        assert_eq!(zones.iter().find(odd), None);
    }

    #[test]
    fn units_change_where_they_should() {
        let at = Moment(0);
        for (ms, words) in [
            (59_999, "just now"),
            (60_000, "1 min ago"),
            (119_999, "1 min ago"),
            (3_599_999, "59 min ago"),
            (3_600_000, "1 h ago"),
        ] {
            assert_eq!(ago(at, at + Span(ms)), words, "{ms}");
        }
        assert_eq!(ago(at + Span(60_000), at), "just now");
        assert_eq!(back(at, at + Span::days(60) - Span(1), "UTC"), "59 days ago");
        assert_eq!(back(at, at + Span::days(60), "Pacific/Honolulu"), "31 Dec 1969");
        for (seconds, words) in [
            (0, "0:00"),
            (59, "0:59"),
            (60, "1:00"),
            (3599, "59:59"),
            (3600, "1:00:00"),
            (86_399, "23:59:59"),
            (86_400, "1 day"),
        ] {
            assert_eq!(clock(Span::seconds(seconds)), words, "{seconds}");
        }
    }
}
