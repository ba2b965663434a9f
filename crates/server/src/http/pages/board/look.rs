use crosscut_catalog::{Point, Scene};

/// How the boards of a game are shown to a visitor. Written as `c1z100r0g0b0` in a cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardLook {
    /// Whether coordinates and other words are shown.
    pub(crate) coordinates: bool,
    /// Per cent: 100, 150, 200 or 300.
    pub(crate) zoom: u16,
    /// Twelfths of a turn, clockwise.
    pub(crate) turn: u16,
    /// Whether gaps are marked: places that look connected and are not.
    pub(crate) gaps: bool,
    /// Which of [`THEMES`](Self::THEMES) the board has: the same for all games.
    pub(crate) theme: u8,
}

impl Default for BoardLook {
    fn default() -> Self {
        BoardLook { coordinates: true, zoom: 100, turn: 0, gaps: false, theme: 0 }
    }
}

impl BoardLook {
    /// The sizes a board can have, in per cent.
    pub(crate) const ZOOMS: [u16; 4] = [100, 150, 200, 300];
    /// The materials of boards. Style sheets use the names in lower case.
    pub(crate) const THEMES: [&'static str; 3] = ["Paper", "Wood", "Slate"];

    /// Reads what [`write`](Self::write) wrote; what cannot be read gets its default.
    pub(crate) fn read(text: &str) -> Self {
        let value = |letter: char| {
            let (_, rest) = text.split_once(letter)?;
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse::<u16>().ok()
        };
        let default = BoardLook::default();
        BoardLook {
            coordinates: value('c').map_or(default.coordinates, |it| it != 0),
            zoom: value('z').filter(|it| Self::ZOOMS.contains(it)).unwrap_or(default.zoom),
            turn: value('r').unwrap_or(0) % 12,
            gaps: value('g').is_some_and(|it| it != 0),
            theme: value('b').and_then(theme).unwrap_or_default(),
        }
    }

    /// The same look with the theme of that number; an unknown number changes nothing.
    pub(crate) fn themed(self, number: Option<&str>) -> Self {
        let chosen = number.and_then(|it| theme(it.parse().ok()?));
        BoardLook { theme: chosen.unwrap_or(self.theme), ..self }
    }

    pub(crate) fn write(self) -> String {
        let BoardLook { coordinates, zoom, turn, gaps, theme } = self;
        format!("c{}z{zoom}r{turn}g{}b{theme}", u8::from(coordinates), u8::from(gaps))
    }

    /// A sentence about edges, adapted to the board as it is seen: after a quarter turn, top and bottom are at the
    /// sides.
    pub(crate) fn words(self, said: &str) -> String {
        const PAIRS: [&str; 3] = ["top and bottom", "bottom and top", "left and right"];
        let Some((pair, at)) = PAIRS.iter().find_map(|it| Some((*it, said.find(it)?))) else {
            return said.to_string();
        };
        let seen = match (self.turn % 6, pair) {
            (0, _) => pair,
            (3, "left and right") => "top and bottom",
            (3, _) => "left and right",
            _ => "the edges in that colour",
        };
        format!("{}{seen}{}", &said[..at], self.words(&said[at + pair.len()..]))
    }

    pub(super) fn degrees(self) -> u16 {
        self.turn * 30
    }

    /// A place of a scene, turned about the middle.
    pub(super) fn place(self, scene: &Scene, at: Point) -> Point {
        let (sin, cos) = f32::from(self.degrees()).to_radians().sin_cos();
        let middle = middle(scene);
        let (x, y) = (at.0 - middle.0, at.1 - middle.1);
        (middle.0 + x * cos - y * sin, middle.1 + x * sin + y * cos)
    }

    /// The smallest and the largest x and y after turning.
    pub(super) fn frame(self, scene: &Scene) -> (Point, Point) {
        if self.turn == 0 {
            return (scene.from, scene.to);
        }
        // On the outside are labels, and the corners of a turned frame are empty: the frame follows from the board's
        // own places, with as much room around them as before.
        let places: Vec<Point> = scene
            .sites
            .iter()
            .map(|site| site.at)
            .chain(scene.spots.iter().map(|spot| spot.at))
            .collect();
        let range = |points: &[Point]| {
            points.iter().fold(((f32::MAX, f32::MAX), (f32::MIN, f32::MIN)), |(from, to), it| {
                ((from.0.min(it.0), from.1.min(it.1)), (to.0.max(it.0), to.1.max(it.1)))
            })
        };
        if places.is_empty() {
            return (scene.from, scene.to);
        }
        let inner = range(&places);
        let margin = (inner.0.0 - scene.from.0)
            .max(inner.0.1 - scene.from.1)
            .max(scene.to.0 - inner.1.0)
            .max(scene.to.1 - inner.1.1);
        let turned: Vec<Point> = places.iter().map(|&at| self.place(scene, at)).collect();
        let (from, to) = range(&turned);
        ((from.0 - margin, from.1 - margin), (to.0 + margin, to.1 + margin))
    }

    /// By how many degrees the drawing is turned, and around which point, if it is.
    pub(super) fn turned(self, scene: &Scene) -> Option<(u16, Point)> {
        (self.turn != 0).then(|| (self.degrees(), middle(scene)))
    }

    pub(super) fn classes(self) -> String {
        let words = if self.coordinates { "" } else { " unlettered" };
        let theme = Self::THEMES[usize::from(self.theme)].to_ascii_lowercase();
        format!("{theme} zoom-{}{words}", self.zoom)
    }
}

/// Checks that a number is a theme's.
fn theme(number: u16) -> Option<u8> {
    (usize::from(number) < BoardLook::THEMES.len()).then_some(number as u8)
}

fn middle(scene: &Scene) -> Point {
    ((scene.from.0 + scene.to.0) / 2.0, (scene.from.1 + scene.to.1) / 2.0)
}

#[cfg(test)]
mod tests {
    use crosscut_catalog::Site;

    use super::*;

    #[test]
    fn edges_are_called_by_where_they_are_seen() {
        let said = |turn: u16| {
            let look = BoardLook { turn, ..BoardLook::default() };
            look.words("Navy joins top and bottom; Orange, left and right, in three of five")
        };
        assert_eq!(said(6), said(0));
        assert_eq!(said(3), "Navy joins left and right; Orange, top and bottom, in three of five");
        assert_eq!(said(9), said(3));
        let slant = "Navy joins the edges in that colour; Orange, the edges in that colour, in three of five";
        assert_eq!(said(1), slant);
    }

    #[test]
    fn a_look_reads_back_and_nonsense_is_the_default() {
        let look = BoardLook { coordinates: false, zoom: 200, turn: 7, gaps: true, theme: 2 };
        assert_eq!(BoardLook::read(&look.write()), look);
        assert_eq!(BoardLook::read(""), BoardLook::default());
        assert_eq!(BoardLook::read("c1z170r99999999gxb3"), BoardLook::default());
        assert_eq!(look.themed(Some("1")).theme, 1);
        assert_eq!((look.themed(Some("3")), look.themed(None)), (look, look));
    }

    #[test]
    fn a_turned_board_has_the_widest_margin_on_all_sides() {
        let site = |at| Site { word: String::new(), at, says: String::new() };
        let look = BoardLook { turn: 6, ..BoardLook::default() };
        for wide in 0..4 {
            let [left, top, right, bottom] =
                std::array::from_fn(|side| if side == wide { 5.0 } else { 1.0 });
            let scene = Scene {
                from: (-left, -top),
                to: (4.0 + right, 2.0 + bottom),
                sites: vec![site((0.0, 0.0)), site((4.0, 2.0))],
                ..Scene::default()
            };
            let (from, to) = look.frame(&scene);
            // Upside down, the place at the origin is as far from the middle on the other side.
            let (x, y) = (4.0 + right - left, 2.0 + bottom - top);
            let wanted = [x - 4.0 - 5.0, y - 2.0 - 5.0, x + 5.0, y + 5.0];
            let frame = [from.0, from.1, to.0, to.1];
            let alike = frame.iter().zip(wanted).all(|(it, wanted)| (it - wanted).abs() < 1e-3);
            assert!(alike, "{frame:?} is not {wanted:?}");
        }
    }
}
