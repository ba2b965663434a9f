//! What the games' tests share.

use crosscut_rules::{Game, Options, Outcome, Position, Rng, Seat, Setup};

/// The rules of a game, written again in the most obvious way: no incremental state, no tables, no shared code.
pub(crate) trait Oracle {
    fn turn(&self) -> Seat;
    fn outcome(&self) -> Option<Outcome>;
    fn score(&self) -> Option<[u32; 2]> {
        None
    }
    /// Every legal ply in canonical notation, in any order.
    fn legal(&self) -> Vec<String>;
    /// Plays a ply of that list.
    fn play(&mut self, text: &str);
}

/// The game with these options (`size=5,opening=none`).
pub(crate) fn game<G: Game>(options: &str) -> G {
    G::new(&Options::parse(G::CARD.options, options).expect("options of the card"))
}

/// Plays random games until `plies` plies are played, and compares position and oracle at every ply: turn, outcome,
/// score; and the whole list of legal plies at every `every`th.
pub(crate) fn agree<G: Game, O: Oracle>(
    options: &str,
    oracle: impl Fn() -> O,
    plies: usize,
    every: usize,
    seed: u64,
) {
    let game: G = game(options);
    let mut rng = Rng::new(seed);
    let mut played = 0;
    while played < plies {
        let (mut fast, mut slow) = (game.start(), oracle());
        let mut line: Vec<String> = Vec::new();
        let mut moves = Vec::new();
        loop {
            assert_eq!(fast.outcome(), slow.outcome(), "outcome of {options} after {line:?}");
            assert_eq!(fast.score(), slow.score(), "score of {options} after {line:?}");
            moves.clear();
            fast.moves(&mut moves);
            if played.is_multiple_of(every) {
                let mut ours: Vec<String> = moves.iter().map(ToString::to_string).collect();
                let mut theirs = slow.legal();
                ours.sort_unstable();
                theirs.sort_unstable();
                assert_eq!(ours, theirs, "legal plies of {options} after {line:?}");
            }
            if fast.outcome().is_some() {
                break;
            }
            assert_eq!(fast.turn(), slow.turn(), "turn of {options} after {line:?}");
            let m = rng.pick(&moves);
            fast.play_unchecked(m);
            slow.play(&m.to_string());
            line.push(m.to_string());
            played += 1;
        }
    }
}

/// The position after these plies (white-space separated).
///
/// # Panics
/// With the refusal, if one of them is refused.
pub(crate) fn after<G: Game>(options: &str, plies: &str) -> G::Position {
    let mut position = game::<G>(options).start();
    for text in plies.split_whitespace() {
        let played = text.parse().and_then(|m| position.play(m));
        assert_eq!(played, Ok(()), "{text} in {plies}");
    }
    position
}

/// What a player is told who tries `text` after these plies: the refusal, or the canonical move.
pub(crate) fn check<G: Game>(options: &str, plies: &str, text: &str) -> String {
    let position = after::<G>(options, plies);
    match text
        .parse::<<G::Position as Position>::Move>()
        .and_then(|m| position.check(m).map(|()| m))
    {
        Ok(m) => m.to_string(),
        Err(error) => error.to_string(),
    }
}

/// The position a set-up describes, or the refusal.
pub(crate) fn set_up<G: Game>(options: &str, setup: &str) -> Result<G::Position, String> {
    let setup = Setup::parse(setup).map_err(|error| error.to_string())?;
    game::<G>(options).set_up(&setup).map_err(|error| error.to_string())
}
