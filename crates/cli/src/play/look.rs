//! How things look, with and without colours.

use std::env;

use crosscut_catalog::{Ink, Palette};
use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier, Style};

/// Whether to use colours. Letters, signs and underlining show everything too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    colours: bool,
}

impl Look {
    /// Colours, unless `NO_COLOR` is set to anything (no-color.org).
    pub(crate) fn of_terminal() -> Self {
        Look { colours: env::var_os("NO_COLOR").is_none_or(|it| it.is_empty()) }
    }

    #[cfg(test)]
    pub(crate) fn new(colours: bool) -> Self {
        Look { colours }
    }

    pub(crate) fn ink(self, ink: Ink, palette: Palette) -> Style {
        // All of these are readable on dark and on light backgrounds; white is the terminal's text colour.
        let colour = match (palette, ink) {
            (Palette::Usual, Ink::First) | (Palette::WhiteBlue, Ink::Second) => Color::LightBlue,
            (Palette::Usual, Ink::Second) => Color::LightRed,
            (Palette::BrownGreen, Ink::First) => Color::Indexed(130),
            (Palette::BrownGreen, Ink::Second) => Color::Indexed(28),
            (Palette::WhiteBlue, Ink::First) => Color::Reset,
            _ => return Style::new(),
        };
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.colours { style.fg(colour) } else { style }
    }

    /// The style of what has won.
    pub(crate) fn won(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.colours {
            style.fg(Color::Black).bg(Color::Green)
        } else {
            style.add_modifier(Modifier::REVERSED)
        }
    }

    /// Shows the ground under a character. Two squares share it, one above the other: each has half of it, and without colours
    /// the first side's half is filled and the second's is empty.
    pub(crate) fn lay(self, cell: &mut Cell, halves: [Option<Ink>; 2]) {
        let [above, below] = halves;
        if above == below {
            if cell.symbol() == " " {
                cell.set_char('|');
            }
            if self.colours {
                cell.set_bg(ground(above));
            }
        } else if self.colours {
            match above {
                Some(_) => cell.set_char('\u{2580}').set_fg(ground(above)).set_bg(ground(below)),
                None => cell.set_char('\u{2584}').set_fg(ground(below)),
            };
        } else {
            cell.set_char(match (above, below) {
                (Some(Ink::HomeFirst), _) => '\u{2580}',
                (_, Some(Ink::HomeFirst)) => '\u{2584}',
                _ => ' ',
            });
        }
    }

    /// The style of a place that continues the move in hand, or belongs to it.
    pub(crate) fn hint(self, ground: Color) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.colours {
            style.fg(Color::Black).bg(ground)
        } else {
            style.add_modifier(Modifier::UNDERLINED)
        }
    }
}

/// The colour of the ground under stones: that of its side, but muted so that stones stand out on dark and light backgrounds.
fn ground(ink: Option<Ink>) -> Color {
    match ink {
        Some(Ink::HomeFirst) => Color::Indexed(24),
        Some(Ink::HomeSecond) => Color::Indexed(95),
        Some(_) => Color::DarkGray,
        None => Color::Reset,
    }
}
