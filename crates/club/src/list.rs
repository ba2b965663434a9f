use crate::{Match, Moment, Player, State};

/// The matches in which a player is to move, most urgent first: by deadline, and without a clock by how long the opponent has
/// been waiting.
pub fn my_turns<'a>(
    matches: impl IntoIterator<Item = &'a Match>,
    player: Player,
    state: &State,
) -> Vec<&'a Match> {
    let mine = matches.into_iter().filter(|it| it.player_on_turn() == Some(player));
    let mut turns: Vec<_> = mine
        .map(|it| ((it.deadline(state).unwrap_or(Moment(i64::MAX)), it.touched, it.id), it))
        .collect();
    turns.sort_by_key(|(urgency, _)| *urgency);
    turns.into_iter().map(|(_, it)| it).collect()
}
