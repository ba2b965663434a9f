/// Moves to pick from, one of which is marked.
#[derive(Clone, Debug)]
pub(crate) struct Menu {
    moves: Vec<String>,
    marked: usize,
}

impl Menu {
    /// A menu of these moves; `None` if there are none.
    pub(crate) fn new(moves: Vec<String>) -> Option<Self> {
        (!moves.is_empty()).then_some(Menu { moves, marked: 0 })
    }

    pub(crate) fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The number of columns it needs with its frame.
    pub(crate) fn breadth(&self) -> u16 {
        let longest = self.moves.iter().map(|it| it.chars().count()).max().unwrap_or(0);
        (longest as u16 + 8).max(12)
    }

    /// The index of the marked move.
    pub(crate) fn marked(&self) -> usize {
        self.marked
    }

    /// The marked move.
    pub(crate) fn choice(&self) -> &str {
        &self.moves[self.marked]
    }

    /// Marks the move with this index; false if there is none.
    pub(crate) fn mark(&mut self, index: usize) -> bool {
        let known = index < self.moves.len();
        if known {
            self.marked = index;
        }
        known
    }

    /// Marks the move `by` lines further down; the first follows the last.
    pub(crate) fn turn(&mut self, by: isize) {
        let count = self.moves.len() as isize;
        self.marked = (self.marked as isize + by).rem_euclid(count) as usize;
    }
}
