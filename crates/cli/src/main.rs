//! Crosscut in the terminal: one file per command.

mod analyse;
mod args;
mod backup;
mod bench;
mod best;
mod check;
mod checkpoint;
mod completions;
mod contest;
mod convert;
mod dashes;
mod doctor;
mod engine;
mod game;
mod games;
mod help_game;
mod mail_in;
mod man;
mod match_;
mod opening;
mod outlook;
mod page;
mod perft;
mod place;
mod play;
mod png;
mod puzzles;
mod replay;
mod say;
mod serve;
mod solve;
mod solved;
mod start;
mod state;
mod svg;
mod teach;
mod user;
mod verify;
mod whole;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};

fn main() -> ExitCode {
    let cli = Cli::parse_from(dashes::marked(std::env::args_os().collect(), &Cli::command()));
    let mut out = BufWriter::new(io::stdout().lock());
    match run(cli.command, &mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads us has seen enough: `crosscut games | head -1`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to tell anybody if even this fails.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(match () {
                () if error.is::<check::Failed>()
                    || error.is::<doctor::Unwell>()
                    || error.is::<verify::Wrong>() =>
                {
                    1
                }
                () if error.is::<solve::Unknown>() => 3,
                () if error.is::<mail_in::Later>() => 75,
                () => 2,
            })
        }
    }
}

fn run(command: Command, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        Command::Games(it) => it.run(out),
        Command::HelpGame(it) => it.run(out),
        Command::Play(it) => it.run(out),
        Command::Replay(it) => it.run(out),
        Command::Svg(it) => it.run(out),
        Command::Png(it) => it.run(out),
        Command::Convert(it) => it.run(out),
        Command::Check(it) => it.run(out),
        Command::Best(it) => it.run(out),
        Command::Analyse(it) => it.run(out),
        Command::Solve(it) => it.run(out),
        Command::Puzzles(it) => it.run(out),
        Command::Verify(it) => it.run(out),
        Command::Solved(it) => it.run(out),
        Command::Match(it) => it.run(out),
        Command::Engine(it) => it.run(out),
        Command::Perft(it) => it.run(out),
        Command::Bench(it) => it.run(out),
        Command::Say(it) => it.run(out),
        Command::Serve(it) => it.run(out),
        Command::Backup(it) => it.run(out),
        Command::Restore(it) => it.run(out),
        Command::Doctor(it) => it.run(out),
        Command::User(it) => it.run(out),
        Command::Game(it) => it.run(out),
        Command::MailIn(it) => it.run(out),
        Command::Completions(it) => it.run(out),
        Command::Man(it) => it.run(out),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
