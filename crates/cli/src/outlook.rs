use std::time::Duration;

use crosscut_catalog::{Line, Progress, Spec};

/// An estimate of the time a solve will still take, as far as there is one.
///
/// Proof numbers do not tell, and neither does the fraction of the proof that is done: it rises and falls again and again,
/// because the hard part shows only when it is reached. Two things can be said. If every move is asked about, those left will
/// take about as long as those known did. And the longer a solve has taken, the longer it will still take: of 300 random
/// endgames of Trail Mix, most of those not yet solved took at least as long again, at any time except near the end, when only
/// the longest were left. For the first seconds that says nothing useful.
///
/// For boards that are too large, the table of solved boards says more: how many nodes they take by measured growth.
#[derive(Debug, Default)]
pub(crate) struct Outlook {
    /// Whether every move is asked about.
    all: bool,
    /// The nodes needed by measured growth.
    nodes: Option<f64>,
    /// How many moves were known and when, at first and most recently.
    first: Option<(u32, Duration)>,
    last: (u32, Duration),
}

/// The number of moves that must become known before they predict the rest, and the time after which the time alone is a
/// prediction.
const ENOUGH: u32 = 3;
const LONG: Duration = Duration::from_secs(60);

/// The table of solved boards, with estimates by growth for others.
const TABLE: &str = include_str!("../../../docs/solved.md");

impl Outlook {
    /// The estimate for a solve that begins now, of every move or of one.
    pub(crate) fn new(line: &Line, all: bool) -> Self {
        let at_start = line.plies().is_empty() && line.setup().is_none() && !all;
        let nodes = at_start.then(|| by_growth(line.spec())).flatten();
        Outlook { all, nodes, ..Outlook::default() }
    }

    /// The estimate in words; `None` if there is no useful one yet.
    pub(crate) fn words(&mut self, it: &Progress) -> Option<String> {
        let ([known, moves], all) = (it.plies, self.all);
        let (first, since) = *self.first.get_or_insert((known, it.time));
        if known != self.last.0 {
            self.last = (known, it.time);
        }
        let came = known.saturating_sub(first);
        // The value is known, and the rest has limits of its own.
        if moves == 0 || all && known == moves {
            return None;
        }
        if all && came >= ENOUGH {
            let mean = (self.last.1.saturating_sub(since)) / came;
            // A move that takes longer than the mean will take at least as long again.
            let this = it.time.saturating_sub(self.last.1).max(mean);
            return Some(format!("about {} left", rough(this + mean * (moves - known - 1))));
        }
        let (time, nodes) = (it.time.as_secs_f64(), it.nodes as f64);
        if let Some(more) = self.nodes.map(|all| all - nodes).filter(|&it| it > 0.0 && nodes > 0.0)
        {
            let left = Duration::try_from_secs_f64(more * time / nodes).unwrap_or(Duration::MAX);
            return Some(format!("by measured growth about {} left", rough(left)));
        }
        (it.time >= LONG).then(|| format!("likely at least {} more", rough(it.time)))
    }
}

/// A time in a suitable unit.
fn rough(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", (seconds + 30) / 60),
        6000..360_000 => format!("{} h", (seconds + 1800) / 3600),
        360_000..86_400_000 => format!("{} days", (seconds + 43_200) / 86_400),
        _ => format!("{} years", seconds / (365 * 86_400)),
    }
}

/// How many nodes a board would take according to the table: "`SPEC` would then take about 10^10.8 nodes".
fn by_growth(board: &Spec) -> Option<f64> {
    TABLE.lines().find_map(|line| {
        let (spec, told) = line.strip_prefix('`')?.split_once("` would then take about 10^")?;
        let digits: f64 = told.split_once(" nodes")?.0.parse().ok()?;
        (spec.parse::<Spec>().ok()?.to_string() == board.to_string()).then(|| 10f64.powf(digits))
    })
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
        let mut outlook = Outlook { all: true, ..Outlook::default() };
        let mut words = |seconds, known| outlook.words(&progress(seconds, known));
        assert_eq!(words(10, 1), None, "nothing is known yet");
        assert_eq!(words(30, 3), None);
        assert_eq!(words(50, 5).as_deref(), Some("about 6 min left"));
        assert_eq!(words(55, 5).as_deref(), Some("about 6 min left"));
        assert_eq!(words(410, 5).as_deref(), Some("about 12 min left"));
        assert_eq!(words(420, 33).as_deref(), Some("about 89 s left"));
        assert_eq!(words(430, 40), None);
        let without = Progress { plies: [0, 0], ..progress(440, 0) };
        outlook.all = false;
        assert_eq!(outlook.words(&without), None, "it may be over at any moment");
    }

    #[test]
    fn what_has_taken_long_takes_longer() {
        let mut outlook = Outlook::default();
        assert_eq!(outlook.words(&progress(59, 30)), None);
        let words = outlook.words(&progress(7200, 30));
        assert_eq!(words.as_deref(), Some("likely at least 2 h more"));
        assert_eq!(rough(Duration::from_secs(400_000)), "5 days");
        assert_eq!(rough(Duration::from_secs(10_000_000_000)), "317 years");
    }

    #[test]
    fn of_boards_that_are_too_large_it_is_known_how_they_grow() {
        let line = |spec: &str, plies: &[&str]| {
            let mut line = Line::new(spec.parse().unwrap());
            for ply in plies {
                line.play(ply).unwrap();
            }
            line
        };
        let words = |line: Line, all| {
            let now = Progress { nodes: 600_000, plies: [0, 36], ..progress(2, 0) };
            Outlook::new(&line, all).words(&now)
        };
        let told = words(line("trail-mix:size=6", &[]), false).unwrap();
        let hours = told.strip_prefix("by measured growth about ").unwrap();
        let hours: u64 = hours.strip_suffix(" h left").unwrap().parse().unwrap();
        assert!((20..100).contains(&hours), "{told}");
        assert!(words(line("trail-mix", &[]), false).unwrap().ends_with(" years left"));
        // Nothing is known about a part of it, or about all its moves.
        assert_eq!(words(line("trail-mix:size=6", &["a1"]), false), None);
        assert_eq!(words(line("trail-mix:size=6", &[]), true), None);
    }
}
