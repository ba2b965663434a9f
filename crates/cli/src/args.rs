use std::ffi::OsString;

use clap::{CommandFactory, Parser, Subcommand};

use crate::{
    analyse::Analyse,
    backup::{Backup, Restore},
    bench::Bench,
    best::Best,
    check::Check,
    completions::Completions,
    convert::Convert,
    doctor::Doctor,
    engine::Engine,
    game::Game,
    games::Games,
    help_game::HelpGame,
    mail_in::MailIn,
    man::Man,
    match_::Matches,
    openings::Openings,
    perft::Perft,
    play::Play,
    png::Png,
    puzzles::Puzzles,
    replay::Replay,
    say::Say,
    serve::Serve,
    solve::Solve,
    solved::Solved,
    svg::Svg,
    teach,
    user::User,
    verify::Verify,
};

/// Connection and tile games: exact rules, a computer player, records and drawings.
#[derive(Debug, Parser)]
#[command(name = "crosscut", version, after_long_help = teach::crosscut())]
#[command(arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Games(Games),
    HelpGame(HelpGame),
    Play(Play),
    Replay(Replay),
    Svg(Svg),
    Png(Png),
    Convert(Convert),
    Check(Check),
    Best(Best),
    Analyse(Analyse),
    Solve(Solve),
    Puzzles(Puzzles),
    Verify(Verify),
    Solved(Solved),
    Match(Box<Matches>),
    Openings(Openings),
    Engine(Engine),
    Perft(Perft),
    Bench(Bench),
    Say(Say),
    Serve(Box<Serve>),
    Backup(Backup),
    Restore(Restore),
    Doctor(Doctor),
    User(User),
    Game(Game),
    MailIn(MailIn),
    Completions(Completions),
    Man(Man),
}

/// Marks arguments that are moves beginning with a dash, by a blank before the dash.
///
/// Some notations have them (columns left of the first: `-A50u`), and the parser would take them for options. Letting
/// it take everything for a move that begins with a dash would hide options given after moves. So what looks like a
/// dash, letters and a number is a move wherever moves are taken; moves are trimmed before they are played.
pub(crate) fn with_moves_marked(mut args: Vec<OsString>) -> Vec<OsString> {
    let takes_moves = args.get(1).and_then(|name| {
        let command = Cli::command();
        let command = command.find_subcommand(name)?;
        Some(command.get_positionals().any(|it| it.get_id() == "moves"))
    });
    if takes_moves == Some(true) {
        for arg in &mut args[2..] {
            if arg.to_str().is_some_and(is_move_with_dash) {
                let mut marked = OsString::from(" ");
                marked.push(&*arg);
                *arg = marked;
            }
        }
    }
    args
}

/// A dash, letters (or none), a digit, anything.
fn is_move_with_dash(arg: &str) -> bool {
    arg.strip_prefix('-').is_some_and(|rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .starts_with(|c: char| c.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn moves_with_a_dash_are_told_from_options() {
        let marked = |words: &str| {
            let args = words.split(' ').map(OsString::from).collect();
            with_moves_marked(args).join(&OsString::from("|")).into_string().unwrap()
        };
        assert_eq!(
            marked("crosscut replay x -A50ul. - --json -5"),
            "crosscut|replay|x| -A50ul.|-|--json| -5"
        );
        assert_eq!(marked("crosscut svg x -B1 -o f"), "crosscut|svg|x| -B1|-o|f");
        assert_eq!(marked("crosscut man -a5"), "crosscut|man|-a5");
    }
}
