//! Games to play: random ones, prepared beforehand so that playing them costs nothing.

use crosscut_catalog::{GAMES, Line, Rng, Spec};

/// A game from its start to its end.
#[derive(Clone, Debug)]
pub struct Script {
    /// What is played.
    pub spec: String,
    /// The plies, and which seat plays each: 0 or 1.
    pub plies: Vec<(usize, String)>,
}

/// So many random games of each game, or of one.
///
/// # Errors
/// There is no such game.
pub fn scripts(spec: Option<&str>, each: usize, seed: u64) -> anyhow::Result<Vec<Script>> {
    let specs: Vec<String> = match spec {
        Some(spec) => vec![spec.to_string()],
        None => GAMES.iter().map(|game| game.card().name.to_string()).collect(),
    };
    let mut rng = Rng::new(seed);
    let mut scripts = Vec::new();
    for spec in &specs {
        for _ in 0..each {
            scripts.push(script(&spec.parse()?, &mut rng));
        }
    }
    Ok(scripts)
}

fn script(spec: &Spec, rng: &mut Rng) -> Script {
    let mut line = Line::new(spec.clone());
    let mut plies = Vec::new();
    while let Some(seat) = line.position().turn() {
        let moves = line.position().moves();
        let n = u32::try_from(moves.len()).expect("no game has so many plies");
        let ply = &moves[rng.below(n) as usize];
        plies.push((seat.index(), ply.clone()));
        line.play(ply).expect("a legal ply can be played");
    }
    Script { spec: spec.to_string(), plies }
}
