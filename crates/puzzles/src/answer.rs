use std::ops::ControlFlow;
use std::time::Duration;

use crosscut_catalog::{AnyPosition, Budget, Limits, Outcome, Question, Seat, Value};

use crate::prove::ask;

/// The response to a turn: its verdict, and the plies played against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The result for the player of the turn.
    pub verdict: Verdict,
    /// The plies with which the opponent answers; empty if the game is over, or it is the same side's turn again.
    pub plies: Vec<String>,
    /// How many plies the game lasts from before the answer, if known.
    pub lasts: Option<u32>,
}

/// The result of a turn for its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game is over, and won.
    Won,
    /// It is a proved win.
    Wins,
    /// It is a draw, by the rules or by proof.
    Draws,
    /// It is lost, by the rules or by proof.
    Loses,
    /// It could not be determined within the effort.
    Unknown,
}

/// How much one answer may cost in total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The time for all proofs together; a search alongside them may take half of it.
    pub time: Duration,
    /// The size of a proof's transposition table, in bytes.
    pub memory: usize,
    /// The nodes of the search tree.
    pub nodes: usize,
    /// In a lost position, how many answers are compared for which lasts longest.
    pub width: usize,
}

impl Effort {
    /// For a person who is waiting.
    pub const QUICK: Effort =
        Effort { time: Duration::from_secs(2), memory: 32 << 20, nodes: 100_000, width: 12 };
    /// For when nobody is waiting.
    pub const CAREFUL: Effort =
        Effort { time: Duration::from_millis(1500), memory: 32 << 20, nodes: 400_000, width: 16 };
}

/// Answers a turn of `seat` that led to `position`: with a refutation, or, if there is none, with what delays the end as long
/// as possible.
#[must_use]
pub fn answer(position: &AnyPosition, seat: Seat, effort: &Effort) -> Answer {
    let mut answering = AnswerSearch { effort: *effort, left: effort.time };
    let mut after = position.clone();
    let (mut verdict, mut lasts, mut refutation) = answering.judge(position, seat);
    let mut plies = Vec::new();
    while after.turn() == Some(!seat) {
        let chosen = refutation.take().or_else(|| answering.choose(&after, verdict));
        let Some(ply) = chosen else { break };
        let Ok(ply) = after.play(&ply) else { break };
        plies.push(ply);
    }
    // Once the game is over, the result is known.
    if verdict == Verdict::Unknown && after.outcome().is_some() {
        (verdict, lasts, _) = answering.judge(&after, seat);
    }
    Answer { verdict, plies, lasts }
}

impl Answer {
    /// Whether the turn ends the attempt because it does not win. If it is the `first` turn, one that could not be judged is
    /// not a solution either.
    #[must_use]
    pub fn fails(&self, first: bool) -> bool {
        match self.verdict {
            Verdict::Won | Verdict::Wins => false,
            Verdict::Draws | Verdict::Loses => true,
            Verdict::Unknown => first,
        }
    }

    /// The same in sentences, addressed to the player of `side`, who has played `ply`.
    #[must_use]
    pub fn says(&self, side: &str, sides: [&str; 2], ply: &str, first: bool) -> String {
        let other = sides.into_iter().find(|it| *it != side).unwrap_or_default();
        let lasts = self.lasts.filter(|it| 0 < *it).map(|n| match n {
            1 => "1 more move".to_string(),
            n => format!("{n} more moves"),
        });
        let plies = self.plies.join(" and ");
        let answers = match plies.as_str() {
            "" => String::new(),
            plies => format!(" {other} answers {plies}."),
        };
        match self.verdict {
            Verdict::Won => format!("{ply} is right: {side} has won."),
            Verdict::Wins => {
                let right =
                    if first { "is right, and the only one that wins" } else { "keeps the win" };
                let how = match lasts {
                    Some(lasts) => format!("{side} wins in {lasts}"),
                    None => format!("{side} wins"),
                };
                format!("{ply} {right}. It is proved: {how}, whatever {other} plays.{answers}")
            }
            Verdict::Draws => format!("{ply} does not win: it is a draw.{answers}"),
            Verdict::Loses => match (plies.as_str(), lasts) {
                ("", _) => format!("{ply} loses."),
                (plies, _) if self.lasts == Some(1) => {
                    format!("{ply} loses: {other} answers {plies} and wins at once.")
                }
                (plies, Some(lasts)) => {
                    format!("{ply} loses: {other} answers {plies} and wins in {lasts}.")
                }
                (plies, None) => format!("{ply} loses: {other} answers {plies} and wins."),
            },
            Verdict::Unknown if first => format!(
                "{ply} does not win: it is proved that only another move does.{answers} There was no time to work out how."
            ),
            Verdict::Unknown => {
                format!("There was no time to work out whether {ply} still wins.{answers}")
            }
        }
    }
}

struct AnswerSearch {
    effort: Effort,
    left: Duration,
}

impl AnswerSearch {
    /// The verdict, how long the game lasts, and a ply of the opponent that is proved to win.
    fn judge(
        &mut self,
        position: &AnyPosition,
        seat: Seat,
    ) -> (Verdict, Option<u32>, Option<String>) {
        match position.outcome() {
            Some(Outcome::Won(winner)) if winner == seat => return (Verdict::Won, Some(0), None),
            Some(Outcome::Won(_)) => return (Verdict::Loses, Some(0), None),
            Some(Outcome::Drawn) => return (Verdict::Draws, Some(0), None),
            None => {}
        }
        let solution = self.ask(position, true, Duration::MAX);
        let own = position.turn() == Some(seat);
        let verdict = match solution.value {
            None => Verdict::Unknown,
            Some(Value::Draw) => Verdict::Draws,
            Some(Value::Win) if own => Verdict::Wins,
            Some(Value::Loss) if !own => Verdict::Wins,
            Some(_) => Verdict::Loses,
        };
        let refutation = solution.winning.into_iter().next().filter(|_| !own);
        match refutation {
            Some(ply) => {
                let (ply, lasts) = self.lasting(position, ply, solution.plies);
                (verdict, lasts, Some(ply))
            }
            None => (verdict, solution.plies, None),
        }
    }

    /// A winning ply, and how long the game lasts with it, given that the shortest win takes `soonest` plies. A proof may name
    /// any winning ply, not necessarily the fastest.
    fn lasting(
        &mut self,
        position: &AnyPosition,
        ply: String,
        soonest: Option<u32>,
    ) -> (String, Option<u32>) {
        let after = |ply: &str| {
            let mut after = position.clone();
            after.play(ply).ok().map(|_| after)
        };
        if soonest == Some(1) {
            let won = position.turn().map(Outcome::Won);
            let ends = |ply: &String| after(ply).and_then(|it| it.outcome()) == won;
            let mut moves = std::iter::once(ply.clone()).chain(position.moves());
            return (moves.find(ends).unwrap_or(ply), soonest);
        }
        let lasts = soonest.and_then(|_| {
            let after = after(&ply)?;
            match after.outcome() {
                Some(_) => Some(1),
                None => self.ask(&after, true, Duration::MAX).plies.map(|it| it + 1),
            }
        });
        (ply, lasts)
    }

    /// The opponent's ply, given the verdict for the player of the turn.
    fn choose(&mut self, position: &AnyPosition, verdict: Verdict) -> Option<String> {
        let wanted = match verdict {
            Verdict::Loses => {
                let winning = self.ask(position, false, Duration::MAX).winning;
                if let Some(ply) = winning.into_iter().next() {
                    return Some(ply);
                }
                Value::Win
            }
            Verdict::Draws => Value::Draw,
            Verdict::Won | Verdict::Wins => return self.delay(position),
            Verdict::Unknown => return self.likely(position).into_iter().next(),
        };
        let likely = self.likely(position);
        let (turn, width) = (position.turn(), self.effort.width);
        let mut keeps = |it: &&String| {
            if self.left.is_zero() {
                return None;
            }
            let mut after = position.clone();
            after.play(it).ok()?;
            let value = match after.outcome() {
                Some(Outcome::Drawn) => Value::Draw,
                Some(Outcome::Won(seat)) if Some(seat) == turn => Value::Win,
                Some(Outcome::Won(_)) => Value::Loss,
                None => {
                    let value = self.ask(&after, false, Duration::MAX).value?;
                    match value {
                        Value::Win if after.turn() != turn => Value::Loss,
                        Value::Loss if after.turn() != turn => Value::Win,
                        value => value,
                    }
                }
            };
            Some(value >= wanted)
        };
        let kept = likely.iter().take(width).find(|it| keeps(it) == Some(true)).cloned();
        kept.or_else(|| likely.into_iter().next())
    }

    /// In a lost position, the ply that lasts longest among those that look best.
    fn delay(&mut self, position: &AnyPosition) -> Option<String> {
        let likely = self.likely(position);
        let each = self.left / (self.effort.width as u32 + 1);
        let mut best: Option<(u32, &String)> = None;
        for ply in likely.iter().take(self.effort.width) {
            let mut after = position.clone();
            if after.play(ply).is_err() || self.left.is_zero() {
                break;
            }
            let lasts = match after.outcome() {
                Some(_) => Some(0),
                None => self.ask(&after, true, each).plies,
            };
            if let Some(lasts) = lasts
                && best.is_none_or(|(most, _)| most < lasts)
            {
                best = Some((lasts, ply));
            }
        }
        best.map(|(_, ply)| ply.clone()).or_else(|| likely.first().cloned())
    }

    /// The turns a search prefers, best first.
    fn likely(&self, position: &AnyPosition) -> Vec<String> {
        let budget = Budget {
            nodes: self.effort.nodes,
            simulations: Some(2_000),
            ..Budget::time(self.effort.time / 8)
        };
        let analysis = position.analyse(&budget, &mut |_| ControlFlow::Continue(()));
        analysis.map_or_else(Vec::new, |it| it.candidates.into_iter().map(|it| it.ply).collect())
    }

    fn ask(
        &mut self,
        position: &AnyPosition,
        plies: bool,
        most: Duration,
    ) -> crosscut_catalog::Solution<String> {
        let limits = Limits {
            // A little time is always left for a second answer.
            time: Some(self.left.max(self.effort.time / 8).min(most)),
            memory: self.effort.memory,
            threads: 1,
            ..Limits::default()
        };
        let solution = ask(position, Question { all: false, plies }, &limits);
        self.left = self.left.saturating_sub(solution.time);
        solution
    }
}
