//! The examples run, and end as they claim.

#[path = "../examples/analyse_record.rs"]
mod analyse_record;
#[path = "../examples/own_player.rs"]
mod own_player;
#[path = "../examples/prove.rs"]
mod prove;

#[test]
fn a_player_of_ones_own_plays_ours() {
    own_player::main().expect("it runs");
}

#[test]
fn a_record_is_analysed() {
    analyse_record::main().expect("it runs");
}

#[test]
fn a_proof_is_written_and_checked() {
    prove::main().expect("it runs");
}
