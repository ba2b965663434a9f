//! The game on the full screen: cursor, mouse, typed moves.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use crosscut_catalog::{Continuations, Diagram, begins};
use ratatui::crossterm::event::{self, Event};
use ratatui::layout::Rect;

use super::board::BoardDiagram;
use super::command::{COMMANDS, PlayCommand};
use super::hand::{PartialMove, WordChosen};
use super::leave;
use super::look::Look;
use super::menu::Menu;
use super::mind::PlayMemory;
use super::paint::paint;
use super::scroll::Scroll;
use super::table::LocalGame;
use super::terminal::Terminal;
use super::thinker::{Thinker, Thought};
use super::view::{DiagramView, Direction, breadth, step};
use crate::help_game;
use crosscut_catalog::page::wrap;

/// An event in the game loop.
#[derive(Debug)]
pub(crate) enum ScreenEvent {
    Event(io::Result<Event>),
    Thought(Thought),
    /// What the computer would play in the person's place.
    Hint(Thought),
    /// The program was asked to end.
    Leave,
    /// The program continues after being stopped.
    Back,
}

/// Everything shown on the screen.
#[derive(Debug)]
pub(crate) struct Screen {
    pub(crate) table: LocalGame,
    pub(crate) board: BoardDiagram,
    /// The board as it would be after the move marked in the menu.
    pub(crate) preview: Option<BoardDiagram>,
    /// The diagrams of all boards that can be previewed.
    pub(crate) ahead: Vec<Diagram>,
    /// The index of the place under the cursor.
    pub(crate) cursor: usize,
    /// The column in which vertical cursor movement began.
    goal: usize,
    pub(crate) hand: PartialMove,
    /// The possible continuations of the move in hand.
    pub(crate) fits: Continuations,
    /// The legal moves that are not places: a pass, a swap, a choice.
    pub(crate) words: Vec<String>,
    /// The plies so far, each with its side.
    pub(crate) history: Vec<(&'static str, String)>,
    /// The text typed so far.
    pub(crate) typed: String,
    /// The last message.
    pub(crate) note: String,
    pub(crate) menu: Option<Menu>,
    pub(crate) page: Option<Scroll>,
    /// Whether Enter would resign.
    pub(super) resigning: bool,
    pub(crate) thinking: Option<Thinker>,
    /// Searches for a hint.
    hint: Option<Thinker>,
    mind: PlayMemory,
    /// Counts up while the computer thinks.
    pub(crate) tick: usize,
    /// Where the board and the menu were last drawn.
    pub(crate) areas: Areas,
    tell: Sender<ScreenEvent>,
    pub(super) forget: bool,
    /// Whether the program is to suspend itself.
    pub(super) suspended: bool,
    /// Whether it was suspended, so that another program may have used the terminal.
    back: bool,
    pub(super) done: bool,
}

/// The areas that respond to the mouse.
#[derive(Clone, Debug, Default)]
pub(crate) struct Areas {
    pub(crate) board: Rect,
    /// The visible moves of the menu, each with its index.
    pub(crate) menu: Vec<(Rect, usize)>,
}

/// The most characters typed or pasted into one line.
const TYPED: usize = 200;

/// How long each move stays on the screen when only the computer plays.
const WATCHED: Duration = Duration::from_millis(700);

/// Plays until the person leaves, and returns the table.
pub(crate) fn run(table: LocalGame) -> (LocalGame, Result<()>) {
    let (tell, happenings) = channel();
    let mut screen = Screen::new(table, tell.clone());
    let played = Terminal::take().and_then(|mut terminal| {
        let leaver = tell.clone();
        leave::on_request(move || {
            let _ = leaver.send(ScreenEvent::Leave);
        });
        let returner = tell.clone();
        leave::on_return(move || {
            let _ = returner.send(ScreenEvent::Back);
        });
        // This starts listening for changes of the window's size; one after the first drawing would otherwise be missed.
        event::poll(Duration::ZERO)?;
        // The thread ends with the program: nothing else can wake it.
        thread::spawn(move || while tell.send(ScreenEvent::Event(event::read())).is_ok() {});
        screen.play(&mut terminal, &happenings)
    });
    (screen.table, played)
}

impl Screen {
    pub(crate) fn new(table: LocalGame, tell: Sender<ScreenEvent>) -> Self {
        let mut screen = Screen {
            board: BoardDiagram::default(),
            preview: None,
            ahead: Vec::new(),
            cursor: 0,
            goal: 0,
            hand: PartialMove::default(),
            fits: table.line().position().continuations(&[]),
            words: Vec::new(),
            history: Vec::new(),
            typed: String::new(),
            note: "Play with arrow keys and Enter or the mouse; or type a move. F1: help."
                .to_string(),
            menu: None,
            page: None,
            resigning: false,
            thinking: None,
            hint: None,
            mind: PlayMemory::default(),
            tick: 0,
            areas: Areas::default(),
            tell,
            forget: false,
            suspended: false,
            back: false,
            done: false,
            table,
        };
        screen.refresh();
        screen.put_cursor(middle(&screen.board.diagram));
        screen
    }

    fn play(&mut self, terminal: &mut Terminal, happenings: &Receiver<ScreenEvent>) -> Result<()> {
        let look = Look::of_terminal();
        loop {
            self.think();
            if std::mem::take(&mut self.suspended) {
                terminal.suspend()?;
            }
            if std::mem::take(&mut self.back) {
                terminal.enter()?;
                self.forget = true;
            }
            if std::mem::take(&mut self.forget) {
                terminal.forget()?;
            }
            terminal.draw(|frame| paint(self, look, frame))?;
            let tick = Duration::from_millis(400);
            let happening = match self.thinking {
                Some(_) => happenings.recv_timeout(tick),
                None => happenings.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match happening {
                Ok(happening) => self.meet(happening)?,
                Err(RecvTimeoutError::Timeout) => self.tick += 1,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            // Events that have arrived are handled before drawing: a paste, fast typing.
            while !self.done
                && let Ok(happening) = happenings.try_recv()
            {
                self.meet(happening)?;
            }
            if self.done {
                return Ok(());
            }
        }
    }

    /// Lets the computer think if it is its turn.
    pub(crate) fn think(&mut self) {
        let Some(level) = self.table.computer_to_move() else {
            self.thinking = None;
            return;
        };
        if self.thinking.is_none() {
            let pause = if self.table.is_watched() { WATCHED } else { Duration::ZERO };
            let (line, tell) = (self.table.line().clone(), self.tell.clone());
            let mind = self.mind.clone();
            self.tick = 0;
            self.thinking = Some(Thinker::start(line, mind, level, pause, move |thought| {
                let _ = tell.send(ScreenEvent::Thought(thought));
            }));
        }
    }

    pub(crate) fn meet(&mut self, happening: ScreenEvent) -> Result<()> {
        match happening {
            ScreenEvent::Leave => self.done = true,
            ScreenEvent::Back => self.back = true,
            ScreenEvent::Hint(thought) => {
                if let Some(ply) = thought.ply() {
                    self.hint = None;
                    self.show_hint(&ply?);
                }
            }
            ScreenEvent::Thought(thought) => {
                if let Some(ply) = thought.ply() {
                    self.thinking = None;
                    self.note = self.table.play(&ply?)?;
                    self.refresh();
                }
            }
            ScreenEvent::Event(event) => self.input(event?),
        }
        Ok(())
    }

    /// Updates the screen from the table, keeping the cursor as near to its place as possible.
    pub(crate) fn refresh(&mut self) {
        self.hint = None;
        self.hand.clear();
        self.menu = None;
        self.preview = None;
        self.ahead.clear();
        let before = std::mem::replace(&mut self.board, BoardDiagram::of(self.table.line()));
        let places = &self.board.diagram.places;
        if let Some(old) = before.diagram.places.get(self.cursor) {
            let at = before.moved_to(&self.board.diagram, (old.line, old.column));
            let (line, column) = at.unwrap_or((old.line, old.column));
            let far = |at: &usize| {
                let place = &places[*at];
                place.line.abs_diff(line) * 2 + place.column.abs_diff(column)
            };
            let same = places.iter().position(|place| place.word == old.word);
            self.put_cursor(same.or_else(|| (0..places.len()).min_by_key(far)).unwrap_or(0));
        }
        self.history = self.table.history();
        self.look_in_hand();
        self.words = self.table.line().position().words();
    }

    fn look_in_hand(&mut self) {
        self.fits = self.hand.continuations(self.table.line().position());
    }

    pub(super) fn put_cursor(&mut self, at: usize) {
        self.cursor = at;
        self.goal = self.board.diagram.places.get(at).map_or(0, |place| place.column);
    }

    pub(super) fn type_in(&mut self, c: char) {
        // Pasted text may contain line breaks and other control characters.
        let c = if c.is_control() { ' ' } else { c };
        if self.typed.chars().count() < TYPED {
            self.typed.push(c);
        }
    }

    pub(super) fn walk(&mut self, direction: Direction) {
        let to = step(&self.board.diagram.places, self.cursor, self.goal, direction);
        match direction {
            Direction::Up | Direction::Down => self.cursor = to,
            Direction::Left | Direction::Right => self.put_cursor(to),
        }
    }

    pub(super) fn drop_all(&mut self) {
        self.hand.clear();
        self.look_in_hand();
        self.typed.clear();
        self.note.clear();
    }

    /// Shows the board as it would be after the move marked in the menu.
    pub(super) fn look_ahead(&mut self) {
        let position = self.table.line().position();
        self.preview = self.menu.as_ref().map(|menu| self.board.after(position, menu.choice()));
        if self.menu.is_none() {
            self.ahead.clear();
        }
    }

    pub(super) fn play_choice(&mut self) {
        if let Some(menu) = self.menu.take() {
            self.submit(menu.choice());
        }
    }

    fn open_menu(&mut self, moves: Vec<String>) {
        let position = self.table.line().position();
        self.ahead = moves.iter().map(|ply| self.board.after(position, ply).diagram).collect();
        self.menu = Menu::new(moves);
        self.look_ahead();
    }

    /// The board to show.
    pub(crate) fn shown(&self) -> &BoardDiagram {
        self.preview.as_ref().unwrap_or(&self.board)
    }

    /// The view of the board in the area where it was last drawn.
    pub(crate) fn view(&self) -> DiagramView {
        let place = self.board.diagram.places.get(self.cursor);
        let at = place.map(|place| (place.line, place.column + place.width / 2));
        let shown = &self.shown().diagram;
        let at = at.map(|at| match &self.preview {
            Some(preview) => self.board.moved_to(&preview.diagram, at).unwrap_or(at),
            None => at,
        });
        let area = self.areas.board;
        DiagramView::new(shown, at, usize::from(area.width), usize::from(area.height))
    }

    /// Plays at the cursor, or adds its place to the move in hand.
    pub(super) fn choose(&mut self) {
        self.resigning = false;
        if !self.may_move() {
            return;
        }
        if self.words.len() == self.table.line().position().count() {
            return self.offer_words();
        }
        let Some(place) = self.board.diagram.places.get(self.cursor) else { return };
        let chosen = self.hand.choose(self.table.line().position(), &place.word);
        self.look_in_hand();
        match chosen {
            WordChosen::Move(ply) => self.submit(&ply),
            WordChosen::More(note) => self.note = note,
            WordChosen::Refused(why) => self.note = format!("{why}."),
            WordChosen::Pick(moves) => {
                self.note =
                    "Which one? Arrow keys and Enter, or its number; Esc cancels.".to_string();
                self.open_menu(moves);
            }
        }
    }

    /// Offers the moves that are not places.
    pub(super) fn offer_words(&mut self) {
        if self.may_move() {
            if self.words.is_empty() {
                self.note = "Every move is a place on the board.".to_string();
            }
            self.open_menu(self.words.clone());
        }
    }

    /// Whether a person is to move; if not, the note says why.
    fn may_move(&mut self) -> bool {
        if self.table.turn().is_none() {
            self.note = "The game is over.".to_string();
        } else if self.table.computer_to_move().is_some() {
            self.note = "The computer is to move.".to_string();
        }
        self.table.turn().is_some() && self.table.computer_to_move().is_none()
    }

    fn submit(&mut self, text: &str) {
        if self.may_move() {
            match self.table.play(text) {
                Ok(said) => self.note = said,
                Err(refused) => self.note = format!("{refused}."),
            }
            self.refresh();
        }
    }

    pub(super) fn resign(&mut self) {
        self.table.resign();
        self.note.clear();
        self.refresh();
    }

    /// Shows a hint, and moves the cursor to where it begins.
    fn show_hint(&mut self, ply: &str) {
        self.note = format!("Hint: {ply}");
        let first = ply.split(',').next().unwrap_or_default();
        let places = &self.board.diagram.places;
        if let Some(at) = places.iter().position(|place| begins(first, &place.word)) {
            self.put_cursor(at);
        }
    }

    /// Continues at another table, or says why not.
    fn begin(&mut self, other: Result<LocalGame>) {
        match other {
            Err(refused) => self.note = format!("{refused:#}."),
            Ok(other) => {
                self.typed.clear();
                let before = std::mem::replace(&mut self.table, other);
                self.note = before.file().map_or(String::new(), |file| {
                    format!("The previous game is saved: {}", file.path().display())
                });
                self.thinking = None;
                self.mind = PlayMemory::default();
                self.refresh();
                self.put_cursor(middle(&self.board.diagram));
            }
        }
    }

    pub(super) fn obey(&mut self, command: PlayCommand) {
        match command {
            PlayCommand::Move(text) if self.may_move() => self.submit(&text),
            // A move typed too early is kept.
            PlayCommand::Move(text) => self.typed = text,
            PlayCommand::Quit => self.done = true,
            PlayCommand::Hint if self.may_move() => {
                let (line, tell) = (self.table.line().clone(), self.tell.clone());
                let level = self.table.hint_level();
                self.note = "Looking for a hint ..".to_string();
                let found = move |thought| drop(tell.send(ScreenEvent::Hint(thought)));
                let mind = PlayMemory::default();
                self.hint = Some(Thinker::start(line, mind, level, Duration::ZERO, found));
            }
            PlayCommand::Hint => {}
            PlayCommand::New(spec) => self.begin(self.table.another(spec.as_deref())),
            PlayCommand::Rematch => self.begin(self.table.rematch()),
            PlayCommand::Undo => {
                let undone = self.table.undo();
                if undone {
                    self.thinking = None;
                }
                self.note = if undone { "Taken back." } else { "There is nothing to take back." }
                    .to_string();
                self.refresh();
            }
            PlayCommand::Resign => match self.table.may_resign() {
                Some(seat) => {
                    self.resigning = true;
                    self.note = format!(
                        "{}? y or Enter to confirm, any other key to cancel.",
                        self.table.resigning(seat)
                    );
                }
                None => self.note = "There is nothing to resign.".to_string(),
            },
            PlayCommand::Rules => {
                let rules = help_game::page(&self.table.spec().card());
                self.page = Some(Scroll::new(rules));
            }
            PlayCommand::Help => self.page = Some(Scroll::new(help())),
            PlayCommand::Moves(words) => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let moves = self.table.line().position().continuations(&words).moves;
                let count = format!("Legal moves: {}\n\n", moves.len());
                self.page = Some(Scroll::new(count + &wrap(&moves.join(" "), "")));
            }
            PlayCommand::Board | PlayCommand::Nothing => {}
        }
    }
}

fn help() -> String {
    let commands =
        COMMANDS.iter().map(|(word, what)| wrap(&format!("  {word:<10} {what}"), "             "));
    format!(
        "{KEYS}\nType a move and Enter, or one of these words and Enter:\n\n{}",
        commands.collect::<String>()
    )
}

const KEYS: &str = "\
Keys
----

  Arrows     move the cursor
  Enter      play there, or add the place to a move of several; the same
             place again plays what is chosen
  Mouse      the same with a click
  Tab        moves that are no place: a pass, a swap, a choice
  Esc        drop what was begun
  F1         this page
  F2         the rules of the game and how its moves are written
  F3         a hint: what the computer would move
  F4         take back
  F5, F6     after the end: a new game; a rematch with seats exchanged
  Ctrl-Z     suspend to the shell; fg comes back
  Ctrl-L     redraw the screen
  Ctrl-C     leave; the game is saved after every move
";

/// The place nearest to the middle of the diagram.
fn middle(diagram: &Diagram) -> usize {
    let (line, column) = (diagram.lines.len() / 2, breadth(diagram) / 2);
    let far = |at: &usize| {
        let place = &diagram.places[*at];
        place.line.abs_diff(line) * 2 + place.column.abs_diff(column)
    };
    (0..diagram.places.len()).min_by_key(far).unwrap_or(0)
}
