use std::collections::HashMap;
use std::fmt::{self, Write};

use crosscut_rules::{Position, Seat};
use crosscut_verify::{Bound, Verify, ends_at_once};

use super::adviser::Adviser;
use super::facts::WrittenFacts;
use super::prints::{Prints, print};
use super::{Ply, Uncertified};
use crate::{Solve, Value};

/// Writes claims and their walks by going through the game, ply by ply, and asking wherever there is a choice. What the
/// prover knows by other means than the rules it is asked again further on, until the rules themselves say it.
pub(super) struct WrittenWalks<'a, 'p, 'w, G: Solve + Verify> {
    game: &'a G,
    adviser: Adviser<'a, 'p, 'w, G>,
    facts: Option<WrittenFacts<'a, G>>,
    /// How many bytes may be taken.
    room: usize,
    text: String,
    /// How long the last line of the walk is.
    width: usize,
    proved: HashMap<(Seat, i8), Prints>,
}

const END: &str = "end\n";

/// What is to be done with a position.
enum Todo<P> {
    Prove(P),
    /// By its print.
    Done(u128),
}

impl<'a, 'p, 'w, G: Solve + Verify> WrittenWalks<'a, 'p, 'w, G> {
    pub(super) fn new(
        game: &'a G,
        adviser: Adviser<'a, 'p, 'w, G>,
        facts: Option<WrittenFacts<'a, G>>,
        room: usize,
    ) -> Self {
        WrittenWalks {
            game,
            adviser,
            facts,
            room,
            text: String::new(),
            width: 0,
            proved: HashMap::new(),
        }
    }

    /// The facts, the claims with their walks, and the end.
    pub(super) fn text(self) -> String {
        let walks = self.text;
        drop(self.proved);
        let mut text = self.facts.map_or_else(String::new, WrittenFacts::text);
        text.reserve_exact(walks.len() + END.len());
        text + &walks + END
    }

    /// Claims what was found out.
    pub(super) fn claims(
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
        let _ = writeln!(self.text, "claim {}{by}", bound.text());
        self.width = 0;
        match bound {
            Bound::AtLeast(result) => self.walk(from, mover, result)?,
            Bound::AtMost(result) => self.walk(from, !mover, -result)?,
        }
        if self.width > 0 {
            self.text.push('\n');
        }
        Ok(())
    }

    /// Nothing that is kept may take more than there is room for.
    fn fits(&mut self, todo: &Vec<Todo<G::Position>>) -> Result<(), Uncertified> {
        let proved: usize = self.proved.values().map(Prints::bytes).sum();
        let walks =
            self.text.capacity() + proved + todo.capacity() * size_of::<Todo<G::Position>>();
        let facts = self.facts.as_mut().map_or(0, |facts| {
            facts.elsewhere = walks;
            facts.bytes()
        });
        if walks + facts > self.room {
            return Err(Uncertified::Larger(self.room));
        }
        Ok(())
    }

    fn token(&mut self, token: &dyn fmt::Display) {
        if self.width > 100 {
            self.text.push('\n');
            self.width = 0;
        }
        let before = self.text.len();
        self.text.push_str(if self.width == 0 { "walk " } else { " " });
        let _ = write!(self.text, "{token}");
        self.width += self.text.len() - before;
    }

    /// Writes a walk, in the order in which it will be checked.
    fn walk(&mut self, from: G::Position, prover: Seat, target: i8) -> Result<(), Uncertified> {
        let mut todo = vec![Todo::Prove(from)];
        let mut moves = Vec::new();
        while let Some(it) = todo.pop() {
            let proved = self.proved.entry((prover, target)).or_default();
            let position = match it {
                Todo::Done(print) => {
                    proved.insert(print);
                    continue;
                }
                Todo::Prove(position) => position,
            };
            let Some(print) = unproved(self.game, proved, &position, prover, target) else {
                continue;
            };
            self.fits(&todo)?;
            if position.outcome().is_some() {
                todo.push(Todo::Done(print));
                continue;
            }
            if position.turn() == prover {
                let m = self.choose(&position, prover, target)?;
                self.token(&m);
                let mut next = position;
                next.play_unchecked(m);
                todo.extend([Todo::Done(print), Todo::Prove(next)]);
                continue;
            }
            if let Some(number) = self.fact(&position, prover, target)? {
                self.token(&format_args!(">{number}"));
                todo.push(Todo::Done(print));
                continue;
            }
            moves.clear();
            position.moves(&mut moves);
            todo.push(Todo::Done(print));
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
        let Some(facts) = &mut self.facts else { return Ok(None) };
        let Some(stones) = (facts.board.stones)(self.game, position) else { return Ok(None) };
        if target < 1 && self.adviser.holds_a_draw(position)? {
            return Ok(None);
        }
        let number = facts.win(&mut self.adviser, stones.stones, position.held_by(prover))?;
        Ok(facts.holds_for(number, &stones).then_some(number))
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
            proved.is_some_and(|it| unproved(self.game, it, &next, prover, target).is_none())
                || next.outcome().and_then(crosscut_rules::Outcome::winner) == Some(prover)
        });
        if let Some(&m) = known {
            return Ok(m);
        }
        // A win is proved by facts, where there are any, and a draw only by the rules.
        if target < 1
            && self.facts.is_some()
            && let Some(m) = self.adviser.winning(position, 1)?
        {
            return Ok(m);
        }
        // Else the prover has contradicted itself: there is no proof of that.
        self.adviser.winning(position, i32::from(target))?.ok_or(Uncertified::Unknown)
    }
}

/// The print by which a position will be remembered, unless it is proved already.
fn unproved<G: Verify>(
    game: &G,
    proved: &Prints,
    position: &G::Position,
    prover: Seat,
    target: i8,
) -> Option<u128> {
    let print = match game.form(position) {
        Some(_) if position.turn() == prover && ends_at_once(position, target) => return None,
        Some(form) => print(&(position.turn(), form)),
        None => print(position),
    };
    (!proved.contains(print)).then_some(print)
}
