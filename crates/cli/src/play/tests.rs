//! The screen without a terminal: what is drawn after some keys.

use std::sync::mpsc::channel;

use crosscut_catalog::{GAMES, Level, Line, Rng, Seat};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::choices::items;
use super::command::PlayCommand;
use super::look::Look;
use super::menu::Menu;
use super::paint::{paint, panel};
use super::players::players;
use super::screen::{Screen, ScreenEvent};
use super::table::{LocalGame, Player};

fn table(spec: &str, side: &str) -> LocalGame {
    let line = Line::new(spec.parse().unwrap());
    let players = players(side, Level::ALL[0], &line).unwrap();
    LocalGame::new(line, players)
}

/// A screen with two people, so that the computer does not think.
fn screen(spec: &str) -> Screen {
    Screen::new(table(spec, "both"), channel().0)
}

/// What is shown on a terminal of this size.
fn painted(screen: &mut Screen, (width, height): (u16, u16), colours: bool) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| paint(screen, Look::new(colours), frame)).unwrap();
    terminal.backend().buffer().clone()
}

fn text(screen: &mut Screen, size: (u16, u16)) -> String {
    let buffer = painted(screen, size, true);
    let row = |y| (0..size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..size.1).map(|y| format!("{}\n", row(y).trim_end())).collect()
}

fn key(screen: &mut Screen, code: KeyCode, modifiers: KeyModifiers) {
    let event = Event::Key(KeyEvent::new(code, modifiers));
    screen.meet(ScreenEvent::Event(Ok(event))).unwrap();
}

/// Presses keys by name; other words are typed.
fn press(screen: &mut Screen, keys: &str) {
    for name in keys.split_whitespace() {
        let code = match name {
            "Up" => KeyCode::Up,
            "Down" => KeyCode::Down,
            "Left" => KeyCode::Left,
            "Right" => KeyCode::Right,
            "Enter" => KeyCode::Enter,
            "Tab" => KeyCode::Tab,
            "Esc" => KeyCode::Esc,
            "Home" => KeyCode::Home,
            "End" => KeyCode::End,
            "PageUp" => KeyCode::PageUp,
            "PageDown" => KeyCode::PageDown,
            "F1" => KeyCode::F(1),
            "F4" => KeyCode::F(4),
            "F5" => KeyCode::F(5),
            "F6" => KeyCode::F(6),
            typed => {
                typed.chars().for_each(|c| key(screen, KeyCode::Char(c), KeyModifiers::NONE));
                continue;
            }
        };
        key(screen, code, KeyModifiers::NONE);
    }
}

fn click(screen: &mut Screen, column: u16, row: u16) {
    mouse(screen, MouseEventKind::Down(MouseButton::Left), column, row);
}

fn mouse(screen: &mut Screen, kind: MouseEventKind, column: u16, row: u16) {
    let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    screen.meet(ScreenEvent::Event(Ok(Event::Mouse(mouse)))).unwrap();
}

#[test]
fn a_game_is_seen_whole() {
    let mut it = screen("trellis:size=3,opening=none");
    press(&mut it, "Enter Enter a1,c2 Enter");
    let expected = "
 trellis:size=3,opening=none   V (first seat) against H (second seat)

    A   B   C    V (first seat)
  3  --- ---  3    joins top and bottom
    | : | - |    H (second seat)
  2  ---V---H 2    joins left and right
    | - | : |
  1 H--- ---  1  Moves
    A   B   C      1. V B2
                   2. H A1,C2




V (first seat) to move.
H (second seat) plays A1,C2 [Tab: pass]
>                                                                  B2
";
    assert_eq!(text(&mut it, (70, 17)), expected[1..]);
    let small = "  3  ▄▄▄ ▄▄▄  3
  2  ▀▀▀V▀▀▀H 2
  1 H▀▀▀ ▀▀▀  1
H (second seat) plays
>                 B2
";
    assert_eq!(text(&mut it, (21, 5)), small);
}

#[test]
fn what_the_sides_want_is_told_whole_however_narrow_the_panel_is() {
    for game in GAMES {
        let card = game.card();
        let it = screen(card.name);
        for width in 24..60 {
            let lines = panel(&it, Look::new(false), Rect::new(0, 0, width, 20));
            let told: Vec<String> = lines.iter().map(ToString::to_string).collect();
            let longest = told.iter().map(|it| it.chars().count()).max();
            assert!(longest <= Some(usize::from(width)), "{}, {width}: {told:#?}", card.name);
            let told = told.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
            let open = it.table.line().position().sides_are_open();
            let all = card.goals.iter().all(|it| told.contains(it));
            assert!(all || open && told.contains("side not chosen yet"), "{}: {told}", card.name);
        }
    }
}

#[test]
fn a_blank_is_a_key_where_nothing_is_typed_and_else_a_blank() {
    let mut it = screen("trellis:size=5,opening=none");
    press(&mut it, "Up Up Right 1.");
    for c in " B2".chars() {
        key(&mut it, KeyCode::Char(c), KeyModifiers::NONE);
    }
    assert_eq!(it.typed, "1. B2");
    assert!(it.hand.words().is_empty());
    press(&mut it, "Esc");
    key(&mut it, KeyCode::Char(' '), KeyModifiers::NONE);
    assert_eq!((it.typed.as_str(), it.hand.words()), ("", ["D5".to_string()].as_slice()));
}

#[test]
fn the_partners_of_a_stone_are_lit_with_and_without_colours() {
    let mut it = screen("trellis:size=5,opening=none");
    press(&mut it, "Up Up Right");
    press(&mut it, "Enter");
    assert_eq!(it.hand.words(), ["D5"]);
    assert!(it.note.starts_with("D5 again plays D5; a marked place plays both"), "{}", it.note);
    let board = text(&mut it, (80, 24));
    let lit =
        |c: char| board.lines().skip(2).take(11).map(|line| line.matches(c).count()).sum::<usize>();
    let partners = it.fits.words.len();
    assert_eq!((lit('*'), lit('+')), (1, partners), "{board}");
    for (colours, ground) in [(true, Color::Cyan), (false, Color::Reset)] {
        let buffer = painted(&mut it, (80, 24), colours);
        let lit: Vec<_> = buffer.content().iter().filter(|cell| cell.symbol() == "+").collect();
        assert_eq!(lit.len(), partners);
        assert!(lit.iter().all(|cell| cell.bg == ground));
        assert_eq!(lit.iter().all(|cell| cell.modifier.contains(Modifier::UNDERLINED)), !colours);
    }
    let partner = it.fits.words.first().unwrap().clone();
    press(&mut it, "Esc");
    assert!(it.hand.words().is_empty());
    press(&mut it, "Enter Enter");
    assert_eq!(it.table.line().plies(), ["D5"]);
    press(&mut it, "F4 Enter");
    press(&mut it, &format!("d5,{partner} Enter"));
    assert_eq!(it.table.line().plies().len(), 1);
}

#[test]
fn a_click_on_the_second_stone_plays_both() {
    let mut it = screen("trellis:size=5,opening=none");
    let board = text(&mut it, (80, 24));
    let row = |label: &str| board.lines().position(|line| line.starts_with(label)).unwrap() as u16;
    // One character next to the point still counts.
    click(&mut it, 5, row("  5"));
    click(&mut it, 12, row("  4"));
    assert_eq!(it.table.line().plies(), ["A5,C4"]);
}

#[test]
fn a_place_with_several_moves_opens_a_menu_that_looks_ahead() {
    let mut it = screen("trichet");
    press(&mut it, "Enter");
    let [first, second] = [0, 1].map(|at| it.menu.as_ref().unwrap().moves()[at].clone());
    let before = text(&mut it, (80, 24));
    assert!(
        before.contains(&format!("1 {first}")) && before.contains(&format!("2 {second}")),
        "{before}"
    );
    press(&mut it, "Down");
    let after = text(&mut it, (80, 24));
    let board = |text: &str| {
        text.lines().skip(2).map(|line| line.chars().take(18).collect()).collect::<Vec<String>>()
    };
    assert_ne!(board(&before), board(&after));
    press(&mut it, "Esc");
    assert!(it.menu.is_none() && it.table.line().plies().is_empty());
    press(&mut it, "Enter 2");
    assert_eq!(it.table.line().plies(), [second]);
}

#[test]
fn a_menu_is_seen_even_where_there_is_one_line_for_it() {
    for size in [(24, 5), (24, 12)] {
        let mut it = screen("trichet");
        press(&mut it, "Enter");
        let [first, second] = [0, 1].map(|at| it.menu.as_ref().unwrap().moves()[at].clone());
        let seen = text(&mut it, size);
        assert!(seen.contains(&format!("1 {first}")), "{seen}");
        press(&mut it, "Down");
        let seen = text(&mut it, size);
        assert!(seen.contains(&format!("2 {second}")), "{seen}");
    }
}

#[test]
fn a_menu_fills_its_lines_and_none_is_too_wide() {
    let menu =
        Menu::new(["A1", "C3,D4", "N5", "E5", "B2,B3"].map(str::to_string).to_vec()).unwrap();
    // The moves with which lines begin.
    let lines = |wide: u16| {
        let items = items(&menu, wide);
        let begins = (0..items.len()).filter(|&at| at == 0 || items[at - 1].line < items[at].line);
        begins.collect::<Vec<_>>()
    };
    // ` 1 A1  2 C3,D4  3 N5 ` has 21 columns.
    assert_eq!(lines(21), [0, 3]);
    assert_eq!(lines(20), [0, 2, 4]);
    assert_eq!(lines(1), [0, 1, 2, 3, 4], "each has a line of its own");
}

#[test]
fn the_cursor_begins_in_the_middle_of_the_board() {
    for spec in GAMES.iter().map(|it| it.card().name).chain(["hex:size=6", "bridg-it:size=4"]) {
        let it = screen(spec);
        let diagram = &it.board.diagram;
        let wide = diagram.lines.iter().map(|line| line.chars().count()).max().unwrap();
        // Characters are twice as high as wide.
        let far = |at: usize| {
            let place = &diagram.places[at];
            2 * place.line.abs_diff(diagram.lines.len() / 2) + place.column.abs_diff(wide / 2)
        };
        let least = (0..diagram.places.len()).map(far).min().unwrap();
        assert_eq!(far(it.cursor), least, "{spec}: {:?}", diagram.places[it.cursor]);
    }
}

#[test]
fn a_page_is_read_with_keys_to_its_ends_and_left_with_any_other() {
    let mut it = screen("hex:size=3");
    let mut seen = |keys: &str| {
        press(&mut it, keys);
        let seen = text(&mut it, (80, 12));
        let lines: Vec<&str> = seen.lines().collect();
        (lines[0].to_string(), lines[10].to_string(), it.page.is_some())
    };
    let top = seen("F1");
    let end = seen("End");
    assert_eq!(end.1, "  quit       leave; the game is saved");
    assert!(end.2 && top.0 != end.0);
    assert_eq!(seen("Down"), end);
    assert_ne!(seen("Up"), end);
    assert_ne!(seen("PageUp").0, top.0);
    assert_eq!(seen("Home"), top);
    assert_eq!(seen("Up"), top);
    let next = seen("PageDown");
    assert_eq!(next.0, seen("Home Down Down Down Down Down Down Down Down Down").0);
    assert!(!seen("x").2);
    // The wheel turns it too, three lines at a time, and a click closes it.
    press(&mut it, "F1");
    assert_eq!(text(&mut it, (80, 12)).lines().next(), Some(&*top.0));
    let mut after = |kind| {
        mouse(&mut it, kind, 5, 5);
        let text = text(&mut it, (80, 12));
        (text.lines().next().unwrap().to_string(), it.page.is_some())
    };
    let (down, _) = after(MouseEventKind::ScrollDown);
    let (further, _) = after(MouseEventKind::ScrollDown);
    assert!(down != top.0 && down != further);
    assert_eq!(after(MouseEventKind::ScrollUp), (down, true));
    assert_eq!(after(MouseEventKind::ScrollUp), (top.0, true));
    assert!(!after(MouseEventKind::Down(MouseButton::Left)).1);
}

#[test]
fn moves_that_are_no_place_are_in_the_menu_of_tab() {
    let mut it = screen("trellis:size=3");
    press(&mut it, "Tab Enter a1 Enter b2 Enter");
    assert_eq!(it.table.line().plies(), ["pass", "A1", "B2"]);
    assert!(text(&mut it, (80, 24)).contains("[Choose with Tab: black, white]"));
    assert!(
        text(&mut it, (80, 24))
            .contains("\nThe second seat chooses a side: black (V) or white (H).\n")
    );
    // Where no place can be played, choosing one opens the menu too.
    press(&mut it, "Enter Down Enter");
    assert_eq!(it.table.line().plies()[3..], ["white"]);
}

#[test]
fn the_opening_is_said_aloud() {
    let mut it = Screen::new(table("trellis", "first"), channel().0);
    press(&mut it, "a1,b3 Enter");
    let seen = text(&mut it, (80, 24));
    assert!(seen.contains("\nYou play opening turn 2 of 3, for H.\n"), "{seen}");
    assert!(
        seen.contains("\nYour opponent then chooses a side: leave V and H the same chances.\n"),
        "{seen}"
    );
    let mut it = Screen::new(table("trellis", "second"), channel().0);
    for ply in ["pass", "a1", "c3"] {
        it.table.play(ply).unwrap();
    }
    let seen = text(&mut it, (80, 24));
    assert!(seen.contains("\nChoose your side: black (V) or white (H).\n"), "{seen}");
    assert!(seen.contains("\nH moves next, whoever takes it.\n"), "{seen}");
    let mut it = Screen::new(table("hex", "second"), channel().0);
    it.table.play("a1").unwrap();
    let seen = text(&mut it, (80, 24));
    assert!(seen.contains("\nYou move for H, or answer swap.\n"), "{seen}");
}

#[test]
fn refusals_are_in_the_games_words() {
    let mut it = screen("trellis:size=5,opening=none");
    press(&mut it, "a2,c4 Enter");
    assert_eq!(it.note, "A2 and C4 are not three points apart.");
    press(&mut it, "c3 Enter c3 Enter");
    assert_eq!(it.note, "C3 is taken by V.");
    press(&mut it, "Enter");
    assert_eq!(it.note, "C3 is taken by V.");
}

#[test]
fn resigning_takes_two_times() {
    let mut it = screen("hex:size=3");
    press(&mut it, "resign Enter Down Enter");
    assert_eq!((it.table.ending(), it.table.line().plies().len()), (None, 1));
    press(&mut it, "resign Enter Enter");
    assert_eq!(it.table.status(), "V (first seat) wins by resignation.");
    press(&mut it, "F4 resign Enter y");
    assert_eq!(it.table.status(), "V (first seat) wins by resignation.");
    press(&mut it, "a1 Enter");
    assert_eq!(it.table.line().plies().len(), 1);
    press(&mut it, "F4");
    assert_eq!((it.table.ending(), it.table.line().plies().len()), (None, 1));
}

#[test]
fn after_the_end_another_game_or_a_rematch_begins() {
    let mut it = Screen::new(table("hex:size=2,opening=none", "first"), channel().0);
    press(&mut it, "F5");
    assert_eq!(it.note, "The game is not over: type new to begin another.");
    press(&mut it, "rematch Enter");
    assert!(it.note.starts_with("The game is not over: "), "{}", it.note);
    for ply in ["a1", "b1", "a2"] {
        it.table.play(ply).unwrap();
    }
    assert!(text(&mut it, (80, 24)).contains("\nF5: a new game. F6: a rematch,"));
    press(&mut it, "F6");
    assert_eq!(it.table.player(Seat::Second), Player::Person);
    assert_eq!(it.table.player(Seat::First), Player::Computer(Level::ALL[0]));
    assert!(it.table.line().plies().is_empty() && it.table.turn().is_some());
    press(&mut it, "new");
    key(&mut it, KeyCode::Char('\u{a0}'), KeyModifiers::NONE);
    press(&mut it, "hexx Enter");
    assert!(it.note.contains("did you mean hex?"), "{}", it.note);
    it.obey(PlayCommand::New(Some("plexus:size=3".into())));
    assert_eq!(it.table.spec().to_string(), "plexus:size=3");
    assert_eq!(it.history.len(), 0);
}

#[test]
fn a_hint_is_told_and_pointed_at() {
    let (tell, happenings) = channel();
    let mut it = Screen::new(table("hex:size=2,opening=none", "both"), tell);
    it.table.play("a1").unwrap();
    it.table.play("b1").unwrap();
    it.obey(PlayCommand::Hint);
    it.meet(happenings.recv().unwrap()).unwrap();
    assert_eq!(it.note, "Hint: A2");
    assert_eq!(it.board.diagram.places[it.cursor].word, "A2");
    // One that comes too late shows nothing.
    it.obey(PlayCommand::Hint);
    press(&mut it, "a2 Enter");
    it.meet(happenings.recv().unwrap()).unwrap();
    assert_eq!(it.table.line().plies().len(), 3);
    assert!(!it.note.contains("Hint"), "{}", it.note);
}

#[test]
fn taking_back_goes_to_the_persons_last_decision() {
    let check = |side: &str, moves: &str| {
        let mut table = table("hex:size=4,opening=none", side);
        moves.split(' ').for_each(|ply| drop(table.play(ply).unwrap()));
        let undone = table.undo();
        (undone, table.line().plies().join(" "))
    };
    assert_eq!(check("V", "a1 b1"), (true, String::new()));
    assert_eq!(check("V", "a1 b1 c1"), (true, "A1 B1".into()));
    assert_eq!(check("h", "a1"), (false, "A1".into()));
    assert_eq!(check("second", "a1 b1 c1"), (true, "A1".into()));
    assert_eq!(check("both", "a1 b1 c1"), (true, "A1 B1".into()));
    assert_eq!(check("none", "a1 b1 c1"), (false, "A1 B1 C1".into()));
}

#[test]
fn what_the_last_move_changed_is_told_and_marked() {
    let mut it = screen("plexus:size=3");
    press(&mut it, "b3e Enter");
    let buffer = painted(&mut it, (80, 24), true);
    let marked = |symbol: &str| {
        let cells = buffer.content().iter().take(80 * 8);
        cells.filter(|c| c.symbol() == symbol && c.modifier.contains(Modifier::UNDERLINED)).count()
    };
    // The segment, and the dot that became a midpoint; not the new dot, which only became playable.
    let counts = ["-", "|", "+", "o"].map(marked);
    assert_eq!(counts, [3, 0, 1, 0], "{}", text(&mut it, (80, 24)));
    assert_eq!(it.note, "1 (first seat) plays b3e");
}

/// Plays random plies until there are this many, or the game is over.
fn play_some(it: &mut Screen, plies: usize, rng: &mut Rng) {
    while it.table.line().plies().len() < plies && it.table.turn().is_some() {
        let moves = it.table.line().position().moves();
        it.table.play(&moves[rng.below(moves.len() as u32) as usize]).unwrap();
    }
    it.refresh();
}

#[test]
fn where_there_is_no_room_squares_are_told_by_what_lies_under_the_lines() {
    let mut it = screen("trellis:opening=none");
    for (colours, second) in [(true, '▀'), (false, '▄')] {
        let buffer = painted(&mut it, (80, 24), colours);
        let at = |x, y: u16| &buffer[(x, y)];
        let (top, next) = (it.areas.board.y + 1, it.areas.board.y + 2);
        // The square at the upper left is V's; the top row has squares only below it.
        assert_eq!((at(5, top).symbol(), at(5, next).symbol()), ("▄", "▀"));
        assert_eq!(at(9, next).symbol(), second.to_string());
        let ground = |x| (at(x, next).fg, at(x, next).bg);
        let (v, h) = (Color::Indexed(24), Color::Indexed(95));
        let expected = [[(v, h), (h, v)], [(Color::Reset, Color::Reset); 2]];
        assert_eq!([ground(5), ground(9)], expected[usize::from(!colours)]);
        assert!(!text(&mut it, (80, 24)).contains("| : |"));
    }
    // Where there is room, the ground is not drawn under characters.
    assert!(!text(&mut it, (80, 40)).contains('▀'));
}

#[test]
fn shared_lines_and_results_are_seen_on_a_small_screen() {
    let mut it = screen("original-trellis");
    let seen = text(&mut it, (80, 24));
    let labels = (1..=17).all(|row| seen.contains(&format!("\n {row:>2} ")) || row == 17);
    assert!(labels && seen.contains("17  ▄▄▄") && seen.contains("P   Q\n"), "{seen}");
    assert!(seen.contains("\n    NW -, NE -, SW -, SE -, whole -\n"), "{seen}");
    assert!(seen.contains("\n  9  === === "), "{seen}");
    assert_eq!(seen.matches('|').count(), 17, "the shared column\n{seen}");
    for (colours, ground) in [(true, Color::DarkGray), (false, Color::Reset)] {
        let buffer = painted(&mut it, (80, 24), colours);
        let cells = buffer.content().iter().filter(|it| it.symbol() == "|" || it.symbol() == "=");
        assert!(cells.clone().count() >= 17 + 3 * 16 && cells.clone().all(|it| it.bg == ground));
    }
    // They stay wherever a large board is scrolled.
    let mut rng = Rng::new(3);
    for (spec, said) in [
        ("original-trellis:size=21,opening=none", "NW "),
        ("quadrant-hex:size=26,opening=none", "NW "),
        ("plexus:size=15", " draws from "),
        ("plexus:size=9", " draws from "),
    ] {
        let mut it = screen(spec);
        play_some(&mut it, 30, &mut rng);
        for at in 0..it.board.diagram.places.len() {
            it.put_cursor(at);
            let seen = text(&mut it, (80, 24));
            assert!(seen.contains(said), "{spec}\n{seen}");
        }
    }
}

#[test]
fn the_lines_of_a_figure_are_never_left_out() {
    let mut it = screen("plexus:size=9");
    press(&mut it, "e5w Enter d5s Enter");
    let seen = text(&mut it, (80, 24));
    for line in ["\n  5 .   .   .   +---+ ", "\n                |", "\n  4 .   .   .   o "] {
        assert!(seen.contains(line), "{seen}");
    }
    assert!(seen.contains(": 2 draws from either class\n"), "{seen}");
}

#[test]
fn looking_ahead_crops_nothing() {
    let mut rng = Rng::new(5);
    let mut looked = 0;
    for plies in [0, 6, 12, 18, 24] {
        let mut it = screen("trichet");
        play_some(&mut it, plies, &mut rng);
        for at in 0..it.board.diagram.places.len() {
            it.put_cursor(at);
            press(&mut it, "Enter");
            let Some(count) = it.menu.as_ref().map(|menu| menu.moves().len()) else { break };
            for _ in 0..count {
                let seen = text(&mut it, (80, 24));
                let shown = &it.shown().diagram;
                // More than fits, whatever is omitted, is scrolled.
                if shown.lines.len() <= 19 && shown.lines.iter().all(|line| line.len() < 79) {
                    let missed = shown.lines.iter().find(|line| !seen.contains(line.trim()));
                    assert_eq!(missed, None, "{seen}\n{shown}");
                    looked += 1;
                }
                press(&mut it, "Down");
            }
            press(&mut it, "Esc");
        }
    }
    assert!(looked > 100, "{looked}");
}

#[test]
fn what_has_won_is_marked() {
    let marked = |spec: &str, plies: &str, colours: bool| {
        let mut it = screen(spec);
        plies.split(' ').for_each(|ply| drop(it.table.play(ply).unwrap()));
        it.refresh();
        let buffer = painted(&mut it, (80, 24), colours);
        let area = it.areas.board;
        let won = area.positions().filter(|&at| match colours {
            true => buffer[at].bg == Color::Green,
            false => buffer[at].modifier.contains(Modifier::REVERSED),
        });
        won.map(|at| buffer[at].symbol().to_string()).collect::<String>()
    };
    let hex = "hex:size=3,opening=none";
    assert_eq!(marked(hex, "a1 b1 a2 b2 c3 c1 a3", true), "VVV");
    assert_eq!(marked(hex, "a1 b1 a2 b2", true), "");
    assert_eq!(marked("trellis:size=3,opening=none", "a1 b1 a2 b3 a3", true), "VVV");
    assert_eq!(marked("trail-mix:size=3", "a1 a2 b2 b3", true), "\\//");
    assert!(marked(hex, "a1 b1 a2 b2 c3 c1 a3", false).matches('V').count() >= 3);
}

#[test]
fn the_place_under_the_cursor_is_always_seen() {
    for game in GAMES {
        let mut it = screen(game.card().name);
        for size in [(80, 24), (40, 12), (20, 5)] {
            for at in 0..it.board.diagram.places.len() {
                it.put_cursor(at);
                let buffer = painted(&mut it, size, true);
                let area = it.areas.board;
                let seen =
                    area.positions().filter(|&at| buffer[at].modifier.contains(Modifier::REVERSED));
                let place = &it.board.diagram.places[at];
                assert_eq!(seen.count(), place.width, "{} {place:?} {size:?}", game.card().name);
            }
        }
    }
}

#[test]
fn nothing_that_is_typed_clicked_or_resized_breaks_the_screen() {
    const KEYS: [KeyCode; 20] = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::PageDown,
        KeyCode::F(1),
        KeyCode::F(2),
        KeyCode::F(4),
        KeyCode::F(5),
        KeyCode::F(6),
        KeyCode::End,
    ];
    const PASTES: [&str; 6] =
        ["undo\n", "C3\r\nD4", "漢字テスト", "e\u{301}\u{200d}👩‍👩‍👧", "\u{1b}[31m\0", "resign"];
    let mut rng = Rng::new(1);
    for game in GAMES {
        let mut it = screen(game.card().name);
        let mut played = 0;
        for _ in 0..500 {
            let before = it.table.line().plies().len();
            match rng.below(10) {
                0..6 => key(&mut it, rng.pick(&KEYS), KeyModifiers::NONE),
                6 => key(
                    &mut it,
                    KeyCode::Char(rng.pick(&['1', ' ', 'é', '界', 'j'])),
                    KeyModifiers::NONE,
                ),
                7 => {
                    let text = rng.pick(&PASTES).to_string();
                    it.meet(ScreenEvent::Event(Ok(Event::Paste(text)))).unwrap();
                }
                8 => key(&mut it, KeyCode::Char(rng.pick(&['z', 'u', 'l'])), KeyModifiers::CONTROL),
                _ => click(&mut it, rng.below(80) as u16, rng.below(24) as u16),
            }
            let (width, height) = (rng.below(110), rng.below(45));
            let size = rng.pick(&[
                (80, 24),
                (80, 24),
                (20, 5),
                (width as u16, height as u16),
                (1, 1),
                (7, 3),
            ]);
            if size.0 > 0 && size.1 > 0 {
                painted(&mut it, size, true);
            }
            played += usize::from(it.table.line().plies().len() > before);
        }
        assert!(played >= 5, "{}: the keys hardly play ({played} plies)", game.card().name);
    }
}

#[test]
fn sides_are_named_as_on_the_card_or_by_their_seats() {
    let line = Line::new("trail-mix".parse().unwrap());
    let check = |side: &str| match players(side, Level::ALL[2], &line) {
        Ok(players) => {
            players.map(|it| if it == Player::Person { "person" } else { "computer" }).join(" ")
        }
        Err(error) => error.to_string(),
    };
    assert_eq!(check(" brown"), "person computer");
    assert_eq!(check("GREEN"), "computer person");
    assert_eq!(check("second"), "computer person");
    assert_eq!(check("Both"), "person person");
    assert_eq!(check("none"), "computer computer");
    assert_eq!(
        check("V"),
        "there is no side 'V': choose Brown, Green, first, second, both (two people at one keyboard) or none (to watch)"
    );
}
