//! Openings that give both sides equal chances.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crosscut_rules::{Outcome, Rng, Seating};
use crosscut_search::Budget;

use crate::{AnyPosition, Line, Spec, SpecError};

/// How far from one half the share may be in an opening that counts as fair.
pub const ALIKE: f64 = 0.05;

/// An opening with the computer's evaluation. `Display` prints a line, `SPEC SHARE PLY ..`, and `FromStr` reads one.
#[derive(Clone, Debug, PartialEq)]
pub struct FairStart {
    /// The rules it is for.
    pub spec: Spec,
    /// The expected result, from 0 to 1, of the seat to move after it; if that seat chooses a side, of the better side.
    pub share: f64,
    /// Its plies. If the other seat answers by choosing a side, they end before the choice.
    pub plies: Vec<String>,
}

/// Which openings to look for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How many to find, at most.
    pub count: usize,
    /// How many plies each has, in games without a cut; in others, the cut decides how many.
    pub plies: usize,
    /// How many simulations each may cost.
    pub simulations: u64,
    /// The random seed, for drawing openings if there are too many to try all.
    pub seed: u64,
}

impl Wanted {
    /// How many openings are drawn for each that is wanted.
    const DRAWN: usize = 40;

    /// The openings with equal chances for both sides, the fairest first; fewer than wanted if no more are found. `watch` is
    /// called after each evaluation, with the number done and the number of all, and may end the search.
    pub fn find(
        &self,
        spec: &Spec,
        watch: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Vec<FairStart> {
        let lines = self.lines(spec);
        let all = lines.len() + (2 * self.count).min(lines.len());
        let mut done = 0;
        let mut weigh = |plies: Vec<String>, simulations, seed| {
            let share = share(spec, &plies, simulations, seed);
            done += 1;
            let flow = watch(done, all);
            (share.map(|share| FairStart { spec: spec.clone(), share, plies }), flow)
        };
        // A short search of each, and a long one of those that seem best.
        let mut found: Vec<FairStart> = Vec::new();
        for plies in lines {
            let (opening, flow) = weigh(plies, (self.simulations / 20).max(1), self.seed);
            found.extend(opening);
            if flow.is_break() {
                break;
            }
        }
        found.sort_by(|a, b| a.off().total_cmp(&b.off()));
        let mut out = Vec::new();
        for seen in found.into_iter().take(2 * self.count) {
            let (opening, flow) = weigh(seen.plies, self.simulations, self.seed + 1);
            out.extend(opening.filter(|it| it.off() <= ALIKE));
            if flow.is_break() {
                break;
            }
        }
        out.sort_by(|a, b| a.off().total_cmp(&b.off()));
        out.truncate(self.count);
        out
    }

    /// The lines to evaluate: all of them, or, if there are too many, a random sample.
    fn lines(&self, spec: &Spec) -> Vec<Vec<String>> {
        let most = self.count.saturating_mul(Wanted::DRAWN).max(1000);
        let start = spec.start();
        let first = start.moves();
        let mut next = start.clone();
        next.play(&first[0]).expect("it is legal");
        if self.ends(&next, 1) && first.len() <= most {
            return first.into_iter().map(|ply| vec![ply]).collect();
        }
        let mut rng = Rng::new(self.seed);
        let mut seen = HashSet::new();
        let mut lines = Vec::new();
        // The number of draws is bounded, in case there are hardly any different lines.
        for _ in 0..8 * most {
            let mut line = Line::new(spec.clone());
            while line.position().turn().is_some()
                && (line.plies().is_empty() || !self.ends(line.position(), line.plies().len()))
            {
                let moves = line.position().moves();
                let ply = &moves[rng.below(moves.len() as u32) as usize];
                line.play(ply).expect("it is legal");
            }
            if line.position().turn().is_some() && seen.insert(line.plies().to_vec()) {
                lines.push(line.plies().to_vec());
            }
            if lines.len() >= self.count.saturating_mul(Wanted::DRAWN) {
                break;
            }
        }
        lines
    }

    /// Whether an opening of this many plies is long enough.
    fn ends(&self, position: &AnyPosition, plies: usize) -> bool {
        match position.0.seating() {
            Some(Seating::Choose { .. }) => true,
            Some(Seating::Cut) => false,
            None => plies >= self.plies,
        }
    }
}

/// The expected result of the seat to move; `None` if the game is over, or proved to be won by either seat.
fn share(spec: &Spec, plies: &[String], simulations: u64, seed: u64) -> Option<f64> {
    let mut line = Line::new(spec.clone());
    for ply in plies {
        line.play(ply).ok()?;
    }
    let budget = Budget::simulations(simulations).with_seed(seed);
    let found = line.position().analyse(&budget, &mut |_| ControlFlow::Continue(()))?;
    match found.proved {
        Some(Outcome::Won(_)) => None,
        Some(Outcome::Drawn) => Some(0.5),
        None => Some(found.share),
    }
}

impl FairStart {
    /// How far the share is from one half.
    fn off(&self) -> f64 {
        (self.share - 0.5).abs()
    }

    /// Reads a text with one opening per line. Empty lines and those that begin with `#` are skipped.
    ///
    /// # Errors
    /// The number of the first line that is not an opening, and why.
    pub fn read(text: &str) -> Result<Vec<FairStart>, String> {
        let lines = text.lines().zip(1..).map(|(line, n)| (line.trim(), n));
        lines
            .filter(|(line, _)| !line.is_empty() && !line.starts_with('#'))
            .map(|(line, n)| line.parse().map_err(|why| format!("line {n}: {why}")))
            .collect()
    }

    /// The openings listed for a spec, the fairest first; for most specs there are none.
    #[must_use]
    pub fn listed(spec: &Spec) -> Vec<FairStart> {
        let name = spec.to_string();
        // Only the lines of this spec are parsed: pages are shown more often than the list changes.
        let lines = LISTED.lines().filter(|it| it.split(' ').next() == Some(&name));
        lines.filter_map(|line| line.parse().ok()).collect()
    }
}

/// What `crosscut openings --count 10 --simulations 50000` found.
const LISTED: &str = include_str!("fair_starts.txt");

impl FromStr for FairStart {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let spec = words.next().ok_or("an opening begins with its game")?;
        let spec: Spec = spec.parse().map_err(|why: SpecError| why.to_string())?;
        let share = words.next().and_then(|it| it.parse().ok());
        let share = share
            .filter(|it| (0.0..=1.0).contains(it))
            .ok_or("after the game write a share from 0 to 1, such as 0.487")?;
        let mut line = Line::new(spec.clone());
        for ply in words {
            line.play(ply).map_err(|why| why.to_string())?;
        }
        if line.position().turn().is_none() {
            return Err("the game is over after it".to_string());
        }
        Ok(FairStart { spec, share, plies: line.plies().to_vec() })
    }
}

impl fmt::Display for FairStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:.3} {}", self.spec, self.share, self.plies.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_can_be_played_and_is_even() {
        let all = FairStart::read(LISTED).unwrap();
        let mut seen = HashSet::new();
        for it in &all {
            assert!(it.off() <= ALIKE, "{it}");
            assert!(seen.insert(it.to_string()), "{it} is there twice");
            assert!(FairStart::listed(&it.spec).contains(it), "{it}");
        }
        assert!(FairStart::listed(&"bridg-it".parse().unwrap()).is_empty());
    }

    #[test]
    fn what_is_drawn_goes_on_and_is_drawn_once() {
        // On so small a board some games are over by then, and there are fewer openings than draws.
        for (spec, plies) in [("hex:size=3,opening=none", 6), ("trail-mix:size=3", 4)] {
            let wanted = Wanted { count: 100, plies, simulations: 1, seed: 3 };
            let spec: Spec = spec.parse().unwrap();
            let lines = wanted.lines(&spec);
            let different: HashSet<_> = lines.iter().collect();
            assert!(20 < lines.len() && different.len() == lines.len(), "{spec}");
            for line in lines {
                let mut position = spec.start();
                for ply in &line {
                    position.play(ply).unwrap();
                }
                assert!(line.len() == plies && position.turn().is_some(), "{spec} {line:?}");
            }
        }
    }

    #[test]
    fn where_a_swap_follows_the_first_ply_each_first_ply_is_weighed() {
        let spec: Spec = "hex:size=7,opening=swap".parse().unwrap();
        let wanted = Wanted { count: 1, plies: 4, simulations: 1, seed: 3 };
        let all: Vec<_> = spec.start().moves().into_iter().map(|ply| vec![ply]).collect();
        assert!(all.len() > Wanted::DRAWN, "or a sample could hold them all");
        assert_eq!(wanted.lines(&spec), all);
    }

    #[test]
    fn who_waits_is_told_how_far_it_is() {
        let wanted = Wanted { count: 1, plies: 1, simulations: 20, seed: 1 };
        let mut told = Vec::new();
        let found = wanted.find(&"hex:size=5,opening=swap".parse().unwrap(), &mut |done, all| {
            told.push((done, all));
            ControlFlow::Continue(())
        });
        let (last, all) = *told.last().unwrap();
        assert_eq!(told, (1..=last).map(|done| (done, all)).collect::<Vec<_>>());
        assert!(found.len() <= 1 && 2 < last && last <= all, "{last} of {all}");
    }

    #[test]
    fn a_line_is_read_or_said_to_be_none() {
        let it: FairStart = "hex:size=5 0.481 A2".parse().unwrap();
        assert_eq!(it.to_string(), "hex:size=5 0.481 A2");
        for text in ["", "chess 0.5 e4", "hex", "hex x A2", "hex 1.5 A2", "hex 0.5 Z99"] {
            assert!(text.parse::<FairStart>().is_err(), "{text}");
        }
        let why = FairStart::read("# ours\n\nhex 0.5 A2\nhex 0.5 A2 A2\n").unwrap_err();
        assert!(why.starts_with("line 4: ply 2, A2: "), "{why}");
    }
}
