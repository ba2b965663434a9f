use crosscut_draw::{Diagram, Draw, Last, Place, Scene};
use crosscut_rules::Side;

use super::{Hex, HexPosition};
use crate::board::Point;
use crosscut_rules::Pie;

impl Draw for Hex {
    fn text(&self, position: &Pie<HexPosition>) -> Diagram {
        let (board, size) = (position.board().board(), self.size);
        let letters = |indent: usize| {
            let names: Vec<String> =
                (0..size).map(|column| Point::new(column, 0).letter().to_string()).collect();
            format!("{}{}", " ".repeat(indent), names.join(" "))
        };
        let mut diagram = Diagram::default();
        diagram.lines.push(letters(3));
        for row in 0..size {
            let mut line = format!("{}{:>2} ", " ".repeat(row), row + 1);
            for column in 0..size {
                let place = Place {
                    word: Point::new(column, row).to_string(),
                    line: row + 1,
                    column: line.len(),
                    width: 1,
                    ink: None,
                };
                diagram.places.push(place);
                line.push(match board.owner(row * size + column) {
                    None => '.',
                    Some(Side::First) => 'V',
                    Some(Side::Second) => 'H',
                });
                line.push(' ');
            }
            line.push_str(&(row + 1).to_string());
            diagram.lines.push(line);
        }
        diagram.lines.push(letters(size + 3));
        diagram
    }

    fn scene(
        &self,
        _position: &Pie<HexPosition>,
        _last: Option<Last<'_, Pie<HexPosition>>>,
    ) -> Scene {
        Scene::default()
    }
}
