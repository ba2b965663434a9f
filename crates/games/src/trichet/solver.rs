use crosscut_solve::{Plain, Solve};

use super::{Trichet, TrichetPosition};

/// A proof has nothing but the rules to go by.
impl crosscut_verify::Verify for Trichet {}

impl Solve for Trichet {
    type Node = Plain<TrichetPosition>;

    fn node(&self, position: &TrichetPosition) -> Option<Self::Node> {
        Some(Plain(position.clone()))
    }
}

#[cfg(test)]
mod tests;
