//! A scene as pixels: the shapes of its SVG, drawn without the detour over text.

use std::sync::LazyLock;

use tiny_skia::{
    Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::svg::{UNIT, on_circle, sign};
use crate::{Ink, Palette, Point, Scene, Shape};

/// Draws a scene, `width` pixels wide, or as wide as its SVG if that is `None`.
///
/// # Errors
/// A sentence without a full stop, where the scene has no extent or the picture is too large.
pub(crate) fn pixels(scene: &Scene, width: Option<u32>) -> Result<Pixmap, String> {
    let (across, down) = (scene.to.0 - scene.from.0, scene.to.1 - scene.from.1);
    let board = Rect::from_xywh(scene.from.0, scene.from.1, across, down)
        .filter(|it| it.width() > 0.0 && it.height() > 0.0)
        .ok_or_else(|| "the drawing has no extent".to_string())?;
    // As the SVG rounds it: a board that is a millionth too wide is no pixel wider.
    let own = (across * UNIT * scene.zoom.0 * 1000.0).round() / 1000.0;
    let width = width.unwrap_or_else(|| own.ceil() as u32);
    let scale = width as f32 / across;
    // Rounded down, because otherwise the last row would be half empty.
    let height = (down * scale).floor().max(1.0) as u32;
    let at = Transform::from_scale(scale, scale).pre_translate(-scene.from.0, -scene.from.1);
    let pixels = Pixmap::new(width, height)
        .ok_or_else(|| format!("a picture of {width} x {height} pixels is impossible"))?;
    let mut canvas = Canvas { pixels, at, palette: scene.palette };
    canvas.fill(Some(PathBuilder::from_rect(board)), Ink::Board);
    for shape in &scene.shapes {
        canvas.draw(shape);
    }
    Ok(canvas.pixels)
}

/// What is drawn on, and how board units become pixels.
struct Canvas {
    pixels: Pixmap,
    at: Transform,
    palette: Palette,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Line { from, to, width, ink } => {
                let mut line = PathBuilder::new();
                line.move_to(from.0, from.1);
                line.line_to(to.0, to.1);
                self.stroke(line.finish(), *width, LineCap::Round, *ink);
            }
            Shape::Polygon { corners, ink } => {
                let mut outline = PathBuilder::new();
                for (n, &(x, y)) in corners.iter().enumerate() {
                    if n == 0 { outline.move_to(x, y) } else { outline.line_to(x, y) }
                }
                outline.close();
                self.fill(outline.finish(), *ink);
            }
            Shape::Disc { at, radius, ink } => {
                self.fill(PathBuilder::from_circle(at.0, at.1, *radius), *ink);
            }
            Shape::Ring { at, radius, width, ink } => {
                let circle = PathBuilder::from_circle(at.0, at.1, *radius);
                self.stroke(circle, *width, LineCap::Butt, *ink);
            }
            Shape::Sector { at, radius, from, to, ink } => {
                self.fill(sector(*at, *radius, *from, *to), *ink);
            }
            Shape::Sign { at, radius, mark, ink } => {
                sign(*at, *radius, *mark, *ink).iter().for_each(|it| self.draw(it));
            }
            Shape::Label { at, size, text, ink } => self.fill(letters(*at, *size, text), *ink),
        }
    }

    fn fill(&mut self, path: Option<Path>, ink: Ink) {
        let Some(path) = path else { return };
        self.pixels.fill_path(&path, &self.paint(ink), FillRule::Winding, self.at, None);
    }

    fn stroke(&mut self, path: Option<Path>, width: f32, line_cap: LineCap, ink: Ink) {
        let Some(path) = path else { return };
        let stroke = Stroke { width, line_cap, ..Stroke::default() };
        self.pixels.stroke_path(&path, &self.paint(ink), &stroke, self.at, None);
    }

    fn paint(&self, ink: Ink) -> Paint<'static> {
        let [red, green, blue] = self.palette.rgb(ink);
        let mut paint = Paint::default();
        paint.set_color(Color::from_rgba8(red, green, blue, 255));
        paint
    }
}

/// A sector of a circle, in Bézier curves of at most 45 degrees each.
fn sector(centre: Point, radius: f32, from: f32, to: f32) -> Option<Path> {
    let steps = ((to - from) / 45.0).ceil().max(1.0);
    let step = (to - from) / steps;
    // The length of a curve's handles as a part of the radius.
    let handle = 4.0 / 3.0 * (step.to_radians() / 4.0).tan() * radius;
    let along = |(x, y): Point, degrees: f32, by: f32| {
        let angle = degrees.to_radians();
        (x - by * angle.sin(), y - by * angle.cos())
    };
    let mut outline = PathBuilder::new();
    let start = on_circle(centre, radius, from);
    // A whole circle has no corner at its centre.
    if to - from < 359.999 {
        outline.move_to(centre.0, centre.1);
        outline.line_to(start.0, start.1);
    } else {
        outline.move_to(start.0, start.1);
    }
    for n in 0..steps as u32 {
        let (a, b) = (from + step * n as f32, from + step * (n + 1) as f32);
        let (start, end) = (on_circle(centre, radius, a), on_circle(centre, radius, b));
        let (one, other) = (along(start, a, handle), along(end, b, -handle));
        outline.cubic_to(one.0, one.1, other.0, other.1, end.0, end.1);
    }
    outline.close();
    outline.finish()
}

/// The font comes with the program: a bare machine has none, and pictures are the same on every machine.
static FONT: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(epaint_default_fonts::HACK_REGULAR, 0).ok());

/// A text in one line, centred on a point. The font has one width for all letters, so that nothing is to be kerned.
fn letters(at: Point, size: f32, text: &str) -> Option<Path> {
    let font = FONT.as_ref()?;
    let glyphs: Vec<GlyphId> =
        text.chars().map(|it| font.glyph_index(it).unwrap_or_default()).collect();
    // As in the SVG: a capital is about 0.7 of a line's height.
    let scale = size / 0.7 / f32::from(font.units_per_em());
    let width = |it: &GlyphId| f32::from(font.glyph_hor_advance(*it).unwrap_or(0)) * scale;
    let mut outline = Outline {
        path: PathBuilder::new(),
        from: (at.0 - glyphs.iter().map(width).sum::<f32>() / 2.0, at.1 + size / 2.0),
        scale,
    };
    for glyph in &glyphs {
        font.outline_glyph(*glyph, &mut outline);
        outline.from.0 += width(glyph);
    }
    outline.path.finish()
}

/// Writes glyphs, whose y goes upward, into a path, whose y goes downward.
struct Outline {
    path: PathBuilder,
    /// Where the foot of the glyph begins.
    from: Point,
    scale: f32,
}

impl Outline {
    fn point(&self, x: f32, y: f32) -> Point {
        (self.from.0 + x * self.scale, self.from.1 - y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.path.move_to(to.0, to.1);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.path.line_to(to.0, to.1);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (by, to) = (self.point(x1, y1), self.point(x, y));
        self.path.quad_to(by.0, by.1, to.0, to.1);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (one, other, to) = (self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.path.cubic_to(one.0, one.1, other.0, other.1, to.0, to.1);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;

    /// Twenty pixels a unit, from -2 to 2.
    fn drawn(shape: Shape) -> Pixmap {
        let scene =
            Scene { from: (-2.0, -2.0), to: (2.0, 2.0), shapes: vec![shape], ..Scene::default() };
        pixels(&scene, Some(80)).unwrap()
    }

    /// Whether each of these points has the ink of the first side, and not that of the board.
    fn inked(shape: Shape, points: &[Point]) -> Vec<bool> {
        let pixels = drawn(shape);
        let colour = |ink| {
            let [red, green, blue] = Palette::Usual.rgb(ink);
            (red, green, blue)
        };
        let at = |(x, y): Point| ((x + 2.0) * 20.0) as u32 + ((y + 2.0) * 20.0) as u32 * 80;
        let of = |point: &Point| {
            let pixel = pixels.pixels()[at(*point) as usize];
            (pixel.red(), pixel.green(), pixel.blue())
        };
        points
            .iter()
            .map(|point| {
                let is = of(point) == colour(Ink::First);
                assert!(is || of(point) == colour(Ink::Board), "a soft edge at {point:?}");
                is
            })
            .collect()
    }

    #[test]
    fn each_shape_covers_what_its_svg_covers() {
        let ink = Ink::First;
        let line = Shape::Line { from: (-1.0, 0.0), to: (1.0, 0.0), width: 0.5, ink };
        // Ends are round: half a width further, but not in the corners.
        let points = [(0.0, 0.2), (0.0, 0.3), (1.15, 0.0), (1.3, 0.0), (1.2, 0.2), (-1.15, 0.0)];
        assert_eq!(inked(line, &points), [true, false, true, false, false, true]);
        let corners = vec![(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0)];
        let points = [(-0.5, -0.5), (0.5, 0.5)];
        assert_eq!(inked(Shape::Polygon { corners, ink }, &points), [true, false]);
        let at = (0.5, 0.5);
        let points = [(0.5, 0.5), (1.4, 0.5), (1.6, 0.5), (1.3, 1.3)];
        let disc = Shape::Disc { at, radius: 1.0, ink };
        assert_eq!(inked(disc, &points), [true, true, false, false]);
        let ring = Shape::Ring { at, radius: 1.0, width: 0.4, ink };
        assert_eq!(inked(ring, &points), [false, true, true, true]);
    }

    #[test]
    fn a_sector_turns_as_its_angles_do() {
        let (ink, at, radius) = (Ink::First, (0.0, 0.0), 1.5);
        // East, north, west and south, half way out.
        let points = [(1.0, -0.1), (-0.1, -1.0), (-1.0, 0.1), (0.1, 1.0)];
        let sector = |from, to| inked(Shape::Sector { at, radius, from, to, ink }, &points);
        assert_eq!(sector(0.0, 80.0), [true, false, false, false]);
        assert_eq!(sector(0.0, 179.0), [true, true, false, false]);
        assert_eq!(sector(90.0, 350.0), [false, true, true, true]);
        assert_eq!(sector(0.0, 360.0), [true; 4]);
        let rim = [(1.0, -1.0), (1.1, -1.1)];
        let quarter = Shape::Sector { at, radius, from: 0.0, to: 90.0, ink };
        assert_eq!(inked(quarter, &rim), [true, false]);
    }

    #[test]
    fn signs_are_told_apart() {
        let signs = [Mark::Upright, Mark::Level, Mark::Dot, Mark::Circle, Mark::Cross];
        let points = [(0.0, 0.0), (0.0, 1.05), (1.05, 0.0), (0.9, 0.9)];
        let inked = signs.map(|mark| {
            inked(Shape::Sign { at: (0.0, 0.0), radius: 1.2, mark, ink: Ink::First }, &points)
        });
        assert_eq!(inked[0], [true, true, false, false]);
        assert_eq!(inked[1], [true, false, true, false]);
        assert_eq!(inked[2], [true, false, false, false]);
        assert_eq!(inked[3], [false, true, true, false]);
        assert_eq!(inked[4], [true, false, false, true]);
    }

    #[test]
    fn a_label_stands_in_the_middle() {
        for text in ["H", "HIH", "x<o", "\u{1f600}"] {
            let (at, size) = ((0.25, -0.5), 1.0);
            let pixels = drawn(Shape::Label { at, size, text: text.into(), ink: Ink::First });
            let board = pixels.pixels()[0];
            let dark = (0..6400_u32).filter(|n| pixels.pixels()[*n as usize] != board);
            let (across, down): (Vec<u32>, Vec<u32>) = dark.map(|n| (n % 80, n / 80)).unzip();
            let middle = |of: &[u32]| of.iter().min().unwrap() + of.iter().max().unwrap();
            assert!(middle(&across).abs_diff(90) <= 2, "{text}: {}", middle(&across));
            assert!(middle(&down).abs_diff(60) <= 6, "{text}: {}", middle(&down));
            if text == "H" {
                let height = down.iter().max().unwrap() - down.iter().min().unwrap();
                assert!(height.abs_diff(20) <= 2, "a capital is {height} pixels high");
            }
        }
    }
}
