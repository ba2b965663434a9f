//! Draws the menu: next to the board, or below it, never on it.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::menu::Menu;
use super::paint::width;
use super::screen::Screen;

/// The menu next to the board.
pub(crate) fn paint_menu(screen: &mut Screen, frame: &mut Frame<'_>, panel: Rect) {
    let Some(menu) = &screen.menu else { return };
    let width = menu.breadth().min(panel.width);
    let height = (menu.moves().len() as u16 + 2).min(panel.height);
    let area = Rect { x: panel.right() - width, y: panel.y, width, height };
    let inner = Block::bordered().inner(area);
    let first = (menu.marked() + 1).saturating_sub(usize::from(inner.height));
    let lines = menu.moves().iter().enumerate().skip(first).map(|(at, m)| {
        let style = if at == menu.marked() { Modifier::REVERSED } else { Modifier::empty() };
        Line::styled(format!(" {} {m} ", at + 1), style)
    });
    let lines: Vec<Line<'_>> = lines.collect();
    let rows = (first..menu.moves().len()).zip(inner.rows());
    let rows = rows.map(|(at, row)| (row, at)).collect();
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" which? ")), area);
    screen.areas.menu = rows;
}

/// A move in a menu below the board: its line, and its first column.
pub(crate) struct MenuItem {
    pub(crate) line: usize,
    column: u16,
    text: String,
}

/// The moves of a menu, in lines of a given width.
pub(crate) fn items(menu: &Menu, wide: u16) -> Vec<MenuItem> {
    let (mut line, mut column) = (0, 0);
    let moves = menu.moves().iter().enumerate();
    let items = moves.map(|(at, m)| {
        let text = format!(" {} {m} ", at + 1);
        if column > 0 && column + width(&text) as u16 > wide {
            (line, column) = (line + 1, 0);
        }
        let item = MenuItem { line, column, text };
        column += width(&item.text) as u16;
        item
    });
    items.collect()
}

/// Draws the menu below the board, under the line that asks to choose; if it has too many lines, those around the marked move.
pub(crate) fn paint_items(
    screen: &mut Screen,
    frame: &mut Frame<'_>,
    area: Rect,
    items: &[MenuItem],
) {
    let Some(menu) = &screen.menu else { return };
    let asked = u16::from(area.height > 1);
    let area = Rect { y: area.y + asked, height: area.height - asked, ..area };
    let marked = items.get(menu.marked()).map_or(0, |it| it.line);
    let first = (marked + 1).saturating_sub(usize::from(area.height));
    let mut rows = Vec::new();
    frame.render_widget(Clear, area);
    for (at, item) in items.iter().enumerate().filter(|(_, it)| it.line >= first) {
        let row = Rect {
            x: area.x + item.column,
            y: area.y + (item.line - first) as u16,
            width: width(&item.text) as u16,
            height: 1,
        };
        let row = row.intersection(area);
        let style = if at == menu.marked() { Modifier::REVERSED } else { Modifier::empty() };
        frame.render_widget(Line::styled(item.text.clone(), style), row);
        rows.push((row, at));
    }
    screen.areas.menu = rows;
}
