use std::collections::HashMap;

use crate::{Outcome, Position, Seat};

/// The worth of positions, found by trying everything that the rules allow: slow, obvious, and the reference that faster
/// solvers are tested against.
#[derive(Clone, Debug)]
pub struct Minimax<P> {
    known: HashMap<P, Worth>,
    most: usize,
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// How the game ends if both play well.
    pub outcome: Outcome,
    /// How many plies it lasts if the winner hurries and the loser delays; meaningless for a draw.
    pub plies: u32,
    /// In games with points: by how many the first seat leads at the end, if both play for points.
    pub lead: Option<i32>,
}

impl<P: Position> Minimax<P> {
    /// An empty table that will keep at most `most` positions.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Minimax { known: HashMap::new(), most }
    }

    /// What a position is worth; `None` if that would take more positions than the table may keep.
    pub fn worth(&mut self, position: &P) -> Option<Worth> {
        if let Some(&worth) = self.known.get(position) {
            return Some(worth);
        }
        if self.known.len() >= self.most {
            return None;
        }
        let worth = match position.outcome() {
            Some(outcome) => Worth { outcome, plies: 0, lead: position.score().map(lead) },
            None => {
                let turn = position.turn();
                let mut moves = Vec::new();
                position.moves(&mut moves);
                let mut best = None;
                for m in moves {
                    let mut next = position.clone();
                    next.play_unchecked(m);
                    let it = self.worth(&next)?;
                    let it = Worth { plies: it.plies + 1, ..it };
                    best = Some(best.map_or(it, |best| better(turn, best, it)));
                }
                best.expect("a game that is not over has plies")
            }
        };
        self.known.insert(position.clone(), worth);
        Some(worth)
    }

    /// Every position in the table, with its worth.
    #[must_use]
    pub fn known(&self) -> &HashMap<P, Worth> {
        &self.known
    }
}

impl Worth {
    /// The result for a seat: 1 for a win, 0 for a draw, -1 for a loss.
    #[must_use]
    pub fn result(&self, seat: Seat) -> i32 {
        match self.outcome {
            Outcome::Drawn => 0,
            Outcome::Won(winner) if winner == seat => 1,
            Outcome::Won(_) => -1,
        }
    }
}

fn lead([first, second]: [u32; 2]) -> i32 {
    first.cast_signed() - second.cast_signed()
}

/// The better for `seat` of the worths that two plies lead to. The lead is compared apart from the rest, because the ply
/// that is best for points need not be the one that wins soonest.
fn better(seat: Seat, a: Worth, b: Worth) -> Worth {
    let rank = |it: &Worth| {
        let (result, plies) = (it.result(seat), it.plies.cast_signed());
        (result, if result > 0 { -plies } else { plies })
    };
    let best = if rank(&b) > rank(&a) { b } else { a };
    let most = if seat == Seat::First { a.lead.max(b.lead) } else { a.lead.min(b.lead) };
    Worth { lead: most, ..best }
}
