//! How a side wins a position in games solved without a search: its answer to each ply of the opponent.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use crosscut_catalog::{AnyPosition, Limits, Question, Solution, Stopwatch, Value};

use crate::interrupt;

/// With more replies than this nobody reads the answers, and finding them takes long; nor may it take longer than `LONGEST`.
const MOST: usize = 230;
const LONGEST: Duration = Duration::from_secs(5);

/// Pairs of plies that answer each other, and answers in one direction only.
#[derive(Debug, Default, PartialEq, Eq)]
struct Pairs {
    both_ways: Vec<(String, String)>,
    one_way: Vec<(String, String)>,
}

/// The winner's answers in a solved position, in sentences; none if finding them takes a search, or longer than `limit`.
pub(crate) fn words(
    position: &AnyPosition,
    solution: &Solution<String>,
    limit: Option<Duration>,
) -> Option<String> {
    let limit = limit.map_or(LONGEST, |it| it.saturating_sub(solution.time).min(LONGEST));
    let (mut after, mut once) = (position.clone(), String::new());
    let winner = match solution.value? {
        Value::Draw => return None,
        Value::Win => {
            let ply = after.play(solution.winning.first()?).ok()?;
            once = format!(" after {ply}");
            position.turn()?
        }
        Value::Loss => !position.turn()?,
    };
    // A winner whose game is over or who is to move has nothing to answer.
    if after.turn()? == winner {
        return None;
    }
    let pairs = Pairs::of(&after, limit).filter(|it| *it != Pairs::default())?;
    let [us, them] = [after.held_by(winner), after.held_by(!winner)];
    let list = |pairs: &[(String, String)], between: &str| {
        pairs.iter().map(|(a, b)| format!(" {a}{between}{b}")).collect::<String>()
    };
    let mut text = format!("Pairs{once}:");
    text += &list(&pairs.both_ways, "-");
    text += &list(&pairs.one_way, ">");
    text += &format!(". If {them} plays one of a pair, {us} answers with the other");
    if !pairs.one_way.is_empty() {
        text += " (> works one way only)";
    }
    text += "; a move outside the pairs may be answered anywhere. Then solve again: the pairs may have changed.";
    Some(text)
}

impl Pairs {
    /// The answers to all replies in a position lost for the side to move.
    fn of(position: &AnyPosition, limit: Duration) -> Option<Pairs> {
        let watch = Stopwatch::start();
        let words = position.words();
        let mut replies = position.moves();
        replies.retain(|it| !words.contains(it));
        if replies.len() > MOST {
            return None;
        }
        let mut answers = BTreeMap::new();
        for reply in &replies {
            if interrupt::asked() || watch.elapsed() > limit {
                return None;
            }
            let mut next = position.clone();
            next.play(reply).ok()?;
            let (winning, words) = (winning(&next)?, next.words());
            // Before a swap it is not settled who plays which side.
            if words.iter().any(|word| exchanges(&next, word)) {
                return None;
            }
            if winning.len() + words.len() < next.count() {
                answers.insert(reply.clone(), winning);
            }
        }
        Some(Pairs::among(&replies, &answers))
    }

    fn among(replies: &[String], answers: &BTreeMap<String, Vec<String>>) -> Pairs {
        let answer = |a: &String, b: &String| answers.get(a).is_some_and(|it| it.contains(b));
        let (mut pairs, mut paired) = (Pairs::default(), HashSet::new());
        for reply in replies {
            let Some(found) = answers.get(reply).filter(|_| !paired.contains(reply)) else {
                continue;
            };
            if let Some(other) = found.iter().find(|it| !paired.contains(*it) && answer(it, reply))
            {
                paired.extend([reply.clone(), other.clone()]);
                pairs.both_ways.push((reply.clone(), other.clone()));
            }
        }
        for reply in replies.iter().filter(|it| !paired.contains(*it)) {
            if let Some(first) = answers.get(reply).and_then(|it| it.first()) {
                pairs.one_way.push((reply.clone(), first.clone()));
            }
        }
        pairs
    }
}

/// Whether a ply makes the seats change sides.
fn exchanges(position: &AnyPosition, ply: &str) -> bool {
    let mut after = position.clone();
    after.play(ply).is_ok()
        && position.turn().is_some_and(|seat| after.held_by(seat) != position.held_by(seat))
}

/// Every winning ply for the side to move, if this is known without a search.
fn winning(position: &AnyPosition) -> Option<Vec<String>> {
    let limits = Limits { nodes: Some(0), memory: 0, ..Limits::default() };
    let question = Question { all: true, plies: false };
    let solution = position.solve(question, &limits, &mut |_| interrupt::flow());
    (solution.complete && !solution.winning.is_empty()).then_some(solution.winning)
}

#[cfg(test)]
mod tests {
    use crosscut_catalog::Spec;

    use super::*;

    #[test]
    fn answers_are_looked_for_as_long_as_one_may() {
        let spec: Spec = "bridg-it:size=3,opening=none".parse().unwrap();
        let mut position = spec.start();
        let first = winning(&position).unwrap();
        position.play(&first[0]).unwrap();
        assert!(Pairs::of(&position, LONGEST).is_some());
        assert_eq!(Pairs::of(&position, Duration::ZERO), None);
    }

    #[test]
    fn what_answers_each_other_is_a_pair() {
        let all = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let answers = [("a", "b c"), ("b", "c a"), ("c", "d"), ("d", "b c")];
        let answers = answers.map(|(reply, them)| (reply.to_string(), all(them))).into();
        let pairs = Pairs::among(&all("a b c d e"), &answers);
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        assert_eq!(pairs.both_ways, [pair("a", "b"), pair("c", "d")]);
        assert_eq!(pairs.one_way, []);
        let one_way = [("a", "b"), ("b", "c")].map(|(a, b)| (a.to_string(), all(b))).into();
        assert_eq!(Pairs::among(&all("a b"), &one_way).one_way, [pair("a", "b"), pair("b", "c")]);
    }
}
