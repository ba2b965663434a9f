use crate::{MoveError, Seat, Seating, Side};

/// The opening in which one seat cuts and the other chooses, and who holds which side because of it.
///
/// The first seat lays some plies for both sides; then the second seat takes a side. Under the *swap rule* one ply is
/// laid, and the second seat takes the side to move by playing on, or the other one by the ply `swap`. Otherwise it takes
/// either by a ply of its own. The board stays as it is, whoever takes what, and the side to move with it.
///
/// [`Pie`](crate::Pie) is this around a position; a position with an opening of its own holds one. Those who look for
/// good plies or for proofs ask for [`Position::seating`](crate::Position::seating) only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CutAndChoose {
    stage: Stage,
    /// Whether the first seat holds the second side.
    swapped: bool,
}

/// Flat, because whether a game is over is asked at every ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// The first seat is to lay so many plies.
    Cut(u8),
    /// The second seat takes either side by a ply.
    Choose,
    Over,
    /// The first ply under the swap rule.
    CutToSwap,
    /// The second seat takes the side to move by playing on, the other one by a ply.
    MaySwap,
}

impl CutAndChoose {
    /// Nothing is decided about sides any more, and each seat holds its own.
    pub const OVER: Self = CutAndChoose { stage: Stage::Over, swapped: false };

    /// The swap rule: the first ply may be answered by `swap`.
    pub const SWAP: Self = CutAndChoose { stage: Stage::CutToSwap, swapped: false };

    /// The first seat lays so many plies, at least one, for both sides; the second then takes a side.
    #[must_use]
    pub const fn after(plies: u8) -> Self {
        CutAndChoose { stage: Stage::Cut(plies), swapped: false }
    }

    /// Whether nothing is decided about sides any more.
    #[inline]
    #[must_use]
    pub fn is_over(self) -> bool {
        self.stage == Stage::Over
    }

    /// Whether the next ply is laid for the other seat to choose from.
    #[inline]
    #[must_use]
    pub fn is_cut(self) -> bool {
        matches!(self.stage, Stage::Cut(_) | Stage::CutToSwap)
    }

    /// Whether `swap` is possible.
    #[inline]
    #[must_use]
    pub fn may_swap(self) -> bool {
        self.stage == Stage::MaySwap
    }

    /// Whether a side has to be taken now, by a ply that does nothing else.
    #[inline]
    #[must_use]
    pub fn must_choose(self) -> bool {
        self.stage == Stage::Choose
    }

    /// Whether a side has to be taken first, now or later, by a ply that does nothing else: nobody has won before.
    #[inline]
    #[must_use]
    pub fn awaits_choice(self) -> bool {
        matches!(self.stage, Stage::Cut(_) | Stage::Choose)
    }

    /// Whether the first seat holds the second side.
    #[inline]
    #[must_use]
    pub fn is_swapped(self) -> bool {
        self.swapped
    }

    /// The seat that holds a side.
    #[inline]
    #[must_use]
    pub fn seat_of(self, side: Side) -> Seat {
        if (side == Side::First) == self.swapped { Seat::Second } else { Seat::First }
    }

    /// The side that a seat holds.
    #[inline]
    #[must_use]
    pub fn held_by(self, seat: Seat) -> Side {
        if (seat == Seat::First) == self.swapped { Side::Second } else { Side::First }
    }

    /// The seat that decides the next ply, which is made for `side`.
    #[inline]
    #[must_use]
    pub fn turn(self, side: Side) -> Seat {
        match self.stage {
            Stage::Cut(_) | Stage::CutToSwap => Seat::First,
            Stage::Choose | Stage::MaySwap => Seat::Second,
            Stage::Over => self.seat_of(side),
        }
    }

    /// What the next ply, which is made for `side`, decides about sides; a ply that takes a side is named by that side.
    #[must_use]
    pub fn seating(self, side: Side) -> Option<Seating<Side>> {
        match self.stage {
            Stage::Cut(_) | Stage::CutToSwap => Some(Seating::Cut),
            Stage::Choose => Some(Seating::Choose { by: Side::BOTH.map(Some) }),
            Stage::MaySwap => {
                Some(Seating::Choose { by: Side::BOTH.map(|it| (it != side).then_some(it)) })
            }
            Stage::Over => None,
        }
    }

    /// Why `swap` is not possible, if it is not.
    ///
    /// # Errors
    /// The reason, in the words of the person who typed it.
    pub fn check_swap(self) -> Result<(), MoveError> {
        if self.may_swap() {
            return Ok(());
        }
        Err(MoveError::illegal(
            "swap is only possible as the answer to the first move, in a game opened with the swap rule",
        ))
    }

    /// The second seat takes a side by a ply that does nothing else.
    #[inline]
    pub fn take(&mut self, side: Side) {
        *self = CutAndChoose { stage: Stage::Over, swapped: side == Side::First };
    }

    /// A ply was made on the board.
    #[inline]
    pub fn played(&mut self) {
        // Nearly always: the rest is a few plies of a game.
        if self.is_over() {
            return;
        }
        self.stage = match self.stage {
            Stage::Cut(1) => Stage::Choose,
            Stage::Cut(left) => Stage::Cut(left - 1),
            Stage::CutToSwap => Stage::MaySwap,
            Stage::Choose | Stage::MaySwap | Stage::Over => Stage::Over,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_swap_rule_lets_the_second_seat_take_the_side_to_move_by_playing_on() {
        let mut opening = CutAndChoose::SWAP;
        assert_eq!(opening.seating(Side::First), Some(Seating::Cut));
        assert!(opening.check_swap().is_err());
        opening.played();
        let by = [Some(Side::First), None];
        assert_eq!(opening.seating(Side::Second), Some(Seating::Choose { by }));
        assert_eq!((opening.turn(Side::Second), opening.check_swap()), (Seat::Second, Ok(())));
        assert!(!opening.awaits_choice());
        let mut kept = opening;
        kept.played();
        assert_eq!(kept, CutAndChoose::OVER);
        opening.take(Side::First);
        assert_eq!(opening.seating(Side::Second), None);
        assert_eq!(
            (opening.turn(Side::Second), opening.held_by(Seat::First)),
            (Seat::First, Side::Second)
        );
    }

    #[test]
    fn after_several_plies_either_side_is_taken_by_a_ply() {
        let mut opening = CutAndChoose::after(3);
        for side in [Side::First, Side::Second, Side::First] {
            assert_eq!(
                (opening.turn(side), opening.seating(side)),
                (Seat::First, Some(Seating::Cut))
            );
            opening.played();
        }
        assert!(opening.awaits_choice() && opening.must_choose() && !opening.may_swap());
        let by = [Some(Side::First), Some(Side::Second)];
        assert_eq!(opening.seating(Side::Second), Some(Seating::Choose { by }));
        assert_eq!(opening.turn(Side::Second), Seat::Second);
        opening.take(Side::Second);
        assert_eq!(opening, CutAndChoose::OVER);
    }
}
