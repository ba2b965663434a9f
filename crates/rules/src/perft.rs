use crate::Position;

/// The number of sequences of exactly `depth` legal plies. A finished game has none; at depth 0 there is one, the empty
/// sequence.
///
/// The last ply is counted without being played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count() as u64,
        _ => {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let after = |m| {
                let mut next = position.clone();
                next.play_unchecked(m);
                perft(&next, depth - 1)
            };
            moves.into_iter().map(after).sum()
        }
    }
}
