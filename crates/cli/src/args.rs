use clap::{Parser, Subcommand};

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
    people::{Address, Audit},
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
    Address(Address),
    Audit(Audit),
    Game(Game),
    MailIn(MailIn),
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
}
