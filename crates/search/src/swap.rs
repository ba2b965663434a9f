use crosscut_rules::{Outcome, Pie, PieMove, Position, Rng, Seat, Side};

use crate::{Choice, Step, Trace, Tuning, View};

/// The view of a game with the swap rule, over the view of the game without it, whose seats are sides.
#[derive(Clone, Debug)]
pub struct Swappable<V> {
    board: V,
    opening: Opening,
    swapped: bool,
    /// What is added to keys after a swap within the search: the same side is another seat's then.
    offset: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    First,
    Answer,
    Over,
}

/// The decision to swap.
const SWAP: Step = Step::MAX;

impl<V: View> Swappable<V> {
    /// The view of a position whose board is seen so.
    pub fn of<P: Position>(position: &Pie<P>, board: V) -> Self {
        let may_swap = |it: &Pie<P>| it.check(PieMove::Swap).is_ok();
        let may_swap_next = || {
            let (mut next, mut plies) = (position.clone(), Vec::new());
            next.moves(&mut plies);
            plies.first().is_some_and(|&ply| {
                next.play_unchecked(ply);
                may_swap(&next)
            })
        };
        let opening = if may_swap(position) {
            Opening::Answer
        } else if may_swap_next() {
            Opening::First
        } else {
            Opening::Over
        };
        let swapped = position.seat_of(Side::First) == Seat::Second;
        Swappable { board, opening, swapped, offset: 0 }
    }

    fn reseat(&self, seat: Seat) -> Seat {
        if self.swapped { !seat } else { seat }
    }

    fn judge(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Won(seat) => Outcome::Won(self.reseat(seat)),
            Outcome::Drawn => Outcome::Drawn,
        }
    }

    fn shift(&self, key: u16) -> u16 {
        if key == Choice::NO_KEY { key } else { key + self.offset }
    }
}

impl<V: View> View for Swappable<V> {
    type Ply = PieMove<V::Ply>;

    fn mover(&self) -> Seat {
        self.reseat(self.board.mover())
    }

    fn verdict(&self) -> Option<Outcome> {
        let verdict = self.board.verdict()?;
        // While there may be a swap, nobody can be said to have lost.
        (self.opening == Opening::Over || verdict == Outcome::Won(self.board.mover()))
            .then(|| self.judge(verdict))
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        let before = out.len();
        self.board.choices(out);
        for choice in &mut out[before..] {
            choice.key = self.shift(choice.key);
        }
        if self.opening == Opening::Answer {
            out.push(Choice { step: SWAP, key: Choice::NO_KEY, prior: 0.5 });
        }
    }

    fn take(&mut self, step: Step) {
        if step == SWAP {
            self.swapped = !self.swapped;
            self.offset = self.board.keys() as u16;
            self.opening = Opening::Over;
            return;
        }
        let done = self.board.ply(step).is_some();
        self.board.take(step);
        if done {
            self.opening = match self.opening {
                Opening::First => Opening::Answer,
                _ => Opening::Over,
            };
        }
    }

    fn ply(&self, step: Step) -> Option<Self::Ply> {
        if step == SWAP { Some(PieMove::Swap) } else { self.board.ply(step).map(PieMove::Play) }
    }

    fn steps(&self, ply: Self::Ply, out: &mut Vec<Step>) {
        match ply {
            PieMove::Swap => out.push(SWAP),
            PieMove::Play(ply) => self.board.steps(ply, out),
        }
    }

    fn plies(&self, out: &mut Vec<Self::Ply>) {
        let mut plies = Vec::new();
        self.board.plies(&mut plies);
        if self.opening == Opening::Answer && !plies.is_empty() {
            out.push(PieMove::Swap);
        }
        out.extend(plies.into_iter().map(PieMove::Play));
    }

    fn key(&self) -> u64 {
        let opening = (self.opening as u64) << 1 | u64::from(self.swapped);
        self.board.key() ^ opening.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn keys(&self) -> usize {
        match self.opening {
            Opening::Over => self.board.keys() + usize::from(self.offset),
            _ => 2 * self.board.keys(),
        }
    }

    fn playout(&self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        let before = trace.keys.len();
        let outcome = self.board.playout(rng, trace);
        if self.offset > 0 {
            for key in &mut trace.keys[before..] {
                *key = self.shift(*key);
            }
        }
        self.judge(outcome)
    }

    fn tuning(&self) -> Tuning {
        self.board.tuning()
    }
}
