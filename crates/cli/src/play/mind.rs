use std::sync::{Arc, Mutex, PoisonError};

use crosscut_catalog::{AnyPlayer, Budget, Level, Line};

/// What the computer remembers of a game from one move to the next, mainly what it has proved, so that it does not lose a
/// position it has seen to be won. Levels do not share knowledge. Clones do.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlayMemory(Arc<Mutex<Vec<LevelMemory>>>);

/// The memory of one level.
#[derive(Debug)]
struct LevelMemory {
    level: Level,
    /// The plies that the player has followed.
    plies: Vec<String>,
    player: AnyPlayer,
}

impl PlayMemory {
    /// Calls `think` with a level's player, at the end of a line.
    pub(crate) fn use_player<T>(
        &self,
        line: &Line,
        level: Level,
        budget: &Budget,
        think: impl FnOnce(&mut AnyPlayer) -> T,
    ) -> T {
        let mut player = self.recall(line, level).unwrap_or_else(|| line.position().player(budget));
        let thought = think(&mut player);
        let plies = line.plies().to_vec();
        let mut memories = self.lock();
        memories.retain(|it| it.level != level);
        memories.push(LevelMemory { level, plies, player });
        drop(memories);
        thought
    }

    /// The player of a level, brought up to date; `None` if the game took another course, or has just begun.
    fn recall(&self, line: &Line, level: Level) -> Option<AnyPlayer> {
        let mut memories = self.lock();
        let at = memories.iter().position(|it| it.level == level)?;
        let LevelMemory { plies, mut player, .. } = memories.swap_remove(at);
        drop(memories);
        for ply in line.plies().strip_prefix(&plies[..])? {
            player.play(ply).ok()?;
        }
        Some(player)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<LevelMemory>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_kept_while_the_game_goes_on_and_not_after_a_ply_was_taken_back() {
        let spec = "hex:size=4,opening=none".parse().expect("a spec");
        let level = Level::new(4).expect("a level");
        let (mind, mut line) = (PlayMemory::default(), Line::new(spec));
        mind.use_player(&line, level, &line.spec().budget(level), |_| ());
        assert!(mind.recall(&line, Level::new(5).expect("a level")).is_none());
        for ply in ["B2", "C3"] {
            line.play(ply).expect("it is legal");
        }
        mind.use_player(&line, level, &line.spec().budget(level), |_| ());
        assert_eq!(mind.lock().len(), 1, "the same player has followed the game");
        line.undo();
        assert!(mind.recall(&line, level).is_none());
    }
}
