use crosscut_rules::{CutAndChoose, MoveError, Outcome, Position, Seat, Seating, Side};

use super::mirror::Mirror;
use super::notation::{Stones, Turn};
use super::partners::Partners;
use super::{Opening, SIDES, Trellis};
use crate::board::checkered::{NODES, WORDS};
use crate::board::{Bits, Checkered, Connection, ConnectionBoard, Point, checkered};

/// What is said where only a side can be chosen.
const CHOOSE: &str = "choose a side first: answer black to play V, white to play H";

/// Where a game of Trellis stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TrellisPosition {
    board: Connection<WORDS, NODES>,
    size: u8,
    opening: CutAndChoose,
    /// The side the next ply is made for.
    side: Side,
    /// Passes in a row just now, those of the opening aside.
    passes: u8,
    /// What the mirror rule remembers, where it is in force.
    mirror: Option<Mirror>,
}

impl TrellisPosition {
    pub(super) fn new(game: &Trellis) -> Self {
        TrellisPosition {
            board: Connection::new(checkered(game.size, game.size % 2)),
            size: game.size as u8,
            opening: match game.opening {
                Opening::Official => CutAndChoose::after(3),
                Opening::Swap => CutAndChoose::SWAP,
                Opening::None => CutAndChoose::OVER,
            },
            side: Side::First,
            passes: 0,
            mirror: game.mirror.then(Mirror::default),
        }
    }

    /// The position with these stones, its opening over.
    pub(super) fn with_stones(game: &Trellis, stones: &[Vec<usize>; 2], side: Side) -> Self {
        let mut position = TrellisPosition { opening: CutAndChoose::OVER, side, ..Self::new(game) };
        for side in Side::BOTH {
            for &cell in &stones[side.index()] {
                position.board.place(side, cell);
            }
        }
        position
    }

    pub(super) fn board(&self) -> &Connection<WORDS, NODES> {
        &self.board
    }

    pub(super) fn size(&self) -> usize {
        usize::from(self.size)
    }

    pub(super) fn opening(&self) -> CutAndChoose {
        self.opening
    }

    pub(super) fn passes(&self) -> u8 {
        self.passes
    }

    pub(super) fn mirror(&self) -> Option<&Mirror> {
        self.mirror.as_ref()
    }

    /// The index of a point that is on the board.
    pub(super) fn cell(&self, point: Point) -> usize {
        point.index(self.size())
    }

    /// The turns with stones that the mirror rule forbids and nothing else does.
    fn banned(&self, empty: &Bits<WORDS>) -> Vec<Stones> {
        let Some(mirror) = &self.mirror else { return Vec::new() };
        let mut banned = mirror.banned(self.size(), self.turn());
        banned.retain(|stones| stones.points().all(|point| empty.has(self.cell(point))));
        banned
    }

    fn check_stones(&self, stones: Stones) -> Result<(), MoveError> {
        for point in stones.points() {
            point.on(self.size(), self.size())?;
        }
        if let Some((a, b)) = stones.pair() {
            if a == b {
                return Err(MoveError::illegal(format!(
                    "{a} is named twice: two stones go on two points, exactly three apart"
                )));
            }
            if a.column.abs_diff(b.column) + a.row.abs_diff(b.row) != 3 {
                return Err(MoveError::illegal(format!("{a} and {b} are not three points apart")));
            }
        }
        for point in stones.points() {
            if let Some(side) = self.owner(point) {
                let name = super::SIDES[side.index()];
                return Err(MoveError::illegal(format!("{point} is taken by {name}")));
            }
        }
        let mirror = self.mirror.as_ref();
        if mirror.is_some_and(|it| it.banned(self.size(), self.turn()).contains(&stones)) {
            return Err(MoveError::illegal(
                "your tenth mirroring turn in a row is not allowed: \
                 put a stone somewhere else, or pass",
            ));
        }
        Ok(())
    }
}

impl ConnectionBoard for TrellisPosition {
    type Geometry = Checkered;
    type Board = Connection<WORDS, NODES>;

    fn size(&self) -> usize {
        self.size()
    }

    fn keeper(&self) -> &Self::Board {
        &self.board
    }
}

impl Position for TrellisPosition {
    type Move = Turn;

    #[inline]
    fn turn(&self) -> Seat {
        self.opening.turn(self.side)
    }

    fn side(&self) -> Side {
        self.side
    }

    fn held_by(&self, seat: Seat) -> Side {
        self.opening.held_by(seat)
    }

    fn seating(&self) -> Option<Seating<Turn>> {
        if self.outcome().is_some() {
            return None;
        }
        let ply = |side| if self.opening.may_swap() { Turn::Swap } else { Turn::Choose(side) };
        Some(self.opening.seating(self.side)?.map(ply))
    }

    fn settled(&self) -> Self {
        let mirror =
            self.mirror.map(|it| match (self.opening.is_over(), self.opening.is_swapped()) {
                (true, false) => it,
                (true, true) => it.exchanged(),
                (false, _) => Mirror::default(),
            });
        TrellisPosition { opening: CutAndChoose::OVER, mirror, ..self.clone() }
    }

    /// Nobody has won before it is known who plays which side.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.opening.awaits_choice() {
            return None;
        }
        match self.board.winner() {
            Some(side) => Some(Outcome::Won(self.opening.seat_of(side))),
            None => (self.passes >= 2).then_some(Outcome::Drawn),
        }
    }

    fn drawn_because(&self) -> Option<&'static str> {
        (self.outcome() == Some(Outcome::Drawn)).then_some("both passed")
    }

    fn moves(&self, out: &mut Vec<Turn>) {
        if self.outcome().is_some() {
            return;
        }
        if self.opening.must_choose() {
            out.extend(Side::BOTH.map(Turn::Choose));
            return;
        }
        let (size, empty) = (self.size(), self.board.empty());
        let banned = self.banned(&empty);
        let point = |cell| Point::at(cell, size);
        let partners = Partners::on(size);
        let singles = empty.iter().map(|cell| Stones::one(point(cell)));
        let pairs = empty.iter().flat_map(|cell| {
            let partners = partners.later(cell).filter(|&partner| empty.has(partner));
            partners.map(move |partner| Stones::two(point(cell), point(partner)))
        });
        let turns = singles.chain(pairs).filter(|stones| !banned.contains(stones));
        out.extend(turns.map(Turn::Place));
        out.push(Turn::Pass);
        if self.opening.may_swap() {
            out.push(Turn::Swap);
        }
    }

    fn count(&self) -> usize {
        if self.outcome().is_some() {
            return 0;
        }
        if self.opening.must_choose() {
            return Side::BOTH.len();
        }
        let (partners, empty) = (Partners::on(self.size()), self.board.empty());
        let singles_and_pairs: usize = empty
            .iter()
            .map(|cell| 1 + partners.later(cell).filter(|&partner| empty.has(partner)).count())
            .sum();
        singles_and_pairs - self.banned(&empty).len() + 1 + usize::from(self.opening.may_swap())
    }

    fn read(&self, text: &str) -> Result<Self::Move, MoveError> {
        if self.opening.must_choose() {
            // In front of a move these say whose it is; here it is what they choose.
            let named = |side: &Side| SIDES[side.index()].eq_ignore_ascii_case(text.trim());
            if let Some(side) = Side::BOTH.into_iter().find(named) {
                return Ok(Turn::Choose(side));
            }
            return text.parse().map_err(|_| MoveError::syntax(CHOOSE));
        }
        Point::far(text, self.size(), self.size())?;
        text.parse()
    }

    fn check(&self, m: Turn) -> Result<(), MoveError> {
        match m {
            _ if self.outcome().is_some() => Err(MoveError::Over),
            Turn::Choose(_) if self.opening.must_choose() => Ok(()),
            Turn::Choose(_) => Err(MoveError::illegal(
                "black and white are only possible as the answer to the three turns of the official opening",
            )),
            _ if self.opening.must_choose() => Err(MoveError::illegal(CHOOSE)),
            Turn::Swap => self.opening.check_swap(),
            Turn::Pass => Ok(()),
            Turn::Place(stones) => self.check_stones(stones),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Turn) {
        let seat = self.turn();
        match m {
            // The board stays, and with it the side to move: only the seats change.
            Turn::Choose(side) => return self.opening.take(side),
            Turn::Swap => return self.opening.take(!self.side),
            Turn::Pass => {
                self.passes += u8::from(!self.opening.is_cut());
                self.mirror = self.mirror.map(|_| Mirror::default());
            }
            Turn::Place(stones) => {
                for point in stones.points() {
                    self.board.place(self.side, self.cell(point));
                }
                self.passes = 0;
                if let Some(mirror) = &mut self.mirror
                    && !self.opening.is_cut()
                {
                    let empty = self.board.empty().len();
                    mirror.follow(usize::from(self.size), seat, stones, empty);
                }
            }
        }
        self.side = !self.side;
        self.opening.played();
    }
}
