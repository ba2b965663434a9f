use clap::{Parser, Subcommand};

#[cfg(feature = "club")]
use crate::club;
#[cfg(feature = "png")]
use crate::png::PngArgs;
use crate::{
    analyse::AnalyseArgs, bench::BenchArgs, best::BestArgs, check::CheckArgs,
    completions::CompletionsArgs, convert::ConvertArgs, engine::EngineArgs, games::GamesArgs,
    help_game::HelpGameArgs, man::ManArgs, match_::MatchArgs, openings::OpeningsArgs,
    perft::PerftArgs, play::PlayArgs, puzzles::PuzzlesArgs, replay::ReplayArgs, solve::SolveArgs,
    solved::SolvedArgs, svg::SvgArgs, teach, verify::VerifyArgs,
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
    Games(GamesArgs),
    HelpGame(HelpGameArgs),
    Play(PlayArgs),
    Replay(ReplayArgs),
    Svg(SvgArgs),
    #[cfg(feature = "png")]
    Png(PngArgs),
    Convert(ConvertArgs),
    Check(CheckArgs),
    Best(BestArgs),
    Analyse(AnalyseArgs),
    Solve(SolveArgs),
    Puzzles(PuzzlesArgs),
    Verify(VerifyArgs),
    Solved(SolvedArgs),
    Match(Box<MatchArgs>),
    Openings(OpeningsArgs),
    Engine(EngineArgs),
    Perft(PerftArgs),
    Bench(BenchArgs),
    #[cfg(feature = "club")]
    #[command(flatten)]
    Club(club::ClubCommand),
    Completions(CompletionsArgs),
    Man(ManArgs),
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
