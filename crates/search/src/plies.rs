use std::hash::{Hash, Hasher};

use crosscut_rules::{Outcome, Position, Rng, Seat};

use crate::{Choice, Evaluate, Step, Trace, View};

/// The view of a player who knows the rules and nothing else: a decision is a ply, numbered in the game's own order.
#[derive(Debug)]
pub struct Plies<G: Evaluate>(G::Position);

impl<G: Evaluate> Plies<G> {
    /// The view of a position.
    pub fn of(position: &G::Position) -> Self {
        Plies(position.clone())
    }

    fn nth(&self, step: Step) -> <G::Position as Position>::Move {
        let mut moves = Vec::new();
        self.0.moves(&mut moves);
        moves[step as usize]
    }
}

impl<G: Evaluate> Clone for Plies<G> {
    fn clone(&self) -> Self {
        Plies(self.0.clone())
    }
}

impl<G: Evaluate> View for Plies<G> {
    type Ply = <G::Position as Position>::Move;

    fn mover(&self) -> Seat {
        self.0.turn()
    }

    fn verdict(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        out.extend((0..self.0.count() as Step).map(Choice::plain));
    }

    fn take(&mut self, step: Step) {
        let ply = self.nth(step);
        self.0.play_unchecked(ply);
    }

    fn ply(&self, step: Step) -> Option<Self::Ply> {
        Some(self.nth(step))
    }

    fn steps(&self, ply: Self::Ply, out: &mut Vec<Step>) {
        let mut moves = Vec::new();
        self.0.moves(&mut moves);
        out.extend(moves.iter().position(|&it| it == ply).map(|at| at as Step));
    }

    fn plies(&self, out: &mut Vec<Self::Ply>) {
        self.0.moves(out);
    }

    fn key(&self) -> u64 {
        key_of(&self.0)
    }

    fn playout(&self, rng: &mut Rng, _: &mut Trace) -> Outcome {
        G::playout(&self.0, rng).outcome
    }
}

/// A 64-bit hash that is the same on every machine and in every run.
pub fn key_of(value: &impl Hash) -> u64 {
    let mut hasher = Mix(0);
    value.hash(&mut hasher);
    hasher.finish()
}

/// A hasher that multiplies and folds, word by word.
struct Mix(u64);

impl Mix {
    #[inline]
    fn add(&mut self, word: u64) {
        let product =
            u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xda94_2042_e4dd_58b5_u128;
        self.0 = (product as u64).rotate_left(23) ^ (product >> 64) as u64;
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56);
        }
    }

    fn write_u8(&mut self, it: u8) {
        self.add(u64::from(it));
    }

    fn write_u16(&mut self, it: u16) {
        self.add(u64::from(it));
    }

    fn write_u32(&mut self, it: u32) {
        self.add(u64::from(it));
    }

    fn write_u64(&mut self, it: u64) {
        self.add(it);
    }

    fn write_usize(&mut self, it: usize) {
        self.add(it as u64);
    }

    fn finish(&self) -> u64 {
        let product = u128::from(self.0 ^ 0x2545_f491_4f6c_dd1d) * 0x9fb2_1c65_1e98_df25_u128;
        product as u64 ^ (product >> 64) as u64
    }
}
