use std::fmt::{self, Write};

use crate::{Decimal, Ink, Mark, Palette, Point, Scene, Shape};

/// The length of a board unit in the picture's own pixels.
pub(crate) const UNIT: f32 = 40.0;

/// Draws a scene as a stand-alone SVG 1.1 document.
///
/// Every shape has the class of its [`Ink`], so that a page can restyle it; the built-in style is in attributes, which
/// every renderer understands. The title is the accessible name.
#[must_use]
pub fn svg(scene: &Scene) -> String {
    let (width, height) = (scene.to.0 - scene.from.0, scene.to.1 - scene.from.1);
    let unit = UNIT * scene.zoom.0;
    let palette = scene.palette;
    let mut out = String::new();
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" width="{}" height="{}" role="img"><title>{}</title>"#,
        number(scene.from.0),
        number(scene.from.1),
        number(width),
        number(height),
        number(width * unit),
        number(height * unit),
        escape(&scene.title)
    );
    let _ = write!(
        out,
        r#"<rect class="board" x="{}" y="{}" width="{}" height="{}" fill="{}"/>"#,
        number(scene.from.0),
        number(scene.from.1),
        number(width),
        number(height),
        palette.colour(Ink::Board)
    );
    for shape in &scene.shapes {
        draw(&mut out, shape, palette);
    }
    out.push_str("</svg>\n");
    out
}

fn draw(out: &mut String, shape: &Shape, palette: Palette) {
    let colour = |ink: &Ink| palette.colour(*ink);
    let _ = match shape {
        Shape::Line { from, to, width, ink } => write!(
            out,
            r#"<line class="{}-line" x1="{}" y1="{}" x2="{}" y2="{}" stroke="{}" stroke-width="{}" stroke-linecap="round"/>"#,
            ink.name(),
            number(from.0),
            number(from.1),
            number(to.0),
            number(to.1),
            colour(ink),
            number(*width)
        ),
        Shape::Polygon { corners, ink } => {
            let points: Vec<String> = corners.iter().map(|&at| point(at).to_string()).collect();
            write!(
                out,
                r#"<polygon class="{}" points="{}" fill="{}"/>"#,
                ink.name(),
                points.join(" "),
                colour(ink)
            )
        }
        Shape::Disc { at, radius, ink } => write!(
            out,
            r#"<circle class="{}" cx="{}" cy="{}" r="{}" fill="{}"/>"#,
            ink.name(),
            number(at.0),
            number(at.1),
            number(*radius),
            colour(ink)
        ),
        Shape::Ring { at, radius, width, ink } => write!(
            out,
            r#"<circle class="{}-line" cx="{}" cy="{}" r="{}" fill="none" stroke="{}" stroke-width="{}"/>"#,
            ink.name(),
            number(at.0),
            number(at.1),
            number(*radius),
            colour(ink),
            number(*width)
        ),
        Shape::Sector { at, radius, from, to, ink } => {
            let (start, end) = (on_circle(*at, *radius, *from), on_circle(*at, *radius, *to));
            let large = u8::from(to - from > 180.0);
            // A full circle has no chord over which to draw an arc.
            if to - from >= 359.999 {
                return draw(out, &Shape::Disc { at: *at, radius: *radius, ink: *ink }, palette);
            }
            write!(
                out,
                r#"<path class="{}" d="M{}L{}A{r} {r} 0 {large} 0 {}Z" fill="{}"/>"#,
                ink.name(),
                point(*at),
                point(start),
                point(end),
                colour(ink),
                r = number(*radius)
            )
        }
        Shape::Sign { at, radius, mark, ink } => {
            sign(*at, *radius, *mark, *ink).iter().for_each(|it| draw(out, it, palette));
            Ok(())
        }
        Shape::Label { at, size, text, ink } => write!(
            out,
            // A font size is the height of the whole line; a capital is about 0.7 of it, and its middle is 0.35 above the foot.
            r#"<text class="{}" x="{}" y="{}" font-size="{}" font-family="sans-serif" text-anchor="middle" fill="{}">{}</text>"#,
            ink.name(),
            number(at.0),
            number(at.1 + size / 2.0),
            number(size / 0.7),
            colour(ink),
            escape(text)
        ),
    };
}

/// The lines and discs that make a sign.
pub(crate) fn sign(at: Point, r: f32, mark: Mark, ink: Ink) -> Vec<Shape> {
    let (x, y) = at;
    let width = r * 0.45;
    let line = |from, to| Shape::Line { from, to, width, ink };
    match mark {
        Mark::Upright => vec![line((x, y - r), (x, y + r))],
        Mark::Level => vec![line((x - r, y), (x + r, y))],
        Mark::Dot => vec![Shape::Disc { at, radius: r * 0.6, ink }],
        Mark::Circle => vec![Shape::Ring { at, radius: r * 0.8, width, ink }],
        Mark::Cross => {
            let d = r * 0.75;
            vec![line((x - d, y - d), (x + d, y + d)), line((x - d, y + d), (x + d, y - d))]
        }
    }
}

pub(crate) fn on_circle(at: Point, radius: f32, degrees: f32) -> Point {
    let angle = degrees.to_radians();
    (at.0 + radius * angle.cos(), at.1 - radius * angle.sin())
}

fn point(at: Point) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "{},{}", number(at.0), number(at.1)))
}

fn number(x: f32) -> Decimal<3> {
    Decimal(x)
}

/// The text, escaped for XML content and attributes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
