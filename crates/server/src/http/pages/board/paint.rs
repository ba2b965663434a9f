//! Shapes as SVG for a page: with classes in place of colours, and shapes of one kind in one path.
//!
//! It is written by hand rather than by a template: a path grows with each shape of its kind, and nearly all of it is numbers.
//! The only text is in labels, and it is escaped here.

use std::fmt::{self, Write};

use crosscut_catalog::{Decimal, Ink, Mark, Point, Shape};

/// Writes the shapes. Text stays upright however the drawing is turned.
pub(super) fn shapes(shapes: &[Shape], turned: u16) -> String {
    let mut painter = Painter { out: String::new(), kind: None, path: String::new(), turned };
    for shape in shapes {
        painter.draw(shape);
    }
    painter.flush();
    painter.out
}

/// Whether any part of a shape is in the square around a place.
pub(super) fn is_near(shape: &Shape, (x, y): Point, reach: f32) -> bool {
    let near = |at: &Point, radius: f32| {
        (at.0 - x).abs() <= reach + radius && (at.1 - y).abs() <= reach + radius
    };
    match shape {
        Shape::Line { from, to, width, .. } => {
            let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
            let half = (from.0 - to.0).abs().max((from.1 - to.1).abs()) / 2.0;
            near(&middle, half + width)
        }
        Shape::Polygon { corners, .. } => corners.iter().any(|at| near(at, 1.0)),
        Shape::Disc { at, radius, .. } | Shape::Ring { at, radius, .. } => near(at, *radius),
        Shape::Sector { at, radius, .. } | Shape::Sign { at, radius, .. } => near(at, *radius),
        Shape::Label { at, .. } => near(at, 0.0),
    }
}

pub(super) fn number(x: f32) -> Decimal<2> {
    Decimal(x)
}

#[derive(Clone, Copy, PartialEq)]
enum PathKind {
    Fill(Ink),
    Stroke(Ink, f32),
}

struct Painter {
    out: String,
    /// The kind of the path being written.
    kind: Option<PathKind>,
    path: String,
    turned: u16,
}

impl Painter {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Line { from, to, width, ink } => {
                self.stroke(*ink, *width);
                let _ = write!(self.path, "M{}L{}", point(*from), point(*to));
            }
            Shape::Polygon { corners, ink } => {
                self.kind(PathKind::Fill(*ink));
                let corners: Vec<String> =
                    corners.iter().map(|&at| point(at).to_string()).collect();
                let _ = write!(self.path, "M{}Z", corners.join("L"));
            }
            Shape::Disc { at, radius, ink } => {
                self.flush();
                self.circle(*at, *radius, "f", *ink, "");
            }
            Shape::Ring { at, radius, width, ink } => {
                self.flush();
                let width = format!(r#" stroke-width="{}""#, number(*width));
                self.circle(*at, *radius, "s", *ink, &width);
            }
            Shape::Sector { at, radius, from, to, ink } => {
                if to - from >= 359.999 {
                    return self.draw(&Shape::Disc { at: *at, radius: *radius, ink: *ink });
                }
                self.kind(PathKind::Fill(*ink));
                let on = |degrees: f32| {
                    let (sin, cos) = degrees.to_radians().sin_cos();
                    point((at.0 + radius * cos, at.1 - radius * sin))
                };
                let (r, large) = (number(*radius), u8::from(to - from > 180.0));
                let _ = write!(
                    self.path,
                    "M{}L{}A{r} {r} 0 {large} 0 {}Z",
                    point(*at),
                    on(*from),
                    on(*to)
                );
            }
            Shape::Sign { at, radius, mark, ink } => self.sign(*at, *radius, *mark, *ink),
            Shape::Label { at, size, text, ink } => self.label(*at, *size, text, *ink),
        }
    }

    fn sign(&mut self, at @ (x, y): Point, r: f32, mark: Mark, ink: Ink) {
        let width = r * 0.45;
        let lines: &[(f32, f32, f32, f32)] = match mark {
            Mark::Upright => &[(0.0, -1.0, 0.0, 1.0)],
            Mark::Level => &[(-1.0, 0.0, 1.0, 0.0)],
            Mark::Cross => &[(-0.75, -0.75, 0.75, 0.75), (-0.75, 0.75, 0.75, -0.75)],
            Mark::Dot => return self.draw(&Shape::Disc { at, radius: r * 0.6, ink }),
            Mark::Circle => return self.draw(&Shape::Ring { at, radius: r * 0.8, width, ink }),
        };
        self.stroke(ink, width);
        for (ax, ay, bx, by) in lines {
            let (from, to) = ((x + r * ax, y + r * ay), (x + r * bx, y + r * by));
            let _ = write!(self.path, "M{}L{}", point(from), point(to));
        }
    }

    fn label(&mut self, at: Point, size: f32, text: &str, ink: Ink) {
        self.flush();
        let upright = match self.turned {
            0 => String::new(),
            degrees => {
                format!(r#" transform="rotate(-{degrees} {} {})""#, number(at.0), number(at.1))
            }
        };
        let _ = write!(
            self.out,
            r#"<text class="f {}" x="{}" y="{}" font-size="{}"{upright}>{}</text>"#,
            ink.name(),
            number(at.0),
            number(at.1 + size / 2.0),
            number(size / 0.7),
            crate::present::html::escape(text)
        );
    }

    fn circle(&mut self, at: Point, radius: f32, class: &str, ink: Ink, more: &str) {
        let _ = write!(
            self.out,
            r#"<circle class="{class} {}" cx="{}" cy="{}" r="{}"{more}/>"#,
            ink.name(),
            number(at.0),
            number(at.1),
            number(radius)
        );
    }

    fn stroke(&mut self, ink: Ink, width: f32) {
        self.kind(PathKind::Stroke(ink, width));
    }

    /// Starts another path unless the current one is of this kind.
    fn kind(&mut self, kind: PathKind) {
        if self.kind != Some(kind) {
            self.flush();
            self.kind = Some(kind);
        }
    }

    fn flush(&mut self) {
        let path = std::mem::take(&mut self.path);
        let _ = match self.kind.take() {
            None => Ok(()),
            Some(PathKind::Fill(ink)) => {
                write!(self.out, r#"<path class="f {}" d="{path}"/>"#, ink.name())
            }
            Some(PathKind::Stroke(ink, width)) => write!(
                self.out,
                r#"<path class="s {}" stroke-width="{}" d="{path}"/>"#,
                ink.name(),
                number(width)
            ),
        };
    }
}

fn point(at: Point) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "{} {}", number(at.0), number(at.1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sector_that_is_more_than_half_goes_the_long_way_round() {
        let drawn = |to| {
            let (at, ink) = ((0.0, 0.0), Ink::First);
            shapes(&[Shape::Sector { at, radius: 1.0, from: 0.0, to, ink }], 0)
        };
        assert!(drawn(90.0).contains("M0 0L1 0A1 1 0 0 0 0 -1Z"), "{}", drawn(90.0));
        assert!(drawn(270.0).contains("M0 0L1 0A1 1 0 1 0 0 1Z"), "{}", drawn(270.0));
        assert!(drawn(360.0).starts_with("<circle"), "{}", drawn(360.0));
    }

    #[test]
    fn what_is_near_is_near_with_any_part_of_it() {
        let line = |from, to| Shape::Line { from, to, width: 0.1, ink: Ink::First };
        let upright = line((0.0, -3.0), (0.0, 3.0));
        let level = line((-3.0, 0.0), (3.0, 0.0));
        // Half a line, its width and the reach are 3.6.
        for (along, near) in [(-4.0, false), (-3.5, true), (2.5, true), (3.55, true), (3.65, false)]
        {
            assert_eq!(is_near(&upright, (0.0, along), 0.5), near, "upright, {along}");
            assert_eq!(is_near(&level, (along, 0.0), 0.5), near, "level, {along}");
        }
        // It is as long wherever it is.
        let (upright, level) = (line((10.0, 10.0), (10.0, 14.0)), line((10.0, 10.0), (14.0, 10.0)));
        for (along, near) in [(8.0, false), (10.0, true), (14.0, true), (16.0, false)] {
            assert_eq!(is_near(&upright, (10.0, along), 0.5), near, "upright, {along}");
            assert_eq!(is_near(&level, (along, 10.0), 0.5), near, "level, {along}");
        }
        let disc = Shape::Disc { at: (10.0, 20.0), radius: 1.0, ink: Ink::First };
        for (x, y, near) in [
            (11.4, 20.0, true),
            (8.6, 20.0, true),
            (11.6, 20.0, false),
            (10.0, 21.4, true),
            (10.0, 18.6, true),
            (10.0, 21.6, false),
        ] {
            assert_eq!(is_near(&disc, (x, y), 0.5), near, "{x} {y}");
        }
    }
}
