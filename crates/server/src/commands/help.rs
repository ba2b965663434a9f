//! Help, as text.

use std::fmt::Write;

use crosscut_catalog::page::render;
use crosscut_catalog::{Card, GAMES, find, shortened};
use crosscut_speech::{COMMANDS, CommandEntry, CommandScope};

use super::Reply;
use super::layout::game_word;
use super::session::CommandError;

/// Whether these words ask for the tutorial.
pub(super) fn is_tutorial(words: &[String]) -> bool {
    words.last().is_some_and(|it| it.eq_ignore_ascii_case("tutorial"))
}

/// The help page on these words. `base` is the prefix of links, for readers who can follow them.
pub(super) fn page(words: &[String], base: Option<&str>) -> Result<Reply, CommandError> {
    let Some(word) = words.last() else {
        let guide = base.map(|it| format!("\nMore of this in the guide: {it}/docs/commands\n"));
        return Ok(Reply::new("Help", format!("{BEGINNING}{}", guide.unwrap_or_default())));
    };
    let small = word.to_ascii_lowercase();
    if small == "commands" {
        return Ok(Reply::new("Help commands", commands()));
    }
    if let Some(game) = find(&small) {
        let card = game.card();
        let mut text = rules(&card);
        if let Some(base) = base {
            let _ = write!(text, "\nThe same with a board to try: {base}/games/{}\n", card.name);
        }
        return Ok(Reply::new(format!("Help {}", game_word(card.name)), text));
    }
    let entry = COMMANDS
        .iter()
        .find(|it| it.word == small || it.aliases.contains(&small.as_str()))
        .ok_or_else(|| {
            let names: Vec<&str> = GAMES.iter().map(|it| it.card().name).collect();
            let word = shortened(word);
            CommandError::words(format!(
                "there is no help about '{word}': there are commands, tutorial, the name of each command, and {}",
                names.join(", ")
            ))
        })?;
    Ok(Reply::new(format!("Help {}", entry.word), about(entry)))
}

const BEGINNING: &str = "\
A command is one line: the subject of a letter, or the first line that is sent to /command. What stands below it is a
comment, which your opponent reads.

  signup NAME                     to become a member
  GAME challenge YOU THEM         to invite somebody; the first of two names moves first
  accept NAME                     to take somebody's challenge
  move NUMBER MOVE                to play in the match with this number
  all show next                   the boards that wait for you

  help commands                   every command
  help tutorial                   a small match against the computer, from its beginning to its end
  help GAME                       the rules of a game; `list` tells which there are

Words may be cut short as long as they are clear, and capitals make no difference. Your own name may stand after the
number of a match, and is not needed. Passwords are not to be written in letters at all.
";

pub(super) const TUTORIAL: &str = "\
1. You become a member once, by a name of your own:

     signup ann

2. You invite somebody. Options are the game's (`help GAME`); the first of two names moves first:

     GAME challenge -size=9 ann bob

3. Bob takes it, and the match has a number, say 12:

     accept ann

4. Each of you plays when it is your turn. `#3` makes sure that the board has not changed meanwhile: it is refused
   unless it is the third move. What you write below the command is told to your opponent.

     move 12 C6
     move 12 C7#3

5. You may try a move without playing it, look at the board as it was, and give a move in advance:

     preview 12 C6 D4
     show 12#2
     queue 12 D4

6. To offer a draw, to ask for your last move back, to answer such a question, to give up:

     propose 12
     undo 12
     accept 12
     resign 12

Several commands go into one letter whose subject is `multiple`, one on each line.
";

fn rules(card: &Card) -> String {
    let mut text = render(card.help).trim_end().to_string();
    text += "\n\nWhose game it is:\n\n";
    for (heading, words) in card.credits() {
        let _ = writeln!(text, "  {heading}: {words}");
    }
    let _ = write!(text, "\nOptions of `{} challenge`:\n", card.name);
    for option in card.options {
        let mut classic = card.classic.options.split(',').filter_map(|it| it.split_once('='));
        let default = classic
            .find(|(name, _)| *name == option.name)
            .map_or_else(|| option.default_text(), |(_, value)| value.to_string());
        let allowed = card.classic.bounded(*option).allowed();
        let _ = write!(text, "\n  -{}={default}\n      {}: {allowed}\n", option.name, option.about);
    }
    text
}

/// All commands, grouped by what they are about.
fn commands() -> String {
    let mut text = String::new();
    for (place, title) in [
        (CommandScope::Match, "Of a match, by its number (the game's name may stand before it)"),
        (CommandScope::Game, "Of a game (its name stands before it)"),
        (CommandScope::Club, "Of the club"),
    ] {
        let _ = writeln!(text, "{title}\n");
        for entry in COMMANDS.iter().filter(|it| it.place == place) {
            text += &about(entry);
            text.push('\n');
        }
    }
    text
}

fn about(entry: &CommandEntry) -> String {
    let mut text = format!("{}\n", entry.usage);
    for line in wrapped(entry.about, 68) {
        let _ = writeln!(text, "    {line}");
    }
    let before = if entry.place == CommandScope::Game || entry.example.starts_with("preview new") {
        format!("{} ", GAMES[0].card().name)
    } else {
        String::new()
    };
    let _ = writeln!(text, "    Example: {before}{}", entry.example);
    // A typing error is understood but not taught.
    let aliases: Vec<&str> = entry.aliases.iter().copied().filter(|it| *it != "mvoe").collect();
    if !aliases.is_empty() {
        let _ = writeln!(text, "    Also: {}", aliases.join(", "));
    }
    text
}

/// Words in lines of `width` characters at most.
fn wrapped(words: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let last = lines.len() - 1;
        let room = lines[last].chars().count() + 1 + word.chars().count() <= width;
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if room => *line += &format!(" {word}"),
            _ => lines.push(word.to_string()),
        }
    }
    lines
}
