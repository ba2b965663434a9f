use std::time::Duration;

/// What the side to move gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// It loses, whatever it does.
    Loss,
    /// Neither side can do better than a draw.
    Draw,
    /// It wins.
    Win,
}

/// What a solve has found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<M> {
    /// What the side to move gets; `None` if the limits did not suffice.
    pub value: Option<Value>,
    /// In games with points: the side to move's points at the end less the other's, if both play for that difference.
    pub score: Option<i32>,
    /// The plies that are proved to win: all of them, in the game's order, or just one, as was asked.
    pub winning: Vec<M>,
    /// Whether all that was asked has been answered within the limits: the value, the winning plies and the score.
    pub complete: bool,
    /// How many plies the game lasts if the winner hurries and the loser delays; `None` if that was not found out.
    pub plies: Option<u32>,
    /// Nodes expanded.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Value {
    /// The value of a result for the side to move: above 0, 0 or below.
    pub(crate) fn of(result: i32) -> Self {
        match result {
            ..0 => Value::Loss,
            0 => Value::Draw,
            1.. => Value::Win,
        }
    }

    /// `win`, `loss` or `draw`, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Win => "win",
        }
    }
}

impl<M> Solution<M> {
    /// The same solution in other words for the plies.
    pub fn map<T>(self, name: impl FnMut(M) -> T) -> Solution<T> {
        Solution {
            winning: self.winning.into_iter().map(name).collect(),
            value: self.value,
            score: self.score,
            complete: self.complete,
            plies: self.plies,
            nodes: self.nodes,
            time: self.time,
        }
    }
}
