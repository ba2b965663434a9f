use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt::{self, Write};
use std::ops::ControlFlow;

use crosscut_rules::{Position, Seat, Side};
use crosscut_verify::{Board, Bound, Cells, Facts, Verify};

use crate::proof_number::Prover;
use crate::solve::{Solving, Stand, choices};
use crate::{Checkpoint, Damaged, Limits, Progress, Question, Solution, Solve, Value};

type Ply<G> = <<G as crosscut_rules::Game>::Position as Position>::Move;

/// A solution, and the certificate if one was wanted.
pub type Certified<M> = (Solution<M>, Option<Result<String, Uncertified>>);

/// What is wanted of a solve besides its solution.
#[derive(Debug, Default)]
pub struct Means<'a> {
    /// Where it goes on from, and where it is saved.
    pub checkpoint: Option<Checkpoint<'a>>,
    /// A certificate, for which so many bytes may be taken: by its text, and by what must be kept to write it.
    pub certificate: Option<usize>,
}

/// Why there is no certificate: a sentence without its full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncertified {
    /// The game is over.
    Over,
    /// Not all that was asked was proved.
    Unknown,
    /// It would take more than the bytes it may take.
    Larger(usize),
}

/// Finds out what a position is worth, and proves it in the words of `crosscut_verify::Certificate`: the lines after those
/// on the position itself.
///
/// # Errors
/// A checkpoint that cannot be used.
pub fn certify<'w, G: Solve + Verify>(
    game: &G,
    position: &G::Position,
    question: Question,
    limits: &Limits,
    means: Means<'w>,
    watch: &'w mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send),
) -> Result<Certified<Ply<G>>, Damaged> {
    let mut solving = Solving { game, position, prover: Prover::new(limits, watch) };
    if let Some(checkpoint) = means.checkpoint {
        let print = solving.print();
        solving.prover.keep(checkpoint, print)?;
    }
    let mut solution = solving.solution(question, limits);
    let proof = means.certificate.map(|room| {
        if position.outcome().is_some() {
            return Err(Uncertified::Over);
        }
        if !solution.complete {
            return Err(Uncertified::Unknown);
        }
        solving.prover.allow(limits.time, None);
        solving.prover.alone();
        let board = game.board();
        let names = board.as_ref().map_or_else(Vec::new, |board| board.names(game));
        let numbers = (0..).zip(&names).map(|(at, name)| (name.clone(), at)).collect();
        let mut writer = Writer {
            game,
            prover: &mut solving.prover,
            facts: board.as_ref().map(|board| Facts::new(game, board)),
            board: board.as_ref(),
            names,
            numbers,
            room,
            text: String::new(),
            walks: String::new(),
            width: 0,
            known: HashMap::new(),
            proved: HashMap::new(),
            kept: 0,
        };
        let value = solution.value.ok_or(Uncertified::Unknown)?;
        writer.claims(position, value, &solution.winning, question.all)?;
        Ok(writer.text + &writer.walks + "end\n")
    });
    if !solution.complete || matches!(proof, Some(Err(Uncertified::Unknown))) {
        solving.prover.save();
    }
    solution.nodes = solving.prover.nodes();
    solution.time = solving.prover.time();
    Ok((solution, proof))
}

/// Writes a proof by going through the game, ply by ply, and asking the prover, whose table is warm, wherever there is a
/// choice. What the prover knows by other means than the rules it is asked again further on, until the rules themselves
/// say it.
struct Writer<'a, 'p, 'w, G: Solve + Verify> {
    game: &'a G,
    prover: &'p mut Prover<'w>,
    board: Option<&'a Board<G>>,
    /// The cells' names by number, and their numbers by name.
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    facts: Option<Facts<'a, G>>,
    /// How many bytes may be taken.
    room: usize,
    /// The facts, and after them the claims with their walks.
    text: String,
    walks: String,
    /// How long the last line of the walk is.
    width: usize,
    /// The fact by which a side wins, the other to move, by all stones.
    known: HashMap<(Side, [Cells; 2]), usize>,
    proved: HashMap<(Seat, i8), HashSet<G::Position>>,
    /// How many bytes of positions are kept, about.
    kept: usize,
}

/// What is to be done with a position.
enum Todo<P> {
    Prove(P),
    Done(P),
}

impl<G: Solve + Verify> Writer<'_, '_, '_, G> {
    fn claims(
        &mut self,
        position: &G::Position,
        value: Value,
        winning: &[Ply<G>],
        all: bool,
    ) -> Result<(), Uncertified> {
        let bounds: &[Bound] = match value {
            Value::Win => &[Bound::AtLeast(1)],
            Value::Draw => &[Bound::AtLeast(0), Bound::AtMost(0)],
            Value::Loss => &[Bound::AtMost(-1)],
        };
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if value == Value::Win && !winning.is_empty() {
            for &m in winning {
                self.claim(position, Bound::AtLeast(1), Some(m))?;
            }
            for m in moves.into_iter().filter(|m| all && !winning.contains(m)) {
                self.claim(position, Bound::AtMost(0), Some(m))?;
            }
            return Ok(());
        }
        bounds.iter().try_for_each(|&bound| self.claim(position, bound, None))
    }

    fn claim(
        &mut self,
        position: &G::Position,
        bound: Bound,
        ply: Option<Ply<G>>,
    ) -> Result<(), Uncertified> {
        let mover = position.turn();
        let mut bound = bound;
        if bound == Bound::AtMost(0) && !self.game.draws() {
            bound = Bound::AtMost(-1);
        }
        let mut from = position.clone();
        let by = ply.map_or_else(String::new, |m| {
            from.play_unchecked(m);
            format!(" by {m}")
        });
        let _ = writeln!(self.walks, "claim {}{by}", bound.text());
        self.width = 0;
        match bound {
            Bound::AtLeast(result) => self.walk(from, mover, result)?,
            Bound::AtMost(result) => self.walk(from, !mover, -result)?,
        }
        if self.width > 0 {
            self.walks.push('\n');
        }
        Ok(())
    }

    /// Nothing that is kept may take more than there is room for.
    fn fits(&self) -> Result<(), Uncertified> {
        let facts = self.facts.as_ref().map_or(0, Facts::count)
            * 2
            * size_of::<(Side, [Cells; 2], usize)>();
        if self.text.len() + self.walks.len() + self.kept + facts > self.room {
            return Err(Uncertified::Larger(self.room));
        }
        Ok(())
    }

    fn token(&mut self, token: &dyn fmt::Display) {
        if self.width > 100 {
            self.walks.push('\n');
            self.width = 0;
        }
        let before = self.walks.len();
        self.walks.push_str(if self.width == 0 { "walk " } else { " " });
        let _ = write!(self.walks, "{token}");
        self.width += self.walks.len() - before;
    }

    /// Writes a walk, in the order in which it will be checked.
    fn walk(&mut self, from: G::Position, prover: Seat, target: i8) -> Result<(), Uncertified> {
        let mut todo = vec![Todo::Prove(from)];
        let mut moves = Vec::new();
        while let Some(it) = todo.pop() {
            let proved = self.proved.entry((prover, target)).or_default();
            let position = match it {
                Todo::Done(position) => {
                    proved.insert(position);
                    self.kept += size_of::<G::Position>() + 32;
                    continue;
                }
                Todo::Prove(position) if proved.contains(&position) => continue,
                Todo::Prove(position) => position,
            };
            self.fits()?;
            if position.outcome().is_some() {
                todo.push(Todo::Done(position));
                continue;
            }
            if position.turn() == prover {
                let m = self.choose(&position, prover, target)?;
                self.token(&m);
                let mut next = position.clone();
                next.play_unchecked(m);
                todo.extend([Todo::Done(position), Todo::Prove(next)]);
                continue;
            }
            if let Some(number) = self.fact(&position, prover, target)? {
                self.token(&format_args!(">{number}"));
                todo.push(Todo::Done(position));
                continue;
            }
            moves.clear();
            position.moves(&mut moves);
            todo.push(Todo::Done(position.clone()));
            todo.extend(moves.iter().rev().map(|&m| {
                let mut next = position.clone();
                next.play_unchecked(m);
                Todo::Prove(next)
            }));
        }
        Ok(())
    }

    /// A fact by which `prover` wins, if there is one that applies.
    fn fact(
        &mut self,
        position: &G::Position,
        prover: Seat,
        target: i8,
    ) -> Result<Option<usize>, Uncertified> {
        let (Some(board), Some(stones)) = (self.board, self.game.stones(position)) else {
            return Ok(None);
        };
        if target < 1 {
            // A draw may be all there is.
            let stand = Stand::Rules(self.game, position.clone());
            let answer = self.prover.ask(&stand, 0, self.game.draws());
            if answer.ok_or(Uncertified::Unknown)?.reached {
                return Ok(None);
            }
        }
        let number = self.answered(board, stones.stones, position.held_by(prover))?;
        let fact = self.facts.as_ref().and_then(|facts| facts.get(number));
        Ok(fact.is_some_and(|it| it.holds_for(&board.all(), &stones)).then_some(number))
    }

    /// A ply by which the side to move gets `target`: one after which nothing is left to prove, if there is one.
    fn choose(
        &mut self,
        position: &G::Position,
        prover: Seat,
        target: i8,
    ) -> Result<Ply<G>, Uncertified> {
        let after = |m: Ply<G>| {
            let mut next = position.clone();
            next.play_unchecked(m);
            next
        };
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let proved = self.proved.get(&(prover, target));
        let known = moves.iter().find(|&&m| {
            let next = after(m);
            proved.is_some_and(|it| it.contains(&next))
                || next.outcome().and_then(crosscut_rules::Outcome::winner) == Some(prover)
        });
        if let Some(&m) = known {
            return Ok(m);
        }
        // A win is proved by facts, where there are any, and a draw only by the rules.
        if target < 1
            && self.board.is_some()
            && let Some(m) = self.winning(position, 1)?
        {
            return Ok(m);
        }
        // Else the prover has contradicted itself: there is no proof of that.
        self.winning(position, i32::from(target))?.ok_or(Uncertified::Unknown)
    }

    /// A ply by which the side to move gets `target`, as the prover knows it; `None` if there is none.
    fn winning(
        &mut self,
        position: &G::Position,
        target: i32,
    ) -> Result<Option<Ply<G>>, Uncertified> {
        let game = self.game;
        let listed = game.winning(position);
        if let Some(m) = listed.as_ref().and_then(|it| it.first()) {
            return Ok(Some(*m));
        }
        if listed.is_some() && target > 0 {
            return Ok(None);
        }
        if let Some(m) = game.sighted(position) {
            return Ok(Some(m));
        }
        let lead = G::lead(position);
        let fine = game.draws() || lead.is_some();
        let target = target - lead.unwrap_or(0);
        let choice = Stand::Choice(game, position.clone());
        let answer = self.prover.ask(&choice, target, fine).ok_or(Uncertified::Unknown)?;
        if !answer.reached {
            return Ok(None);
        }
        let moves = choices(game, position);
        if let Some(child) = answer.child {
            return Ok(Some(moves[child]));
        }
        for m in moves {
            let mut next = position.clone();
            next.play_unchecked(m);
            let (again, lead) = (next.turn() == position.turn(), G::lead(&next).unwrap_or(0));
            let stand = Stand::of(game, next);
            let wanted = target + G::lead(position).unwrap_or(0);
            let target = if again { wanted - lead } else { 1 - wanted - lead };
            let answer = self.prover.ask(&stand, target, fine).ok_or(Uncertified::Unknown)?;
            if answer.reached == again {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// The number of a fact by which `side` wins, the other to move, with these stones on the board.
    fn answered(
        &mut self,
        board: &Board<G>,
        stones: [Cells; 2],
        side: Side,
    ) -> Result<usize, Uncertified> {
        if let Some(&number) = self.known.get(&(side, stones)) {
            return Ok(number);
        }
        self.fits()?;
        let number = match self.earlier(board, stones, side, false) {
            Some((_, number)) => number,
            None => match self.simple(board, stones, side) {
                Some(number) => number,
                None => self.played(board, stones, side)?,
            },
        };
        self.known.insert((side, stones), number);
        Ok(number)
    }

    /// Of the facts that hold with these stones on the board, or would hold after a turn of `side` if it is its `turn`, the
    /// one with the smallest carrier: the turn's cells, and the fact's number.
    fn earlier(
        &self,
        board: &Board<G>,
        stones: [Cells; 2],
        side: Side,
        turn: bool,
    ) -> Option<(Cells, usize)> {
        let facts = self.facts.as_ref()?;
        let own = &stones[side.index()];
        let empty = board.all().without(&stones[0]).without(&stones[1]);
        let fits = |number: usize| {
            let fact = facts.get(number)?;
            if fact.side != side || !fact.carrier.without(&empty).is_empty() {
                return None;
            }
            let mut cells = fact.needs.without(own);
            if turn && cells.is_empty() {
                // Any cell does that the fact leaves alone.
                cells = empty.without(&fact.carrier).iter().take(1).collect();
            }
            let may = if turn { board.turns.allow(&cells) } else { cells.is_empty() };
            let free = cells.without(&empty).is_empty();
            (may && free).then(|| (fact.carrier.count(), cells, number))
        };
        let best = (1..=facts.count()).filter_map(fits).min_by_key(|&(size, ..)| size)?;
        Some((best.1, best.2))
    }

    /// A fact that needs no others: the side has won, or wins by trees.
    fn simple(&mut self, board: &Board<G>, stones: [Cells; 2], side: Side) -> Option<usize> {
        let facts = self.facts.as_mut()?;
        let names = |cells: &Cells| words(&self.names, cells, " ");
        let owner = G::CARD.sides[side.index()];
        let mut needs = stones[side.index()];
        if board.wins_with(self.game, side, &needs) {
            for cell in stones[side.index()].iter() {
                let fewer = needs.without(&[cell].into_iter().collect());
                if board.wins_with(self.game, side, &fewer) {
                    needs = fewer;
                }
            }
            let _ = writeln!(self.text, "won {owner} {}", names(&needs));
            return facts.won(side, needs).ok();
        }
        board.edges.as_ref()?;
        let position = (board.place)(self.game, [&stones[0], &stones[1]], !side);
        let trees = self.game.trees(&position)?.map(|tree| tree.into_iter().collect::<Cells>());
        let number = facts.trees(side, needs, trees).ok()?;
        let _ = writeln!(
            self.text,
            "trees {owner} {} / {} / {}",
            names(&needs),
            names(&trees[0]),
            names(&trees[1])
        );
        Some(number)
    }

    /// A fact by answers: first to a pass, then to every turn that spoils the answers there are.
    fn played(
        &mut self,
        board: &Board<G>,
        stones: [Cells; 2],
        side: Side,
    ) -> Result<usize, Uncertified> {
        let empty = board.all().without(&stones[0]).without(&stones[1]);
        let (mut answers, mut carriers) = (Vec::new(), Vec::new());
        let mut turn = Some(Cells::NONE);
        while let Some(spoiled) = turn {
            let mut next = stones;
            next[(!side).index()] = next[(!side).index()].or(&spoiled);
            let (cells, number) = self.answer(board, next, side)?;
            let then =
                self.facts.as_ref().and_then(|it| it.get(number)).ok_or(Uncertified::Unknown)?;
            answers.push((cells, number));
            carriers.push(then.carrier.or(&cells));
            turn = board.turns.spoiling(&carriers, &empty);
        }
        // What the later answers have made needless goes, the largest first.
        let mut order: Vec<usize> = (0..answers.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(carriers[at].count()));
        let mut kept: Vec<usize> = (0..answers.len()).collect();
        for at in order {
            let fewer: Vec<usize> = kept.iter().copied().filter(|&it| it != at).collect();
            let left: Vec<Cells> = fewer.iter().map(|&it| carriers[it]).collect();
            if !left.is_empty() && board.turns.spoiling(&left, &empty).is_none() {
                kept = fewer;
            }
        }
        let answers: Vec<(Cells, usize)> = kept.into_iter().map(|at| answers[at]).collect();
        let facts = self.facts.as_mut().ok_or(Uncertified::Unknown)?;
        let number = facts.play(&answers).map_err(|_| Uncertified::Unknown)?;
        self.text.push_str("play");
        for (cells, number) in &answers {
            let _ = write!(self.text, " {}>{number}", words(&self.names, cells, ","));
        }
        self.text.push('\n');
        Ok(number)
    }

    /// A turn by which `side` wins, and the fact that holds after it.
    fn answer(
        &mut self,
        board: &Board<G>,
        stones: [Cells; 2],
        side: Side,
    ) -> Result<(Cells, usize), Uncertified> {
        if let Some(known) = self.earlier(board, stones, side, true) {
            return Ok(known);
        }
        let position = (board.place)(self.game, [&stones[0], &stones[1]], side);
        let m = self.winning(&position, 1)?.ok_or(Uncertified::Unknown)?;
        let cells: Cells =
            m.to_string().split(',').filter_map(|name| self.numbers.get(name)).copied().collect();
        let mut stones = stones;
        stones[side.index()] = stones[side.index()].or(&cells);
        Ok((cells, self.answered(board, stones, side)?))
    }
}

fn words(names: &[String], cells: &Cells, between: &str) -> String {
    cells.iter().map(|cell| names[cell].as_str()).collect::<Vec<_>>().join(between)
}

impl fmt::Display for Uncertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uncertified::Over => f.write_str("the game is over: there is nothing left to prove"),
            Uncertified::Unknown => {
                f.write_str("the limits were reached before the certificate was complete")
            }
            Uncertified::Larger(room) => write!(
                f,
                "the certificate would take more than the {} MiB it may take: ask for less, or allow more",
                room >> 20
            ),
        }
    }
}

impl Error for Uncertified {}
