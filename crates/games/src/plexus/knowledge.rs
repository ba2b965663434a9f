use crosscut_rules::{Outcome, Rng, Seat};
use crosscut_search::{Choice, Step, Trace, Tuning, View, key_of};

use super::course::{Course, judge};
use super::dots::Dots;
use super::figure::Class;
use super::{Direction, Dot, PlexusPosition, Segment};

/// The search's view of a position. Playouts take a point if a few tries find one.
#[derive(Clone, Debug)]
pub(super) struct PlexusView<const W: usize>(pub(super) Course<W>);

impl<const W: usize> PlexusView<W> {
    pub(super) fn of(position: &PlexusPosition) -> Self {
        PlexusView(position.course().resized())
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

/// The key of a decision: its seat, the class from which it starts and the dot that it takes.
fn key_at<const W: usize>(seat: Seat, class: Class, to: u32) -> u16 {
    ((seat.index() * 2 + usize::from(class == Class::Midpoint)) * W * 64 + to as usize) as u16
}

impl<const W: usize> View for PlexusView<W> {
    type Ply = Segment;

    fn mover(&self) -> Seat {
        self.0.turn()
    }

    fn verdict(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        let (figure, seat) = (&self.0.figure, self.0.turn());
        let ways = self.0.ways();
        let free = figure.ways(None);
        // The dots to which a segment is already listed that is equivalent to all others of its kind to the same dot.
        let (mut by_midpoint, mut by_last_way) = (Dots::<W>::NONE, Dots::<W>::NONE);
        for bit in ways.any().iter() {
            let from = figure.dot(bit);
            let class = figure.class(bit);
            let out_of = Direction::ALL.into_iter().filter(|&it| free.has(bit, it));
            let last_way = out_of.clone().nth(1).is_none();
            for direction in out_of {
                let to = figure.neighbour(bit, direction);
                // It does not matter which midpoint a segment comes from, since midpoints stay midpoints, nor which endpoint
                // draws its last possible segment.
                let listed = match class {
                    Class::Midpoint => Some(&mut by_midpoint),
                    Class::Endpoint if last_way => Some(&mut by_last_way),
                    Class::Endpoint => None,
                };
                if let Some(listed) = listed {
                    if listed.has(to) {
                        continue;
                    }
                    listed.insert(to);
                }
                let key = key_at::<W>(seat, class, to);
                out.push(Choice::keyed(step_of(Segment { from, direction }), key));
            }
        }
    }

    fn take(&mut self, step: Step) {
        let Segment { from, direction } = segment_of(step);
        self.0.play(self.0.figure.bit(from), direction);
    }

    fn ply(&self, step: Step) -> Option<Segment> {
        Some(segment_of(step))
    }

    fn steps(&self, ply: Segment, out: &mut Vec<Step>) {
        out.push(step_of(ply));
    }

    fn plies(&self, out: &mut Vec<Segment>) {
        if self.0.outcome().is_none() {
            let (ways, figure) = (self.0.ways(), &self.0.figure);
            for bit in ways.any().iter() {
                let here = Direction::ALL.into_iter().filter(|&it| ways.has(bit, it));
                out.extend(here.map(|direction| Segment { from: figure.dot(bit), direction }));
            }
        }
    }

    fn key(&self) -> u64 {
        key_of(&self.0)
    }

    fn keys(&self) -> usize {
        4 * W * 64
    }

    fn playout(&self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        playout(&self.0, rng, trace)
    }

    fn tuning(&self) -> Tuning {
        Tuning::default()
    }
}

/// A playout looks for a point if a class has at most this many segments left.
const FEW: u32 = 6;

/// How many segments a first half tries, to find one that leaves the second half none.
const TRIES: u32 = 3;

fn playout<const W: usize>(course: &Course<W>, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    let Course { mut figure, mut class, mut score, mut left, .. } = *course;
    let mut player = course.turn();
    while left > 0 {
        let ways = figure.ways(class);
        let counts = ways.counts();
        let n = counts.iter().sum();
        if n == 0 {
            // Only a second half can have no legal segment. Its player opens the next full-move.
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
        trace.push(key_at::<W>(player, figure.class(from), figure.neighbour(from, direction)));
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
    // A first half has taken the last dot if its second half is still to come.
    if class.is_some() && course.final_scores {
        score[(!player).index()] += 1;
    }
    judge(score)
}
