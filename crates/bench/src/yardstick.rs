//! Random games as a competent stranger would write them in ten minutes: stones in a `Vec`, neighbours from coordinates,
//! union-find with path halving, no tables and no tricks. Not slow on purpose either. They know nothing of the rest of
//! Crosscut but its random numbers.

use crosscut_rules::Rng;

/// Random Hex: stones are put on free cells in turn until the first side has joined top and bottom, or the second left
/// and right.
#[derive(Clone, Debug)]
pub struct Hex {
    size: usize,
    /// The cells, shuffled before each game.
    cells: Vec<usize>,
    /// 0 for an empty cell, 1 and 2 for the sides' stones.
    stones: Vec<u8>,
    /// Union-find over the cells, top, bottom, left and right.
    parent: Vec<usize>,
}

impl Hex {
    /// Games on `size` x `size` cells.
    pub fn new(size: usize) -> Self {
        let cells = size * size;
        Hex {
            size,
            cells: (0..cells).collect(),
            stones: vec![0; cells],
            parent: (0..cells + 4).collect(),
        }
    }

    /// Plays one game ply by ply, to the win: how many plies it took, and whether the first side won.
    pub fn ply(&mut self, rng: &mut Rng) -> (u32, bool) {
        let (size, ends) = (self.size, self.size * self.size);
        self.stones.fill(0);
        self.parent.iter_mut().enumerate().for_each(|(node, parent)| *parent = node);
        for ply in 0..ends {
            let drawn = ply + rng.below((ends - ply) as u32) as usize;
            self.cells.swap(ply, drawn);
            let (cell, side) = (self.cells[ply], 1 + (ply % 2) as u8);
            self.stones[cell] = side;
            let (column, row) = (cell % size, cell / size);
            for (dx, dy) in [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)] {
                let (x, y) = (column as isize + dx, row as isize + dy);
                if x >= 0 && y >= 0 && x < size as isize && y < size as isize {
                    let near = y as usize * size + x as usize;
                    if self.stones[near] == side {
                        join(&mut self.parent, cell, near);
                    }
                }
            }
            let (along, first) = if side == 1 { (row, ends) } else { (column, ends + 2) };
            if along == 0 {
                join(&mut self.parent, cell, first);
            }
            if along == size - 1 {
                join(&mut self.parent, cell, first + 1);
            }
            if find(&mut self.parent, first) == find(&mut self.parent, first + 1) {
                return (ply as u32 + 1, side == 1);
            }
        }
        unreachable!("a full board has a winner")
    }

    /// Fills a board at random, the first side getting one cell more if their number is odd, and floods it once from the
    /// top: whether the first side won.
    pub fn fill(&mut self, rng: &mut Rng) -> bool {
        let (size, cells) = (self.size, self.cells.len());
        self.stones.fill(2);
        for at in 0..cells.div_ceil(2) {
            let drawn = at + rng.below((cells - at) as u32) as usize;
            self.cells.swap(at, drawn);
            self.stones[self.cells[at]] = 1;
        }
        let mut todo: Vec<usize> = (0..size).filter(|&cell| self.stones[cell] == 1).collect();
        while let Some(cell) = todo.pop() {
            let (column, row) = (cell % size, cell / size);
            if row == size - 1 {
                return true;
            }
            for (dx, dy) in [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)] {
                let (x, y) = (column as isize + dx, row as isize + dy);
                if x >= 0 && y >= 0 && x < size as isize && y < size as isize {
                    let near = y as usize * size + x as usize;
                    if self.stones[near] == 1 {
                        self.stones[near] = 0;
                        todo.push(near);
                    }
                }
            }
        }
        false
    }
}

fn find(parent: &mut [usize], mut node: usize) -> usize {
    while parent[node] != node {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    node
}

fn join(parent: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(parent, a), find(parent, b));
    parent[a] = b;
}
