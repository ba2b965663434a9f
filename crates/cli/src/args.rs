use clap::{Parser, Subcommand};

#[cfg(feature = "club")]
use crate::club;
#[cfg(feature = "png")]
use crate::png::Png;
use crate::{
    analyse::Analyse, bench::Bench, best::Best, check::Check, completions::Completions,
    convert::Convert, engine::Engine, games::Games, help_game::HelpGame, man::Man, match_::Matches,
    openings::Openings, perft::Perft, play::Play, puzzles::Puzzles, replay::Replay, solve::Solve,
    solved::Solved, svg::Svg, teach, verify::Verify,
};

/// Connection and tile games: exact rules, a computer player, records and drawings.
#[derive(Debug, Parser)]
#[command(name = "crosscut", version, long_version = env!("CROSSCUT_VERSION"), after_long_help = teach::crosscut())]
#[command(arg_required_else_help = true, max_term_width = 100, mut_subcommands = teach::chaptered)]
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
    #[cfg(feature = "png")]
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
    #[cfg(feature = "club")]
    #[command(flatten)]
    Club(club::Command),
    Completions(Completions),
    Man(Man),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_list_of_commands_says_of_each_one_line() {
        fn walk(command: &clap::Command, long: &mut Vec<String>) {
            for it in command.get_subcommands() {
                let about = it.get_about().map(ToString::to_string).unwrap_or_default();
                if about.is_empty() || 100 < about.chars().count() || about.ends_with('.') {
                    long.push(format!("{}: {about}", it.get_name()));
                }
                walk(it, long);
            }
        }
        let mut long = Vec::new();
        walk(&Cli::command(), &mut long);
        assert!(long.is_empty(), "{}", long.join("\n"));
    }
}
