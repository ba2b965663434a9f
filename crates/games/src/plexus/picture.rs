use crosscut_draw::{Diagram, Draw, Ink, Last, Mark, Place, Point, Role, Scene, Shape, Site, Spot};
use crosscut_rules::{Game, Outcome, Position, Seat};

use super::figure::Class;
use super::{Direction, Dot, Plexus, PlexusPosition, Segment};

impl Draw for Plexus {
    fn text(&self, position: &PlexusPosition) -> Diagram {
        let size = position.size();
        let mut diagram = Diagram::default();
        for row in (0..size).rev() {
            let mut line = format!("{:>2} ", row + 1);
            let mut below = " ".repeat(line.len());
            for column in 0..size {
                let dot = Dot { column, row };
                line.push(sign(position, dot));
                below.push(if position.has_segment(dot, Direction::South) { '|' } else { ' ' });
                if column + 1 < size {
                    let east = position.has_segment(dot, Direction::East);
                    line.push_str(if east { "---" } else { "   " });
                    below.push_str("   ");
                }
            }
            diagram.lines.push(line);
            if row > 0 {
                diagram.lines.push(below.trim_end().to_string());
            }
        }
        let letters: Vec<String> =
            (b'a'..b'a' + size).map(|it| char::from(it).to_string()).collect();
        diagram.push(Role::Names, format!("   {}", letters.join("   ")));
        diagram.push(Role::Caption, "o endpoint  + midpoint  x used up  . free");
        diagram.push(Role::Caption, caption(position).join(": "));
        // The score is also shown apart from the board, to those who ask for it.
        diagram.push(Role::Repeated, points(position));
        diagram.places = position
            .sources()
            .map(|dot| Place {
                word: dot.to_string(),
                line: 2 * usize::from(size - 1 - dot.row),
                column: 3 + 4 * usize::from(dot.column),
                width: 1,
                ink: None,
            })
            .collect();
        diagram
    }

    fn scene(&self, position: &PlexusPosition, last: Option<Last<'_, PlexusPosition>>) -> Scene {
        let mut picture = Picture::of(position);
        picture.coordinates();
        picture.segments(last);
        picture.ways();
        picture.dots();
        picture.head(last);
        picture.legend();
        let title = format!(
            "Plexus, {n} by {n} dots. {}. {}.",
            caption(position).join(": "),
            points(position),
            n = position.size()
        );
        Scene { title, ..picture.scene }
    }
}

/// The character of a dot.
fn sign(position: &PlexusPosition, dot: Dot) -> char {
    let bit = position.figure().bit(dot);
    match position.figure().living(bit) {
        Some(Class::Endpoint) => 'o',
        Some(Class::Midpoint) => '+',
        None if position.figure().is_free(bit) => '.',
        None => 'x',
    }
}

/// Which half it is and what to do in it; at the end, that the game is over and who has won.
fn caption(position: &PlexusPosition) -> [String; 2] {
    let [one, two] = position.points();
    let result = match position.outcome() {
        Some(Outcome::Won(Seat::First)) => format!("1 wins, {one}-{two}"),
        Some(Outcome::Won(Seat::Second)) => format!("2 wins, {two}-{one}"),
        Some(Outcome::Drawn) => format!("a draw, {one}-{two}"),
        None => {
            let player = Plexus::CARD.sides[position.side().index()];
            let (half, class) = match position.class() {
                None => ("first", "either class"),
                Some(class) => ("second", class.one()),
            };
            return [
                format!("full-move {}, {half} half", position.halves() / 2 + 1),
                format!("{player} draws from {class}"),
            ];
        }
    };
    ["all dots are connected".to_string(), result]
}

/// The score in words: `1 has 0 points, 2 has 3`.
fn points(position: &PlexusPosition) -> String {
    let [one, two] = position.points();
    format!("1 has {one} point{}, 2 has {two}", if one == 1 { "" } else { "s" })
}

/// A scene under construction. Dot (c, r) is at x = c, y = size - 1 - r.
struct Picture<'a> {
    position: &'a PlexusPosition,
    scene: Scene,
    /// The middle of the board, from left to right.
    middle: f32,
    /// How much larger the words are than on a small board.
    scale: f32,
}

/// The least width of a picture, which the words need.
const LEAST_WIDTH: f32 = 7.0;

impl<'a> Picture<'a> {
    fn of(position: &'a PlexusPosition) -> Self {
        let far = f32::from(position.size() - 1);
        let side = (LEAST_WIDTH - far).max(2.4) / 2.0;
        let scale = (far / 9.0).clamp(1.0, 1.6);
        let scene = Scene {
            from: (-side, -1.2 - 2.1 * scale),
            to: (far + side, far + 1.2 + 0.9 * scale),
            ..Scene::default()
        };
        Picture { position, scene, middle: far / 2.0, scale }
    }

    fn at(&self, dot: Dot) -> Point {
        (f32::from(dot.column), f32::from(self.position.size() - 1 - dot.row))
    }

    fn push(&mut self, shape: Shape) {
        self.scene.shapes.push(shape);
    }

    fn label(&mut self, at: Point, size: f32, text: impl Into<String>, ink: Ink) {
        self.push(Shape::Label { at, size, text: text.into(), ink });
    }

    fn coordinates(&mut self) {
        let size = self.position.size();
        let height = 0.24 * self.scale.min(1.4);
        for i in 0..size {
            let (_, y) = self.at(Dot { column: 0, row: i });
            self.label((-0.75, y), height, (u32::from(i) + 1).to_string(), Ink::Text);
            let letter = char::from(b'a' + i).to_string();
            self.label((f32::from(i), f32::from(size - 1) + 0.75), height, letter, Ink::Text);
        }
    }

    fn segments(&mut self, last: Option<Last<'_, PlexusPosition>>) {
        let position = self.position;
        for dot in all(position) {
            for direction in [Direction::North, Direction::East] {
                if position.has_segment(dot, direction)
                    && let Some(end) = dot.step(direction, position.size())
                {
                    let (from, to) = (self.at(dot), self.at(end));
                    self.push(Shape::Line { from, to, width: 0.11, ink: Ink::Neutral });
                }
            }
        }
        if let Some(last) = last
            && let Some(end) = last.ply.from.step(last.ply.direction, position.size())
        {
            let (from, to) = (self.at(last.ply.from), self.at(end));
            self.push(Shape::Line { from, to, width: 0.22, ink: Ink::Last });
        }
    }

    /// Draws stubs of all segments that may be drawn now, which also show the dots from which they may start.
    fn ways(&mut self) {
        let position = self.position;
        for from in position.sources() {
            let (x, y) = self.at(from);
            self.scene.spots.push(Spot { word: from.to_string(), at: (x, y), radius: 0.3 });
            for direction in Direction::ALL {
                if let Some(end) = from.step(direction, position.size())
                    && position.figure().is_free(position.figure().bit(end))
                {
                    let (to_x, to_y) = self.at(end);
                    let along = |part: f32| (x + (to_x - x) * part, y + (to_y - y) * part);
                    let (to, ink) = (along(0.42), Ink::Hint);
                    self.push(Shape::Line { from: (x, y), to, width: 0.05, ink });
                    let word = Segment { from, direction }.to_string();
                    let says = format!("a segment {} to {end}", direction.name());
                    let at = along(0.55);
                    self.scene.sites.push(Site { word: word.clone(), at, says });
                    self.scene.spots.push(Spot { word, at, radius: 0.24 });
                }
            }
        }
    }

    fn dots(&mut self) {
        for dot in all(self.position) {
            let (at, bit) = (self.at(dot), self.position.figure().bit(dot));
            let says = match self.position.figure().living(bit) {
                Some(class) => class.name().to_string(),
                None if self.position.figure().is_free(bit) => "free".to_string(),
                None => "used up".to_string(),
            };
            self.scene.sites.push(Site { word: dot.to_string(), at, says });
            match self.position.figure().living(bit) {
                Some(class) => self.living(at, class),
                None if self.position.figure().is_free(bit) => {
                    self.push(Shape::Disc { at, radius: 0.07, ink: Ink::Grid });
                }
                None => self.used_up(at),
            }
        }
    }

    fn living(&mut self, at: Point, class: Class) {
        match class {
            Class::Endpoint => {
                self.push(Shape::Disc { at, radius: 0.2, ink: Ink::Cell });
                self.push(Shape::Ring { at, radius: 0.18, width: 0.08, ink: Ink::Neutral });
            }
            Class::Midpoint => self.push(Shape::Disc { at, radius: 0.2, ink: Ink::Neutral }),
        }
    }

    /// Draws a used-up dot, crossed out: nothing starts there any more.
    fn used_up(&mut self, at: Point) {
        self.push(Shape::Disc { at, radius: 0.2, ink: Ink::Board });
        self.push(Shape::Sign { at, radius: 0.19, mark: Mark::Cross, ink: Ink::Neutral });
    }

    /// Draws the score, and under it two lines of words.
    fn head(&mut self, last: Option<Last<'_, PlexusPosition>>) {
        let (position, scale, middle) = (self.position, self.scale, self.middle);
        let at = |x: f32, y: f32| (middle + x * scale, -1.2 - y * scale);
        let won = position.outcome().and_then(Outcome::winner);
        let turn = position.outcome().is_none().then(|| position.turn());
        for (seat, ink, on, x) in [
            (Seat::First, Ink::First, Ink::OnFirst, -1.5),
            (Seat::Second, Ink::Second, Ink::OnSecond, 0.7),
        ] {
            let (disc, number) = (at(x, 1.45), at(x + 0.85, 1.45));
            self.push(Shape::Disc { at: disc, radius: 0.34 * scale, ink });
            self.label(disc, 0.28 * scale, Plexus::CARD.sides[seat.index()], on);
            let points = position.points()[seat.index()].to_string();
            self.label(number, 0.36 * scale, points, Ink::Text);
            if turn == Some(seat) {
                let (radius, width) = (0.42 * scale, 0.07 * scale);
                self.push(Shape::Ring { at: disc, radius, width, ink: Ink::Hint });
            }
            if won == Some(seat) {
                let (radius, width) = (0.44 * scale, 0.12 * scale);
                self.push(Shape::Ring { at: disc, radius, width, ink: Ink::Win });
            }
        }
        let [what, who] = caption(position);
        let what = last.and_then(|last| lost(position, last)).unwrap_or(what);
        self.label(at(0.0, 0.6), 0.24 * scale, what, Ink::Text);
        let ink = if won.is_some() { Ink::Win } else { Ink::Text };
        self.label(at(0.0, 0.05), 0.27 * scale, who, ink);
    }

    /// Draws the legend of the dots. The dots are as large as on the board, the words as large as the other words.
    fn legend(&mut self) {
        let y = f32::from(self.position.size() - 1) + 1.2 + 0.4 * self.scale;
        for (x, word) in [(-2.9, "endpoint"), (-0.65, "midpoint"), (1.6, "used up")] {
            let at = (self.middle + x * self.scale, y);
            match word {
                "endpoint" => self.living(at, Class::Endpoint),
                "midpoint" => self.living(at, Class::Midpoint),
                _ => self.used_up(at),
            }
            self.label((at.0 + 0.95 * self.scale, y), 0.2 * self.scale, word, Ink::Text);
        }
    }
}

/// The message if the last ply has left nothing for the second half.
fn lost(position: &PlexusPosition, last: Last<'_, PlexusPosition>) -> Option<String> {
    let opener = last.before.turn();
    let scored = position.points()[opener.index()] > last.before.points()[opener.index()];
    let before = last.before.figure();
    let class = before.class(before.bit(last.ply.from));
    let sides = Plexus::CARD.sides;
    scored.then(|| {
        format!(
            "a point for {}: {} has no {class}",
            sides[opener.index()],
            sides[(!opener).index()]
        )
    })
}

/// Every dot of the board.
fn all(position: &PlexusPosition) -> impl Iterator<Item = Dot> + use<> {
    let size = position.size();
    (0..size).flat_map(move |row| (0..size).map(move |column| Dot { column, row }))
}
