use crosscut_rules::{Pie, PieMove, Position, Rng};
use crosscut_search::Playout;

/// Plays on at random, for games in which a ply takes one of the free cells, whoever moves, until somebody has won: the
/// free cells are listed once and drawn one by one.
pub(crate) fn playout<P: Position>(position: &Pie<P>, rng: &mut Rng) -> Playout {
    let mut position = position.clone();
    let mut free = Vec::new();
    position.board().moves(&mut free);
    let mut plies = 0;
    loop {
        if let Some(outcome) = position.outcome() {
            return Playout { plies, outcome };
        }
        // Swapping answers the first ply of a game, so it is the first or second one from here or never.
        let swap = plies < 2 && position.check(PieMove::Swap).is_ok();
        let drawn = rng.below(free.len() as u32 + u32::from(swap)) as usize;
        position.play_unchecked(if drawn < free.len() {
            PieMove::Play(free.swap_remove(drawn))
        } else {
            PieMove::Swap
        });
        plies += 1;
    }
}
