use std::hash::{Hash, Hasher};

use crosscut_rules::{MoveError, Outcome, Position, Seat};

use super::dots::Dots;
use super::figure::{Class, Figure};
use super::{Direction, Dot, Segment};

/// Words of 64 dots that hold the largest board, 19 x 19.
pub(super) const WORDS: usize = 6;

/// Where a game of Plexus stands: the tree, the score, and the class that binds the next half.
///
/// Positions are equal if the same dots are connected, those that can still be drawn from have the same classes, and score and
/// turn agree: which segments join them is for the eye only.
#[derive(Clone, Debug)]
pub struct PlexusPosition {
    size: u8,
    final_scores: bool,
    figure: Figure<WORDS>,
    /// The dots with a segment to the east.
    east: Dots<WORDS>,
    /// The dots with a segment to the north.
    north: Dots<WORDS>,
    /// How many dots have no segment.
    left: u16,
    /// Points by seat.
    score: [u16; 2],
    /// In a second half, the class the first one used.
    class: Option<Class>,
}

impl PlexusPosition {
    /// The centre dot joined to the one north of it, and the first player to open full-move 1.
    pub(super) fn start(size: u8, final_scores: bool) -> Self {
        let centre = Dot { column: size / 2, row: size / 2 };
        let mut position = PlexusPosition {
            size,
            final_scores,
            figure: Figure::of(size, centre),
            east: Dots::NONE,
            north: Dots::NONE,
            left: u16::from(size) * u16::from(size) - 2,
            score: [0; 2],
            class: None,
        };
        let bit = position.figure.bit(centre);
        position.figure.draw_first(bit, Direction::North);
        position.north.insert(bit);
        position
    }

    /// The same segments with this score, and in the second half of a full-move bound to this class.
    pub(super) fn with(self, score: [u16; 2], class: Option<Class>) -> Self {
        PlexusPosition { score, class, ..self }
    }

    /// Dots a side.
    pub(super) fn size(&self) -> u8 {
        self.size
    }

    /// Whether a first half that takes the last dot scores.
    pub(super) fn final_scores(&self) -> bool {
        self.final_scores
    }

    pub(super) fn figure(&self) -> &Figure<WORDS> {
        &self.figure
    }

    /// How many dots have no segment.
    pub(super) fn left(&self) -> u32 {
        u32::from(self.left)
    }

    /// Points by seat.
    pub(super) fn points(&self) -> [u32; 2] {
        self.score.map(u32::from)
    }

    /// The class that binds a second half; `None` in a first half and after the end.
    pub(super) fn class(&self) -> Option<Class> {
        self.class
    }

    /// The halves behind us, lost ones too. (After an end by a first half that is not worth a point, one less.)
    pub(super) fn halves(&self) -> u32 {
        let dots = u32::from(self.size) * u32::from(self.size);
        dots - 2 - self.left() + self.score.iter().copied().map(u32::from).sum::<u32>()
    }

    /// Whether a segment leads from a dot of the board in a direction.
    pub(super) fn has_segment(&self, from: Dot, direction: Direction) -> bool {
        let Some(to) = from.step(direction, self.size) else { return false };
        match direction {
            Direction::North => self.north.has(self.figure.bit(from)),
            Direction::East => self.east.has(self.figure.bit(from)),
            Direction::South => self.north.has(self.figure.bit(to)),
            Direction::West => self.east.has(self.figure.bit(to)),
        }
    }

    /// How many segments a dot of the board has.
    pub(super) fn degree(&self, dot: Dot) -> usize {
        Direction::ALL.into_iter().filter(|&it| self.has_segment(dot, it)).count()
    }

    /// The dots from which the next ply may be drawn, row by row from the lower left.
    pub(super) fn sources(&self) -> impl Iterator<Item = Dot> {
        self.figure.ways(self.class).any().iter().map(|bit| self.figure.dot(bit))
    }

    /// The result when all dots are connected.
    pub(super) fn judge([first, second]: [u32; 2]) -> Outcome {
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Won(Seat::First),
            std::cmp::Ordering::Less => Outcome::Won(Seat::Second),
            std::cmp::Ordering::Equal => Outcome::Drawn,
        }
    }

    /// Draws a segment from a connected dot to a free one, and leaves score and class alone.
    pub(super) fn draw(&mut self, m: Segment) {
        let from = self.figure.bit(m.from);
        let to = self.figure.neighbour(from, m.direction);
        match m.direction {
            Direction::North => self.north.insert(from),
            Direction::East => self.east.insert(from),
            Direction::South => self.north.insert(to),
            Direction::West => self.east.insert(to),
        }
        self.figure.draw(from, m.direction);
        self.left = self.left.saturating_sub(1);
    }

    /// Forgets the classes that no longer matter. To be done after the last [`draw`](Self::draw) of a ply or a set-up.
    pub(super) fn settle(&mut self) {
        self.figure.settle();
    }

    /// What of two positions must agree for them to play on alike.
    fn essence(&self) -> (bool, &Figure<WORDS>, [u16; 2], Option<Class>) {
        (self.final_scores, &self.figure, self.score, self.class)
    }

    /// `x9 is not on the board: columns go from a to g, rows from 1 to 7`, for a dot that is not.
    pub(super) fn off_board(&self, dot: Dot) -> String {
        let last = Dot { column: self.size - 1, row: self.size - 1 }.to_string();
        format!(
            "{dot} is not on the board: columns go from a to {}, rows from 1 to {}",
            &last[..1],
            &last[1..]
        )
    }
}

impl Position for PlexusPosition {
    type Move = Segment;

    fn turn(&self) -> Seat {
        // Full-moves are opened by turns: 1 2, 2 1, 1 2, ..
        if matches!(self.halves() % 4, 0 | 3) { Seat::First } else { Seat::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Self::judge(self.points()))
    }

    fn score(&self) -> Option<[u32; 2]> {
        Some(self.points())
    }

    fn moves(&self, out: &mut Vec<Segment>) {
        let ways = self.figure.ways(self.class);
        for bit in ways.any().iter() {
            let from = self.figure.dot(bit);
            let here = Direction::ALL.into_iter().filter(|&it| ways.has(bit, it));
            out.extend(here.map(|direction| Segment { from, direction }));
        }
    }

    fn count(&self) -> usize {
        self.figure.ways(self.class).counts().iter().sum::<u32>() as usize
    }

    fn check(&self, m: Segment) -> Result<(), MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::Over);
        }
        let Segment { from, direction } = m;
        if !from.is_on(self.size) {
            return Err(MoveError::illegal(self.off_board(from)));
        }
        let bit = self.figure.bit(from);
        if self.figure.is_free(bit) {
            return Err(MoveError::illegal(format!(
                "{from} has no segment yet: draw from a connected dot to a free one"
            )));
        }
        let Some(to) = from.step(direction, self.size) else {
            return Err(MoveError::illegal(format!(
                "there is no dot {} of {from}: the board ends there",
                direction.name()
            )));
        };
        if !self.figure.is_free(self.figure.bit(to)) {
            return Err(MoveError::illegal(format!(
                "{to} is connected already: draw to a dot that has no segment"
            )));
        }
        match self.class {
            Some(class) if self.figure.class(bit) != class => Err(MoveError::illegal(format!(
                "{from} is {}, but the first half was drawn from {one}: draw from {one} too",
                self.figure.class(bit).one(),
                one = class.one()
            ))),
            _ => Ok(()),
        }
    }

    fn play_unchecked(&mut self, m: Segment) {
        let player = self.turn();
        let used = self.figure.class(self.figure.bit(m.from));
        self.draw(m);
        self.settle();
        self.class = match self.class {
            Some(_) => None,
            None if !self.figure.ways(Some(used)).any().is_empty() => Some(used),
            None => {
                // The second half is lost.
                if self.left > 0 || self.final_scores {
                    self.score[player.index()] += 1;
                }
                None
            }
        };
    }
}

impl PartialEq for PlexusPosition {
    fn eq(&self, other: &Self) -> bool {
        self.essence() == other.essence()
    }
}

impl Eq for PlexusPosition {}

impl Hash for PlexusPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.essence().hash(state);
    }
}
