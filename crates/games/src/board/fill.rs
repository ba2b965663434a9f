use crosscut_rules::Rng;
use crosscut_search::Filled;

use super::Graph;
use super::lanes::{GAMES, Lanes, WORDS, fill_lanes};

/// Fills at least `games` boards at random and counts those on which the first side has joined its ends. It has one stone more
/// than the second side if the number of cells is odd.
pub(crate) fn fill(graph: &Graph, games: u64, rng: &mut Rng) -> Filled {
    let judge = graph.judge();
    fill_with(graph.cells(), games, rng, |board| judge.first_wins(board))
}

/// [`fill`] on any board of `cells` cells. `judge` is given the stones of the first side (the second side has the other cells)
/// and returns the games that the first side has won; it may overwrite the board.
pub(crate) fn fill_with(
    cells: usize,
    games: u64,
    rng: &mut Rng,
    mut judge: impl FnMut(&mut [Lanes]) -> Lanes,
) -> Filled {
    let mut board = vec![[0; WORDS]; cells];
    let batches = games.div_ceil(GAMES as u64);
    let mut first_wins = 0;
    for _ in 0..batches {
        fill_lanes(&mut board, cells.div_ceil(2), rng);
        first_wins += judge(&mut board).iter().map(|won| u64::from(won.count_ones())).sum::<u64>();
    }
    Filled { games: batches * GAMES as u64, first_wins, plies: cells as u32 }
}

#[cfg(test)]
mod tests {
    use crosscut_rules::Side;

    use super::*;
    use crate::board::rhombus::{NODES, WORDS as CELL_WORDS};
    use crate::board::{Connection, Joint, reduction, rhombus};

    /// Whether the first side has joined its ends in one of the games, found stone by stone.
    fn one_by_one(graph: &'static Graph, board: &[Lanes], game: usize) -> bool {
        let mut connection: Connection<CELL_WORDS, NODES> = Connection::new(graph);
        for (cell, lanes) in board.iter().enumerate() {
            let first = lanes[game / 64] >> (game % 64) & 1 == 1;
            connection.place(if first { Side::First } else { Side::Second }, cell);
        }
        connection.joined(Side::First)
    }

    fn random(cells: usize, rng: &mut Rng) -> Vec<Lanes> {
        (0..cells).map(|_| std::array::from_fn(|_| rng.next_u64())).collect()
    }

    #[test]
    fn judge_and_reduction_see_what_chains_see() {
        let mut rng = Rng::new(5);
        for size in [2, 3, 4, 5, 7, 8, 11, 14] {
            let graph = rhombus(size);
            let mut board = random(size * size, &mut rng);
            let judged = graph.judge().first_wins(&board);
            for game in (0..GAMES).step_by(size) {
                let won = judged[game / 64] >> (game % 64) & 1 == 1;
                assert_eq!(won, one_by_one(graph, &board, game), "size {size}, game {game}");
            }
            assert_eq!(reduction::first_wins(size, &mut board), judged, "size {size}");
        }
    }

    #[test]
    fn the_judge_knows_boards_on_which_stones_are_edges() {
        // A wheel: hub 4, rim 5 6 7; stones 0-2 are spokes, 3-5 the rim, 6 and 7 lead to the ends, 8 joins nothing new,
        // 9 joins three nodes at once.
        let edges: [&[u16]; 10] = [
            &[4, 5],
            &[4, 6],
            &[4, 7],
            &[5, 6],
            &[6, 7],
            &[7, 5],
            &[0, 5],
            &[7, 1],
            &[0],
            &[4, 0, 6],
        ];
        let first = edges.map(|nodes| Joint::new(nodes, &[])).to_vec();
        let second = edges.map(|_| Joint::new(&[2], &[])).to_vec();
        let graph: &'static Graph = Box::leak(Box::new(Graph::new(8, 4, [first, second])));
        let board = random(10, &mut Rng::new(6));
        let judged = graph.judge().first_wins(&board);
        for game in 0..GAMES {
            let won = judged[game / 64] >> (game % 64) & 1 == 1;
            assert_eq!(won, one_by_one(graph, &board, game), "game {game}");
        }
    }

    #[test]
    fn the_share_of_wins_is_that_of_all_boards() {
        // The wins on the 126 boards of 3 x 3 cells with five stones of the first side, counted one by one.
        let wins = (0..1u32 << 9).filter(|it| it.count_ones() == 5).filter(|it| {
            let board: Vec<Lanes> = (0..9).map(|cell| [u64::from(it >> cell & 1); WORDS]).collect();
            one_by_one(rhombus(3), &board, 0)
        });
        let share = wins.count() as f64 / 126.0;
        let filled = fill(rhombus(3), 100_000, &mut Rng::new(7));
        assert!(filled.games >= 100_000 && filled.games < 100_000 + GAMES as u64);
        assert_eq!(filled.plies, 9);
        let found = filled.first_wins as f64 / filled.games as f64;
        let deviation = (share * (1.0 - share) / filled.games as f64).sqrt();
        assert!((found - share).abs() < 5.0 * deviation, "{found} and not {share}");
    }
}
