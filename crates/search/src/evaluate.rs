use crosscut_rules::{Game, Outcome, Position, Rng};

use crate::{Exact, Knowledge, Ladder, Player, Plies, Rung, Tree};

/// What a player knows of a game. The defaults know the rules and nothing else.
pub trait Evaluate: Game {
    /// The levels below the highest, about 190 Elo points apart. These are what most games begin with.
    const LADDER: Ladder = [
        Rung::rules(15, 1),
        Rung::rules(80, 1),
        Rung::rules(160, 2),
        Rung::all(12),
        Rung::all(40),
        Rung::all(160),
        Rung::all(600),
    ];

    /// Plays on from `position` with plies chosen uniformly among the legal ones, to the end of the game.
    ///
    /// A game may do this faster than by listing moves, but with the same distribution of plies.
    fn playout(position: &Self::Position, rng: &mut Rng) -> Playout {
        let mut position = position.clone();
        let mut moves = Vec::new();
        let mut plies = 0;
        loop {
            if let Some(outcome) = position.outcome() {
                return Playout { plies, outcome };
            }
            moves.clear();
            position.moves(&mut moves);
            position.play_unchecked(rng.pick(&moves));
            plies += 1;
        }
    }

    /// Fills at least `games` random boards and judges each once, in games where the result cannot depend on when one
    /// stops, so that the winner is distributed as in [`playout`](Self::playout) without passes and swaps. `None` in others.
    fn fill(&self, _games: u64, _rng: &mut Rng) -> Option<Filled> {
        None
    }

    /// The result of every legal ply, in games where that can be told at once, whatever the position; `None` otherwise, and
    /// when the game is over. A player asks before searching, unless it knows the rules only.
    fn exact(_position: &Self::Position) -> Option<Exact<MoveOf<Self>>> {
        None
    }

    /// A player who thinks about the game from `position` on.
    ///
    /// A game that knows more of itself than its rules gives a [`Tree`] over a [`View`](crate::View) of its own.
    fn player(position: &Self::Position, _knowledge: Knowledge) -> Box<dyn Player<MoveOf<Self>>> {
        Box::new(Tree::new(Plies::<Self>::of(position)))
    }
}

/// The plies of a game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// How a random game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How many plies were played.
    pub plies: u32,
    /// How it ended.
    pub outcome: Outcome,
}

/// What became of many filled boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// How many boards were filled: as many as were asked for, or a few more.
    pub games: u64,
    /// How many of them the first side won.
    pub first_wins: u64,
    /// Plies each board took.
    pub plies: u32,
}
