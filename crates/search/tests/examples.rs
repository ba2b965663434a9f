//! The examples run.

#[path = "../examples/new_game.rs"]
mod new_game;

#[test]
fn a_new_game_is_played() {
    new_game::main().expect("it runs");
}
