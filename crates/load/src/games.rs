//! Games to play: random ones, prepared in advance so that playing them costs nothing.

use crosscut_catalog::{GAMES, Line, Rng, Spec};

/// A complete game.
#[derive(Clone, Debug)]
pub struct GameScript {
    /// The spec of the game.
    pub spec: String,
    /// The plies, each with the seat that plays it: 0 or 1.
    pub plies: Vec<(usize, String)>,
}

/// Random games, `each` of every game, or of a single one.
///
/// # Errors
/// There is no such game.
pub fn scripts(spec: Option<&str>, each: usize, seed: u64) -> anyhow::Result<Vec<GameScript>> {
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

fn script(spec: &Spec, rng: &mut Rng) -> GameScript {
    let mut line = Line::new(spec.clone());
    let mut plies = Vec::new();
    while let Some(seat) = line.position().turn() {
        let moves = line.position().moves();
        let n = u32::try_from(moves.len()).expect("no game has so many plies");
        let ply = &moves[rng.below(n) as usize];
        plies.push((seat.index(), ply.clone()));
        line.play(ply).expect("a legal ply can be played");
    }
    GameScript { spec: spec.to_string(), plies }
}
