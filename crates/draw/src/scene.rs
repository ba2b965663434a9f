use crate::Palette;

/// A place on the drawing: x to the right, y **downward**, in board units (the distance of two neighbouring points or
/// cells is about 1).
pub type Point = (f32, f32);

/// A board as shapes with meanings. Later shapes lie on top of earlier ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What the picture shows, in one sentence, for people who cannot see it.
    pub title: String,
    /// The smallest x and y.
    pub from: Point,
    /// The largest x and y.
    pub to: Point,
    /// What there is to see.
    pub shapes: Vec<Shape>,
    /// Where one can click, and what a click says.
    pub spots: Vec<Spot>,
    /// The places of the board in words, clickable or not; empty where the spots are all there is to say.
    pub sites: Vec<Site>,
    /// What looks connected and is not.
    pub gaps: Vec<Gap>,
    /// The names of empty places, for who asks for them: labels on top of the shapes. Empty where names stand at the rim.
    pub names: Vec<Shape>,
    /// The colours, where they are not chosen by a style sheet.
    pub palette: Palette,
    /// How much larger than usual a board unit is, for pictures with much in it.
    pub zoom: Zoom,
}

/// A factor; 1 unless something else is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zoom(pub f32);

impl Default for Zoom {
    fn default() -> Self {
        Zoom(1.0)
    }
}

impl Scene {
    /// The same with the names of empty places.
    #[must_use]
    pub fn named(mut self) -> Self {
        self.shapes.append(&mut self.names);
        self
    }

    /// The same with a cross wherever two neighbours look connected and are not, and under the board why: of those that
    /// break a chain, if any does.
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

/// A sentence in lines of so many letters, where its words allow that.
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

/// A step of what follows from a ply by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The board at this step.
    pub scene: Scene,
    /// What has just happened, and why: a sentence without a full stop.
    pub says: String,
}

/// Something to see.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A straight line.
    Line {
        /// One end.
        from: Point,
        /// The other.
        to: Point,
        /// Its width in board units.
        width: f32,
        /// What it means.
        ink: Ink,
    },
    /// A filled area with straight edges.
    Polygon {
        /// Its corners in order.
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
    /// A circle's line.
    Ring {
        /// Its centre.
        at: Point,
        /// Its radius.
        radius: f32,
        /// The line's width.
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
        /// Where it begins.
        from: f32,
        /// Where it ends, above `from` and at most 360 degrees further.
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
        /// Which.
        mark: Mark,
        /// What it means; it is drawn as lines of this ink.
        ink: Ink,
    },
    /// A short text, centred on its place.
    Label {
        /// Its centre.
        at: Point,
        /// The height of a capital letter, about.
        size: f32,
        /// The text.
        text: String,
        /// What it means.
        ink: Ink,
    },
}

/// A sign that needs no colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// An upright bar: joins top and bottom.
    Upright,
    /// A level bar: joins left and right.
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
    /// The same for the second side.
    HomeSecond,
    /// An edge of the board the first side wants to join.
    EdgeFirst,
    /// The same for the second side.
    EdgeSecond,
    /// What the first side has played.
    First,
    /// What the second side has played.
    Second,
    /// Something drawn on top of what the first side has played.
    OnFirst,
    /// Something drawn on top of what the second side has played.
    OnSecond,
    /// What is there and belongs to nobody.
    Neutral,
    /// The last ply.
    Last,
    /// What the rules added to the last ply by themselves.
    Auto,
    /// What has won.
    Win,
    /// Coordinates and other words.
    Text,
    /// What may be played, where a game points that out.
    Hint,
}

/// A place one can click.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// The word a click adds to the move: a whole one (`C6`), or how moves there begin (`N50u`).
    pub word: String,
    /// Where.
    pub at: Point,
    /// How far from there a click still counts.
    pub radius: f32,
}

/// A place of the board in words, for people who cannot see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Its name: the word of the [`Spot`] that is there, if it can be clicked.
    pub word: String,
    /// Where.
    pub at: Point,
    /// What is there and what it is connected to, without the name: `V, in a chain of 3 that touches the top`.
    pub says: String,
}

/// Two neighbours that look connected and are not.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// Between them.
    pub at: Point,
    /// Why they are not connected: a sentence without a full stop.
    pub why: String,
    /// Whether a chain that looks as if it joined its edges is broken here.
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
