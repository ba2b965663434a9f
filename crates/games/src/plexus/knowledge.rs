use crosscut_rules::{Outcome, Position, Rng, Seat};
use crosscut_search::{Choice, Step, Trace, Tuning, View, key_of};

use super::figure::{Class, Figure};
use super::position::WORDS;
use super::{Direction, Dot, PlexusPosition, Segment};

/// A position as the search sees it. Random games take a point where a few tries find one.
#[derive(Clone, Debug)]
pub(super) struct PlexusView(PlexusPosition);

impl PlexusView {
    pub(super) fn of(position: &PlexusPosition) -> Self {
        PlexusView(position.clone())
    }
}

fn step_of(segment: Segment) -> Step {
    let Segment { from: Dot { column, row }, direction } = segment;
    Step::from(column) << 8 | Step::from(row) << 2 | direction as Step
}

fn segment_of(step: Step) -> Segment {
    Segment {
        from: Dot { column: (step >> 8) as u8, row: (step >> 2 & 63) as u8 },
        direction: Direction::ALL[(step & 3) as usize],
    }
}

/// The most bits of a board.
const BITS: usize = WORDS * 64;

/// What decisions of one seat have in common: the class they start from and the dot they take.
fn key_at(seat: Seat, class: Class, to: u32) -> u16 {
    ((seat.index() * 2 + usize::from(class == Class::Midpoint)) * BITS + to as usize) as u16
}

impl View for PlexusView {
    type Ply = Segment;

    fn mover(&self) -> Seat {
        self.0.turn()
    }

    fn verdict(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        let (figure, seat) = (self.0.figure(), self.0.turn());
        let ways = figure.ways(self.0.class());
        for bit in ways.any().iter() {
            let from = figure.dot(bit);
            let class = figure.class(bit);
            for direction in Direction::ALL.into_iter().filter(|&it| ways.has(bit, it)) {
                let key = key_at(seat, class, figure.neighbour(bit, direction));
                out.push(Choice::keyed(step_of(Segment { from, direction }), key));
            }
        }
    }

    fn take(&mut self, step: Step) {
        self.0.play_unchecked(segment_of(step));
    }

    fn ply(&self, step: Step) -> Option<Segment> {
        Some(segment_of(step))
    }

    fn steps(&self, ply: Segment, out: &mut Vec<Step>) {
        out.push(step_of(ply));
    }

    fn plies(&self, out: &mut Vec<Segment>) {
        if self.0.outcome().is_none() {
            self.0.moves(out);
        }
    }

    fn key(&self) -> u64 {
        key_of(&self.0)
    }

    fn keys(&self) -> usize {
        4 * BITS
    }

    fn playout(&self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        match self.0.figure().words() {
            1 => playout::<1>(&self.0, rng, trace),
            2 => playout::<2>(&self.0, rng, trace),
            3 => playout::<3>(&self.0, rng, trace),
            4 => playout::<4>(&self.0, rng, trace),
            5 => playout::<5>(&self.0, rng, trace),
            _ => playout::<WORDS>(&self.0, rng, trace),
        }
    }

    fn tuning(&self) -> Tuning {
        Tuning::default()
    }
}

/// How few ways a class must have left for a point to be looked for.
const FEW: u32 = 6;

/// How often a first half looks for a segment that leaves the second none.
const TRIES: u32 = 3;

fn playout<const W: usize>(position: &PlexusPosition, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    let mut figure: Figure<W> = position.figure().resized();
    let mut class: Option<Class> = position.class();
    let mut score = position.points();
    let mut player = position.turn();
    let mut left = position.left();
    while left > 0 {
        let ways = figure.ways(class);
        let counts = ways.counts();
        let n = counts.iter().sum();
        if n == 0 {
            // Only a second half can be without a segment. Its player opens the next full-move.
            score[(!player).index()] += 1;
            class = None;
            continue;
        }
        let (mut from, mut direction) = ways.nth(counts, rng.below(n));
        if class.is_none() {
            let few =
                Class::BOTH.map(|it| figure.ways(Some(it)).counts().iter().sum::<u32>() <= FEW);
            if few != [false, false] {
                for _ in 0..TRIES {
                    let used = figure.class(from);
                    if few[usize::from(used == Class::Midpoint)] {
                        let mut after = figure;
                        after.draw(from, direction);
                        if after.ways(Some(used)).any().is_empty() {
                            break;
                        }
                    }
                    (from, direction) = ways.nth(counts, rng.below(n));
                }
            }
        }
        trace.push(key_at(player, figure.class(from), figure.neighbour(from, direction)));
        class = match class {
            None => {
                player = !player;
                Some(figure.class(from))
            }
            Some(_) => None,
        };
        figure.draw(from, direction);
        left -= 1;
    }
    // The last dot was taken by a first half if the second one is still owed.
    if class.is_some() && position.final_scores() {
        score[(!player).index()] += 1;
    }
    PlexusPosition::judge(score)
}
