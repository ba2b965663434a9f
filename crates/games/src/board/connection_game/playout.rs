use crosscut_rules::{Pie, PieMove, Position, Rng};
use crosscut_search::Playout;

use super::{Board, ConnectionPosition, ConnectionRules, Geometry, Ply};

/// Plays on at random until the game is over: the free cells are listed once and drawn one by one, whoever moves.
pub(crate) fn playout<G: ConnectionRules>(
    position: &Pie<ConnectionPosition<G>>,
    rng: &mut Rng,
) -> Playout {
    let mut position = position.clone();
    let (board, size) = (position.board(), position.board().size());
    let mut free: Vec<_> = board.board().free().map(|it| G::Geometry::point(it, size)).collect();
    let mut plies = 0;
    loop {
        if let Some(outcome) = position.outcome() {
            return Playout { plies, outcome };
        }
        // Swapping answers the first ply of a game, so it is the first or second one from here or never.
        let swap = plies < 2 && position.check(PieMove::Swap).is_ok();
        let more = u32::from(G::Ply::PASS.is_some()) + u32::from(swap);
        let drawn = rng.below(free.len() as u32 + more) as usize;
        position.play_unchecked(if drawn < free.len() {
            PieMove::Play(G::Ply::place(free.swap_remove(drawn)))
        } else {
            match G::Ply::PASS {
                Some(pass) if drawn == free.len() => PieMove::Play(pass),
                _ => PieMove::Swap,
            }
        });
        plies += 1;
    }
}
