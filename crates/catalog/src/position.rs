use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;

use crosscut_draw::{Diagram, Draw, Last, Scene, Stage};
use crosscut_rules::{Game, MoveError, Outcome, Position, Rng, Seat, Seating, Side, perft};
use crosscut_search::{Analysis, Budget, Candidate, Evaluate, Playout, player, search};
use crosscut_solve::{
    Certified, Damaged, Limits, Progress, Question, Solution, Solve, Task, certify, solve,
};
use crosscut_verify::{Certificate, Fault, Verified, Verify};

use crate::compose::{begins, continuations};
use crate::endgame::Found;
use crate::list::{NO_MOVE, unmarked};
use crate::player::{AnyPlayer, Seated};
use crate::{Continuations, Endgame};

/// A position of any game, with the ply that led to it. `Display` prints its diagram.
pub struct AnyPosition(Box<dyn Hidden>);

pub(crate) type Watch<'a> = &'a mut dyn FnMut(&Analysis<String>) -> ControlFlow<()>;
pub(crate) type Guard<'a> = &'a mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send);

/// The longest move that is read, in bytes: no game has one even half as long.
const LONGEST: usize = 100;

impl AnyPosition {
    /// The memory it takes, in bytes, approximately: boards that grow with the tiles on them are counted as empty.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// The seat to move; `None` when the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        self.outcome().is_none().then(|| self.0.turn())
    }

    /// The name of the side for which the next ply is made; `None` when the game is over.
    #[must_use]
    pub fn side(&self) -> Option<&'static str> {
        self.outcome().is_none().then(|| self.0.side())
    }

    /// The name of the side a seat holds.
    #[must_use]
    pub fn held_by(&self, seat: Seat) -> &'static str {
        self.0.held_by(seat)
    }

    /// What the next ply decides about seats and sides, if the opening is not over.
    pub(crate) fn seating(&self) -> Option<Seating<String>> {
        self.0.seating()
    }

    /// How the game ended by its rules, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// The name of the side that has won, if one has.
    #[must_use]
    pub fn winner_side(&self) -> Option<&'static str> {
        Some(self.held_by(self.winner()?))
    }

    /// The seat that has won; `None` while the game is in progress, and in a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        self.outcome()?.winner()
    }

    /// The side that has won, if one has.
    pub(crate) fn winning_side(&self) -> Option<Side> {
        Some(self.0.side_of(self.winner()?))
    }

    /// Why the game is drawn by its rules, in words without a full stop (`both passed`); `None` if it is not drawn.
    #[must_use]
    pub fn drawn_because(&self) -> Option<&'static str> {
        self.0.drawn_because()
    }

    /// Whether a ply, in canonical notation, ends the game as a draw.
    #[must_use]
    pub fn draws(&self, ply: &str) -> bool {
        let mut after = self.clone();
        after.play(ply).is_ok() && after.outcome() == Some(Outcome::Drawn)
    }

    /// Why the game is won, as a sentence without a full stop, in games where neither the goal nor a chain shows it; `None` in
    /// others.
    #[must_use]
    pub fn won_because(&self) -> Option<String> {
        self.0.won_because()
    }

    /// How many pieces are left to play with, as a sentence without a full stop, in games where they may run out; `None` in
    /// others.
    #[must_use]
    pub fn remaining(&self) -> Option<String> {
        self.0.remaining()
    }

    /// What the winner has joined, in games where the goal leaves that open (`top and bottom`).
    #[must_use]
    pub fn joined(&self) -> Option<&'static str> {
        self.0.joined()
    }

    /// The points of each seat, in games with points.
    #[must_use]
    pub fn score(&self) -> Option<[u32; 2]> {
        self.0.score()
    }

    /// The number of legal plies.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.count()
    }

    /// What the board does not show, in sentences without full stops: why the game is won, and why a chain that looks as if it
    /// joined its edges does not. If it is broken in many places, only the first few are named.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        /// More would be a list, not a reason.
        const TOLD: usize = 4;
        let gaps = self.0.bare_scene().gaps.into_iter().filter(|it| it.breaks);
        self.won_because().into_iter().chain(gaps.map(|it| it.why).take(TOLD)).collect()
    }

    /// Every legal ply in canonical notation, in the game's own order; empty when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        self.0.moves()
    }

    /// A short name for [`legal_moves`](Self::legal_moves).
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.legal_moves()
    }

    /// Plays the first legal ply, for callers that may play any; returns whether there is one. This is faster than writing
    /// all of them down.
    pub(crate) fn play_first(&mut self) -> bool {
        self.0.play_first()
    }

    /// The legal plies that do not begin with a place of the diagram: a pass, a swap, a choice.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let places = self.text().places;
        let places: HashSet<String> =
            places.iter().map(|it| it.word.to_ascii_uppercase()).collect();
        // A large board has hundreds of plies and hundreds of places, so each prefix of a ply is looked up among the places.
        let placed = |word: &str| {
            let upper = word.to_ascii_uppercase();
            let heads = upper.char_indices().map(|(at, c)| &upper[..at + c.len_utf8()]);
            heads.filter(|head| begins(word, head)).any(|head| places.contains(head))
        };
        let mut moves = self.moves();
        moves.retain(|ply| !ply.split(',').any(placed));
        moves
    }

    /// Plays a ply and returns its canonical text, or says why not and leaves everything as it was.
    ///
    /// # Errors
    /// The refusal, in the notation of the person who typed the move.
    pub fn play(&mut self, text: &str) -> Result<String, MoveError> {
        if text.trim().is_empty() {
            return Err(MoveError::syntax("choose a place on the board first, or write a move"));
        }
        if text.len() > LONGEST {
            return Err(MoveError::syntax(format!("a move has at most {LONGEST} characters")));
        }
        if unmarked(text).is_empty() {
            return Err(MoveError::syntax(NO_MOVE));
        }
        self.0.play(text)
    }

    /// The position after a ply; `self` stays as it is. [`play`](Self::play) also returns the canonical text of the ply.
    ///
    /// # Errors
    /// The refusal, in the notation of the person who typed the move.
    pub fn apply(&self, text: &str) -> Result<AnyPosition, MoveError> {
        let mut after = self.clone();
        after.play(text)?;
        Ok(after)
    }

    /// What may follow the words of a partial move: see [`Continuations`].
    #[must_use]
    pub fn continuations(&self, words: &[&str]) -> Continuations {
        continuations(self.moves(), words)
    }

    /// The board in fixed-width characters.
    #[must_use]
    pub fn text(&self) -> Diagram {
        self.0.text()
    }

    /// The board as shapes. Its texts call the sides by their colours, as a player who sees the board does.
    #[must_use]
    pub fn scene(&self) -> Scene {
        self.0.scene()
    }

    /// The plies that the rules added to the last one, in the rounds in which they were added.
    #[must_use]
    pub fn forced(&self) -> Vec<Vec<String>> {
        self.0.forced()
    }

    /// [`forced`](Self::forced) as text, `a', a'': M50db. N50dr.; a''': M51ut.`: the plies forced by a move *a* are named with
    /// strokes, and rounds are separated by semicolons. Empty if nothing was forced.
    #[must_use]
    pub fn forced_words(&self) -> String {
        let mut n = 0;
        let rounds = self.forced().into_iter().map(|round| {
            let name = |_: &String| {
                n += 1;
                // More than three strokes cannot be read at a glance.
                if n <= 3 { format!("a{}", "'".repeat(n)) } else { format!("a({n})") }
            };
            let names: Vec<String> = round.iter().map(name).collect();
            format!("{}: {}", names.join(", "), round.join(" "))
        });
        rounds.collect::<Vec<_>>().join("; ")
    }

    /// What the rules added to the last ply, step by step, ending with the position itself; empty if they added nothing.
    #[must_use]
    pub fn stages(&self) -> Vec<Stage> {
        self.0.stages()
    }

    /// The number of sequences of exactly `depth` legal plies.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.0.perft(depth)
    }

    /// Plays one random game from here to its end.
    pub fn playout(&self, rng: &mut Rng) -> Playout {
        self.0.playout(rng)
    }

    /// Plays random plies, each chosen uniformly among the legal ones, to the end of the game.
    pub fn play_out(&mut self, rng: &mut Rng) {
        self.0.play_out(rng);
    }

    /// Solves the position: what it is worth, which plies achieve that and how long the game lasts, as far as the limits
    /// allow. `watch` is shown the progress and may end the search.
    pub fn solve(&self, question: Question, limits: &Limits, watch: Guard<'_>) -> Solution<String> {
        self.0.solve(question, limits, watch)
    }

    /// Plays at random to the end, with each side careful not to let the other end the game, then goes back as far as
    /// everything can be tried with `most` positions. Returns the longest endgame of these, or `None` if none is that small.
    pub fn endgame(&self, most: usize, rng: &mut Rng) -> Option<Endgame> {
        self.0.endgame(most, rng)
    }

    /// Solves the position, and proves the result in the words of a certificate.
    pub(crate) fn certify<'w>(
        &self,
        task: Task<'w>,
        watch: Guard<'w>,
    ) -> Result<Certified<String>, Damaged> {
        self.0.certify(task, watch)
    }

    /// Checks a certificate of this position.
    pub(crate) fn verify(&self, certificate: &Certificate<'_>) -> Result<Verified, Fault> {
        self.0.verify(certificate)
    }

    /// Looks for the best ply; `None` when the game is over. `watch` is shown the analysis as it grows and may end it.
    pub fn analyse(&self, budget: &Budget, watch: Watch<'_>) -> Option<Analysis<String>> {
        self.0.analyse(budget, watch)
    }

    /// A player who follows the game from here on and keeps what it finds, of the kind that `budget` asks for.
    #[must_use]
    pub fn player(&self, budget: &Budget) -> AnyPlayer {
        self.0.player(budget)
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        AnyPosition(self.0.boxed())
    }
}

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "AnyPosition(\n{}side {:?}, outcome {:?})",
            self.text(),
            self.side(),
            self.outcome()
        )
    }
}

/// What a position can do once its type is erased.
trait Hidden: Send + Sync {
    fn boxed(&self) -> Box<dyn Hidden>;
    fn turn(&self) -> Seat;
    fn side(&self) -> &'static str;
    fn held_by(&self, seat: Seat) -> &'static str;
    fn side_of(&self, seat: Seat) -> Side;
    fn seating(&self) -> Option<Seating<String>>;
    fn outcome(&self) -> Option<Outcome>;
    fn drawn_because(&self) -> Option<&'static str>;
    fn won_because(&self) -> Option<String>;
    fn remaining(&self) -> Option<String>;
    fn joined(&self) -> Option<&'static str>;
    fn score(&self) -> Option<[u32; 2]>;
    fn count(&self) -> usize;
    fn moves(&self) -> Vec<String>;
    fn play_first(&mut self) -> bool;
    fn play(&mut self, text: &str) -> Result<String, MoveError>;
    fn text(&self) -> Diagram;
    fn scene(&self) -> Scene;
    /// The scene without the last ply, with the sides' names of the notation.
    fn bare_scene(&self) -> Scene;
    fn forced(&self) -> Vec<Vec<String>>;
    fn stages(&self) -> Vec<Stage>;
    fn perft(&self, depth: u32) -> u64;
    fn playout(&self, rng: &mut Rng) -> Playout;
    fn play_out(&mut self, rng: &mut Rng);
    fn analyse(&self, budget: &Budget, watch: Watch<'_>) -> Option<Analysis<String>>;
    fn player(&self, budget: &Budget) -> AnyPlayer;
    fn solve(&self, question: Question, limits: &Limits, watch: Guard<'_>) -> Solution<String>;
    fn endgame(&self, most: usize, rng: &mut Rng) -> Option<Endgame>;
    fn certify<'w>(&self, task: Task<'w>, watch: Guard<'w>) -> Result<Certified<String>, Damaged>;
    fn verify(&self, certificate: &Certificate<'_>) -> Result<Verified, Fault>;
}

/// A position with its type: the one implementor of [`Hidden`], generic over games.
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

impl<G: Draw + Evaluate + Solve + Verify> Hidden for Held<G> {
    fn boxed(&self) -> Box<dyn Hidden> {
        Box::new(Held {
            game: self.game.clone(),
            position: self.position.clone(),
            last: self.last.clone(),
        })
    }

    fn turn(&self) -> Seat {
        self.position.turn()
    }

    fn side(&self) -> &'static str {
        G::CARD.sides[self.position.side().index()]
    }

    fn side_of(&self, seat: Seat) -> Side {
        self.position.held_by(seat)
    }

    fn seating(&self) -> Option<Seating<String>> {
        self.position.seating().map(|seating| match seating {
            Seating::Cut => Seating::Cut,
            Seating::Choose { by } => {
                Seating::Choose { by: by.map(|ply| ply.map(|it| it.to_string())) }
            }
        })
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

    fn moves(&self) -> Vec<String> {
        self.position.legal_moves().iter().map(ToString::to_string).collect()
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

    fn text(&self) -> Diagram {
        self.game.text(&self.position)
    }

    fn scene(&self) -> Scene {
        let last = self.last.as_ref().map(|(before, ply)| Last { before, ply: *ply });
        let mut scene = self.game.scene(&self.position, last);
        in_colours::<G>(&mut scene);
        scene
    }

    fn bare_scene(&self) -> Scene {
        self.game.scene(&self.position, None)
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

    fn analyse(&self, budget: &Budget, watch: Watch<'_>) -> Option<Analysis<String>> {
        search::<G>(&self.position, budget, &mut |analysis| watch(&in_words(analysis)))
            .as_ref()
            .map(in_words)
    }

    fn player(&self, budget: &Budget) -> AnyPlayer {
        Seated::<G>::open(&self.position, player::<G>(&self.position, budget))
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

    fn certify<'w>(&self, task: Task<'w>, watch: Guard<'w>) -> Result<Certified<String>, Damaged> {
        let (solution, proof) = certify(&self.game, &self.position, task, watch)?;
        Ok((solution.map(|ply| ply.to_string()), proof))
    }

    fn verify(&self, certificate: &Certificate<'_>) -> Result<Verified, Fault> {
        certificate.check(&self.game, &self.position)
    }
}

/// Why a move cannot be read. For a pass in a game without passing, it says so, and what is allowed instead.
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

/// Replaces the sides' names by their colours in all texts of a scene.
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
