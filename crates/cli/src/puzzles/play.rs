use std::io::{self, BufRead, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, anyhow, bail};
use clap::Args;
use crosscut_puzzles::{Effort, Puzzle, Verdict, answer, daily, find, shipped};

use crate::teach;
use crosscut_catalog::page::wrap;

/// Find the one winning move; every move you try is answered with proof
#[derive(Args, Debug)]
#[command(after_long_help = teach::puzzles_play())]
pub(crate) struct PuzzlePlayArgs {
    /// Which one, by its id [default: the puzzle of the day]
    #[arg(conflicts_with_all = ["daily", "game", "grade"])]
    id: Option<String>,
    /// The puzzle of the day (UTC)
    #[arg(long, conflicts_with_all = ["game", "grade"])]
    daily: bool,
    /// Any one of this game
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// Any one of this grade, from 1 to 8
    #[arg(long, value_name = "G", value_parser = clap::value_parser!(u8).range(1..=8))]
    grade: Option<u8>,
}

/// Seconds since 1970.
#[expect(clippy::disallowed_methods, reason = "the day's puzzle depends on the day")]
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

impl PuzzlePlayArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let puzzle = self.puzzle()?;
        pose(puzzle, &mut io::stdin().lock(), out, io::stdin().is_terminal())
    }

    fn puzzle(&self) -> Result<&'static Puzzle> {
        if let Some(id) = &self.id {
            return find(&id.to_lowercase())
                .ok_or_else(|| anyhow!("no puzzle of the built-in set has the id '{id}'"));
        }
        if self.game.is_none() && self.grade.is_none() {
            return Ok(daily((now() / 86_400).cast_signed()));
        }
        let game = match &self.game {
            None => None,
            Some(name) => Some(name.parse::<crosscut_catalog::Spec>()?.card().name),
        };
        let fits = |it: &&Puzzle| {
            game.is_none_or(|game| it.game() == game)
                && self.grade.is_none_or(|it_is| it.grade == it_is)
        };
        let all: Vec<&'static Puzzle> = shipped().iter().filter(fits).collect();
        match all.len() {
            0 => bail!("there is no such puzzle in the built-in set"),
            n => Ok(all[now() as usize % n]),
        }
    }
}

/// Lets a person try until they have found the solution, or give up.
fn pose(puzzle: &Puzzle, input: &mut dyn BufRead, out: &mut dyn Write, asks: bool) -> Result<()> {
    let mut line = puzzle.line()?;
    let begin = line.plies().len();
    let sides = line.spec().card().sides;
    let Some(seat) = line.position().turn() else { bail!("the game is over") };
    writeln!(out, "Puzzle {}, {}, grade {} of 8", puzzle.id, puzzle.spec, puzzle.grade)?;
    writeln!(out, "{}", line.position())?;
    writeln!(out, "{} to move. One move wins: which? (show reveals it, quit leaves)", puzzle.side)?;
    loop {
        if asks {
            write!(out, "> ")?;
        }
        out.flush()?;
        let mut typed = String::new();
        if input.read_line(&mut typed)? == 0 {
            return Ok(());
        }
        match typed.trim() {
            "" => continue,
            "quit" | "exit" => return Ok(()),
            "show" => {
                writeln!(out, "{}", puzzle.solution)?;
                continue;
            }
            ply => {
                if let Err(error) = line.play(ply) {
                    writeln!(out, "{}", error.error)?;
                    continue;
                }
            }
        }
        let first = line.plies().len() == begin + 1;
        let ply = line.plies()[line.plies().len() - 1].clone();
        let said = match first && ply == puzzle.solution {
            true => puzzle.right(line.position()),
            false => answer(line.position(), seat, &Effort::QUICK),
        };
        for ply in &said.plies {
            line.play(ply)?;
        }
        writeln!(out, "{}", line.position())?;
        write!(out, "{}", wrap(&said.says(&puzzle.side, sides, &ply, first), ""))?;
        if line.position().outcome().is_some() && matches!(said.verdict, Verdict::Won) {
            return Ok(());
        }
        if said.fails(first) {
            line = line.up_to(begin);
            writeln!(out, "Try again.")?;
        }
    }
}
