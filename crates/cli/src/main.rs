//! Crosscut in the terminal: one file per command.

mod analyse;
mod args;
mod bench;
mod best;
mod check;
mod checkpoint;
#[cfg(feature = "club")]
mod club;
mod completions;
mod contest;
mod convert;
mod dashes;
mod engine;
mod games;
mod help_game;
mod interrupt;
mod man;
mod match_;
mod openings;
mod outlook;
mod pairs;
mod perft;
mod play;
#[cfg(feature = "png")]
mod png;
mod puzzles;
mod replay;
mod solve;
mod solved;
mod start;
mod state;
mod svg;
mod tame;
mod teach;
mod verify;
mod whole;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use crosscut_catalog::shortened;

use args::{Cli, Command};
use tame::{TameWriter, tame};

fn main() -> ExitCode {
    let cli = parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(cli.command, &mut out);
    // The results come before the message about them.
    let flushed = out.flush();
    match done.and_then(|()| Ok(flushed?)) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has seen enough: `crosscut games | head -1`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Reaching a limit or being stopped is not a mistake.
            let stopped = error.is::<interrupt::Stopped>();
            let unknown = error.is::<solve::Unsolved>();
            let mistake = if stopped || unknown { "" } else { "error: " };
            // Nothing can be done if even this fails.
            let _ = writeln!(io::stderr(), "{mistake}{}", tame(&format!("{error:#}")));
            ExitCode::from(match () {
                #[cfg(feature = "club")]
                () if error.is::<club::ErrorsFound>() => 1,
                #[cfg(feature = "club")]
                () if error.is::<club::TemporaryFailure>() => 75,
                () if error.is::<check::BadRecords>()
                    || error.is::<verify::InvalidCertificate>() =>
                {
                    1
                }
                () if unknown => 3,
                () if stopped => 130,
                () => 2,
            })
        }
    }
}

/// Parses the arguments. If they ask for help or are not valid, the program ends here.
fn parse() -> Cli {
    let args = dashes::marked(std::env::args_os().collect(), &Cli::command());
    let error = match Cli::try_parse_from(&args) {
        Ok(cli) => return cli,
        Err(error) => error,
    };
    // The error message repeats what was typed, between its own colour codes.
    match Cli::try_parse_from(args.iter().map(|arg| brief(&tame(&arg.to_string_lossy())))) {
        Err(error) => error.exit(),
        Ok(_) => {
            let _ = write!(io::stderr(), "{}", tame(&error.to_string()));
            std::process::exit(error.exit_code())
        }
    }
}

/// The beginning of a word that would fill the screen.
fn brief(word: &str) -> String {
    /// A path may be long, and should be shown in full.
    const MOST: usize = 500;
    if word.chars().count() > MOST { shortened(word) } else { word.to_string() }
}

fn run(command: Command, raw: &mut dyn Write) -> anyhow::Result<()> {
    // Output to a file or another program must be the record itself, not an escaped version.
    let command = match command {
        Command::Convert(it) if !io::stdout().is_terminal() => return it.run(raw),
        command => command,
    };
    let out = &mut TameWriter::new(&mut *raw);
    match command {
        Command::Games(it) => it.run(out),
        Command::HelpGame(it) => it.run(out),
        Command::Play(it) => it.run(out),
        Command::Replay(it) => it.run(out),
        Command::Convert(it) => it.run(out),
        Command::Check(it) => it.run(out),
        Command::Best(it) => it.run(out),
        Command::Solve(it) => it.run(out),
        Command::Puzzles(it) => it.run(out),
        Command::Verify(it) => it.run(out),
        Command::Solved(it) => it.run(out),
        Command::Match(it) => it.run(out),
        Command::Openings(it) => it.run(out),
        Command::Engine(it) => it.run(out),
        Command::Perft(it) => it.run(out),
        Command::Bench(it) => it.run(out),
        #[cfg(feature = "club")]
        Command::Club(it) => it.run(out),
        // The output of these contains no foreign text, and some of it is bytes or escape codes of the program's own.
        Command::Svg(it) => it.run(raw),
        #[cfg(feature = "png")]
        Command::Png(it) => it.run(raw),
        Command::Analyse(it) => it.run(raw),
        Command::Completions(it) => it.run(Cli::command(), raw),
        Command::Man(it) => it.run(Cli::command(), raw),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
