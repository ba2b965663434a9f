//! Draws a [`Screen`] on the terminal.

use crosscut_catalog::{Diagram, Ink, Seat};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::choices::{items, paint_items, paint_menu};
use super::look::Look;
use super::screen::Screen;
use super::view::{breadth, needed};

/// The layout. A part without room has no height or no width.
struct Layout {
    title: Rect,
    board: Rect,
    /// Next to the board: the players, and the last moves.
    panel: Rect,
    /// Below the board, if there is no room next to it: the last moves.
    moves: Rect,
    status: Rect,
    note: Rect,
    input: Rect,
}

/// The smallest useful width of a panel.
const PANEL: u16 = 11;

/// Divides the window. The board comes first; the text about it gets less room in a small window. `needed` is how many of the
/// board's lines cannot be spared.
fn parts(area: Rect, board: (u16, u16), needed: u16, note: u16) -> Layout {
    let (wide, high) = board;
    let least = |height: u16, rows: u16| if area.height >= height { rows } else { 0 };
    let beside = area.width.saturating_sub(wide + 3);
    let roomy = beside >= PANEL;
    let title = least(8, 1);
    let input = least(2, 1);
    let status = least(6, 1);
    let note = least(3, note.clamp(1, (area.height / 4).max(1)));
    let left = area.height.saturating_sub(title + input + status + note);
    // A line that lets the board be shown whole instead of scrolled goes to the board.
    let moves = if roomy || left == needed { 0 } else { least(16, 1) };
    let left = left.saturating_sub(moves);
    // An empty line above the board if there is room.
    let air = u16::from(left > high + 1);
    let indent = u16::from(area.width > wide);
    let mut y = area.y;
    let mut row = |height: u16| {
        let rect = Rect { x: area.x, y, width: area.width, height };
        y += height;
        rect
    };
    let title = row(title);
    let middle = row(left);
    let board = Rect {
        x: area.x + indent,
        y: middle.y + air,
        width: if roomy { wide } else { area.width - indent },
        height: left - air.min(left),
    };
    let panel = Rect {
        x: board.right() + 2,
        y: board.y,
        width: if roomy { beside } else { 0 },
        height: board.height,
    };
    Layout {
        title,
        board,
        panel,
        moves: row(moves),
        status: row(status),
        note: row(note),
        input: row(input),
    }
}

pub(crate) fn paint(screen: &mut Screen, look: Look, frame: &mut Frame<'_>) {
    let area = frame.area();
    let diagram = &screen.board.diagram;
    // A previewed board may be larger: room for the largest keeps everything in place, and nothing is cut off.
    let all = || [diagram].into_iter().chain(&screen.ahead);
    let most = |count: fn(&Diagram) -> usize| all().map(count).max().unwrap_or(0) as u16;
    let size = (most(breadth), most(|it| it.lines.len()));
    let beside = area.width.saturating_sub(size.0 + 3);
    let listed = screen.menu.as_ref().filter(|menu| menu.breadth() > beside);
    let items = listed.map(|menu| items(menu, area.width));
    let mut note = note(screen, area);
    if let Some(items) = &items {
        note.truncate(1);
        note.resize(1 + items.last().map_or(0, |it| it.line + 1), String::new());
    }
    let parts = parts(area, size, most(needed), note.len() as u16);
    if let Some(page) = &mut screen.page {
        let height = usize::from(area.height.saturating_sub(1));
        let (lines, left) = page.lines(usize::from(area.width), height);
        let text: Vec<Line<'_>> = lines.into_iter().map(Line::raw).collect();
        frame.render_widget(Paragraph::new(text), area);
        let more =
            if left > 0 { format!("{left} more lines: arrows, space. ") } else { String::new() };
        let foot = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
        let foot_line = Line::styled(format!(" {more}Esc goes back. "), Modifier::REVERSED);
        frame.render_widget(foot_line, foot);
        return;
    }
    screen.areas.board = parts.board;
    paint_board(screen, look, frame);
    let note = note.into_iter().map(Line::raw).collect();
    for (lines, part) in [
        (vec![title(screen, parts.title.width)], parts.title),
        (panel(screen, look, parts.panel), parts.panel),
        (vec![Line::raw(last_moves(screen, parts.moves.width))], parts.moves),
        (vec![Line::styled(status(screen), Modifier::BOLD)], parts.status),
        (note, parts.note),
    ] {
        frame.render_widget(Paragraph::new(lines), part);
    }
    paint_input(screen, frame, parts.input);
    match items {
        Some(items) => paint_items(screen, frame, parts.note, &items),
        None => paint_menu(screen, frame, parts.panel),
    }
}

fn title(screen: &Screen, width: u16) -> Line<'static> {
    let table = &screen.table;
    let [one, two] = Seat::BOTH.map(|seat| table.who(seat));
    let text = format!(" {}   {one} against {two}", table.spec());
    Line::styled(format!("{text:<width$}", width = usize::from(width)), Modifier::REVERSED)
}

fn status(screen: &Screen) -> String {
    match screen.table.turn().filter(|_| screen.thinking.is_some()) {
        Some(seat) => {
            format!("{} is thinking {}", screen.table.who(seat), ".".repeat(screen.tick % 4 + 1))
        }
        None => screen.table.status(),
    }
}

/// The note in lines, and in small windows whatever else needs saying.
fn note(screen: &Screen, area: Rect) -> Vec<String> {
    let mut text =
        screen.table.trouble().map_or_else(|| screen.note.clone(), |it| format!("{it}."));
    if area.height < 6 && text.is_empty() {
        text = status(screen);
    }
    let words = &screen.words;
    let may_move = screen.table.turn().is_some() && screen.table.computer_to_move().is_none();
    if may_move && !words.is_empty() && words.len() <= 4 {
        let only = words.len() == screen.fits.moves.len() && screen.hand.words().is_empty();
        let how = if only { "Choose with Tab" } else { "Tab" };
        text = format!("{text} [{how}: {}]", words.join(", "));
    }
    let mut lines = broken(&text, usize::from(area.width));
    if let Some(asked) = screen.table.asked().filter(|_| may_move) {
        lines.extend(broken(&format!("{}.", asked.why), usize::from(area.width)));
    }
    for why in screen.table.line().position().reasons() {
        lines.extend(broken(&format!("{why}."), usize::from(area.width)));
    }
    if screen.table.turn().is_none() {
        let on = "F5: a new game. F6: a rematch, seats exchanged. F4: take back. Ctrl-C: leave.";
        lines.extend(broken(on, usize::from(area.width)));
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// A text wrapped to a width.
fn broken(text: &str, wide: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let full = |line: &String| width(line) + 1 + width(word) > wide;
        if lines.last().is_some_and(|line| !line.is_empty() && full(line)) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}

/// The width of a text in columns; some characters take two.
pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

fn paint_board(screen: &Screen, look: Look, frame: &mut Frame<'_>) {
    let (view, area, board) = (screen.view(), screen.areas.board, screen.shown());
    let diagram = &board.diagram;
    for (row, line) in view.rows().enumerate() {
        let y = area.y + row as u16;
        let (left, width) = view.columns(diagram, line);
        let chars: Vec<char> = diagram.lines[line].chars().collect();
        for (column, &c) in chars.iter().enumerate().skip(left).take(width) {
            let at = (area.x + (column - left) as u16, y);
            let mut style = match board.is_new(line, column) {
                true => Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
                false => Style::new(),
            };
            if diagram.won.contains(&(line, column)) {
                style = style.patch(look.won());
            }
            if let Some(cell) = frame.buffer_mut().cell_mut(at) {
                cell.set_char(c).set_style(style);
            }
        }
        for ground in diagram.grounds.iter().filter(|it| view.is_dense() && it.line == line) {
            let shown = (ground.column..ground.column + ground.width)
                .filter_map(|it| it.checked_sub(left))
                .filter(|x| *x < width);
            for x in shown {
                let at = (area.x + x as u16, y);
                if let Some(cell) = frame.buffer_mut().cell_mut(at) {
                    look.lay(cell, ground.halves);
                }
            }
        }
        for (at, place) in diagram.places.iter().enumerate().filter(|(_, it)| it.line == line) {
            let Some(x) = place.column.checked_sub(left).filter(|x| x + place.width <= width)
            else {
                continue;
            };
            let x = area.x + x as u16;
            let (mut style, sign) = mark(screen, look, at);
            // What has won is marked on its ground, whichever side it belongs to.
            if diagram.won.contains(&(line, place.column)) {
                style = style.patch(look.won());
            }
            for (nth, column) in (x..x + place.width as u16).enumerate() {
                let Some(cell) = frame.buffer_mut().cell_mut((column, y)) else { continue };
                cell.set_style(style);
                // Signs go only on empty places.
                if let Some(sign) = sign
                    && matches!(chars.get(place.column + nth), Some(' ' | '.'))
                {
                    cell.set_char(sign);
                }
            }
            if at == screen.cursor && screen.preview.is_none() && screen.typed.is_empty() {
                frame.set_cursor_position((x, y));
            }
        }
    }
}

/// The style of a place on the board shown, and the sign for what can be done with it.
fn mark(screen: &Screen, look: Look, at: usize) -> (Style, Option<char>) {
    let board = screen.shown();
    let place = &board.diagram.places[at];
    let mut style = place.ink.map_or(Style::new(), |ink| look.ink(ink, board.diagram.palette));
    let mut sign = None;
    if screen.preview.is_none() {
        if screen.hand.words().contains(&place.word) {
            style = style.patch(look.hint(Color::Yellow));
            sign = Some('*');
        } else if !screen.hand.words().is_empty() && screen.fits.words.contains(&place.word) {
            style = style.patch(look.hint(Color::Cyan));
            sign = Some('+');
        }
        if at == screen.cursor {
            style = style.add_modifier(Modifier::REVERSED);
        }
    }
    (style, sign)
}

/// The players, the sides' goals, and the last moves.
pub(super) fn panel(screen: &Screen, look: Look, area: Rect) -> Vec<Line<'static>> {
    let (table, card) = (&screen.table, screen.table.spec().card());
    let palette = screen.shown().diagram.palette;
    let ink_of = |side: &str| {
        look.ink(if side == card.sides[0] { Ink::First } else { Ink::Second }, palette)
    };
    let mut lines = Vec::new();
    if area.width >= 24 && area.height >= 12 {
        let open = table.line().position().sides_are_open();
        for seat in Seat::BOTH {
            if open {
                lines.extend([Line::raw(table.who(seat)), Line::raw(" side not chosen yet")]);
                continue;
            }
            let side = table.line().position().held_by(seat);
            let goal = card.sides.iter().position(|it| *it == side).map_or("", |at| card.goals[at]);
            lines.push(Line::styled(table.who(seat), ink_of(side)));
            let mut words = vec![String::new()];
            for word in goal.split(' ') {
                if words[words.len() - 1].len() + word.len() + 3 > usize::from(area.width) {
                    words.push(String::new());
                }
                let line = words.len() - 1;
                words[line] += &format!(" {word}");
            }
            lines.extend(words.into_iter().map(|line| Line::raw(format!(" {line}"))));
        }
        lines.push(Line::default());
    }
    let plies = &screen.history;
    if plies.is_empty() || area.height == 0 {
        return lines;
    }
    lines.push(Line::raw("Moves"));
    let room = usize::from(area.height).saturating_sub(lines.len());
    let from = plies.len().saturating_sub(room);
    lines.extend(plies.iter().enumerate().skip(from).map(|(at, (side, ply))| {
        // A narrow panel omits the side: the board shows who made a move.
        let side = if area.width >= 24 { format!("{side} ") } else { String::new() };
        Line::raw(format!("{:>3}. {side}{ply}", at + 1))
    }));
    lines
}

fn last_moves(screen: &Screen, width: u16) -> String {
    let mut text = String::new();
    for (at, (_, ply)) in screen.history.iter().enumerate().rev() {
        let next = format!("{}. {ply}  {text}", at + 1);
        if next.trim_end().len() > usize::from(width) {
            break;
        }
        text = next;
    }
    text
}

fn paint_input(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    if area.is_empty() {
        return;
    }
    let place = screen.board.diagram.places.get(screen.cursor).map_or("", |place| &place.word[..]);
    let room = usize::from(area.width).saturating_sub(place.len() + 2);
    // The end of the typed text is shown; characters may have any width.
    let mut tail = screen.typed.as_str();
    while width(tail) + 2 > room.max(3) {
        let mut chars = tail.chars();
        chars.next();
        tail = chars.as_str();
    }
    let text = format!("> {tail}");
    let end = area.x + width(&text) as u16;
    frame.render_widget(Line::raw(text), area);
    let at = Rect { x: area.right().saturating_sub(place.len() as u16 + 1), ..area };
    if at.x > end {
        frame.render_widget(Line::raw(place.to_string()), at.intersection(area));
    }
    if !screen.typed.is_empty() {
        frame.set_cursor_position((end.min(area.right().saturating_sub(1)), area.y));
    }
}
