use crosscut_rules::{Rng, Seat};

use super::notation::Stones;
use crate::board::Point;

/// The symmetries of the square besides the identity: the half turn, two quarter turns, four reflections.
const SYMMETRIES: usize = 7;

/// The number of mirroring turns in a row that a seat may make.
const ALLOWED: u8 = 9;

/// The state of the mirror rule.
///
/// A turn mirrors the one just before it if a symmetry maps that one's stones to its own. Each seat has a count of consecutive
/// mirroring turns for every symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Mirror {
    /// The stones of the previous turn; `None` at the start, after a pass, and when they can no longer matter.
    last: Option<Stones>,
    /// By seat and symmetry: the number of mirroring turns in a row.
    streaks: [[u8; SYMMETRIES]; 2],
}

impl Mirror {
    /// Records a turn with stones, which leaves `empty` points without stones.
    pub(super) fn follow(&mut self, size: usize, seat: Seat, stones: Stones, empty: usize) {
        let last = self.last.replace(stones);
        for (g, streak) in self.streaks[seat.index()].iter_mut().enumerate() {
            let mirrors = last.is_some_and(|last| image(g, size, last) == stones);
            *streak = if mirrors { *streak + 1 } else { 0 };
        }
        // A seat with a streak of k meets the ban only after 9 - k more turns of both seats with a stone each, and only if a
        // point is left for the banned stone. On a fuller board the past does not matter and is dropped, so that positions
        // that differ only in it are equal.
        let longest = self.streaks.as_flattened().iter().max().map_or(0, |&it| usize::from(it));
        if empty + 2 * longest < 2 * usize::from(ALLOWED) + 1 {
            *self = Mirror::default();
        }
    }

    /// The state with the seats exchanged.
    pub(super) fn exchanged(self) -> Self {
        let [first, second] = self.streaks;
        Mirror { streaks: [second, first], ..self }
    }

    /// The stones of the previous turn, if it can be mirrored.
    pub(super) fn last(&self) -> Option<Stones> {
        self.last
    }

    /// Whether some seat has mirrored in its last turn.
    pub(super) fn has_streak(&self) -> bool {
        self.streaks.as_flattened().iter().any(|&it| it > 0)
    }

    /// How many turns a seat can make from now on before a turn may be banned.
    pub(super) fn free(&self) -> u32 {
        let longest = self.streaks.as_flattened().iter().max().copied().unwrap_or_default();
        u32::from(ALLOWED.saturating_sub(longest))
    }

    /// Sets the stones of the previous turn.
    pub(super) fn remember(&mut self, stones: Stones) {
        self.last = Some(stones);
    }

    /// Ends a seat's streaks.
    pub(super) fn reset(&mut self, seat: Seat) {
        self.streaks[seat.index()] = [0; SYMMETRIES];
    }

    /// The turns that `seat` may not make now, each once.
    pub(super) fn banned(&self, size: usize, seat: Seat) -> Vec<Stones> {
        let mut banned = Vec::new();
        for (g, &streak) in self.streaks[seat.index()].iter().enumerate() {
            if streak >= ALLOWED
                && let Some(last) = self.last
                && let stones = image(g, size, last)
                && !banned.contains(&stones)
            {
                banned.push(stones);
            }
        }
        banned
    }
}

/// A number that two points share if a symmetry maps one to the other. The sums of such numbers also differ for turns that no
/// symmetry maps to each other, except by chance.
pub(super) fn orbit(size: usize, point: Point) -> u64 {
    let stone = Stones::one(point);
    let images = (0..SYMMETRIES).map(|g| image(g, size, stone)).chain([stone]);
    let least = images
        .flat_map(Stones::points)
        .min()
        .map_or(0, |it| u64::from(it.column) << 8 | u64::from(it.row));
    Rng::new(least).next_u64()
}

/// The image of a turn's stones under a symmetry of the board.
fn image(g: usize, size: usize, stones: Stones) -> Stones {
    let far = size as u8 - 1;
    stones.map(|Point { column, row }| {
        let (across, up) = (far - column, far - row);
        let (column, row) = match g {
            0 => (across, up),
            1 => (up, column),
            2 => (row, across),
            3 => (across, row),
            4 => (column, up),
            5 => (row, column),
            _ => (up, across),
        };
        Point { column, row }
    })
}

#[cfg(test)]
mod tests {
    use crosscut_rules::{Game, Position, Rng, Seat};

    use super::*;
    use crate::testing::{Oracle, after, check, game};
    use crate::trellis::Trellis;
    use crate::trellis::oracle::TrellisOracle;

    const REFUSED: &str =
        "your tenth mirroring turn in a row is not allowed: put a stone somewhere else, or pass";

    /// Ten turns, and their images under a half turn of the board.
    const V: [&str; 10] = ["A1", "A3", "A5", "A7", "A9", "C1", "C3", "C5", "C7", "C9"];
    const H: [&str; 10] = ["O15", "O13", "O11", "O9", "O7", "M15", "M13", "M11", "M9", "M7"];

    /// Some of these turns of V, each with its mirroring answer.
    fn mirrored(which: std::ops::Range<usize>) -> String {
        which.map(|it| format!("{} {} ", V[it], H[it])).collect()
    }

    fn told(options: &str, plies: &str, text: &str) -> String {
        check::<Trellis>(options, plies, text)
    }

    #[test]
    fn nine_mirroring_turns_are_legal_and_the_tenth_is_not() {
        let ten = mirrored(0..9) + V[9];
        assert_eq!(told("opening=none", &(mirrored(0..8) + V[8]), H[8]), H[8]);
        assert_eq!(told("opening=none", &ten, H[9]), REFUSED);
        assert_eq!(told("opening=none,mirror=off", &ten, H[9]), H[9]);
        // The other symmetries have separate counts: this is the reflection that exchanges columns and rows.
        assert_eq!(told("opening=none", &ten, "I3"), "I3");
        let count = |options| after::<Trellis>(options, &ten).count();
        assert_eq!(count("opening=none") + 1, count("opening=none,mirror=off"));
    }

    #[test]
    fn another_turn_or_a_pass_of_either_restarts_the_count() {
        let end = mirrored(4..9) + V[9];
        for between in ["G8 G10", "pass G10", "G8 pass"] {
            let line = format!("{} {between} {end}", mirrored(0..4));
            assert_eq!(told("opening=none", &line, H[9]), H[9], "{between}");
        }
    }

    #[test]
    fn counting_starts_after_the_opening() {
        let eight = mirrored(1..9);
        let answer = |options, start| told(options, &format!("{start} {eight} C9"), "M7");
        assert_eq!(answer("opening=none", "A1 O15"), REFUSED);
        // The first turn is the opening, whether it is kept or swapped: a turn that mirrors it does not count.
        assert_eq!(answer("opening=swap", "A1 O15"), "M7");
        assert_eq!(answer("opening=swap", "A1 swap O15"), "M7");
        assert_eq!(answer("opening=swap", "A11 O5 A1 O15"), REFUSED);
        assert_eq!(answer("", "pass pass A1 white O15"), "M7");
        assert_eq!(answer("", "C11 pass A11 black A13 A1 O15"), REFUSED);
    }

    #[test]
    fn the_past_is_forgotten_when_the_board_is_too_full_for_a_tenth_mirroring_turn() {
        let stone = |text: &str| Stones::one(text.parse().unwrap());
        for (spare, banned) in [(1, vec![stone(H[9])]), (0, vec![])] {
            let mut mirror = Mirror::default();
            let mut empty = 19 + spare;
            for (v, h) in V.into_iter().zip(H) {
                empty -= 1;
                mirror.follow(15, Seat::First, stone(v), empty);
                if h != H[9] {
                    empty -= 1;
                    mirror.follow(15, Seat::Second, stone(h), empty);
                }
            }
            assert_eq!(empty, spare, "what is left for the tenth mirroring turn");
            assert_eq!(mirror.banned(15, Seat::Second), banned);
            assert_eq!(mirror == Mirror::default(), banned.is_empty());
        }
    }

    #[test]
    fn the_obvious_rules_agree_where_somebody_mirrors() {
        let mut rng = Rng::new(3);
        let mut refused = 0;
        for game_number in 0..400 {
            let (size, opening) = rng.pick(&[(7, "none"), (7, "swap"), (9, "official")]);
            let mirror = game_number % 8 != 0;
            let rule = if mirror { "any" } else { "off" };
            let mut fast =
                game::<Trellis>(&format!("size={size},opening={opening},mirror={rule}")).start();
            let mut slow = TrellisOracle::new(size, opening, mirror);
            let mut line: Vec<String> = Vec::new();
            let (seat, g) = (rng.pick(&Seat::BOTH), rng.below(7) as usize);
            let mut moves = Vec::new();
            while fast.outcome().is_none() {
                moves.clear();
                fast.moves(&mut moves);
                let mut ours: Vec<String> = moves.iter().map(ToString::to_string).collect();
                let mut theirs = slow.legal();
                ours.sort_unstable();
                theirs.sort_unstable();
                assert_eq!(ours, theirs, "legal plies of {size} {opening} {rule} after {line:?}");
                assert_eq!(fast.count(), ours.len());
                let image = line
                    .last()
                    .filter(|it| it.len() > 1 && it.as_bytes()[1].is_ascii_digit())
                    .map(|it| slow.mirrored(it, g));
                let wish = image.filter(|_| fast.turn() == seat && rng.below(50) != 0);
                let m = match wish.map(|text| text.parse().unwrap()) {
                    Some(image) if fast.check(image).is_ok() => image,
                    Some(image) => {
                        let told = fast.check(image).unwrap_err().to_string();
                        refused += u32::from(told.starts_with("your tenth mirroring turn"));
                        rng.pick(&moves)
                    }
                    // Usually a turn that can be mirrored, or there would be no long streaks.
                    None => {
                        let mut tries = (0..30).map(|_| rng.pick(&moves).to_string());
                        let open = |it: &String| {
                            let image = || slow.mirrored(it, g);
                            it.as_bytes()[1].is_ascii_digit()
                                && image() != *it
                                && ours.contains(&image())
                        };
                        let m = tries.find(open).unwrap_or_else(|| moves[0].to_string());
                        m.parse().unwrap()
                    }
                };
                assert_eq!(fast.play(m), Ok(()));
                slow.play(&m.to_string());
                line.push(m.to_string());
                assert_eq!(fast.outcome(), slow.outcome(), "after {line:?}");
            }
        }
        assert!(refused >= 20, "the rule was met only {refused} times");
    }
}
