//! Openings, searched with the seats settled.
//!
//! What an opening decides about seats is not searched, because in the tree a swap would be one ply among a hundred,
//! starved after one lost playout. `Position::seating` says whether a seat now cuts (makes a position in which the other
//! seat chooses a side) or chooses, and `Position::settled` gives the board with the seats settled. The search looks only
//! at that board: the seat that chooses takes the better side, and the seat that cuts looks for the ply after which both
//! sides have equal chances.

use crosscut_rules::{Outcome, Position, Rng, Seat, Seating, Side};

use crate::evaluate::MoveOf;
use crate::{Aim, Analysis, Budget, Candidate, Evaluate, Knowledge, LINES, Player, Watch};

/// By how much the search overestimates the side to move: in Hex on 7x7, where the winning first plies are known, a share of
/// 0.525 for the side to move next is what best separates the winning ones from the others.
pub(crate) const LEAN: f64 = 0.025;

/// The number of searches into which the thinking about a choice is split: one deep search commits itself to what it saw
/// first, and the mean of several is much steadier.
const PARTS: u64 = 4;

/// A player who searches the board with the seats settled, and derives the worth of a choice of sides from that: the seat
/// that chooses takes the better side, and the seat that cuts makes both equally good. So a swap costs the search nothing,
/// and its value is that of the position with the seats exchanged.
pub(crate) struct Fair<G: Evaluate> {
    position: G::Position,
    /// What the player knows once the opening is over.
    knowledge: Knowledge,
    /// The player who searches the settled board, with what it has found so far.
    thinking: Option<Box<dyn Player<MoveOf<G>>>>,
}

impl<G: Evaluate> Fair<G> {
    pub(crate) fn of(position: &G::Position, knowledge: Knowledge) -> Self {
        Fair { position: position.clone(), knowledge, thinking: None }
    }

    /// The analysis of the settled board, from the point of view of the seats.
    fn told(&self, found: Analysis<MoveOf<G>>) -> Analysis<MoveOf<G>> {
        let board = self.position.settled();
        match self.position.seating() {
            None => Table { position: &self.position, board: &board }.seated(found),
            Some(Seating::Cut) => Table { position: &self.position, board: &board }.cut(found),
            Some(Seating::Choose { by }) => {
                Table { position: &self.position, board: &board }.chosen(found, by)
            }
        }
    }

    /// What the board is worth: the mean of several independent searches.
    fn weigh(
        &self,
        board: &G::Position,
        budget: &Budget,
        watch: Watch<'_, MoveOf<G>>,
    ) -> Option<Analysis<MoveOf<G>>> {
        let mut seeds = Rng::new(budget.seed);
        let mut all: Option<Analysis<MoveOf<G>>> = None;
        let mut ended = false;
        for part in 0..PARTS {
            let budget = Budget {
                // The parts add up to the whole.
                simulations: budget
                    .simulations
                    .map(|n| (n * (part + 1) / PARTS) - n * part / PARTS),
                time: budget.time.map(|time| time / PARTS as u32),
                seed: seeds.next_u64(),
                ..budget.clone()
            };
            let mut player = G::player(board, budget.knowledge);
            let found = player.think(&budget, &mut |found| {
                let flow = watch(&self.told(found.clone()));
                ended |= flow.is_break();
                flow
            })?;
            let proved = found.proved.is_some();
            all = Some(match all {
                Some(before) if !proved => together(before, found),
                _ => found,
            });
            if ended || proved {
                break;
            }
        }
        all.map(|found| self.told(found))
    }

    /// The choice of a side on a board that is already decided: nothing is left to search.
    fn decided(&self, outcome: Outcome) -> Option<Analysis<MoveOf<G>>> {
        let Some(Seating::Choose { by }) = self.position.seating() else { return None };
        let chooser = self.position.turn();
        let mut candidates: Vec<Candidate<_>> = Side::BOTH
            .into_iter()
            .filter_map(|side| {
                let ply = by[side.index()]?;
                let (share, proved) = match outcome {
                    Outcome::Drawn => (0.5, Outcome::Drawn),
                    Outcome::Won(seat) if side_of(seat) == side => (1.0, Outcome::Won(chooser)),
                    Outcome::Won(_) => (0.0, Outcome::Won(!chooser)),
                };
                Some(Candidate { ply, visits: 0, share, proved: Some(proved), line: vec![ply] })
            })
            .collect();
        candidates.sort_by(|a, b| b.share.total_cmp(&a.share));
        let best = candidates.first()?;
        Some(Analysis {
            line: best.line.clone(),
            share: best.share,
            proved: best.proved,
            candidates,
            simulations: 0,
            nodes: 0,
            time: std::time::Duration::ZERO,
        })
    }
}

impl<G: Evaluate> Player<MoveOf<G>> for Fair<G> {
    fn think(
        &mut self,
        budget: &Budget,
        watch: Watch<'_, MoveOf<G>>,
    ) -> Option<Analysis<MoveOf<G>>> {
        let board = self.position.settled();
        if let Some(outcome) = board.outcome() {
            return self.decided(outcome);
        }
        let (aim, knowledge) = match self.position.seating() {
            Some(Seating::Cut) => (Aim::Balance, budget.knowledge),
            Some(Seating::Choose { .. }) => (Aim::Worth, budget.knowledge),
            None => (Aim::Win, self.knowledge),
        };
        let budget = Budget { aim, ..budget.clone() };
        if aim == Aim::Worth && (budget.simulations.is_some() || budget.time.is_some()) {
            return self.weigh(&board, &budget, watch);
        }
        let thinking = self.thinking.take();
        let mut thinking = thinking.unwrap_or_else(|| G::player(&board, knowledge));
        let found = thinking.think(&budget, &mut |found| watch(&self.told(found.clone())));
        self.thinking = Some(thinking);
        found.map(|found| self.told(found))
    }

    fn play(&mut self, ply: MoveOf<G>) {
        let opening = self.position.seating().is_some();
        self.position.play_unchecked(ply);
        // What a ply leaves behind in the opening (a turn that may not be mirrored, a pass that does not count) differs from
        // what the same ply leaves behind later, so the search starts over.
        match &mut self.thinking {
            Some(thinking) if !opening => thinking.play(ply),
            _ => self.thinking = None,
        }
    }
}

/// A position, and its board with the seats settled, on which each seat stands for a side.
struct Table<'a, P> {
    position: &'a P,
    board: &'a P,
}

impl<P: Position> Table<'_, P> {
    /// An outcome of the settled board, for the seats of the position.
    fn outcome(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Won(seat) if self.position.held_by(Seat::First) == Side::Second => {
                Outcome::Won(!seat)
            }
            outcome => outcome,
        }
    }

    /// The analysis if the opening is over.
    fn seated(&self, mut found: Analysis<P::Move>) -> Analysis<P::Move> {
        found.proved = found.proved.map(|it| self.outcome(it));
        for it in &mut found.candidates {
            it.proved = it.proved.map(|it| self.outcome(it));
        }
        found
    }

    /// The analysis if the seat to move chooses a side: it gets what the better side gets.
    fn chosen(&self, found: Analysis<P::Move>, by: [Option<P::Move>; 2]) -> Analysis<P::Move> {
        let (chooser, mover) = (self.position.turn(), self.board.side());
        let worth = match found.proved {
            Some(_) => found.share,
            None => (found.share - LEAN).clamp(0.0, 1.0),
        };
        // On the board the seat to move holds the side to move.
        let proved = |side: Side, proved: Option<Outcome>| {
            proved.map(|it| match it {
                Outcome::Drawn => Outcome::Drawn,
                Outcome::Won(seat) if side_of(seat) == side => Outcome::Won(chooser),
                Outcome::Won(_) => Outcome::Won(!chooser),
            })
        };
        let mut candidates = Vec::with_capacity(found.candidates.len() + 1);
        // Playing on takes the side to move.
        if by[mover.index()].is_none() {
            candidates.extend(found.candidates);
            for it in &mut candidates {
                it.proved = proved(mover, it.proved);
                it.share = if it.proved.is_some() { it.share } else { (it.share - LEAN).max(0.0) };
            }
        }
        for side in Side::BOTH {
            let Some(ply) = by[side.index()] else { continue };
            let share = if side == mover { worth } else { 1.0 - worth };
            let candidate = Candidate {
                ply,
                visits: found.simulations,
                share,
                proved: proved(side, found.proved),
                line: [&[ply], found.line.as_slice()].concat(),
            };
            let worse = |it: &Candidate<_>| it.visits == 0 || it.share < share;
            let at = candidates.iter().position(worse).unwrap_or(candidates.len());
            candidates.insert(at, candidate);
        }
        // Only the best candidates keep a line: nobody asks for the others'.
        for it in candidates.iter_mut().skip(LINES) {
            it.line.clear();
        }
        Analysis {
            share: candidates[0].share,
            line: candidates[0].line.clone(),
            proved: proved(mover, found.proved).map(|it| match it {
                Outcome::Drawn => Outcome::Drawn,
                Outcome::Won(_) => Outcome::Won(chooser),
            }),
            candidates,
            ..found
        }
    }

    /// The analysis if the other seat will choose: the seat to move gets what the better choice leaves.
    fn cut(&self, mut found: Analysis<P::Move>) -> Analysis<P::Move> {
        let cutter = self.position.turn();
        for it in &mut found.candidates {
            // After the cut, the other side is to move.
            let share = if it.proved.is_some() { it.share } else { (it.share + LEAN).min(1.0) };
            it.line = self.with_choice(&it.line, share);
            it.share = share.min(1.0 - share);
            it.proved = it.proved.map(|it| match it {
                Outcome::Drawn => Outcome::Drawn,
                Outcome::Won(_) => Outcome::Won(!cutter),
            });
        }
        let lost = |it: &Candidate<_>| it.proved == Some(Outcome::Won(!cutter));
        found.candidates.sort_by(|a, b| {
            (lost(a), b.visits).cmp(&(lost(b), a.visits)).then(b.share.total_cmp(&a.share))
        });
        let best = &found.candidates[0];
        Analysis {
            share: best.share,
            line: best.line.clone(),
            proved: best.proved.filter(|_| found.candidates.iter().all(|it| it.proved.is_some())),
            ..found
        }
    }

    /// A line that begins with a cut, with the choice inserted in its place; `share` is that of the side to move first.
    fn with_choice(&self, line: &[P::Move], share: f64) -> Vec<P::Move> {
        let better = if share > 0.5 { self.board.side() } else { !self.board.side() };
        let mut position = self.position.clone();
        let mut out = Vec::with_capacity(line.len() + 1);
        for &ply in line {
            if let Some(Seating::Choose { by }) = position.seating()
                && let Some(choice) = by[better.index()]
            {
                position.play_unchecked(choice);
                out.push(choice);
            }
            if position.check(ply).is_err() {
                break;
            }
            position.play_unchecked(ply);
            out.push(ply);
        }
        out
    }
}

/// Combines two searches of one position.
fn together<M: Copy + Eq>(a: Analysis<M>, b: Analysis<M>) -> Analysis<M> {
    let weight = |it: &Analysis<M>| it.simulations.max(1) as f64;
    let share = (a.share * weight(&a) + b.share * weight(&b)) / (weight(&a) + weight(&b));
    let mut candidates = a.candidates;
    for other in b.candidates {
        let Some(it) = candidates.iter_mut().find(|it| it.ply == other.ply) else { continue };
        let visits = it.visits + other.visits;
        if visits > 0 {
            let points = it.share * it.visits as f64 + other.share * other.visits as f64;
            it.share = points / visits as f64;
        }
        if other.visits > it.visits && !other.line.is_empty() {
            it.line = other.line;
        }
        it.visits = visits;
        it.proved = it.proved.or(other.proved);
    }
    // A ply proved in one of them is a loss, or the search would have ended.
    candidates.sort_by(|a, b| (a.proved.is_some(), b.visits).cmp(&(b.proved.is_some(), a.visits)));
    Analysis {
        share,
        line: candidates[0].line.clone(),
        candidates,
        proved: None,
        simulations: a.simulations + b.simulations,
        nodes: a.nodes.max(b.nodes),
        time: a.time + b.time,
    }
}

/// The side for which a seat stands on a board with the seats settled.
fn side_of(seat: Seat) -> Side {
    match seat {
        Seat::First => Side::First,
        Seat::Second => Side::Second,
    }
}
