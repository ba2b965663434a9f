use std::hash::{Hash, Hasher};

use crosscut_rules::Position;

use crate::solve::result;

/// What the search walks: a position, as small as a game can make it and stripped of what does not matter.
///
/// Results are integers for the side to move: 1 for a win, 0 for a draw, -1 for a loss; in games with points, the points
/// it will still make less those the other will.
pub trait Node: Clone + Send + Sync {
    /// A way from one node to another. It need not be a ply of the game: several that lead to equal nodes may be one.
    type Ply: Copy + Send + Sync;

    /// A number that nodes have in common only if they are worth the same to whoever is to move. All of its lower 80
    /// bits should depend on everything.
    fn key(&self) -> u128;

    /// Whether the results of this node and all after it are 1 or -1, so that whoever does not lose wins.
    fn is_sharp(&self) -> bool {
        false
    }

    /// Whether results are points, of this node and of all after it.
    fn has_points(&self) -> bool {
        false
    }

    /// Says between which results the node's lies, as far as can be seen at once, and appends plies that suffice: one of
    /// them is as good as any that was left out. The likeliest first. Where the two bounds agree none is needed.
    fn look(&self, children: &mut Vec<Child<Self::Ply>>) -> Bounds;

    /// Makes a ply that [`look`](Self::look) gave.
    fn play(&mut self, ply: Self::Ply);
}

/// Where a ply of a [`Node`] leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child<P> {
    /// The ply.
    pub ply: P,
    /// The key of the node it leads to.
    pub key: u128,
    /// Whether the same side is to move again.
    pub again: bool,
    /// Whether the node it leads to is sharp, if the one it comes from is not: see [`Node::is_sharp`].
    pub sharp: bool,
    /// In games with points, those that the ply brings whoever makes it.
    pub gain: i32,
    /// How hard it may be to prove that whoever is to move then gets what it wants, and that it does not: a guess, from 1.
    pub hint: [u32; 2],
}

impl<P> Child<P> {
    /// A ply after which the other side is to move, in a game without points.
    pub fn new(ply: P, key: u128) -> Self {
        Child { ply, key, again: false, sharp: false, gain: 0, hint: [1, 1] }
    }
}

/// A result lies between these, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least it can be.
    pub low: i32,
    /// The most it can be.
    pub high: i32,
}

impl Bounds {
    /// Nothing is known at all.
    pub const UNKNOWN: Self = Bounds { low: i32::MIN, high: i32::MAX };
    /// Nothing is known in a game that is won, drawn or lost.
    pub const OPEN: Self = Bounds { low: -1, high: 1 };
    /// The side to move wins.
    pub const WIN: Self = Bounds::exactly(1);
    /// The side to move loses.
    pub const LOSS: Self = Bounds::exactly(-1);

    /// The result itself.
    #[must_use]
    pub const fn exactly(result: i32) -> Self {
        Bounds { low: result, high: result }
    }
}

/// The node of a game of which nothing is known but the rules. Results are wins, draws and losses, whatever the points.
#[derive(Clone, Debug)]
pub struct Plain<P>(pub P);

impl<P: Position> Node for Plain<P> {
    type Ply = P::Move;

    fn key(&self) -> u128 {
        key_of(&self.0)
    }

    fn look(&self, children: &mut Vec<Child<P::Move>>) -> Bounds {
        let turn = self.0.turn();
        if let Some(outcome) = self.0.outcome() {
            return Bounds::exactly(result(&self.0, outcome));
        }
        let mut plies = Vec::new();
        self.0.moves(&mut plies);
        children.extend(plies.into_iter().map(|ply| {
            let mut next = self.0.clone();
            next.play_unchecked(ply);
            Child { again: next.turn() == turn, ..Child::new(ply, key_of(&next)) }
        }));
        Bounds::OPEN
    }

    fn play(&mut self, ply: P::Move) {
        self.0.play_unchecked(ply);
    }
}

/// A key made of all that a value hashes.
pub fn key_of(it: &impl Hash) -> u128 {
    let mut hasher = Wide(0x6a09_e667_f3bc_c908_bb67_ae85_84ca_a73b);
    it.hash(&mut hasher);
    mix(hasher.0)
}

/// Spreads a difference in any bit over all of them.
#[inline]
#[must_use]
pub const fn mix(mut x: u128) -> u128 {
    x ^= x >> 67;
    x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    x ^= x >> 59;
    x = x.wrapping_mul(0xd1b5_4a32_d192_ed03_8cb9_2ba7_2f3d_8dd7);
    x ^ x >> 64
}

/// A hasher of 128 bits.
struct Wide(u128);

impl Wide {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(41) ^ u128::from(word))
            .wrapping_mul(0xda94_2042_e4dd_58b5_2545_f491_4f6c_dd1d);
        self.0 ^= self.0 >> 61;
    }
}

impl Hasher for Wide {
    fn finish(&self) -> u64 {
        mix(self.0) as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
        self.add(bytes.len() as u64);
    }

    fn write_u8(&mut self, it: u8) {
        self.add(it.into());
    }

    fn write_u16(&mut self, it: u16) {
        self.add(it.into());
    }

    fn write_u32(&mut self, it: u32) {
        self.add(it.into());
    }

    fn write_u64(&mut self, it: u64) {
        self.add(it);
    }

    fn write_usize(&mut self, it: usize) {
        self.add(it as u64);
    }
}
