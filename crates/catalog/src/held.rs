use crosscut_draw::{Diagram, Draw, Last, Scene, Stage};
use crosscut_rules::{Game, MoveError, Outcome, Position, Rng, Seat, Seating, Side, perft};
use crosscut_search::{Analysis, Budget, Candidate, Evaluate, Playout, player, search};
use crosscut_solve::{Certified, Damaged, Limits, Question, Solution, Solve, Task, certify, solve};
use crosscut_verify::{Certificate, Fault, Verified, Verify};

use crate::endgame::Found;
use crate::erased::{Guard, Hidden, Watch};
use crate::list::unmarked;
use crate::player::{AnyPlayer, Seated};
use crate::{AnyPosition, Endgame, ErasedPosition};

/// A position with its type, and the ply that led to it: the one implementor of [`ErasedPosition`], generic over games.
pub(crate) struct Held<G: Game> {
    game: G,
    position: G::Position,
    last: Option<(G::Position, <G::Position as Position>::Move)>,
}

impl<G: Draw + Evaluate + Solve + Verify> Held<G> {
    pub(crate) fn open(game: G, position: G::Position) -> AnyPosition {
        AnyPosition(Box::new(Held { game, position, last: None }))
    }
}

impl<G: Draw + Evaluate + Solve + Verify> ErasedPosition for Held<G> {
    fn turn(&self) -> Option<Seat> {
        self.outcome().is_none().then(|| self.position.turn())
    }

    fn side(&self) -> Option<&'static str> {
        self.outcome().is_none().then(|| G::CARD.sides[self.position.side().index()])
    }

    fn held_by(&self, seat: Seat) -> &'static str {
        G::CARD.sides[self.position.held_by(seat).index()]
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn drawn_because(&self) -> Option<&'static str> {
        self.position.drawn_because()
    }

    fn won_because(&self) -> Option<String> {
        self.position.won_because()
    }

    fn remaining(&self) -> Option<String> {
        self.position.remaining()
    }

    fn joined(&self) -> Option<&'static str> {
        self.position.joined()
    }

    fn score(&self) -> Option<[u32; 2]> {
        self.position.score()
    }

    fn count(&self) -> usize {
        self.position.count()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.position.legal_moves().iter().map(ToString::to_string).collect()
    }

    fn text(&self) -> Diagram {
        self.game.text(&self.position)
    }

    fn scene(&self) -> Scene {
        let last = self.last.as_ref().map(|(before, ply)| Last { before, ply: *ply });
        let mut scene = self.game.scene(&self.position, last);
        in_colours::<G>(&mut scene);
        scene
    }

    fn forced(&self) -> Vec<Vec<String>> {
        let Some((before, ply)) = &self.last else { return Vec::new() };
        let rounds = self.game.forced(Last { before, ply: *ply }, &self.position);
        rounds.iter().map(|it| it.iter().map(ToString::to_string).collect()).collect()
    }

    fn stages(&self) -> Vec<Stage> {
        let Some((before, ply)) = &self.last else { return Vec::new() };
        let mut stages = self.game.stages(Last { before, ply: *ply }, &self.position);
        for stage in &mut stages {
            in_colours::<G>(&mut stage.scene);
            stage.says = G::CARD.in_colours(&stage.says);
        }
        stages
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.position, depth)
    }

    fn playout(&self, rng: &mut Rng) -> Playout {
        G::playout(&self.position, rng)
    }

    fn play_out(&mut self, rng: &mut Rng) {
        let mut moves = Vec::new();
        while self.position.outcome().is_none() {
            moves.clear();
            self.position.moves(&mut moves);
            self.position.play_unchecked(rng.pick(&moves));
        }
        self.last = None;
    }

    fn solve(&self, question: Question, limits: &Limits, watch: Guard<'_>) -> Solution<String> {
        solve(&self.game, &self.position, question, limits, watch).map(|ply| ply.to_string())
    }

    fn endgame(&self, most: usize, rng: &mut Rng) -> Option<Endgame> {
        let Found { line, position, worth, after } = Found::after(&self.position, most, rng)?;
        Some(Endgame {
            line: line.iter().map(ToString::to_string).collect(),
            position: Held::open(self.game.clone(), position),
            worth,
            after,
        })
    }

    fn analyse(&self, budget: &Budget, watch: Watch<'_>) -> Option<Analysis<String>> {
        search::<G>(&self.position, budget, &mut |analysis| watch(&in_words(analysis)))
            .as_ref()
            .map(in_words)
    }

    fn player(&self, budget: &Budget) -> AnyPlayer {
        Seated::<G>::open(&self.position, player::<G>(&self.position, budget))
    }
}

impl<G: Draw + Evaluate + Solve + Verify> Hidden for Held<G> {
    fn boxed(&self) -> Box<dyn Hidden> {
        Box::new(Held {
            game: self.game.clone(),
            position: self.position.clone(),
            last: self.last.clone(),
        })
    }

    fn side_of(&self, seat: Seat) -> Side {
        self.position.held_by(seat)
    }

    fn seating(&self) -> Option<Seating<String>> {
        self.position.seating().map(|seating| seating.map(|ply| ply.to_string()))
    }

    fn play_first(&mut self) -> bool {
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        let Some(ply) = moves.first() else { return false };
        let before = self.position.clone();
        self.position.play_unchecked(*ply);
        self.last = Some((before, *ply));
        true
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let text = unmarked(text);
        let ply = self.position.read(text).map_err(|error| unread(text, error))?;
        self.position.check(ply)?;
        let before = self.position.clone();
        self.position.play_unchecked(ply);
        self.last = Some((before, ply));
        Ok(ply.to_string())
    }

    fn bare_scene(&self) -> Scene {
        self.game.scene(&self.position, None)
    }

    fn certify<'w>(&self, task: Task<'w>, watch: Guard<'w>) -> Result<Certified<String>, Damaged> {
        let (solution, proof) = certify(&self.game, &self.position, task, watch)?;
        Ok((solution.map(|ply| ply.to_string()), proof))
    }

    fn verify(&self, certificate: &Certificate<'_>) -> Result<Verified, Fault> {
        certificate.check(&self.game, &self.position)
    }
}

/// Why a move cannot be read. Who wants to pass where nobody can is told that, and what can be done instead.
fn unread(text: &str, error: MoveError) -> MoveError {
    match &error {
        MoveError::Syntax(words) if text.eq_ignore_ascii_case("pass") => {
            match words.split_once(": ") {
                Some((_, allowed)) => {
                    MoveError::syntax(format!("there is no passing in this game: {allowed}"))
                }
                None => error,
            }
        }
        _ => error,
    }
}

/// Calls the sides by their colours in whatever a scene says.
fn in_colours<G: Game>(scene: &mut Scene) {
    let says = scene.sites.iter_mut().map(|it| &mut it.says);
    let whys = scene.gaps.iter_mut().map(|it| &mut it.why);
    for text in says.chain(whys).chain([&mut scene.title]) {
        *text = G::CARD.in_colours(text);
    }
}

pub(crate) fn in_words<M: ToString>(analysis: &Analysis<M>) -> Analysis<String> {
    let candidate = |it: &Candidate<M>| Candidate {
        ply: it.ply.to_string(),
        visits: it.visits,
        share: it.share,
        proved: it.proved,
        line: it.line.iter().map(ToString::to_string).collect(),
    };
    Analysis {
        candidates: analysis.candidates.iter().map(candidate).collect(),
        line: analysis.line.iter().map(ToString::to_string).collect(),
        share: analysis.share,
        proved: analysis.proved,
        simulations: analysis.simulations,
        nodes: analysis.nodes,
        time: analysis.time,
    }
}
