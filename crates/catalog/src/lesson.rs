//! Lessons: small boards with a task on each, read from the text in a game's folder.
//!
//! ```text
//! first: what a first turn is            three of these: the first steps of a newcomer's first game
//!
//! step: size=5,opening=none              the options of a board; then, each on its own line:
//! setup: V:C3 turn:V                     the position it starts from, if not the start of the game
//! moves: C2 D2                           plies played from there
//! task: what to do
//! answer: C4 | D4,D1                     the turns that do it, or `any`
//! goal: win                              what they achieve: `win` immediately, or `sure`: the only certain win
//! why: what the step teaches
//! wrong: the reply to any other turn
//!
//! diagram: 1                             the number of the diagram of the help page, from 1
//! board: size=5,opening=none             the options of its board; then `setup:` and `moves:` as above
//! marks: C4 D3                           the marked places
//! play: 5. C4! D3 {and wins}             how the game continues, to be shown step by step
//! ```

use std::ops::ControlFlow;

use crate::{AnyGame, Limits, Line, Outcome, Progress, Question, Setup, Spec};

/// What a newcomer to a game is taught.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The first steps, shown at the board while a first game begins: where to put something, what wins, and one thing
    /// that matters.
    pub first: Vec<&'static str>,
    /// The steps of the lesson.
    pub steps: Vec<Step>,
    /// The boards of those diagrams of the help page that cannot be read as text.
    pub diagrams: Vec<Shown>,
}

/// The board of a diagram of the help page.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The number of the diagram, from 1.
    pub diagram: usize,
    /// The board.
    pub line: Line,
    /// The marked places.
    pub marks: Vec<&'static str>,
    /// How the game continues: the plies, each with the remark after it.
    pub play: Vec<(String, String)>,
}

/// A small board with a task.
#[derive(Clone, Debug)]
pub struct Step {
    /// The board.
    pub line: Line,
    /// The task.
    pub task: &'static str,
    /// The turns that fulfil it, canonical; empty if every turn does.
    pub answers: Vec<String>,
    /// What the answers achieve, as far as the rules can check it.
    pub asked: Asked,
    /// What the step teaches.
    pub why: &'static str,
    /// The reply to any other turn.
    pub wrong: &'static str,
}

/// What a correct turn achieves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// What the text says, which no rule can check.
    Done,
    /// It wins immediately.
    Win,
    /// It wins for certain, whatever the opponent does, and no other turn does.
    Sure,
}

impl Lesson {
    /// The lesson of a game, from its card.
    ///
    /// # Errors
    /// What is wrong with its text.
    pub fn of(game: &'static dyn AnyGame) -> Result<Self, String> {
        Self::read(game, game.card().spoken.lesson)
    }

    /// Reads a lesson of a game from text.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(game: &'static dyn AnyGame, text: &'static str) -> Result<Self, String> {
        let mut lesson = Lesson { first: Vec::new(), steps: Vec::new(), diagrams: Vec::new() };
        for block in text.split("\n\n").map(str::trim) {
            let lines: Vec<(&str, &str)> = block
                .lines()
                .filter_map(|it| it.split_once(':'))
                .map(|it| (it.0, it.1.trim()))
                .collect();
            lesson.first.extend(lines.iter().filter(|it| it.0 == "first").map(|it| it.1));
            if lines.iter().any(|it| it.0 == "step") {
                let step = step(game, &lines);
                lesson.steps.push(step.map_err(|why| format!("{why} in\n{block}"))?);
            }
            if let Some((_, number)) = lines.iter().find(|it| it.0 == "diagram") {
                let line = board(game, &lines, "board")?;
                let diagram = number.parse().map_err(|_| format!("'{number}' is not a number"))?;
                let marks = lines.iter().find(|it| it.0 == "marks").map_or("", |it| it.1);
                let mut on = line.clone();
                let list = lines.iter().find(|it| it.0 == "play").map_or("", |it| it.1);
                let remarks = on.play_list(list).map_err(|it| format!("{it} in\n{block}"))?;
                let plies = on.plies()[line.plies().len()..].iter().cloned();
                let play = plies.zip(remarks).collect();
                let marks = marks.split(' ').collect();
                lesson.diagrams.push(Shown { diagram, line, marks, play });
            }
        }
        Ok(lesson)
    }
}

/// The board of a block, whose options are after `key`.
fn board(
    game: &'static dyn AnyGame,
    lines: &[(&str, &'static str)],
    key: &str,
) -> Result<Line, String> {
    let get = |name: &str| lines.iter().find(|it| it.0 == name).map_or("", |it| it.1);
    let spec = Spec::of(game, get(key)).map_err(|it| it.to_string())?;
    let mut line = match get("setup") {
        "" => Line::new(spec),
        setup => {
            let setup = Setup::parse(setup).map_err(|it| it.to_string())?;
            Line::from_setup(spec, setup).map_err(|it| it.to_string())?
        }
    };
    for ply in get("moves").split_whitespace() {
        line.play(ply).map_err(|it| it.to_string())?;
    }
    Ok(line)
}

fn step(game: &'static dyn AnyGame, lines: &[(&str, &'static str)]) -> Result<Step, String> {
    let get = |name: &str| lines.iter().find(|it| it.0 == name).map_or("", |it| it.1);
    let line = board(game, lines, "step")?;
    let canonical = |text: &str| {
        line.position().clone().play(text.trim()).map_err(|it| format!("{text}: {it}"))
    };
    let answers = match get("answer") {
        "any" => Vec::new(),
        "" if get("goal") == "win" => winning(&line),
        // `*` stands for any place: `*,*` for every turn of two places.
        given => {
            let mut found = Vec::new();
            for text in given.split('|').map(str::trim) {
                match text.contains('*') {
                    true => found.extend(alike(&line, text)),
                    false => found.push(canonical(text)?),
                }
            }
            found
        }
    };
    let asked = match get("goal") {
        "" => Asked::Done,
        "win" => Asked::Win,
        "sure" => Asked::Sure,
        other => return Err(format!("'{other}' is not a goal: write win or sure")),
    };
    let (task, why, wrong) = (get("task"), get("why"), get("wrong"));
    Ok(Step { line, task, answers, asked, why, wrong })
}

/// The plies that win immediately.
fn winning(line: &Line) -> Vec<String> {
    let position = line.position();
    let (turn, mut moves) = (position.turn(), position.moves());
    moves.retain(|ply| {
        let mut after = position.clone();
        after.play(ply).is_ok() && after.outcome() == turn.map(Outcome::Won)
    });
    moves
}

impl Step {
    /// Whether a turn is a correct answer.
    #[must_use]
    pub fn accepts(&self, ply: &str) -> bool {
        self.answers.is_empty() || self.answers.iter().any(|it| it == ply)
    }

    /// Checks the answers against the rules.
    ///
    /// # Errors
    /// What they fail to achieve.
    pub fn check(&self) -> Result<(), String> {
        let position = self.line.position();
        if position.turn().is_none() {
            return Err("the game is over".to_string());
        }
        for text in [self.task, self.why] {
            if !text.ends_with(['.', '!', '?']) {
                return Err(format!("'{text}' is not a sentence"));
            }
        }
        let open = self.answers.is_empty();
        if open != self.wrong.is_empty() || self.answers.len() >= position.count() {
            return Err("'wrong' must answer the wrong turns, if there are any".to_string());
        }
        if self.asked == Asked::Win && (open || !same(&self.answers, &winning(&self.line))) {
            return Err(format!("the turns that win are {:?}", winning(&self.line)));
        }
        if self.asked == Asked::Sure {
            let limits =
                Limits { time: None, nodes: Some(5_000_000), memory: 64 << 20, threads: 1 };
            let watch = &mut |_: &Progress| ControlFlow::Continue(());
            let found = position.solve(Question { all: true, plies: false }, &limits, watch);
            if !found.complete || !same(&found.winning, &self.answers) {
                return Err(format!("the turns that win are {:?}", found.winning));
            }
        }
        Ok(())
    }
}

/// The legal plies that match a pattern of places, each of which may be `*`.
fn alike(line: &Line, pattern: &str) -> Vec<String> {
    let mut moves = line.position().moves();
    moves.retain(|ply| {
        let (ply, pattern): (Vec<_>, Vec<_>) =
            (ply.split(',').collect(), pattern.split(',').collect());
        ply.len() == pattern.len()
            && ply.iter().zip(pattern).all(|(it, with)| with == "*" || with == *it)
    });
    moves
}

/// Whether two lists have the same items, in any order.
fn same(one: &[String], other: &[String]) -> bool {
    one.len() == other.len() && one.iter().all(|it| other.contains(it))
}
