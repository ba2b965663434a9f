//! Captures of the terminal for the README, redrawn by `cargo xtask pictures`.

use std::fmt::Write;

use vt100::{Color, Screen};

use crate::front::kept_as_drawn;
use crate::screen::Terminal;

/// The width and height of a character in the picture.
const CELL: (f64, f64) = (8.4, 18.0);
/// The margin around the characters.
const EDGE: f64 = 12.0;
/// The colours of a dark terminal: the eight basic ones, and the eight bright ones.
const COLOURS: [&str; 16] = [
    "#1d1f21", "#d5645f", "#8fb573", "#d9b25f", "#6f9fd8", "#b78bc4", "#5fb3b3", "#c5c8c6",
    "#7f848a", "#ec7f79", "#a9d189", "#ecc87a", "#8db7ea", "#cfa6da", "#7fd0d0", "#ffffff",
];
const GROUND: &str = COLOURS[0];
const INK: &str = "#dfe1e0";

fn colour(colour: Color, otherwise: &str) -> String {
    match colour {
        Color::Default => otherwise.to_string(),
        Color::Idx(n) => COLOURS[usize::from(n) % 16].to_string(),
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
    }
}

/// A drawing of a screen, below the command line that produced it.
fn drawn(line: &str, screen: &Screen) -> String {
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let last = (0..rows)
        .rev()
        .find(|row| screen.rows(0, columns).nth((*row).into()).is_some_and(|it| !it.is_empty()));
    let rows = last.map_or(0, |it| it + 1);
    let width = f64::from(columns) * CELL.0 + 2.0 * EDGE;
    let height = f64::from(rows + 2) * CELL.1 + 2.0 * EDGE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\">\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{GROUND}\"/>\n",
        escaped(line)
    );
    let mut put = |row: u16, (column, text, ink, ground, bold): Run| {
        let (x, y) = (EDGE + f64::from(column) * CELL.0, EDGE + f64::from(row) * CELL.1);
        let (long, high) = (text.chars().count() as f64 * CELL.0, CELL.1);
        if let Some(ground) = ground {
            let _ = writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{long:.1}\" height=\"{high:.1}\" fill=\"{ground}\"/>"
            );
        }
        if !text.trim().is_empty() {
            let (y, bold) = (y + 13.0, if bold { " font-weight=\"bold\"" } else { "" });
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{long:.1}\" xml:space=\"preserve\" \
                 fill=\"{ink}\"{bold}>{}</text>",
                escaped(&text)
            );
        }
    };
    put(0, (0, format!("$ {line}"), INK.to_string(), None, true));
    for row in 0..rows {
        runs(screen, row, columns).into_iter().for_each(|run| put(row + 2, run));
    }
    svg + "</svg>\n"
}

/// A run of characters with the same style: its first column, the text, its colour, the background colour if there is one, and
/// whether it is bold.
type Run = (u16, String, String, Option<String>, bool);

/// The characters of a row, grouped by style.
fn runs(screen: &Screen, row: u16, columns: u16) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for column in 0..columns {
        let cell = screen.cell(row, column).expect("it is on the screen");
        let (mut ink, mut ground) = (colour(cell.fgcolor(), INK), colour(cell.bgcolor(), GROUND));
        if cell.inverse() {
            std::mem::swap(&mut ink, &mut ground);
        }
        let ground = (ground != GROUND).then_some(ground);
        let text = if cell.has_contents() { cell.contents() } else { " " };
        match runs.last_mut() {
            Some(run) if run.2 == ink && run.3 == ground && run.4 == cell.bold() => run.1 += text,
            _ => runs.push((column, text.to_string(), ink, ground, cell.bold())),
        }
    }
    runs
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[test]
fn pictures_are_as_they_are_drawn() {
    let line = "play trellis:size=9,opening=none --side both";
    let mut it = Terminal::run(line, &[]);
    it.until_text("V (first seat) to move.");
    for (n, turn) in ["e5", "d4,g4", "e4,e7", "d7,g7", "d3,d6", "e2,h2"].into_iter().enumerate() {
        it.send(&format!("{turn}\r"));
        let side = ["V (first seat)", "H (second seat)"][n % 2];
        it.until_text(&format!("{side} plays {}", turn.to_uppercase()));
    }
    kept_as_drawn("play", &drawn(&format!("crosscut {line}"), it.screen()));
}
