//! The stored form of facts.
//!
//! Nine events of ten are turns, and a turn as JSON is four times as long as what it says. So turns have a short form:
//!
//! ```text
//! t7f 250 10000 c3
//! ```
//!
//! is the seventh ply, by the player who moves first (`f`; `s` is second), which took 250 ms, gained the clock 10000 ms, and
//! is `c3`; `p` in place of `t` is a planned turn. Everything else is JSON, and so are turns that an earlier version wrote.

use anyhow::Context;
use crosscut_catalog::Seat;
use crosscut_club::{Fact, Span};

/// A fact in its stored form.
///
/// # Errors
/// It cannot be written as JSON.
pub(crate) fn written(fact: &Fact) -> serde_json::Result<String> {
    let Fact::Turn { ply, seat, text, spent, gained, planned } = fact else {
        return serde_json::to_string(fact);
    };
    let how = if *planned { 'p' } else { 't' };
    let seat = match seat {
        Seat::First => 'f',
        Seat::Second => 's',
    };
    Ok(format!("{how}{ply}{seat} {} {} {text}", spent.0, gained.0))
}

/// Parses a stored fact.
///
/// # Errors
/// It is not a fact.
pub(crate) fn read(stored: &str) -> anyhow::Result<Fact> {
    let (planned, rest) = match stored.split_at_checked(1) {
        Some(("t", rest)) => (false, rest),
        Some(("p", rest)) => (true, rest),
        _ => return Ok(serde_json::from_str(stored)?),
    };
    let turn = || {
        let mut parts = rest.splitn(4, ' ');
        let place = parts.next()?;
        let (ply, seat) = match place.strip_suffix('f') {
            Some(ply) => (ply, Seat::First),
            None => (place.strip_suffix('s')?, Seat::Second),
        };
        let mut span = || Some(Span(parts.next()?.parse().ok()?));
        let (spent, gained) = (span()?, span()?);
        let text = parts.next()?.to_string();
        Some(Fact::Turn { ply: ply.parse().ok()?, seat, text, spent, gained, planned })
    };
    turn().with_context(|| format!("{stored:?} is neither JSON nor a turn"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(ply: u32, seat: Seat, text: &str, gained: i64, planned: bool) -> Fact {
        let (text, spent, gained) = (text.to_string(), Span(250), Span(gained));
        Fact::Turn { ply, seat, text, spent, gained, planned }
    }

    #[test]
    fn turns_are_short_and_are_read_as_they_were() {
        let turns = [
            (turn(7, Seat::First, "c3", 10_000, false), "t7f 250 10000 c3"),
            (turn(12, Seat::Second, "D1, D4", 0, true), "p12s 250 0 D1, D4"),
        ];
        for (fact, short) in turns {
            assert_eq!(written(&fact).unwrap(), short);
            assert_eq!(read(short).unwrap(), fact);
            // As earlier versions wrote it.
            assert_eq!(read(&serde_json::to_string(&fact).unwrap()).unwrap(), fact);
        }
        assert_eq!(written(&Fact::Left).unwrap(), r#"{"fact":"left"}"#);
        assert_eq!(read(r#"{"fact":"left"}"#).unwrap(), Fact::Left);
    }

    #[test]
    fn what_is_damaged_is_named() {
        for damaged in ["", "t", "t7", "t7f", "t7f 250 10000", "t7x 250 10000 c3", "tf 1 1 c3", "é"]
        {
            assert!(read(damaged).is_err(), "{damaged}");
        }
        assert!(read("t7f 250 c3").unwrap_err().to_string().contains("\"t7f 250 c3\""));
    }
}
