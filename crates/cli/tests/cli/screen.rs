//! Games on the full screen, in a pseudo-terminal.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crosscut_catalog::Stopwatch;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::{Color, MouseProtocolMode, Parser};

use crate::{crosscut_reading, file, words};

/// `crosscut` in a terminal of its own.
pub(crate) struct Terminal {
    screen: Parser,
    output: Receiver<Vec<u8>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    pty: Box<dyn MasterPty + Send>,
}

/// The longest wait for a condition: much longer than any machine takes.
const PATIENCE: Duration = Duration::from_secs(100);

const SIZE: PtySize = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };

fn size(n: u16) -> NonZeroU16 {
    n.try_into().unwrap()
}

impl Terminal {
    fn play(args: &str) -> Self {
        Self::play_with(args, &[])
    }

    fn play_with(args: &str, environment: &[(&str, &str)]) -> Self {
        Self::run(&format!("play {args}"), environment)
    }

    /// Runs a command with these environment variables.
    pub(crate) fn run(line: &str, environment: &[(&str, &str)]) -> Self {
        Self::program(&format!("{} {line}", env!("CARGO_BIN_EXE_crosscut")), environment)
    }

    /// Runs any program.
    fn program(line: &str, environment: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(SIZE).unwrap();
        let words = words(line);
        let mut command = CommandBuilder::new(&words[0]);
        command.args(&words[1..]);
        command.env("TERM", "xterm-256color");
        command.env("XDG_STATE_HOME", file("state"));
        command.env_remove("NO_COLOR");
        environment.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (tell, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                let _ = tell.send(bytes[..n].to_vec());
            }
        });
        let keys = pair.master.take_writer().unwrap();
        let screen = Parser::new(size(SIZE.rows), size(SIZE.cols), 0);
        Terminal { screen, output, keys, child, pty: pair.master }
    }

    pub(crate) fn screen(&self) -> &vt100::Screen {
        self.screen.screen()
    }

    pub(crate) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until a condition holds on the screen.
    pub(crate) fn until(&mut self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        let watch = Stopwatch::start();
        while !holds(self.screen.screen()) {
            let left = PATIENCE.saturating_sub(watch.elapsed());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(_) => panic!("never seen: {what}\n{}", self.text()),
            }
        }
    }

    pub(crate) fn until_text(&mut self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text));
    }

    pub(crate) fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Clicks on a character, counted from 0.
    fn click(&mut self, (row, column): (u16, u16)) {
        let (row, column) = (row + 1, column + 1);
        self.send(&format!("\u{1b}[<0;{column};{row}M\u{1b}[<0;{column};{row}m"));
    }

    fn resize(&mut self, rows: u16, cols: u16) {
        self.screen.screen_mut().set_size(size(rows), size(cols));
        self.pty.resize(PtySize { rows, cols, ..SIZE }).unwrap();
    }

    /// The position at which a text begins.
    pub(crate) fn find(&self, text: &str) -> (u16, u16) {
        let rows = self.screen.screen().rows(0, 200);
        let found = rows.enumerate().find_map(|(row, line)| {
            Some((row as u16, line[..line.find(text)?].chars().count() as u16))
        });
        found.unwrap_or_else(|| panic!("{text} is not on the screen\n{}", self.text()))
    }

    /// Reads to the end of the output, and returns the final screen and the exit status.
    pub(crate) fn left(mut self) -> (String, u32) {
        let watch = Stopwatch::start();
        loop {
            match self.output.recv_timeout(PATIENCE.saturating_sub(watch.elapsed())) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not leave\n{}", self.text()),
            }
        }
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        (screen.contents(), self.child.wait().unwrap().exit_code())
    }
}

/// A failed assertion must not leave a program running.
impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

const UP: &str = "\u{1b}[A";
const LEFT: &str = "\u{1b}[D";
const ENTER: &str = "\r";
const CTRL_C: &str = "\u{3}";
const CTRL_Z: &str = "\u{1a}";
const F4: &str = "\u{1b}OS";

/// The file named in the final message on a screen.
fn kept(screen: &str) -> PathBuf {
    let lines = screen.replace('\n', "");
    let path = lines.split("The game is saved: ").nth(1).unwrap_or_else(|| panic!("{screen}"));
    PathBuf::from(path.split(".ccr").next().unwrap().to_string() + ".ccr")
}

fn record(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_game_is_played_with_keys_words_and_the_mouse() {
    let mut it = Terminal::play("trellis:size=5,opening=none --side both");
    it.until_text("V (first seat) to move.");
    it.send(UP);
    it.send(LEFT);
    it.send(ENTER);
    // One stone is in hand: its partners are highlighted.
    it.until_text("B4 again plays B4; a marked place plays both");
    let (row, column) = it.find("---*---");
    let lit = |it: &Terminal, column| it.screen.screen().cell(row, column).unwrap().bgcolor();
    assert_eq!(it.screen.screen().cell(row, column + 15).unwrap().contents(), "+");
    assert_eq!((lit(&it, column + 15), lit(&it, column + 7)), (Color::Idx(6), Color::Default));
    it.click((row, column + 15));
    it.until_text("V (first seat) plays B4,E4");
    it.send("c3\r");
    it.until_text("H (second seat) plays C3");
    it.send("a1,a2\r");
    it.until_text("A1 and A2 are not three points apart.");
    it.click((row, column + 3));
    it.until_text("B4 is taken by V.");
    it.send(F4);
    it.until_text("Taken back.");
    assert!(!it.text().contains("2. H C3"), "{}", it.text());
    // Typing the command alone does not resign.
    it.send("resign\r");
    it.until_text("Does H (second seat) resign? y or Enter to confirm");
    it.send(UP);
    it.send("resign\r");
    it.until_text("Does H (second seat) resign? y or Enter to confirm");
    it.send("y");
    it.until_text("V (first seat) wins by resignation.");
    it.send(CTRL_C);
    let (screen, status) = it.left();
    assert_eq!(status, 0);
    assert!(screen.contains("V (first seat) wins by resignation."), "{screen}");
    assert!(record(&kept(&screen)).ends_with("[Result \"first\"]\n\n1. B4,E4 first\n"));
}

#[test]
fn partners_are_lit_by_signs_where_colours_are_not_wanted() {
    let environment = [("NO_COLOR", "1")];
    let mut it = Terminal::play_with("trellis:size=5,opening=none --side both", &environment);
    it.until_text("V (first seat) to move.");
    it.send("c3\r");
    it.until_text("V (first seat) plays C3");
    it.send(UP);
    it.send(ENTER);
    it.until_text("C4 again plays C4");
    let screen = it.screen.screen();
    let cells = (0..24).flat_map(|row| (0..80).filter_map(move |column| screen.cell(row, column)));
    let cells: Vec<_> = cells.collect();
    assert!(cells.iter().any(|cell| cell.contents() == "+" && cell.underline()));
    assert!(
        cells.iter().all(|it| (it.fgcolor(), it.bgcolor()) == (Color::Default, Color::Default))
    );
}

#[test]
fn a_window_may_change_its_size() {
    let mut it = Terminal::play("trellis:opening=none --side both --level 1");
    it.until_text("V (first seat) to move.");
    // The lines between the rows are omitted, so that the whole board is visible.
    let whole = |screen: &vt100::Screen| {
        ["\n  1  ---", "\n  1  ▀▀▀"].iter().any(|it| screen.contents().contains(it))
    };
    assert!(whole(it.screen.screen()) && !it.text().contains("| : |"), "{}", it.text());
    it.resize(40, 120);
    it.until("a roomy board", |screen| {
        whole(screen)
            && screen.contents().contains("| : |")
            && screen.contents().contains("joins top")
    });
    it.resize(5, 20);
    it.until("a tiny board", |screen| {
        screen.contents().lines().nth(4).is_some_and(|it| it.starts_with('>'))
    });
    it.send("h8\r");
    it.until("a stone", |screen| screen.contents().contains("▀▀▀V▀▀▀"));
    it.resize(24, 80);
    it.until_text("V (first seat) plays H8");
    assert!(whole(it.screen.screen()), "{}", it.text());
    // No key pressed meanwhile is lost.
    for n in 1..=20 {
        it.resize(24, 80 + n % 2);
        it.send("x");
        let typed = "x".repeat(n.into());
        it.until_text(&format!("> {typed}"));
    }
}

#[test]
fn ctrl_c_loses_nothing() {
    let mut it = Terminal::play("hex:size=5,opening=none --level 1");
    it.until_text("V (you) to move.");
    it.send("c3\r");
    it.until_text("H (computer, level 1) plays ");
    it.send("d2");
    it.until_text("> d2");
    it.send(CTRL_C);
    let (screen, status) = it.left();
    assert_eq!(status, 0);
    let path = kept(&screen);
    let before = record(&path);
    let mut it = Terminal::play(&format!("--resume {}", path.display()));
    it.until_text("V (you) to move.");
    assert!(it.text().contains("1. V C3") && it.text().contains("2. H "), "{}", it.text());
    it.send("quit\r");
    it.left();
    assert_eq!(record(&path), before);
}

#[test]
fn a_killed_game_goes_on_where_it_was() {
    let path = file("killed.ccr");
    fs::write(
        &path,
        "[Game \"trail-mix:size=5\"]\n[First \"you\"]\n[Second \"you\"]\n[Result \"*\"]\n\n*\n",
    )
    .unwrap();
    let mut it = Terminal::play(&format!("--resume {}", path.display()));
    it.until_text("Brown (first seat) to move.");
    it.send("b2\r");
    it.until_text("Brown (first seat) plays b2");
    it.send("c4\r");
    it.until_text("Green (second seat) plays c4");
    it.child.kill().unwrap();
    it.child.wait().unwrap();
    let run = crosscut_reading(&format!("play --plain --resume {}", path.display()), "");
    assert!(run.out.contains("\nPly 2: c4, for Green.\n"), "{}", run.out);
    assert!(run.out.contains("\nBrown (first seat) to move.\n"), "{}", run.out);
}

#[test]
fn what_cannot_be_saved_is_told_and_not_lost() {
    let folder = file("vanishing");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("game.ccr");
    fs::write(
        &path,
        "[Game \"hex:size=3\"]\n[First \"you\"]\n[Second \"you\"]\n[Result \"*\"]\n\n*\n",
    )
    .unwrap();
    let mut it = Terminal::play(&format!("--resume {}", path.display()));
    it.until_text("V (first seat) to move.");
    fs::remove_dir_all(&folder).unwrap();
    it.send("b2\r");
    it.until_text("the game cannot be saved as");
    it.send("c3\r");
    it.until_text("2. H C3");
    it.send(CTRL_C);
    let (screen, status) = it.left();
    assert_eq!(status, 2);
    assert!(screen.contains("These are its moves: crosscut replay hex:size=3 B2 C3"), "{screen}");
}

#[test]
fn one_may_leave_while_the_computer_thinks() {
    let mut it = Terminal::play("hex:size=11,opening=none --level 8");
    it.until_text("V (you) to move.");
    it.send("f6\r");
    it.until_text("H (computer, level 8) is thinking .");
    // The cursor still works meanwhile, and nobody moves out of turn.
    it.send(ENTER);
    it.until_text("The computer is to move.");
    // The dots show that it has not stopped.
    it.until_text("H (computer, level 8) is thinking ..");
    it.send(CTRL_C);
    let (screen, _) = it.left();
    // Had it waited for the computer, the answer would be there.
    assert!(record(&kept(&screen)).ends_with("\n1. F6 *\n"));
}

#[test]
fn a_signal_gives_the_terminal_back() {
    for signal in ["TERM", "HUP", "INT"] {
        let mut it = Terminal::play("hex:size=3 --side both");
        it.until_text("V (first seat) to move.");
        it.send("b2\r");
        it.until_text("V (first seat) plays B2");
        // The shell's built-in `kill`: a minimal machine has no other.
        let kill = format!("kill -s {signal} {}", it.child.process_id().unwrap());
        let sent = Command::new("sh").args(["-c", &kill]).status().unwrap();
        assert!(sent.success());
        let (screen, status) = it.left();
        assert_eq!(status, 0, "{signal}");
        assert!(record(&kept(&screen)).ends_with("\n1. B2 *\n"), "{signal}");
    }
}

#[test]
fn ctrl_c_leaves_the_plain_game_in_a_terminal_too() {
    let mut it = Terminal::play("hex:size=3,opening=none --side both --plain");
    it.until_text("V (first seat) to move.\n> ");
    it.send("b2\r");
    it.until_text("H (second seat) to move.\n> ");
    it.send(CTRL_C);
    let (screen, status) = it.left();
    assert_eq!(status, 0);
    assert!(screen.contains("\nResume it with: crosscut play --resume "), "{screen}");
    assert!(record(&kept(&screen)).ends_with("\n1. B2 *\n"));
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_again() {
    let mut it = Terminal::program("bash --norc --noprofile -i", &[("PS1", "$ ")]);
    it.until_text("$ ");
    let program = env!("CARGO_BIN_EXE_crosscut");
    it.send(&format!("'{program}' play hex:size=3 --side both\r"));
    it.until_text("V (first seat) to move.");
    it.send("b2\r");
    it.until_text("V (first seat) plays B2");
    for _ in 0..2 {
        it.send(CTRL_Z);
        it.until("the shell", |screen| {
            screen.contents().contains("Stopped") && !screen.alternate_screen()
        });
        it.send("echo $((6 * 7))\r");
        it.until_text("\n42");
        it.send("clear; fg\r");
        it.until("the board", |screen| {
            screen.alternate_screen() && screen.contents().contains("  2 . V . 2")
        });
    }
    it.send("c3\r");
    it.until_text("H (second seat) plays C3");
    it.send("quit\r");
    it.until("the shell", |screen| {
        screen.contents().contains("The game is saved: ") && screen.contents().ends_with("\n$ ")
    });
    it.send("exit\r");
    it.left();
}

#[test]
fn odd_input_is_only_a_refused_move() {
    let mut it = Terminal::play("hex:size=3 --side both");
    it.until_text("V (first seat) to move.");
    it.send("漢字é");
    it.until_text("> 漢字é");
    it.send(ENTER);
    it.until("a refusal", |screen| {
        screen.contents().contains('漢') && !screen.contents().contains("> 漢")
    });
    // Pasted text with line breaks is one line; it plays nothing on its own.
    it.send("\u{1b}[200~a1\r\nb2\u{1b}[201~");
    it.until_text("> a1  b2");
    it.send("\u{1b}");
    it.until("an empty line", |screen| !screen.contents().contains("> a1"));
    it.send("\u{1b}OP");
    it.until_text("Esc goes back.");
    assert!(it.text().contains("F1         this page"), "{}", it.text());
    it.send("\u{1b}");
    it.until("the board", |screen| !screen.contents().contains("Esc goes back."));
    it.send("rules\r");
    it.until_text("Esc goes back.");
    assert!(it.text().contains("Second side: H, joins left and right"), "{}", it.text());
    it.send("q");
    it.until("the board", |screen| !screen.contents().contains("Esc goes back."));
    it.send("quit\r");
    let (screen, _) = it.left();
    assert!(record(&kept(&screen)).ends_with("\n*\n"));
}
