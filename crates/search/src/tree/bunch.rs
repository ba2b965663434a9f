use std::ops::Range;

use super::store::Store;

/// Games of one thread that have not been added to all tables yet.
///
/// Two threads that write to the same tables after every game wait for each other's cache lines most of the time. So a
/// thread that is not alone plays several games before it adds them to the tables of often visited nodes, for which a few
/// games make little difference.
#[derive(Debug)]
pub(super) struct Bunch {
    most: usize,
    games: usize,
    /// The keys of the decisions in these games, and where the last game begins.
    keys: Vec<u16>,
    last: usize,
    /// What is still to be added: the table, the range of keys, and the half points of the first seat.
    told: Vec<(u32, Range<usize>, u64)>,
}

/// The number of games in a bunch, and the number of visits from which a node's table waits for a full bunch.
const GAMES: usize = 32;
const VISITS: u32 = 128;

impl Bunch {
    /// An empty bunch. A thread that is alone adds every game immediately, so that what it does depends only on its seed.
    pub(super) fn new(alone: bool) -> Self {
        let most = if alone { 1 } else { GAMES };
        Bunch { most, games: 0, keys: Vec::new(), last: 0, told: Vec::new() }
    }

    /// Begins a game with these keys.
    pub(super) fn begin(&mut self, keys: &[u16]) {
        if self.most > 1 {
            self.last = self.keys.len();
            self.keys.extend_from_slice(keys);
        }
        self.games += 1;
    }

    /// Puts off adding the game, from its `depth`th key on, to a table; `false` if the caller must add it now.
    pub(super) fn defer(&mut self, visits: u32, table: u32, depth: usize, points: u64) -> bool {
        let later = self.most > 1 && visits >= VISITS;
        if later {
            self.told.push((table, self.last + depth..self.keys.len(), points));
        }
        later
    }

    /// Whether it is time to add the games to the tables.
    pub(super) fn is_full(&self) -> bool {
        self.games >= self.most
    }

    /// Adds the games that were put off to their tables.
    pub(super) fn tell(&mut self, store: &Store) {
        // Sorted, so that each table's cache lines are fetched once.
        self.told.sort_unstable_by_key(|&(table, ..)| table);
        for (table, keys, points) in self.told.drain(..) {
            store.add(table, &self.keys[keys], points);
        }
        self.keys.clear();
        self.games = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn what_was_put_off_is_told_in_the_end() {
        let store = Store::new(4096, 8);
        let [hot, cold] = [store.new_table(4), store.new_table(4)];
        let entries = |table| store.tables_of(table).0.iter().map(|it| it.load(Relaxed)).collect();
        let mut bunch = Bunch::new(false);
        for _ in 0..GAMES {
            assert!(!bunch.is_full());
            bunch.begin(&[3, 1, 2]);
            assert!(bunch.defer(VISITS, hot, 1, 2));
            assert!(!bunch.defer(VISITS - 1, cold, 0, 2));
        }
        assert!(bunch.is_full());
        let before: Vec<u64> = entries(hot);
        assert_eq!(before, [0; 4]);
        bunch.tell(&store);
        let all = (GAMES as u64) * ((1 << 32) + 2);
        let after: Vec<u64> = entries(hot);
        assert_eq!(after, [0, all, all, 0]);
        let untold: Vec<u64> = entries(cold);
        assert_eq!(untold, [0; 4]);
        assert!(!bunch.is_full());
    }

    #[test]
    fn a_thread_alone_puts_nothing_off() {
        let mut bunch = Bunch::new(true);
        bunch.begin(&[1]);
        assert!(!bunch.defer(u32::MAX, 1, 0, 2));
        assert!(bunch.is_full());
    }
}
