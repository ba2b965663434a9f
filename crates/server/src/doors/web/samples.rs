//! A finished small board of every game, as its picture in lists: the computer plays them against itself when the server
//! starts, the same ones every time.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::thread;

use crosscut_catalog::{AnyGame, Budget, GAMES, Line, Spec, Values};

static SAMPLES: [OnceLock<Line>; 64] = [const { OnceLock::new() }; 64];

/// Simulations a move: enough for a game that looks like one.
const SIMULATIONS: u64 = 30;
/// No sample is longer.
const MOST_PLIES: usize = 120;

/// Begins to play the samples, on a thread of its own.
pub(crate) fn begin() {
    static BEGUN: OnceLock<()> = OnceLock::new();
    BEGUN.get_or_init(|| {
        thread::spawn(|| {
            for (game, sample) in GAMES.iter().zip(&SAMPLES) {
                if let Some(line) = play(*game) {
                    let _ = sample.set(line);
                }
            }
        });
    });
}

/// The sample of a game, once it is played.
pub(crate) fn sample(name: &str) -> Option<&'static Line> {
    let at = GAMES.iter().position(|it| it.card().name == name)?;
    SAMPLES.get(at)?.get()
}

fn play(game: &'static dyn AnyGame) -> Option<Line> {
    let mut line = Line::new(small(game)?);
    while line.position().turn().is_some() && line.plies().len() < MOST_PLIES {
        let budget = Budget::simulations(SIMULATIONS).with_seed(line.plies().len() as u64);
        let analysis = line.position().analyse(&budget, &mut |_| ControlFlow::Continue(()))?;
        let best = analysis.candidates.into_iter().next()?;
        line.play(&best.ply).ok()?;
    }
    Some(line)
}

/// The game on a board that can be taken in at a glance.
fn small(game: &'static dyn AnyGame) -> Option<Spec> {
    const GLANCE: u32 = 8;
    let options = game.card().options.iter().find_map(|option| match option.values {
        Values::Number { least, most, step, default } if most <= 64 => {
            let size = (least..=default).step_by(step as usize).find(|&it| it >= GLANCE)?;
            Some(format!("{}={size}", option.name))
        }
        _ => None,
    });
    Spec::of(game, &options.unwrap_or_default()).ok()
}
