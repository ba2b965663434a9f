mod notation;
mod pictures;
mod playouts;
mod rules;
mod setup;

use crosscut_draw::Draw;
use crosscut_rules::{Game, Position, Rng};

use super::cell::Tile;
use super::{Trichet, TrichetPosition};
use crate::testing::{self, game};

/// Dot wins at the end.
const FIGURE_4: &str = "L51dl. L49dr. L50db. N49ut. N51ul.";
/// Dot closes regions of both colours at the end.
const BOTH: &str =
    "N48ul. L49dbo K52dro J51ur. I53ur. H54uro J53db. O49dlo P46dl. P50uro G56ul. P45dro N51dbo";

/// Leaves a hole in M48u.
const HOLE: &str = "L50ulo K50uro J50uto N49ulo J48dl. N48uto N47ut. L48uto";

fn after(options: &str, plies: &str) -> TrichetPosition {
    testing::after::<Trichet>(options, plies)
}

fn check(plies: &str, text: &str) -> String {
    testing::check::<Trichet>("", plies, text)
}

fn set_up(options: &str, setup: &str) -> Result<TrichetPosition, String> {
    testing::set_up::<Trichet>(options, setup)
}

/// The tiles on the table as in a set-up, without the starting tiles.
fn words(position: &TrichetPosition) -> String {
    let tiles = position.tiles().into_iter().filter(|it| !Tile::START.contains(it));
    tiles.map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
}

fn text(position: &TrichetPosition) -> String {
    game::<Trichet>("").text(position).to_string()
}

/// Visits every position of random games.
fn wander(options: &str, games: u32, seed: u64, mut visit: impl FnMut(&TrichetPosition)) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let mut position = game::<Trichet>(options).start();
        let mut moves = Vec::new();
        loop {
            visit(&position);
            moves.clear();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(rng.pick(&moves));
        }
    }
}
