//! Handles keys and the mouse.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use super::command::PlayCommand;
use super::screen::Screen;
use super::view::Direction;

impl Screen {
    pub(crate) fn input(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => text.chars().for_each(|c| self.type_in(c)),
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        // Some systems report AltGr, which types characters, as both together.
        let writes = control == key.modifiers.contains(KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('c' | 'd' | 'q') if control => self.done = true,
            KeyCode::Char('l') if control => self.forget = true,
            KeyCode::Char('z') if control => self.suspended = cfg!(unix),
            _ if self.page.is_some() => self.turn_page(key.code),
            _ if self.menu.is_some() => self.pick(key.code),
            code => {
                let resigning = std::mem::take(&mut self.resigning);
                match code {
                    KeyCode::Char('u') if control => self.typed.clear(),
                    KeyCode::Char(' ') if self.typed.is_empty() => self.choose(),
                    KeyCode::Char('y' | 'Y') if resigning => self.resign(),
                    KeyCode::Char(c) if writes => self.type_in(c),
                    KeyCode::Backspace => drop(self.typed.pop()),
                    KeyCode::Enter if resigning => self.resign(),
                    KeyCode::Enter if !self.typed.is_empty() => {
                        let typed = std::mem::take(&mut self.typed);
                        self.obey(PlayCommand::parse(&typed));
                    }
                    KeyCode::Enter => self.choose(),
                    KeyCode::Tab => self.offer_words(),
                    KeyCode::Esc => self.drop_all(),
                    KeyCode::F(1) => self.obey(PlayCommand::Help),
                    KeyCode::F(2) => self.obey(PlayCommand::Rules),
                    KeyCode::F(3) => self.obey(PlayCommand::Hint),
                    KeyCode::F(4) => self.obey(PlayCommand::Undo),
                    KeyCode::F(5) if self.table.turn().is_some() => {
                        // A game in progress is not left by accident.
                        self.note = "The game is not over: type new to begin another.".to_string();
                    }
                    KeyCode::F(5) => self.obey(PlayCommand::New(None)),
                    KeyCode::F(6) => self.obey(PlayCommand::Rematch),
                    KeyCode::Up => self.walk(Direction::Up),
                    KeyCode::Down => self.walk(Direction::Down),
                    KeyCode::Left => self.walk(Direction::Left),
                    KeyCode::Right => self.walk(Direction::Right),
                    _ => self.resigning = resigning,
                }
            }
        }
    }

    fn turn_page(&mut self, key: KeyCode) {
        let Some(page) = &mut self.page else { return };
        match key {
            KeyCode::Down | KeyCode::Char('j') => page.by(0, 1),
            KeyCode::Up | KeyCode::Char('k') => page.by(0, -1),
            KeyCode::PageDown | KeyCode::Char(' ') => page.by(1, 0),
            KeyCode::PageUp => page.by(-1, 0),
            KeyCode::Home => page.by(isize::MIN, 0),
            KeyCode::End => page.by(isize::MAX, 0),
            _ => self.page = None,
        }
    }

    fn pick(&mut self, key: KeyCode) {
        let Some(menu) = &mut self.menu else { return };
        match key {
            KeyCode::Up | KeyCode::Left | KeyCode::BackTab => menu.turn(-1),
            KeyCode::Down | KeyCode::Right | KeyCode::Tab => menu.turn(1),
            KeyCode::Enter | KeyCode::Char(' ') => return self.play_choice(),
            KeyCode::Char(c @ '1'..='9') => {
                if menu.mark(c as usize - '1' as usize) {
                    return self.play_choice();
                }
            }
            _ => {
                self.menu = None;
                self.note.clear();
            }
        }
        self.look_ahead();
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position { x: mouse.column, y: mouse.row };
        if let Some(page) = &mut self.page {
            match mouse.kind {
                MouseEventKind::ScrollDown => page.by(0, 3),
                MouseEventKind::ScrollUp => page.by(0, -3),
                MouseEventKind::Down(_) => self.page = None,
                _ => {}
            }
        } else if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
        } else if let Some(menu) = &mut self.menu {
            let hit = self.areas.menu.iter().find(|(row, _)| row.contains(at));
            if hit.is_some_and(|&(_, index)| menu.mark(index)) {
                self.play_choice();
            } else {
                self.menu = None;
                self.look_ahead();
            }
        } else if self.areas.board.contains(at) {
            let (column, row) = (at.x - self.areas.board.x, at.y - self.areas.board.y);
            let view = self.view();
            if let Some(at) =
                view.place_at(&self.board.diagram, usize::from(column), usize::from(row))
            {
                self.put_cursor(at);
                self.choose();
            }
        }
    }
}
