//! Arguments that begin with a dash but are not options: moves and file names.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command};

/// Marks such arguments, so that the parser does not take them for options: a move by a blank before the dash, a file by
/// prefixing its folder.
///
/// Some notations have such moves (columns left of the first: `-A50u`). If the parser took every argument beginning with a dash
/// for a move, it would swallow options given after moves. So a dash, letters and a number make a move wherever moves are
/// accepted; moves are trimmed before they are played. The argument after an option that takes a file is a file; elsewhere, a
/// name that exists or contains a dot is.
pub(crate) fn marked(mut args: Vec<OsString>, mut command: &Command) -> Vec<OsString> {
    let mut at = 1;
    while let Some(inner) = args.get(at).and_then(|name| command.find_subcommand(name)) {
        (command, at) = (inner, at + 1);
    }
    let takes_moves = command.get_positionals().any(|it| it.get_id() == "moves");
    let takes_files = command.get_positionals().any(is_file);
    let mut before: Option<&Arg> = None;
    let mut below_zero = Vec::new();
    for (index, arg) in args.iter_mut().enumerate().skip(at) {
        if arg == "--" {
            break;
        }
        let option = before.take();
        let dashed = arg.to_str().is_none_or(|it| it.len() > 1 && it.starts_with('-'))
            && arg.to_str().is_none_or(|it| !it.starts_with("--"));
        match option {
            Some(option) if dashed && is_file(option) => *arg = here(arg),
            Some(_)
                if arg.to_str().is_some_and(|it| it.parse::<f64>().is_ok_and(|it| it < 0.0)) =>
            {
                below_zero.push(index);
            }
            Some(_) => {}
            None if !dashed => before = option_of(command, arg),
            None if takes_moves && arg.to_str().is_some_and(is_move) => {
                let mut marked = OsString::from(" ");
                marked.push(&*arg);
                *arg = marked;
            }
            None if takes_files && is_file_name(arg) => *arg = here(arg),
            None => before = option_of(command, arg),
        }
    }
    // `--seconds -1` is an invalid number, not an unknown option.
    for index in below_zero.into_iter().rev() {
        let value = args.remove(index);
        args[index - 1].push("=");
        args[index - 1].push(value);
    }
    args
}

/// The option that an argument names, if the next argument is its value.
fn option_of<'a>(command: &'a Command, arg: &OsStr) -> Option<&'a Arg> {
    let arg = arg.to_str()?;
    let named = |it: &&Arg| match arg.strip_prefix("--") {
        Some(long) => it.get_long() == Some(long),
        None => arg
            .strip_prefix('-')
            .is_some_and(|short| it.get_short().is_some_and(|it| short == it.to_string())),
    };
    let mut options = command.get_arguments().filter(named);
    options.find(|it| matches!(it.get_action(), ArgAction::Set | ArgAction::Append))
}

/// Whether an argument of a command is the path of a file.
fn is_file(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<PathBuf>()
}

/// Whether an argument is a dash, letters or none, a digit, and anything after it.
fn is_move(arg: &str) -> bool {
    arg.strip_prefix('-').is_some_and(|rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .starts_with(|c: char| c.is_ascii_digit())
    })
}

fn is_file_name(arg: &OsStr) -> bool {
    arg.to_str().is_none_or(|it| it.contains('.')) || Path::new(arg).exists()
}

/// A file of the current folder, written so that it does not begin with a dash.
fn here(name: &OsStr) -> OsString {
    Path::new(".").join(name).into_os_string()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Cli;

    fn check(words: &str) -> String {
        let mut command = Cli::command();
        command.build();
        let args = words.split(' ').map(OsString::from).collect();
        marked(args, &command).join(&OsString::from("|")).into_string().unwrap()
    }

    #[test]
    fn moves_with_a_dash_are_told_from_options() {
        assert_eq!(
            check("crosscut replay x -A50ul. - --json -5"),
            "crosscut|replay|x| -A50ul.|-|--json| -5"
        );
        assert_eq!(check("crosscut svg x -B1 -o f"), "crosscut|svg|x| -B1|-o|f");
        assert_eq!(check("crosscut man -a5"), "crosscut|man|-a5");
        assert_eq!(check("crosscut best x --seconds -1 -B1"), "crosscut|best|x|--seconds=-1| -B1");
    }

    #[test]
    fn files_with_a_dash_are_told_from_options_and_moves() {
        assert_eq!(check("crosscut svg x -B1 -o -1.svg"), "crosscut|svg|x| -B1|-o|./-1.svg");
        assert_eq!(
            check("crosscut play --resume -x --plain"),
            "crosscut|play|--resume|./-x|--plain"
        );
        assert_eq!(check("crosscut puzzles make x -o -y"), "crosscut|puzzles|make|x|-o|./-y");
        assert_eq!(check("crosscut check -a.ccr -h"), "crosscut|check|./-a.ccr|-h");
        assert_eq!(check("crosscut check -- -a.ccr"), "crosscut|check|--|-a.ccr");
        // A missing value is still missing, and standard output is not a file.
        assert_eq!(check("crosscut svg x -o --setup V:A1"), "crosscut|svg|x|-o|--setup|V:A1");
        assert_eq!(check("crosscut svg x -o -"), "crosscut|svg|x|-o|-");
    }
}
