use std::ops::Not;

/// A person's place at the table. The first seat makes the first decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// The player who was named first.
    First,
    /// The other player.
    Second,
}

/// A role on the board: V and H, Brown and Green, Oh and Dot, 1 and 2. [`Card::sides`](crate::Card::sides) has the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side that the card names first; the first seat starts with it.
    First,
    /// The other side.
    Second,
}

/// How a game ended by its rules. (A *match* can also end by resignation or on time.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This seat has won.
    Won(Seat),
    /// Neither seat has won.
    Drawn,
}

impl Seat {
    /// Both seats, in order.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// 0 or 1, for arrays by seat.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word in records and JSON: `first` or `second`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Seat::First => "first",
            Seat::Second => "second",
        }
    }
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 or 1, for arrays by side.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Outcome {
    /// The winner; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Won(seat) => Some(seat),
            Outcome::Drawn => None,
        }
    }

    /// The word in records and JSON: `first`, `second` or `draw`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Won(seat) => seat.name(),
            Outcome::Drawn => "draw",
        }
    }
}

impl Not for Seat {
    type Output = Seat;
    #[inline]
    fn not(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

impl Not for Side {
    type Output = Side;
    #[inline]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}
