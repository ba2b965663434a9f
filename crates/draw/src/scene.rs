use crate::Palette;

/// A point of the drawing: x to the right, y **downward**, in board units (the distance between two neighbouring points or
/// cells is about 1).
pub type Point = (f32, f32);

/// A board as shapes with meanings. Later shapes are drawn on top of earlier ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What the picture shows, in one sentence, for people who cannot see it.
    pub title: String,
    /// The smallest x and y.
    pub from: Point,
    /// The largest x and y.
    pub to: Point,
    /// The shapes.
    pub shapes: Vec<Shape>,
    /// Where one can click, and the word that a click adds.
    pub spots: Vec<Spot>,
    /// The places of the board in words, clickable or not; empty if the spots say all there is to say.
    pub sites: Vec<Site>,
    /// Neighbours that look connected but are not.
    pub gaps: Vec<Gap>,
    /// The names of empty places, shown on request: labels on top of the shapes. Empty if the names are at the rim.
    pub names: Vec<Shape>,
    /// The colours, where a style sheet does not choose them.
    pub palette: Palette,
    /// How much larger than usual a board unit is, for boards with much detail in it.
    pub zoom: Zoom,
}

/// A magnification factor, 1 by default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zoom(pub f32);

impl Default for Zoom {
    fn default() -> Self {
        Zoom(1.0)
    }
}

impl Scene {
    /// The scene with the names of empty places shown.
    #[must_use]
    pub fn named(mut self) -> Self {
        self.shapes.append(&mut self.names);
        self
    }

    /// The scene with a cross wherever two neighbours look connected but are not, and the reason below the board. If some of
    /// these break a chain, only those are shown.
    #[must_use]
    pub fn explained(mut self) -> Self {
        /// The height of a capital letter, and the room for a letter and a line, in board units.
        const SIZE: f32 = 0.3;
        const LETTER: f32 = 0.28;
        const LINE: f32 = 0.55;
        let broken = self.gaps.iter().any(|it| it.breaks);
        let width = ((self.to.0 - self.from.0) / LETTER).max(1.0) as usize;
        let middle = (self.from.0 + self.to.0) / 2.0;
        for gap in self.gaps.iter().filter(|it| it.breaks || !broken) {
            let (at, mark) = (gap.at, Mark::Cross);
            self.shapes.push(Shape::Sign { at, radius: 0.24, mark, ink: Ink::Last });
            for text in lines(&format!("{}.", gap.why), width) {
                let at = (middle, self.to.1 + LINE / 2.0);
                self.shapes.push(Shape::Label { at, size: SIZE, text, ink: Ink::Text });
                self.to.1 += LINE;
            }
        }
        self
    }
}

/// A sentence in lines of at most `width` letters, as far as its words allow that.
fn lines(words: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// A step of what the rules add to a ply.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The board at this step.
    pub scene: Scene,
    /// What has just happened, and why: a sentence without a full stop.
    pub says: String,
}

/// A shape of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A straight line.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// Its width in board units.
        width: f32,
        /// What it means.
        ink: Ink,
    },
    /// A filled area with straight edges.
    Polygon {
        /// Its corners, in order.
        corners: Vec<Point>,
        /// What it means.
        ink: Ink,
    },
    /// A filled circle: a stone.
    Disc {
        /// Its centre.
        at: Point,
        /// Its radius.
        radius: f32,
        /// What it means.
        ink: Ink,
    },
    /// The outline of a circle.
    Ring {
        /// Its centre.
        at: Point,
        /// Its radius.
        radius: f32,
        /// The width of the line.
        width: f32,
        /// What it means.
        ink: Ink,
    },
    /// A filled sector of a circle, from one angle to a larger one, in degrees counter-clockwise from east.
    Sector {
        /// The circle's centre.
        at: Point,
        /// Its radius.
        radius: f32,
        /// The angle where it begins.
        from: f32,
        /// The angle where it ends, above `from` and at most 360 degrees further.
        to: f32,
        /// What it means.
        ink: Ink,
    },
    /// A small sign that tells sides apart without colour.
    Sign {
        /// Its centre.
        at: Point,
        /// The radius of the circle it fits into.
        radius: f32,
        /// Which sign.
        mark: Mark,
        /// What it means; it is drawn in lines of this ink.
        ink: Ink,
    },
    /// A short text, centred on a point.
    Label {
        /// Its centre.
        at: Point,
        /// The approximate height of a capital letter.
        size: f32,
        /// The text.
        text: String,
        /// What it means.
        ink: Ink,
    },
}

/// A sign that tells sides apart without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// An upright bar, for a side that joins top and bottom.
    Upright,
    /// A level bar, for a side that joins left and right.
    Level,
    /// A dot.
    Dot,
    /// A small circle.
    Circle,
    /// A cross.
    Cross,
}

/// What a shape means. Style sheets choose the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The table under everything.
    Board,
    /// Lines of the board.
    Grid,
    /// A cell without an owner.
    Cell,
    /// A cell or square that belongs to the first side without being played.
    HomeFirst,
    /// A cell or square that belongs to the second side without being played.
    HomeSecond,
    /// An edge of the board that the first side has to join.
    EdgeFirst,
    /// An edge of the board that the second side has to join.
    EdgeSecond,
    /// What the first side has played.
    First,
    /// What the second side has played.
    Second,
    /// Something drawn on top of what the first side has played.
    OnFirst,
    /// Something drawn on top of what the second side has played.
    OnSecond,
    /// What belongs to neither side.
    Neutral,
    /// The last ply.
    Last,
    /// What the rules added to the last ply.
    Auto,
    /// What has won.
    Win,
    /// Coordinates and other text.
    Text,
    /// What may be played, in games that point that out.
    Hint,
}

/// A place one can click.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// The word that a click adds to the move: a whole word (`C6`), or the beginning of the moves there (`N50u`).
    pub word: String,
    /// Its centre.
    pub at: Point,
    /// How far from the centre a click still counts.
    pub radius: f32,
}

/// A place of the board in words, for people who cannot see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Its name: the word of the [`Spot`] there, if it can be clicked.
    pub word: String,
    /// Its centre.
    pub at: Point,
    /// What is there and what it is connected to, without the name: `V, in a chain of 3 that touches the top`.
    pub says: String,
}

/// Two neighbours that look connected but are not.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// A point between them.
    pub at: Point,
    /// Why they are not connected: a sentence without a full stop.
    pub why: String,
    /// Whether it breaks a chain that looks as if it joined its edges.
    pub breaks: bool,
}

impl Ink {
    /// Every ink.
    pub const ALL: [Ink; 17] = [
        Ink::Board,
        Ink::Grid,
        Ink::Cell,
        Ink::HomeFirst,
        Ink::HomeSecond,
        Ink::EdgeFirst,
        Ink::EdgeSecond,
        Ink::First,
        Ink::Second,
        Ink::OnFirst,
        Ink::OnSecond,
        Ink::Neutral,
        Ink::Last,
        Ink::Auto,
        Ink::Win,
        Ink::Text,
        Ink::Hint,
    ];

    /// The class name in style sheets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ink::Board => "board",
            Ink::Grid => "grid",
            Ink::Cell => "cell",
            Ink::HomeFirst => "home-first",
            Ink::HomeSecond => "home-second",
            Ink::EdgeFirst => "edge-first",
            Ink::EdgeSecond => "edge-second",
            Ink::First => "first",
            Ink::Second => "second",
            Ink::OnFirst => "on-first",
            Ink::OnSecond => "on-second",
            Ink::Neutral => "neutral",
            Ink::Last => "last",
            Ink::Auto => "auto",
            Ink::Win => "win",
            Ink::Text => "text",
            Ink::Hint => "hint",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_is_as_wide_as_there_is_room() {
        let words = "two words here and a-long-one";
        assert_eq!(lines(words, 9), ["two words", "here and", "a-long-one"]);
        assert_eq!(lines(words, 8), ["two", "words", "here and", "a-long-one"]);
        assert_eq!(lines(words, 14), ["two words here", "and a-long-one"]);
    }
}
