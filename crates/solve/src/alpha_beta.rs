use std::sync::atomic::Ordering::Relaxed;

use crate::proof_number::Worker;
use crate::table::{NEVER, Numbers};
use crate::{Bounds, Child, Node};

/// Alpha-beta in games with points, with a window of no width: whether the side to move makes at least so many (MT;
/// Plaat, Schaeffer, Pijls, de Bruin 1996). The table holds between which numbers a node's result lies, whatever was
/// asked of it, so that each question goes on from the answers before.
///
/// Threads search the same tree; where one is, the others come last.
impl Worker<'_, '_> {
    /// Looks at a node until its bounds say whether its result is at least `target`, and says through which child it is;
    /// or until the search is to stop.
    pub(crate) fn test<N: Node>(
        &mut self,
        node: &N,
        target: i32,
        key: u128,
    ) -> (Bounds, Option<usize>) {
        self.count();
        let mut children = Vec::new();
        let mut bounds = narrower(node.look(&mut children), self.bounds(key));
        if is_decided(bounds, target) {
            self.note(key, bounds, 1);
            return (bounds, None);
        }
        let before = self.work();
        let mut ways: Vec<Way<'_, N>> = Vec::with_capacity(children.len());
        for (at, child) in children.iter().enumerate() {
            let way = Way { at, child, bounds: self.of_child(child) };
            if way.bounds.low >= target {
                bounds.low = way.bounds.low;
                self.note(key, bounds, 1);
                return (bounds, Some(at));
            }
            ways.push(way);
        }
        // The children that are left alone while another thread is there are looked at in the end.
        for patient in [true, false] {
            for (number, way) in ways.iter_mut().enumerate() {
                if way.bounds.high < target {
                    continue;
                }
                let busy = self.busy(way.child.key);
                if patient && number > 0 && busy.load(Relaxed) > 0 {
                    continue;
                }
                let known = self.of_child(way.child);
                let found = if is_decided(known, target) {
                    known
                } else {
                    let mut next = node.clone();
                    next.play(way.child.ply);
                    let rest = target - way.child.gain;
                    let rest = if way.child.again { rest } else { 1 - rest };
                    busy.fetch_add(1, Relaxed);
                    let (found, _) = self.test(&next, rest, way.child.key);
                    busy.fetch_sub(1, Relaxed);
                    seen_from_above(way.child, found)
                };
                if self.is_stopped() {
                    return (Bounds::UNKNOWN, None);
                }
                if found.low >= target {
                    bounds.low = found.low;
                    self.note(key, bounds, self.work().saturating_sub(before));
                    return (bounds, Some(way.at));
                }
                way.bounds = found;
                // Another thread may have been quicker.
                let now = narrower(bounds, self.bounds(key));
                if is_decided(now, target) {
                    return (now, None);
                }
            }
        }
        let best = |of: fn(&Bounds) -> i32| ways.iter().map(|it| of(&it.bounds)).max();
        bounds = narrower(
            bounds,
            Bounds {
                low: best(|it| it.low).unwrap_or(i32::MIN),
                high: best(|it| it.high).unwrap_or(i32::MAX),
            },
        );
        self.note(key, bounds, self.work().saturating_sub(before));
        (bounds, None)
    }

    /// What the table says of a node.
    fn bounds(&self, key: u128) -> Bounds {
        self.known(key).map_or(Bounds::UNKNOWN, unpack)
    }

    fn of_child<P>(&self, child: &Child<P>) -> Bounds {
        seen_from_above(child, self.bounds(child.key))
    }

    fn note(&mut self, key: u128, bounds: Bounds, work: u64) {
        // Another thread may have seen more meanwhile.
        self.keep(key, pack(narrower(bounds, self.bounds(key))), work);
    }
}

/// A child and what is known of its parent's result through it.
struct Way<'a, N: Node> {
    at: usize,
    child: &'a Child<N::Ply>,
    bounds: Bounds,
}

fn narrower(a: Bounds, b: Bounds) -> Bounds {
    Bounds { low: a.low.max(b.low), high: a.high.min(b.high) }
}

pub(crate) fn is_decided(bounds: Bounds, target: i32) -> bool {
    bounds.low >= target || bounds.high < target
}

/// The bounds of a child as those of its parent's result through it.
fn seen_from_above<P>(child: &Child<P>, Bounds { low, high }: Bounds) -> Bounds {
    let gain = child.gain;
    if child.again {
        Bounds { low: low.saturating_add(gain), high: high.saturating_add(gain) }
    } else {
        Bounds { low: gain.saturating_sub(high), high: gain.saturating_sub(low) }
    }
}

/// Half of what fits into a number of the table: so many points are never made.
const ZERO: i32 = (NEVER / 2).cast_signed();

/// Bounds as an entry of the table holds them: neither number is 0, so that it is no answer for the other search.
fn pack(Bounds { low, high }: Bounds) -> Numbers {
    let number = |it: i32| (it.clamp(1 - ZERO, ZERO) + ZERO).cast_unsigned();
    Numbers { proof: number(low), disproof: number(high) }
}

pub(crate) fn unpack(numbers: Numbers) -> Bounds {
    let bound = |it: u32| it.cast_signed() - ZERO;
    Bounds { low: bound(numbers.proof), high: bound(numbers.disproof) }
}
