use crosscut_catalog::{Rng, Spec};

use crate::{Count, yardstick};

/// How random games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Ply by ply under the rules, until somebody wins.
    Ply,
    /// Boards are filled, and each is judged once.
    Fill,
}

impl Kind {
    /// `ply` or `fill`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Ply => "ply",
            Kind::Fill => "fill",
        }
    }
}

/// The naive loop that does the same work as Crosscut's random games of this spec, if there is one.
pub fn rival(spec: &Spec, kind: Kind, seed: u64) -> Option<Box<dyn FnMut(u64) -> Count>> {
    let size = || spec.options().number("size") as usize;
    let mut rng = Rng::new(seed);
    match (spec.card().name, kind) {
        ("hex", Kind::Ply) => {
            let mut board = yardstick::Hex::new(size());
            Some(Box::new(move |games| repeat(games, || board.ply(&mut rng))))
        }
        // On a board with one cell per point, filling and judging is the same work however its cells touch.
        ("hex" | "diagonal-bridg-it", Kind::Fill) => {
            let (mut board, cells) = (yardstick::Hex::new(size()), (size() * size()) as u32);
            Some(Box::new(move |games| repeat(games, || (cells, board.fill(&mut rng)))))
        }
        ("trellis", Kind::Ply) => {
            let mut board = yardstick::Trellis::new(size());
            Some(Box::new(move |games| repeat(games, || board.ply(&mut rng))))
        }
        _ => None,
    }
}

/// Adds up games, each given by its number of plies and whether the first seat won.
fn repeat(games: u64, mut game: impl FnMut() -> (u32, bool)) -> Count {
    let mut count = Count::new(games, 0, 0);
    for _ in 0..games {
        let (plies, first) = game();
        count.plies += u64::from(plies);
        count.first_wins += u64::from(first);
    }
    count
}
