use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use crosscut_arena::memory;
use crosscut_catalog::{Limits, Line, Question, Solution, Spec, Task, Value};

use crate::best::seconds;
use crate::teach;
use crate::verify::hash;
use crate::whole;

mod growth;
mod moves;
mod rows;

use rows::{Effort, SolvedBoard, rows};

/// Solve the boards in the table of solved boards, and write the table
///
/// Rows already in the file are kept, so that the work can be done bit by bit. Those that take longer than a minute
/// are solved when their spec is given.
#[derive(Args, Debug)]
#[command(after_long_help = teach::solved())]
pub(crate) struct SolvedArgs {
    /// Only rows that take less than a second
    #[arg(long)]
    quick: bool,
    /// Only the rows of this game and these options, however long they take
    #[arg(long, value_name = "SPEC", conflicts_with = "quick")]
    spec: Option<Spec>,
    /// Solve rows again that are already in the file
    #[arg(long)]
    again: bool,
    /// How long a row may take [default: as long as it takes]
    #[arg(long, value_name = "T", value_parser = seconds)]
    seconds: Option<Duration>,
    /// How much memory a row's table may take, such as 64M or 2G
    #[arg(long, value_name = "M", default_value = "1G", value_parser = memory)]
    memory: usize,
    /// The table [default: print it]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl SolvedArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let mut known = match &self.output {
            Some(file) => read(file)?,
            None => HashMap::new(),
        };
        let wanted: Vec<SolvedBoard> = rows().into_iter().filter(|row| self.wants(row)).collect();
        if let (Some(spec), true) = (&self.spec, wanted.is_empty()) {
            bail!(
                "the table has no row for {spec}: the rows are in crates/cli/src/solved/rows.txt"
            );
        }
        let mut missed = Vec::new();
        for row in wanted {
            if known.contains_key(&row.command()) && !self.again {
                continue;
            }
            match self.solve(&row)? {
                Some(text) => {
                    known.insert(row.command(), text);
                }
                None => missed.push(row.command()),
            }
            // Each row is saved as soon as it is known.
            if let Some(file) = &self.output {
                put(file, &table(&known))?;
            }
        }
        match &self.output {
            Some(file) => put(file, &table(&known))?,
            None => write!(out, "{}", table(&known))?,
        }
        for command in missed {
            writeln!(std::io::stderr(), "not solved within the limits: {command}")?;
        }
        Ok(())
    }

    fn wants(&self, row: &SolvedBoard) -> bool {
        match &self.spec {
            _ if row.effort == Effort::Guess => false,
            Some(spec) => row.spec.parse::<Spec>().is_ok_and(|it| it == *spec),
            None if self.quick => row.effort == Effort::Quick,
            None => row.effort != Effort::Long,
        }
    }

    /// The row as a line of the table; `None` if the limits were too low.
    fn solve(&self, row: &SolvedBoard) -> Result<Option<String>> {
        let line = Line::new(row.spec.parse().with_context(|| row.spec.to_string())?);
        let limits = Limits { time: self.seconds, nodes: None, memory: self.memory, threads: 1 };
        let task = Task {
            question: Question { all: row.all, plies: false },
            limits,
            checkpoint: None,
            certificate: row.proof.then_some(4 << 30),
        };
        let mut watch = |_: &_| ControlFlow::Continue(());
        let (solution, proof) = line.certify(task, &mut watch)?;
        let sum = match proof {
            None => "none".to_string(),
            Some(Ok(text)) => format!("`{}`", hash(&text)),
            Some(Err(_)) => return Ok(None),
        };
        Ok(solution.complete.then(|| shown(row, &line, &solution, &sum)))
    }
}

/// A line of the table. Its last cell, the command, identifies it.
fn shown(row: &SolvedBoard, line: &Line, it: &Solution<String>, sum: &str) -> String {
    let value = it.value.map_or("unknown", Value::name);
    let score = it.score.map_or_else(String::new, |score| format!(" by {score}"));
    let legal = line.position().moves();
    let winning = if row.all {
        moves::listed(&it.winning, &legal)
    } else {
        it.winning
            .first()
            .map_or_else(|| "none".to_string(), |ply| format!("{ply}, perhaps others"))
    };
    format!(
        "| {} | {value}{score} | {winning} | {} | {:.2} | 1 | {sum} | `{}` |",
        row.spec,
        it.nodes,
        it.time.as_secs_f64(),
        row.command()
    )
}

/// The rows in a file, by their commands.
fn read(file: &Path) -> Result<HashMap<String, String>> {
    let text = match fs::read_to_string(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(HashMap::new()),
        other => other.with_context(|| format!("{} cannot be read", file.display()))?,
    };
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let command =
            cells.len().checked_sub(2).map(|at| cells[at].trim_matches('`').to_string())?;
        let solved =
            cells.len() == 10 && cells[2] != MISSING && command.starts_with("crosscut solve");
        solved.then(|| (command, line.to_string()))
    };
    Ok(text.lines().filter_map(row).collect())
}

/// The text in place of a row not solved yet.
const MISSING: &str = "not solved yet";

const ABOUT: &str = "# Solved boards

What is known for certain, as `crosscut solved -o docs/solved.md` has found it out. The value is that for the side that
moves first, in games without a swap; with one the second seat takes what wins. A range of numbers after a letter stands
for all the moves in it: `B2-4` is B2, B3 and B4. Nodes and seconds (of one thread, on a machine that had other things to
do) include the writing of the certificate where there is one; the command, which looks for the shortest win as well, tells of
more, and not of the same number each time. Its SHA-256 sum is that of the file which the command in
the last column writes; `crosscut verify` checks it by nothing but the rules ([Certificates](certificates.md)).

Rows that are marked with * take more than a minute: `crosscut solved --spec SPEC -o docs/solved.md` makes one of them.
Rows that the file has are kept, unless `--again` is given.
";

fn table(known: &HashMap<String, String>) -> String {
    let mut text = ABOUT.to_string();
    for rows in rows().chunk_by(|a, b| a.game() == b.game()) {
        let name = rows[0].game();
        let title = crosscut_catalog::find(name).map_or(name, |it| it.card().title);
        let _ = write!(
            text,
            "\n## {title}\n\n\
             | board | value | winning first moves | nodes | seconds | threads | certificate | command |\n\
             |---|---|---|---|---|---|---|---|\n"
        );
        for row in rows.iter().filter(|row| row.effort != Effort::Guess) {
            let mark = if row.effort == Effort::Long { "*" } else { "" };
            let line = match known.get(&row.command()) {
                // The mark belongs to the table, not to the row.
                Some(line) => {
                    line.trim_start_matches("| ").split_once(" |").map_or("", |it| it.1).to_string()
                }
                None => format!(" {MISSING} | | | | | | `{}` |", row.command()),
            };
            let _ = writeln!(text, "| {}{mark} |{line}", row.spec);
        }
        text += &growth::told(rows, known);
    }
    text
}

fn put(file: &Path, text: &str) -> Result<()> {
    whole::write(file, &|out| out.write_all(text.as_bytes()))
}
