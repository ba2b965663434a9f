use crosscut_rules::Rng;

/// One bit of each of many games: bit `i % 64` of word `i / 64` belongs to game `i`. Operations work on eight words together,
/// which every compiler turns into the widest registers of the machine.
pub(crate) type Lanes = [u64; WORDS];

/// The number of words in [`Lanes`].
pub(crate) const WORDS: usize = 8;

/// The number of games in [`Lanes`].
pub(crate) const GAMES: usize = 64 * WORDS;

/// Fills a board of [`Lanes`], one for each cell, so that in each game `ones` cells are set and all such boards are
/// equally likely. The games are independent of each other.
///
/// Each cell of each game is set at random; then, in games with too many or too few cells set, random cells are flipped. Since
/// neither step prefers any cell, the result does not either.
pub(crate) fn fill_lanes(board: &mut [Lanes], ones: usize, rng: &mut Rng) {
    for word in board.as_flattened_mut() {
        *word = rng.next_u64();
    }
    let counts = counts(board);
    let cells = board.len() as u64;
    let words = board.as_flattened_mut();
    for (game, set) in counts.into_iter().enumerate() {
        let (bit, word) = (1 << (game % 64), game / 64);
        let wrong = if set > ones { bit } else { 0 };
        let mut left = set.abs_diff(ones);
        while left > 0 {
            let random = rng.next_u64();
            for random in [random >> 32, random & 0xffff_ffff] {
                let cell = ((random * cells) >> 32) as usize;
                let it = &mut words[cell * WORDS + word];
                // Without a branch, because it could not be predicted.
                let hit = *it & bit == wrong && left > 0;
                *it ^= bit & u64::from(hit).wrapping_neg();
                left -= usize::from(hit);
            }
        }
    }
}

fn counts(board: &[Lanes]) -> [usize; GAMES] {
    // A binary counter for each game, stored by digits: digit `i` of all games is one `Lanes`.
    let mut digits = [[0; WORDS]; 16];
    let digits = &mut digits[..board.len().checked_ilog2().map_or(0, |it| it as usize + 1)];
    for cell in board {
        let mut carry = *cell;
        for digit in &mut *digits {
            for (digit, carry) in digit.iter_mut().zip(&mut carry) {
                (*digit, *carry) = (*digit ^ *carry, *digit & *carry);
            }
        }
    }
    let mut counts = [0; GAMES];
    for (at, eight) in counts.chunks_exact_mut(8).enumerate() {
        for (power, digit) in digits.iter().enumerate() {
            let spread = SPREAD[usize::from((digit[at / 8] >> (at % 8 * 8)) as u8)];
            for (count, bit) in eight.iter_mut().zip(spread.to_le_bytes()) {
                *count += usize::from(bit) << power;
            }
        }
    }
    counts
}

/// By byte: its bits, spread out to eight bytes.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// The cells that are set in a game, as bits.
    fn board_of(board: &[Lanes], game: usize) -> u32 {
        let set = |cell: &Lanes| (cell[game / 64] >> (game % 64) & 1) as u32;
        board.iter().rev().fold(0, |sum, cell| sum << 1 | set(cell))
    }

    #[test]
    fn every_board_with_the_right_number_of_cells_set_is_equally_likely() {
        for (cells, ones, boards) in [(1, 1, 1), (4, 2, 6), (5, 3, 10), (9, 5, 126)] {
            let mut rng = Rng::new(3);
            let mut seen: HashMap<u32, usize> = HashMap::new();
            let mut board = vec![[0; WORDS]; cells];
            let batches = 2 * boards;
            for _ in 0..batches {
                fill_lanes(&mut board, ones, &mut rng);
                for game in 0..GAMES {
                    *seen.entry(board_of(&board, game)).or_default() += 1;
                }
            }
            assert_eq!(seen.len(), boards);
            assert!(seen.keys().all(|it| it.count_ones() as usize == ones));
            let mean = 2.0 * GAMES as f64;
            let far = |&n: &usize| (n as f64 - mean).abs() > 5.0 * mean.sqrt();
            assert!(!seen.values().any(far), "{seen:?}");
        }
    }

    /// If the games of a batch shared anything, the number of games with certain cells set would vary more or less from batch to
    /// batch than with independent games.
    #[test]
    fn games_of_a_batch_are_independent() {
        let mut rng = Rng::new(4);
        let mut board = vec![[0; WORDS]; 9];
        let (batches, p, n) = (4000.0, 5.0 / 9.0, GAMES as f64);
        let mut sum = 0.0;
        for _ in 0..batches as u32 {
            fill_lanes(&mut board, 5, &mut rng);
            // Both of two cells are set, where a shared choice of cells would show.
            let both = |word: usize| (board[2][word] & board[7][word]).count_ones();
            let count: u32 = (0..WORDS).map(both).sum();
            let p = p * 4.0 / 8.0;
            sum += (f64::from(count) - n * p).powi(2) / (n * p * (1.0 - p));
        }
        let ratio = sum / batches;
        // Five standard deviations of the variance of 4000 samples.
        assert!((ratio - 1.0).abs() < 5.0 * (2.0 / batches).sqrt(), "{ratio}");
    }
}
