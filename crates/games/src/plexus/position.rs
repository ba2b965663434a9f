use std::fmt::Display;
use std::hash::{Hash, Hasher};

use crosscut_rules::{MoveError, Outcome, Position, Seat};

use super::course::Course;
use super::dots::Dots;
use super::figure::{Class, Figure};
use super::notation::far_dot;
use super::{Direction, Dot, Segment};

/// Words of 64 dots that hold the largest board, 19 x 19.
pub(super) const WORDS: usize = 6;

/// Where a game of Plexus stands: the tree, the score, and the class that binds the next half.
///
/// Positions are equal if the same dots are connected, those that can still be drawn from have the same classes, and score and
/// turn agree: which segments join them is for the eye only.
#[derive(Clone, Debug)]
pub struct PlexusPosition {
    course: Course<WORDS>,
    /// The dots with a segment to the east.
    east: Dots<WORDS>,
    /// The dots with a segment to the north.
    north: Dots<WORDS>,
}

impl PlexusPosition {
    /// The centre dot joined to the one north of it, and the first player to open full-move 1.
    pub(super) fn start(size: u8, final_scores: bool) -> Self {
        let centre = Dot { column: size / 2, row: size / 2 };
        let mut figure = Figure::of(size, centre);
        let bit = figure.bit(centre);
        figure.draw_first(bit, Direction::North);
        let left = u16::from(size) * u16::from(size) - 2;
        let course = Course { size, final_scores, figure, left, score: [0; 2], class: None };
        let mut north = Dots::NONE;
        north.insert(bit);
        PlexusPosition { course, east: Dots::NONE, north }
    }

    /// The same segments with this score, and in the second half of a full-move bound to this class.
    pub(super) fn with(self, score: [u16; 2], class: Option<Class>) -> Self {
        PlexusPosition { course: Course { score, class, ..self.course }, ..self }
    }

    /// Dots along each side of the board.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.course.size
    }

    /// Whether a first half that takes the last dot scores.
    #[must_use]
    pub fn final_scores(&self) -> bool {
        self.course.final_scores
    }

    pub(super) fn figure(&self) -> &Figure<WORDS> {
        &self.course.figure
    }

    /// How many dots have no segment yet; with the last of them the game is over.
    #[must_use]
    pub fn left(&self) -> u32 {
        u32::from(self.course.left)
    }

    /// Points by seat.
    pub(super) fn points(&self) -> [u32; 2] {
        self.course.score.map(u32::from)
    }

    /// The class of dot that the next segment has to start from: in the second half of a full-move, that of the first half.
    /// `None` in a first half and after the end.
    #[must_use]
    pub fn class(&self) -> Option<Class> {
        self.course.class
    }

    /// All that decides how the game goes on.
    pub(super) fn course(&self) -> &Course<WORDS> {
        &self.course
    }

    /// The halves behind us: see [`Course::halves`].
    pub(super) fn halves(&self) -> u32 {
        self.course.halves()
    }

    /// The dots of the board, row by row from a1.
    pub fn dots(&self) -> impl Iterator<Item = Dot> + use<> {
        let size = self.course.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| Dot { column, row }))
    }

    /// The segments of the tree, each once, as it leads north or east; row by row from a1. Which end one was drawn from is
    /// not kept.
    pub fn segments(&self) -> impl Iterator<Item = Segment> + '_ {
        let both = [Direction::North, Direction::East];
        self.dots()
            .flat_map(move |from| both.map(|direction| Segment { from, direction }))
            .filter(|it| self.has_segment(it.from, it.direction))
    }

    /// Whether a segment leads from a dot in a direction.
    #[must_use]
    pub fn has_segment(&self, from: Dot, direction: Direction) -> bool {
        let Some(to) = from.step(direction, self.course.size) else { return false };
        match direction {
            Direction::North => self.north.has(self.course.figure.bit(from)),
            Direction::East => self.east.has(self.course.figure.bit(from)),
            Direction::South => self.north.has(self.course.figure.bit(to)),
            Direction::West => self.east.has(self.course.figure.bit(to)),
        }
    }

    /// How many segments a dot has, 0 to 4: none if it is free, one if it is an endpoint, two or more if it is a midpoint.
    #[must_use]
    pub fn degree(&self, dot: Dot) -> usize {
        Direction::ALL.into_iter().filter(|&it| self.has_segment(dot, it)).count()
    }

    /// The dots from which the next ply may be drawn, row by row from the lower left.
    pub(super) fn sources(&self) -> impl Iterator<Item = Dot> {
        self.course.ways().any().iter().map(|bit| self.course.figure.dot(bit))
    }

    /// Draws a segment from a connected dot to a free one, and leaves score and class alone.
    pub(super) fn draw(&mut self, m: Segment) {
        self.mark(m);
        self.course.draw(self.course.figure.bit(m.from), m.direction);
    }

    /// Keeps a segment for the eye.
    fn mark(&mut self, m: Segment) {
        let from = self.course.figure.bit(m.from);
        let to = self.course.figure.neighbour(from, m.direction);
        match m.direction {
            Direction::North => self.north.insert(from),
            Direction::East => self.east.insert(from),
            Direction::South => self.north.insert(to),
            Direction::West => self.east.insert(to),
        }
    }

    /// Forgets the classes that no longer matter. To be done after the last [`draw`](Self::draw) of a ply or a set-up.
    pub(super) fn settle(&mut self) {
        self.course.figure.settle();
    }

    /// `x9 is not on the board: columns go from a to g, rows from 1 to 7`, for a dot that is not.
    pub(super) fn off_board(&self, dot: impl Display) -> String {
        let last = Dot { column: self.course.size - 1, row: self.course.size - 1 }.to_string();
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
        self.course.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.course.outcome()
    }

    fn drawn_because(&self) -> Option<&'static str> {
        (self.outcome() == Some(Outcome::Drawn)).then_some("both have the same number of points")
    }

    fn score(&self) -> Option<[u32; 2]> {
        Some(self.points())
    }

    fn moves(&self, out: &mut Vec<Segment>) {
        let ways = self.course.ways();
        for bit in ways.any().iter() {
            let from = self.course.figure.dot(bit);
            let here = Direction::ALL.into_iter().filter(|&it| ways.has(bit, it));
            out.extend(here.map(|direction| Segment { from, direction }));
        }
    }

    fn count(&self) -> usize {
        self.course.ways().counts().iter().sum::<u32>() as usize
    }

    fn read(&self, text: &str) -> Result<Segment, MoveError> {
        text.parse().map_err(|error| match far_dot(text.trim()) {
            Some(dot) => MoveError::Illegal(self.off_board(dot)),
            None => error,
        })
    }

    fn check(&self, m: Segment) -> Result<(), MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::Over);
        }
        let Segment { from, direction } = m;
        if !from.is_on(self.course.size) {
            return Err(MoveError::illegal(self.off_board(from)));
        }
        let bit = self.course.figure.bit(from);
        if self.course.figure.is_free(bit) {
            return Err(MoveError::illegal(format!(
                "{from} has no segment yet: draw from a connected dot to a free one"
            )));
        }
        let Some(to) = from.step(direction, self.course.size) else {
            return Err(MoveError::illegal(format!(
                "there is no dot {} of {from}: the board ends there",
                direction.name()
            )));
        };
        if !self.course.figure.is_free(self.course.figure.bit(to)) {
            return Err(MoveError::illegal(format!(
                "{to} is connected already: draw to a dot that has no segment"
            )));
        }
        match self.course.class {
            Some(class) if self.course.figure.class(bit) != class => {
                Err(MoveError::illegal(format!(
                    "{from} is {}, but the first half was drawn from {one}: draw from {one} too",
                    self.course.figure.class(bit).one(),
                    one = class.one()
                )))
            }
            _ => Ok(()),
        }
    }

    fn play_unchecked(&mut self, m: Segment) {
        let from = self.course.figure.bit(m.from);
        self.mark(m);
        self.course.play(from, m.direction);
    }
}

impl PartialEq for PlexusPosition {
    fn eq(&self, other: &Self) -> bool {
        self.course == other.course
    }
}

impl Eq for PlexusPosition {}

impl Hash for PlexusPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.course.hash(state);
    }
}
