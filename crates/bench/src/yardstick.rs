//! Random games as a competent stranger would write them in ten minutes: stones in a `Vec`, neighbours from coordinates,
//! union-find with path halving, no tables and no tricks, but not deliberately slow either. They use nothing of Crosscut except
//! its random numbers.

use crosscut_rules::Rng;

/// Random Hex: stones are put on empty cells in turn until the first side has connected top and bottom, or the second left and
/// right.
#[derive(Clone, Debug)]
pub struct Hex {
    size: usize,
    /// The cells, shuffled before each game.
    cells: Vec<usize>,
    /// 0 for an empty cell, 1 and 2 for the stones of the two sides.
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

    /// Plays one game ply by ply until somebody wins: the number of plies, and whether the first side won.
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

    /// Fills a board at random, the first side getting one more cell if their number is odd, and floods it once from the top:
    /// whether the first side won.
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

/// Random Trellis, in which every turn is equally likely: a pair three apart, one stone, or a pass. Two passes in a row draw.
#[derive(Clone, Debug)]
pub struct Trellis {
    size: usize,
    /// The points, the free ones first.
    points: Vec<usize>,
    /// The index of each point in `points`.
    at: Vec<usize>,
    /// 0 for a free point, 1 and 2 for the stones of the two sides.
    stones: Vec<u8>,
    /// Union-find over the points, top, bottom, left and right.
    parent: Vec<usize>,
}

impl Trellis {
    /// Games on `size` x `size` points.
    pub fn new(size: usize) -> Self {
        let points = size * size;
        Trellis {
            size,
            points: (0..points).collect(),
            at: (0..points).collect(),
            stones: vec![0; points],
            parent: (0..points + 4).collect(),
        }
    }

    /// Plays one game: the number of turns, and whether the first side won.
    pub fn ply(&mut self, rng: &mut Rng) -> (u32, bool) {
        const AWAY: [(isize, isize); 12] = [
            (3, 0),
            (2, 1),
            (1, 2),
            (0, 3),
            (-1, 2),
            (-2, 1),
            (-3, 0),
            (-2, -1),
            (-1, -2),
            (0, -3),
            (1, -2),
            (2, -1),
        ];
        let (size, ends) = (self.size, self.size * self.size);
        self.stones.fill(0);
        self.parent.iter_mut().enumerate().for_each(|(node, parent)| *parent = node);
        let (mut free, mut turns, mut passes, mut side) = (ends, 0, 0, 1);
        loop {
            // Each pair can be drawn in two ways, and so can each single stone and the pass.
            let drawn = rng.below(14 * free as u32 + 2) as usize;
            let (first, way) = (drawn / 14, drawn % 14);
            if first == free {
                passes += 1;
            } else {
                let one = self.points[first];
                let mut turn = vec![one];
                if way < 12 {
                    let (x, y) =
                        ((one % size) as isize + AWAY[way].0, (one / size) as isize + AWAY[way].1);
                    if x < 0 || y < 0 || x >= size as isize || y >= size as isize {
                        continue;
                    }
                    let two = y as usize * size + x as usize;
                    if self.stones[two] != 0 {
                        continue;
                    }
                    turn.push(two);
                }
                passes = 0;
                for point in turn {
                    free -= 1;
                    let (hole, last) = (self.at[point], self.points[free]);
                    self.points.swap(hole, free);
                    self.at[last] = hole;
                    self.at[point] = free;
                    self.put(point, side);
                }
            }
            turns += 1;
            let end = if side == 1 { ends } else { ends + 2 };
            if passes == 2 || find(&mut self.parent, end) == find(&mut self.parent, end + 1) {
                return (turns, passes < 2 && side == 1);
            }
            side = 3 - side;
        }
    }

    fn put(&mut self, point: usize, side: u8) {
        let (size, ends) = (self.size, self.size * self.size);
        let (column, row) = (point % size, point / size);
        self.stones[point] = side;
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let (x, y) = (column as isize + dx, row as isize + dy);
            if x < 0 || y < 0 || x >= size as isize || y >= size as isize {
                continue;
            }
            // The square between diagonal neighbours is dark if column and row of its lower left point add up to the parity of
            // the size: this holds with A1 as (1, 1), and so with A1 as (0, 0) too.
            let square = column.min(x as usize) + row.min(y as usize);
            let home = dx == 0 || dy == 0 || (square % 2 == size % 2) == (side == 1);
            let near = y as usize * size + x as usize;
            if home && self.stones[near] == side {
                join(&mut self.parent, point, near);
            }
        }
        let (along, end) = if side == 1 { (row, ends) } else { (column, ends + 2) };
        if along == 0 {
            join(&mut self.parent, point, end);
        }
        if along == size - 1 {
            join(&mut self.parent, point, end + 1);
        }
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
