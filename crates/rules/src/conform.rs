use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{Game, MoveError, Position, Rng};

/// Plays `games` random games and checks every position against the contract of [`Position`]:
/// the list of moves has no duplicates, and each move in it is accepted, prints and reads back as itself; `count` is the
/// length of the list; a finished game has no moves and refuses them; positions reached by the same plies are equal and
/// have equal hashes; the game ends within `longest` plies.
///
/// # Panics
/// If a check fails, with what is wrong and the plies that lead there: this is a test.
pub fn conform<G: Game>(game: &G, games: u32, longest: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let mut position = game.start();
        let mut twin = game.start();
        let mut line: Vec<String> = Vec::new();
        let mut moves = Vec::new();
        while position.outcome().is_none() {
            assert!(line.len() < longest, "no end after {longest} plies: {line:?}");
            moves.clear();
            position.moves(&mut moves);
            assert!(!moves.is_empty(), "no move, but not over: {line:?}");
            assert_eq!(position.count(), moves.len(), "count is not the number of moves: {line:?}");
            let different: HashSet<_> = moves.iter().collect();
            assert_eq!(different.len(), moves.len(), "a move is listed twice: {line:?}");
            // Every move of short lists, a sample of long ones: the cost of a game must not grow quadratically.
            for &m in moves.iter().step_by(1 + moves.len() / 64) {
                assert_eq!(position.check(m), Ok(()), "{m} is listed but refused: {line:?}");
                assert_eq!(m.to_string().parse(), Ok(m), "{m} does not read back as itself");
            }
            let m = rng.pick(&moves);
            line.push(m.to_string());
            position.play_unchecked(m);
            assert_eq!(twin.play(m), Ok(()), "{line:?}");
            assert!(position == twin && hash(&position) == hash(&twin), "twins differ: {line:?}");
        }
        moves.clear();
        position.moves(&mut moves);
        assert!(moves.is_empty() && position.count() == 0, "moves after the end: {line:?}");
        let last = line.last().and_then(|text| text.parse().ok()).expect("a game has plies");
        assert_eq!(
            position.check(last),
            Err(MoveError::Over),
            "a move after the end is not refused as such: {line:?}"
        );
    }
}

fn hash(item: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    item.hash(&mut hasher);
    hasher.finish()
}
