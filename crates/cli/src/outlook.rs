use std::time::Duration;

use crosscut_catalog::Progress;

/// How much longer a solve may take, as far as that can be said.
///
/// Proof numbers do not tell, and neither does the share of a proof that is there: it is nearly whole or empty again and
/// again, for the hard part shows when it is reached. Two things can be said. If every move is asked about, those that are
/// left take about as long as those that are known did. And a solve that has taken long takes longer: of 300 random
/// endgames of Trail Mix, most of those that were not solved yet took at least as long again, at whatever time one looked
/// but near the end, when only the longest were left.
#[derive(Debug, Default)]
pub(crate) struct Outlook {
    /// How many moves were known when, first and last.
    first: Option<(u32, Duration)>,
    last: (u32, Duration),
}

/// So many moves must have come to be known before they say something of the others.
const ENOUGH: u32 = 3;

impl Outlook {
    /// What can be said now, in words; nothing if that is little. `all` says whether every move is asked about.
    pub(crate) fn words(&mut self, it: &Progress, all: bool) -> Option<String> {
        let [known, moves] = it.plies;
        let (first, since) = *self.first.get_or_insert((known, it.time));
        if known != self.last.0 {
            self.last = (known, it.time);
        }
        let came = known.saturating_sub(first);
        // The value is known, and what is left has limits of its own.
        if moves == 0 || all && known == moves {
            return None;
        }
        if all && came >= ENOUGH {
            let mean = (self.last.1.saturating_sub(since)) / came;
            // One that takes longer than the mean has at least as much before it.
            let this = it.time.saturating_sub(self.last.1).max(mean);
            return Some(format!("about {} left", rough(this + mean * (moves - known - 1))));
        }
        Some(format!("likely at least {} more", rough(it.time)))
    }
}

/// A time in the unit that suits it.
fn rough(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", (seconds + 30) / 60),
        6000..360_000 => format!("{} h", (seconds + 1800) / 3600),
        _ => format!("{} days", (seconds + 43_200) / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(seconds: u64, known: u32) -> Progress {
        Progress {
            nodes: 0,
            time: Duration::from_secs(seconds),
            plies: [known, 40],
            proof: 1,
            disproof: 1,
            filled: 0.0,
        }
    }

    #[test]
    fn moves_that_are_left_take_as_long_as_those_that_are_known() {
        let mut outlook = Outlook::default();
        let mut words = |seconds, known| outlook.words(&progress(seconds, known), true);
        assert_eq!(words(10, 1).as_deref(), Some("likely at least 10 s more"));
        assert_eq!(words(30, 3).as_deref(), Some("likely at least 30 s more"));
        assert_eq!(words(50, 5).as_deref(), Some("about 6 min left"));
        assert_eq!(words(55, 5).as_deref(), Some("about 6 min left"));
        assert_eq!(words(410, 5).as_deref(), Some("about 12 min left"));
        assert_eq!(words(420, 33).as_deref(), Some("about 89 s left"));
        assert_eq!(words(430, 40), None);
        let without = Progress { plies: [0, 0], ..progress(440, 0) };
        assert_eq!(outlook.words(&without, false), None, "it may be over at any moment");
    }

    #[test]
    fn what_has_taken_long_takes_longer() {
        let mut outlook = Outlook::default();
        let words = outlook.words(&progress(7200, 30), false);
        assert_eq!(words.as_deref(), Some("likely at least 2 h more"));
        assert_eq!(rough(Duration::from_secs(400_000)), "5 days");
    }
}
