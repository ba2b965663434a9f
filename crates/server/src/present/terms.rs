//! The terms of a match in words.

use crosscut_club::{Pace, Terms};

/// How much time there is, and what stops the clock: `3 days a turn, no clock on weekends`.
pub(crate) fn pace(terms: &Terms) -> String {
    match terms.pauses.weekends && terms.pace != Pace::None {
        true => format!("{}, no clock on weekends", terms.pace),
        false => terms.pace.to_string(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn weekends_without_a_clock_are_told_where_there_is_a_clock() {
        let told = |pace: &str, weekends: bool| {
            let text = format!(
                r#"{{"game":"hex","pace":{pace},"pauses":{{"vacation":true,"weekends":{weekends}}}}}"#
            );
            super::pace(&serde_json::from_str(&text).expect("terms"))
        };
        let days = r#"{"kind":"days","days":3}"#;
        assert_eq!(told(days, true), "3 days a turn, no clock on weekends");
        assert_eq!(told(days, false), "3 days a turn");
        assert_eq!(told(r#"{"kind":"none"}"#, true), "no clock");
    }
}
