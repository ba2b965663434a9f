use std::time::Duration;

use crosscut_catalog::Spec;
use crosscut_rules::{Outcome, Rng, Seat};
use crosscut_search::Stopwatch;

use crate::mover::mix;
use crate::{Choice, Contender, Effort, Ending, Fault, Inside, Mover, Played};

/// A match of games in pairs: two players, a game, and how it is opened. In the two games of a pair the opening is the same
/// and the players change seats, so that neither gains by the opening.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The game.
    pub spec: Spec,
    /// The players.
    pub contenders: [Contender; 2],
    /// The number of random plies that open each game.
    pub opening: usize,
    /// The random seed: matches of the same game with the same seed have the same openings.
    pub seed: u64,
}

impl Duel {
    /// Plays the two games of a pair, between players by our own search.
    #[must_use]
    pub fn pair(&self, nth: u64) -> [Played; 2] {
        let mut movers = [0, 1].map(|it| Inside::new(self.contenders[it].budget(&self.spec)));
        let opening = self.opening(nth);
        [0, 1].map(|first| {
            let [a, b] = &mut movers;
            self.game(&opening, first, self.seed_of_game(nth, first), [a, b], &|| true)
                .expect("a search of ours has no faults")
                .expect("nobody stops it")
        })
    }

    /// The opening of the `nth` pair: random plies that do not end the game, drawn from the seed and `nth`; fewer than wanted
    /// if the game is too short for them.
    #[must_use]
    pub fn opening(&self, nth: u64) -> Vec<String> {
        let mut rng = Rng::new(mix(self.seed, nth));
        let mut wanted = self.opening;
        let mut tries = 0;
        loop {
            let mut position = self.spec.start();
            let mut plies = Vec::new();
            while plies.len() < wanted && position.turn().is_some() {
                let moves = position.moves();
                let ply = &moves[rng.below(moves.len() as u32) as usize];
                plies.push(position.play(ply).expect("it is legal"));
            }
            if position.turn().is_some() {
                return plies;
            }
            tries += 1;
            if tries % 100 == 0 {
                wanted = plies.len() - 1;
            }
        }
    }

    /// The seed of a game of a pair.
    #[must_use]
    pub fn seed_of_game(&self, pair: u64, game: usize) -> u64 {
        mix(mix(self.seed, pair), game as u64 + 1)
    }

    /// Plays a game from an opening; the contender `first` has the first seat. `None` if `go_on` returns `false` before it is
    /// over.
    ///
    /// # Errors
    /// Why the match cannot continue. A fault that only loses the game is recorded in the game.
    pub fn game(
        &self,
        opening: &[String],
        first: usize,
        seed: u64,
        movers: [&mut dyn Mover; 2],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Played>, String> {
        let mut movers = movers;
        let mut position = self.spec.start();
        for ply in opening {
            position.play(ply).expect("openings are legal");
        }
        let mut played = Played::opened(opening, first);
        for mover in &mut movers {
            mover.begin(&self.spec, opening, seed)?;
        }
        let holder = |seat: Seat| if seat == Seat::First { first } else { 1 - first };
        while let Some(seat) = position.turn() {
            if !go_on() {
                return Ok(None);
            }
            let who = holder(seat);
            let lost = |ending, reason| (ending, Outcome::Won(!seat), who, reason);
            let watch = Stopwatch::start();
            let choice = movers[who].choose(&position, go_on);
            // A ply chosen in a hurry, or by a program that was asked to stop, does not belong to this game.
            if !go_on() {
                return Ok(None);
            }
            let (text, simulations) = match choice {
                Ok(Choice::Ply { text, simulations }) => (text, simulations),
                Ok(Choice::Resign) => {
                    played.outcome = Outcome::Won(!seat);
                    played.ending = Ending::Resignation;
                    return Ok(Some(played));
                }
                Err(Fault::Lost { ending, reason }) => {
                    return Ok(Some(played.ended(lost(ending, reason))));
                }
                Err(Fault::Stop(reason)) => return Err(reason),
            };
            // Rounded as in the log, so that a match reads the same from memory and from its log.
            let time = Duration::from_micros(watch.elapsed().as_micros() as u64);
            let ply = match position.play(&text) {
                Ok(ply) => ply,
                Err(refusal) => {
                    let reason = format!("it answered {text}, which is no legal move: {refusal}");
                    return Ok(Some(played.ended(lost(Ending::Forfeit, reason))));
                }
            };
            played.push(ply.clone(), Effort { by: who, time, simulations });
            for (it, mover) in movers.iter_mut().enumerate() {
                match mover.note(&ply, &position, it == who) {
                    Ok(()) => {}
                    // If this ply has won, it has won, whatever happens to the programs now.
                    Err(Fault::Lost { .. }) if position.outcome().is_some() => {}
                    Err(Fault::Lost { ending, reason }) => {
                        let seat = if it == first { Seat::First } else { Seat::Second };
                        return Ok(Some(played.ended((ending, Outcome::Won(!seat), it, reason))));
                    }
                    Err(Fault::Stop(reason)) => return Err(reason),
                }
            }
        }
        played.outcome = position.outcome().expect("nobody is to move");
        Ok(Some(played))
    }
}
