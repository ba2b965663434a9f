use crosscut_rules::{Game, Outcome, Position, Rng};

use crate::{Exact, Knowledge, Ladder, Player, Plies, Rung, Tree};

/// What a player knows about a game. The defaults know the rules and nothing else.
pub trait Evaluate: Game {
    /// The levels below the highest, about 190 Elo points apart. The default is a good start for most games.
    const LADDER: Ladder = [
        Rung::rules(15, 1),
        Rung::rules(80, 1),
        Rung::rules(160, 2),
        Rung::all(12),
        Rung::all(40),
        Rung::all(160),
        Rung::all(600),
    ];

    /// Plays from `position` to the end of the game, choosing each ply uniformly among the legal ones.
    ///
    /// A game may do this faster than by listing moves, but the plies must have the same distribution.
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

    /// Fills at least `games` random boards and evaluates each once, so that the winner is distributed as in
    /// [`playout`](Self::playout) without passes and swaps. Only in games where the result cannot depend on when one stops;
    /// `None` in others.
    fn fill(&self, _games: u64, _rng: &mut Rng) -> Option<Filled> {
        None
    }

    /// The result of every legal ply, in games where it can be computed immediately in any position; `None` in others, and
    /// when the game is over. A player asks this before searching, unless it knows only the rules.
    fn exact(_position: &Self::Position) -> Option<Exact<MoveOf<Self>>> {
        None
    }

    /// A player who searches the game from `position` on.
    ///
    /// A game that knows more than its rules returns a [`Tree`] over a [`View`](crate::View) of its own.
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

/// The results of many randomly filled boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// How many boards were filled: as many as were requested, or a few more.
    pub games: u64,
    /// How many of them the first side won.
    pub first_wins: u64,
    /// How many plies it took to fill each board.
    pub plies: u32,
}
