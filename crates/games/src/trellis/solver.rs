use crosscut_solve::{Plain, Solve};

use super::{Trellis, TrellisPosition};

impl Solve for Trellis {
    type Node = Plain<TrellisPosition>;

    fn node(&self, position: &TrellisPosition) -> Option<Self::Node> {
        Some(Plain(position.clone()))
    }
}

#[cfg(test)]
mod tests;
