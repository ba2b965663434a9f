use std::ops::ControlFlow;
use std::time::Duration;

use crosscut_rules::{Game, Outcome, Position, Seating};

use crate::proof_number::Prover;
use crate::root_node::{RootNode, Wanted};
use crate::timed::Timed;
use crate::{Bounds, ConnectionTheory, Limits, Node, Plain, Progress, Solution, Value, mix};

/// What a solver knows of a game. With `type Node = Plain<Self::Position>` and the defaults it is the rules alone.
pub trait Solve: Game {
    /// What the search walks.
    type Node: Node;

    /// The node of a position, or `None` where only the rules can go on: as long as an opening may be swapped, say.
    fn node(&self, position: &Self::Position) -> Option<Self::Node>;

    /// Whether a game may end without a winner.
    fn draws(&self) -> bool {
        true
    }

    /// The points the side to move is ahead, in games in which the difference at the end decides.
    fn lead(_position: &Self::Position) -> Option<i32> {
        None
    }

    /// Between which results that of a position lies, where that is known without a search. It is asked of positions
    /// without a node, and of the one that is to be solved.
    fn known(&self, _position: &Self::Position) -> Bounds {
        Bounds::UNKNOWN
    }

    /// Every winning ply, where that is known without a search.
    fn winning(
        &self,
        _position: &Self::Position,
    ) -> Option<Vec<<Self::Position as Position>::Move>> {
        None
    }

    /// Plies of which one wins if any does, the likeliest first; `None` stands for all.
    fn candidates(
        &self,
        _position: &Self::Position,
    ) -> Option<Vec<<Self::Position as Position>::Move>> {
        None
    }

    /// A node in which the number of plies to the end is that of the game: its [`look`](Node::look) knows results only
    /// where the game is over or that many plies are certain.
    fn timed(&self, _position: &Self::Position) -> Option<Self::Node> {
        None
    }

    /// In connection games: what certificates can say of how stones are joined.
    fn connection_theory(&self) -> Option<&dyn ConnectionTheory<Self::Position>> {
        None
    }
}

/// What is known of a position whose opening may not be over: whoever takes a side, by `swap` or otherwise, has the better
/// of two, so it does not lose, and wins where nobody draws.
pub fn may_swap<P: Position>(position: &P, draws: bool) -> Bounds {
    match position.seating() {
        Some(Seating::Choose { .. }) => Bounds { low: i32::from(!draws), high: 1 },
        Some(Seating::Cut) | None => Bounds::OPEN,
    }
}

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Question {
    /// Every winning ply, and not only one.
    pub all: bool,
    /// How many plies the game lasts.
    pub plies: bool,
}

/// Finds out what a position is worth. `watch` sees how it goes, from time to time, and may end it.
pub fn solve<G: Solve>(
    game: &G,
    position: &G::Position,
    question: Question,
    limits: &Limits,
    watch: &mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send),
) -> Solution<<G::Position as Position>::Move> {
    Solving { game, position, prover: Prover::new(limits, watch) }.solution(question, limits)
}

pub(crate) struct Solving<'g, 'w, G: Solve> {
    pub(crate) game: &'g G,
    pub(crate) position: &'g G::Position,
    pub(crate) prover: Prover<'w>,
}

impl<'g, G: Solve> Solving<'g, '_, G> {
    /// Finds out what is asked, as far as the limits allow.
    pub(crate) fn solution(
        &mut self,
        question: Question,
        limits: &Limits,
    ) -> Solution<<G::Position as Position>::Move> {
        let solving = self;
        let mut solution = Solution {
            value: None,
            score: None,
            winning: Vec::new(),
            complete: false,
            plies: None,
            nodes: 0,
            time: Duration::ZERO,
        };
        solution.complete = solving.fill(&mut solution, question).is_some();
        if question.plies && solution.complete {
            solution.plies = solution.value.and_then(|value| solving.plies(value, limits));
        }
        solution.nodes = solving.prover.nodes();
        solution.time = solving.prover.time();
        solution
    }

    /// What a checkpoint must have in common with the solver that goes on from it: how it sees the position, and those
    /// after each ply.
    pub(crate) fn print(&self) -> u64 {
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        let mut print = RootNode::of(self.game, self.position.clone()).key();
        for m in moves {
            let mut next = self.position.clone();
            next.play_unchecked(m);
            print = mix(print ^ RootNode::of(self.game, next).key());
        }
        print as u64
    }

    /// Answers what is asked into `solution`, as far as the limits allow; `None` if they do not suffice.
    fn fill(
        &mut self,
        solution: &mut Solution<<G::Position as Position>::Move>,
        question: Question,
    ) -> Option<()> {
        let lead = G::lead(self.position);
        let now = lead.unwrap_or(0);
        let fine = self.game.draws() || lead.is_some();
        if let Some(outcome) = self.position.outcome() {
            solution.value = Some(Value::of(result(self.position, outcome)));
            solution.score = lead;
            return Some(());
        }
        if let Some(winning) = self.game.winning(self.position) {
            let Bounds { low, high } = self.game.known(self.position);
            if low == high {
                solution.value = Some(Value::of(low));
                solution.winning = winning;
                if !question.all {
                    solution.winning.truncate(1);
                }
                return Some(());
            }
        }
        // All plies, and not just those of the node: whoever asks wants a ply of the game.
        let root = RootNode::Rules(self.game, self.position.clone(), Wanted::Ply);
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        let known = self.game.known(self.position);
        let wins = if known.high < 1 {
            false
        } else {
            self.mark(&moves, fine);
            let answer = self.prover.ask(&root, 1 - now, fine)?;
            let mut found = answer.child.map(|child| moves[child]);
            if answer.reached && found.is_none() {
                // It was known from a checkpoint that there is one.
                for &m in &moves {
                    if self.wins_with(m, fine)? {
                        found = Some(m);
                        break;
                    }
                }
            }
            solution.winning.extend(found);
            answer.reached
        };
        let value = if wins {
            Value::Win
        } else if fine && self.prover.ask(&root, -now, fine)?.reached {
            Value::Draw
        } else {
            Value::Loss
        };
        solution.value = Some(value);
        if wins && question.all {
            self.all_winning(&mut solution.winning, moves, fine)?;
        }
        self.prover.unmark();
        if lead.is_some() {
            solution.score = Some(now + self.points(&root, value, now)?);
        }
        Some(())
    }

    /// Adds to a ply that wins all others that do, in the game's order. If the limits do not suffice, those that are known
    /// are there, and that ply in any case.
    fn all_winning(
        &mut self,
        winning: &mut Vec<<G::Position as Position>::Move>,
        moves: Vec<<G::Position as Position>::Move>,
        fine: bool,
    ) -> Option<()> {
        let mut first = winning.pop();
        let mut wins =
            |m| if first == Some(m) { first.take().map(|_| true) } else { self.wins_with(m, fine) };
        let all = moves.into_iter().try_for_each(|m| {
            if wins(m)? {
                winning.push(m);
            }
            Some(())
        });
        winning.extend(first);
        all
    }

    /// Counts the plies as what shows how far the work has come.
    fn mark(&mut self, moves: &[<G::Position as Position>::Move], fine: bool) {
        self.prover.unmark();
        for &m in moves {
            let (node, target, _) = self.after(m);
            self.prover.mark(&node, target, fine);
        }
    }

    /// Where a ply leads, what whoever is to move there would have to get, and whether the ply wins if it does.
    fn after(&self, m: <G::Position as Position>::Move) -> (RootNode<'g, G>, i32, bool) {
        let mut next = self.position.clone();
        next.play_unchecked(m);
        let (again, lead) = (next.turn() == self.position.turn(), G::lead(&next).unwrap_or(0));
        (RootNode::of(self.game, next), if again { 1 - lead } else { -lead }, again)
    }

    /// Whether a ply wins.
    fn wins_with(&mut self, m: <G::Position as Position>::Move, fine: bool) -> Option<bool> {
        let (node, target, again) = self.after(m);
        self.prover.ask(&node, target, fine).map(|it| it.reached == again)
    }

    /// The exact result of a node with points whose value with the points so far is known.
    fn points(&mut self, root: &RootNode<'_, G>, value: Value, now: i32) -> Option<i32> {
        let mut none = Vec::new();
        let Bounds { mut low, mut high } = match self.game.node(self.position) {
            Some(node) => node.look(&mut none),
            None => self.game.known(self.position),
        };
        match value {
            Value::Win => low = low.max(1 - now),
            Value::Draw => return Some(-now),
            Value::Loss => high = high.min(-1 - now),
        }
        while low < high {
            // From the side of the draw, where most results are.
            let target = if value == Value::Win { low + 1 } else { high };
            if self.prover.ask(root, target, true)?.reached {
                low = target;
            } else {
                high = target - 1;
            }
        }
        Some(low)
    }

    /// How many plies the game lasts, if that can be found out at not much more than the value cost.
    pub(crate) fn plies(&mut self, value: Value, limits: &Limits) -> Option<u32> {
        let attacking = match value {
            Value::Win => true,
            Value::Loss => false,
            Value::Draw => return None,
        };
        if self.position.outcome().is_some() {
            return Some(0);
        }
        let (spent, nodes) = (self.prover.time(), self.prover.nodes());
        let Bounds { low, high } = self.game.known(self.position);
        let rounds = if low == high {
            // What was known at once is told at once: a node takes the longer, the more plies there are.
            let mut moves = Vec::new();
            self.position.moves(&mut moves);
            vec![(None, nodes + 10_000 / moves.len().max(1) as u64)]
        } else {
            // A few nodes, whatever they take: how long a short game lasts is found out on a slow machine too. Then a
            // quarter of the time again, or a moment.
            let most = Duration::from_secs(4) / limits.threads.max(1) as u32;
            let more = (spent / 4).min(most).max(Duration::from_millis(200));
            vec![(None, nodes + 1000), (Some(spent + more), 2 * nodes + 100_000)]
        };
        rounds.into_iter().find_map(|(time, nodes)| {
            let time = [time, limits.time].into_iter().flatten().min();
            self.prover.allow(time, Some(limits.nodes.map_or(nodes, |it| it.min(nodes))));
            match self.game.timed(self.position) {
                Some(node) => self.shortest(&node, attacking),
                None => self.shortest(&Plain(self.position.clone()), attacking),
            }
        })
    }

    fn shortest<N: Node>(&mut self, node: &N, attacking: bool) -> Option<u32> {
        let mut left = 1;
        while !self.prover.ended() {
            let answer = self.prover.ask(&Timed::new(node.clone(), left, attacking), 1, false)?;
            if attacking == answer.reached {
                return Some(left);
            }
            left += 1;
        }
        None
    }
}

/// What an outcome is for the side to move: 1, 0 or -1.
pub(crate) fn result<P: Position>(position: &P, outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Drawn => 0,
        Outcome::Won(seat) if seat == position.turn() => 1,
        Outcome::Won(_) => -1,
    }
}
