/// A board of the table of solved boards.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolvedBoard {
    /// The game and its options.
    pub(super) spec: &'static str,
    /// Whether every winning first move is wanted.
    pub(super) all: bool,
    /// Whether it has a certificate.
    pub(super) proof: bool,
    /// How long it takes.
    pub(super) effort: Effort,
}

/// How long a row takes, on one core of about 2020.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// Less than a second: solved by a test.
    Quick,
    /// Less than a minute.
    Short,
    /// Longer: only solved when requested by its spec.
    Long,
    /// Too long: an estimate is given instead.
    Guess,
}

/// The rows of the table: on each line a spec, `all` for every winning move, `proof` for a certificate, and the effort. This is
/// data, since no game is named in the code around it.
const TEXT: &str = include_str!("rows.txt");

/// The rows, in display order.
pub(super) fn rows() -> Vec<SolvedBoard> {
    let row = |line: &'static str| {
        let mut words = line.split(' ');
        let mut row = SolvedBoard {
            spec: words.next().unwrap_or_default(),
            all: false,
            proof: false,
            effort: Effort::Long,
        };
        for word in words {
            match word {
                "all" => row.all = true,
                "proof" => row.proof = true,
                "quick" => row.effort = Effort::Quick,
                "short" => row.effort = Effort::Short,
                "guess" => row.effort = Effort::Guess,
                _ => row.effort = Effort::Long,
            }
        }
        row
    };
    TEXT.lines().map(row).collect()
}

impl SolvedBoard {
    /// The game without its options.
    pub(super) fn game(&self) -> &'static str {
        self.spec.split(':').next().unwrap_or_default()
    }

    /// The command that produces the row.
    pub(super) fn command(&self) -> String {
        let all = if self.all { " --all" } else { "" };
        let proof = if self.proof { " --certificate proof.txt" } else { "" };
        format!("crosscut solve {}{all}{proof} --threads 1", self.spec)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crosscut_catalog::Spec;

    use super::*;

    #[test]
    fn every_row_is_a_board_and_there_once() {
        let mut seen = HashSet::new();
        for row in rows() {
            let spec: Spec = row.spec.parse().unwrap();
            assert!(seen.insert((spec.to_string(), row.all, row.proof)), "{row:?}");
        }
        for line in TEXT.lines() {
            let known = ["all", "proof", "quick", "short", "long", "guess"];
            assert!(line.split(' ').skip(1).all(|word| known.contains(&word)), "{line}");
        }
    }
}
