use crosscut_rules::{Outcome, PieMove, Rng, Seat};

use crate::{Choice, Insight, Step, Trace, Tuning, View};

/// The view of a game with the swap rule after its opening is over, made from the view of the game without that rule. Only
/// the type of the plies differs.
#[derive(Clone, Debug)]
pub struct Settled<V>(pub V);

impl<V: View> View for Settled<V> {
    type Ply = PieMove<V::Ply>;

    fn mover(&self) -> Seat {
        self.0.mover()
    }

    fn verdict(&self) -> Option<Outcome> {
        self.0.verdict()
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        self.0.choices(out);
    }

    fn take(&mut self, step: Step) {
        self.0.take(step);
    }

    fn ply(&self, step: Step) -> Option<Self::Ply> {
        self.0.ply(step).map(PieMove::Play)
    }

    fn steps(&self, ply: Self::Ply, out: &mut Vec<Step>) {
        if let PieMove::Play(ply) = ply {
            self.0.steps(ply, out);
        }
    }

    fn plies(&self, out: &mut Vec<Self::Ply>) {
        let mut plies = Vec::new();
        self.0.plies(&mut plies);
        out.extend(plies.into_iter().map(PieMove::Play));
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn keys(&self) -> usize {
        self.0.keys()
    }

    fn playout(&self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        self.0.playout(rng, trace)
    }

    fn study(&self) -> Insight {
        self.0.study()
    }

    fn tuning(&self) -> Tuning {
        self.0.tuning()
    }
}
