//! The text that `--help` shows below the options: how things are written, and examples that work.
//!
//! No game is named here. The examples are made from the first game of the list, and a test runs all of them.

use std::sync::LazyLock;

use clap::Command;
use crosscut_catalog::{GAMES, Spec, Values};
use crosscut_puzzles::shipped;
use crosscut_record::{Record, tag};

use crosscut_catalog::page::wrap_at;

/// A game, a spec of it with an option, and example moves.
struct Sample {
    name: &'static str,
    spec: String,
    /// A spec of its smallest board.
    small: String,
    moves: Vec<String>,
    setup: String,
    side: &'static str,
    /// A spec, and moves to a position of it that is a puzzle.
    puzzle: String,
}

static SAMPLE: LazyLock<Sample> = LazyLock::new(|| {
    let card = GAMES[0].card();
    let option = card.options.first().map(|option| match option.values {
        Values::Number { least, most, step, default } => {
            // Small boards make short examples.
            let other = if default >= least + 2 * step { default - 2 * step } else { most };
            format!(":{}={other}", option.name)
        }
        Values::Choice(words) => format!(":{}={}", option.name, words[words.len() - 1].0),
    });
    let least = card.options.first().and_then(|option| match option.values {
        Values::Number { least, .. } => Some(format!(":{}={least}", option.name)),
        Values::Choice(_) => None,
    });
    let small = format!("{}{}", card.name, least.unwrap_or_default());
    let spec = format!("{}{}", card.name, option.unwrap_or_default());
    let mut position = spec.parse::<Spec>().expect("the card allows these options").start();
    let mut moves = Vec::new();
    for turn in 1..=3 {
        // Moves somewhere on the board, at places and not words of the opening; the second one is a set, in games where moves
        // may be sets.
        let mut legal = position.moves();
        legal.retain(|it| it.contains(|c: char| c.is_ascii_digit()));
        let sets = turn == 2 && legal.iter().any(|it| it.contains(','));
        legal.retain(|it| it.contains(',') == sets);
        let Some(text) = legal.get(legal.len() * turn / 4 + turn) else { break };
        moves.push(position.play(text).expect("the move was listed"));
    }
    let sides = card.sides;
    let at = |index: usize| moves.get(index).map_or("", String::as_str);
    let setup =
        format!("{}:{},{} {}:{} turn:{}", sides[0], at(0), at(2), sides[1], at(1), sides[1]);
    let puzzle = shipped()
        .iter()
        .find(|it| it.setup.is_none())
        .map_or_else(String::new, |it| format!("{} {}", it.spec, it.moves.join(" ")));
    Sample { name: card.name, spec, small, setup, side: sides[1], puzzle, moves }
});

/// Fills the sample's words into commands and their descriptions.
pub(crate) fn examples(lines: &[(&str, &str)]) -> String {
    let sample = &*SAMPLE;
    let mut text = "Examples:".to_string();
    for (command, what) in lines {
        let command = command
            .replace("NAME", sample.name)
            .replace("SPEC", &sample.spec)
            .replace("SMALL", &sample.small)
            .replace("PUZZLE", &sample.puzzle)
            .replace("MOVES", &sample.moves.join(" "))
            .replace("MOVE1", sample.moves.first().map_or("", String::as_str))
            .replace("SETUP", &format!("'{}'", sample.setup))
            .replace("SIDE", sample.side);
        text += &format!("\n  {command}\n      {what}");
    }
    text
}

/// How specs, moves and set-ups are written.
fn writing() -> String {
    let Sample { name, spec, setup, .. } = &*SAMPLE;
    let moves = SAMPLE.moves.join(" ");
    let item = |text: String| wrap_at(NARROW, &text, "         ");
    let text = "How things are written:\n".to_string()
        + &item(format!(
            "  SPEC   A game's name, and after a colon the options that differ from their defaults: {name} or {spec}. \
             `crosscut games` lists names and options."
        ))
        + &item(format!(
            "  MOVE   The game's own notation, as in {moves}; case does not matter. `crosscut help-game {name}` \
             teaches it. A lone - stands for the moves on standard input, white-space separated."
        ))
        + &item(format!(
            "  SETUP  A static position: each side's name with a colon and a list, and turn: with whose turn it is, as \
             in '{setup}'. The game's help tells what else there is."
        ));
    text.trim_end().to_string()
}

/// A width that also fits man pages, which indent their text.
const NARROW: usize = 71;

pub(crate) fn crosscut() -> String {
    let examples = examples(&[
        ("crosscut games", "the games and their options"),
        ("crosscut help-game NAME", "how one of them is played"),
        ("crosscut play NAME", "play it against the computer"),
        ("crosscut replay SPEC MOVES", "the board after some moves"),
    ]);
    let writing = writing();
    format!(
        "{writing}\n\n{examples}\n\nExit status: 0 on success, 1 if a check failed, 2 if the request was not possible,\n3 if a \
         solve did not finish, 130 after Ctrl-C, when what was found so far is printed.\n\
         `crosscut COMMAND --help` explains it, with examples. The guide is docs/README.md, or /docs in any club."
    )
}

/// For each command, the chapter of the guide with more about it.
const CHAPTERS: &[(&str, &str)] = &[
    ("play", "tutorial"),
    ("convert", "records"),
    ("check", "records"),
    ("analyse", "analysis"),
    ("solve", "solving"),
    ("puzzles", "puzzles"),
    ("verify", "certificates"),
    ("solved", "solved"),
    ("match", "matches"),
    ("openings", "matches"),
    ("engine", "engine"),
    ("bench", "performance"),
    ("say", "commands"),
    ("serve", "operating"),
    ("backup", "operating"),
    ("restore", "operating"),
    ("doctor", "operating"),
    ("user", "operating"),
    ("address", "operating"),
    ("audit", "operating"),
    ("game", "operating"),
    ("mail-in", "mail"),
];

/// The command, with its chapter named in the help if it has one.
pub(crate) fn chaptered(command: Command) -> Command {
    let chapter = CHAPTERS.iter().find(|it| it.0 == command.get_name());
    let (Some((_, chapter)), Some(help)) = (chapter, command.get_after_long_help()) else {
        return command;
    };
    let help =
        format!("{help}\n\nIn the guide: docs/{chapter}.md, or /docs/{chapter} in any club.");
    command.after_long_help(help)
}

pub(crate) fn games() -> String {
    examples(&[
        ("crosscut games", "a list to read"),
        ("crosscut games NAME", "one of them"),
        ("crosscut games --json", "everything known about them, for programs"),
    ])
}

pub(crate) fn help_game() -> String {
    examples(&[("crosscut help-game NAME", "the rules, the notation, the options")])
}

pub(crate) fn play() -> String {
    examples(&[
        ("crosscut play", "the first game of the list, with its default options"),
        ("crosscut play SPEC --side SIDE --level 2", "a weak opponent, who moves first"),
        ("crosscut play SPEC --plain", "line by line"),
    ])
}

pub(crate) fn replay() -> String {
    let examples = examples(&[
        ("crosscut replay SPEC MOVES", "the board, the moves, whose turn it is"),
        ("crosscut replay SPEC MOVES --json", "the same for programs"),
        ("echo MOVES | crosscut replay SPEC -", "the moves from standard input"),
        (
            "crosscut replay SPEC '1. MOVE1!'",
            "moves as people write them: numbers, commas, ! and ?",
        ),
        ("crosscut replay SPEC --setup SETUP", "a static position"),
    ]);
    let fields = wrap_at(
        NARROW,
        "The JSON object has: spec, moves (canonical), turn (the seat to move: first, second or null), side (the one \
         that the move is for), outcome (first, second, draw or null), winner_side, legal (how many moves are \
         possible), score (by seat, or null).",
        "",
    );
    format!("{}\n\n{examples}\n\n{fields}", writing())
}

pub(crate) fn svg() -> String {
    examples(&[
        ("crosscut svg SPEC MOVES -o board.svg", "the board after these moves"),
        ("crosscut svg SPEC --setup SETUP -o -", "a static position, on standard output"),
    ])
}

#[cfg(feature = "png")]
pub(crate) fn png() -> String {
    examples(&[
        ("crosscut png SPEC MOVES -o board.png", "the board after these moves"),
        ("crosscut png SPEC MOVES --width 400 -o board.png", "400 pixels wide"),
        (
            "crosscut png SPEC MOVES --explain -o board.png",
            "with the reason why a chain is not connected",
        ),
    ])
}

pub(crate) fn convert() -> String {
    let examples = examples(&[
        ("crosscut convert games.ccr games.json", "text to JSON"),
        ("crosscut convert games.json - --to text", "and back, to read it here"),
        ("cat games.ccr | crosscut convert - - --from text --to jsonl", "a record on each line"),
        (
            "crosscut convert 'https://hexworld.org/board/#11c1,a3:sf6' game.sgf",
            "a game from its address; --to hexworld or trmph makes one",
        ),
    ]);
    format!("{examples}\n\n{}", record())
}

pub(crate) fn check() -> String {
    let examples = examples(&[
        ("crosscut check games.ccr games.json", "says which records are bad, and why"),
        ("cat games.ccr | crosscut check -", "the same from standard input"),
    ]);
    format!("{examples}\n\n{}", record())
}

/// A record in its text form.
fn record() -> String {
    let sample = &*SAMPLE;
    let mut record = Record::new(&sample.spec);
    record.tags.set(tag::FIRST, "Ann");
    record.tags.set(tag::SECOND, "Bob");
    for ply in &sample.moves {
        record.play(ply);
    }
    let lines: Vec<String> =
        record.to_string().lines().map(|line| format!("  {line}").trim_end().to_string()).collect();
    format!("A record in its text form:\n{}", lines.join("\n"))
}

pub(crate) fn best() -> String {
    let examples = examples(&[
        ("crosscut best SPEC MOVES --seconds 0.1", "the answer after a tenth of a second"),
        ("crosscut best SPEC --simulations 500 --seed 7", "always the same answer"),
        ("crosscut best SPEC MOVES --level 2", "the move that this level plays"),
        ("crosscut best SPEC --setup SETUP --simulations 500 --json", "every detail, for programs"),
        ("crosscut best SPEC --seconds 0.2 --threads 2 --memory 64M", "with limited resources"),
    ]);
    let results = "Results are the mover's: 1 is a win, 0 a loss, 0.5 a draw. Proved results are given by seat.";
    format!("{examples}\n\n{results}")
}

pub(crate) fn analyse() -> String {
    let examples = examples(&[
        ("crosscut analyse SPEC MOVES --seconds 0.2", "what the computer thinks of the position"),
        ("crosscut analyse SPEC --simulations 500 --threads 1 --map", "which points matter"),
        (
            "echo '{\"id\": 1, \"game\": \"SMALL\", \"moves\": []}' | crosscut analyse --json",
            "for programs",
        ),
    ]);
    let results = wrap_at(
        NARROW,
        "Results are the mover's: 1 is a win, 0 a loss, 0.5 a draw. Proved results are given by seat. The letters on the \
         board refer to the moves below it. On the map, 9 is the point that decides most random games, 0 one that \
         decides none; colours show which side has it more often in games that go as the search expects.",
        "",
    );
    format!("{examples}\n\n{results}")
}

pub(crate) fn solve() -> String {
    let examples = examples(&[
        ("crosscut solve SMALL", "what the smallest board is worth"),
        ("crosscut solve SMALL --all --json", "every winning move, for scripts"),
        ("crosscut solve SMALL --seconds 60 --memory 64M --threads 1", "with limited resources"),
        (
            "crosscut solve SMALL --certificate proof.txt",
            "with a proof that `crosscut verify` checks",
        ),
        (
            "crosscut solve SMALL --checkpoint solve.part",
            "it may be killed, and resumes when run again",
        ),
    ]);
    let fields = "JSON: {\"value\": \"win\", \"loss\", \"draw\" or \"unknown\" for the side to move, \"score\": points \
                  ahead at the end or null, \"winning\": [moves], \"plies\": to the end if the winner hurries and the \
                  loser delays, or null if that is not known, \"nodes\", \"seconds\"}.";
    format!("{examples}\n\n{}", wrap_at(100, fields, ""))
}

pub(crate) fn puzzles() -> String {
    examples(&[
        ("crosscut puzzles play", "the puzzle of the day"),
        (
            "crosscut puzzles make SMALL --count 1 --seconds 0.5",
            "a new one, if it finds one in time",
        ),
        ("crosscut puzzles check --every 60", "some of the built-in ones"),
    ])
}

pub(crate) fn puzzles_play() -> String {
    examples(&[
        ("crosscut puzzles play --game NAME", "a puzzle of one game"),
        ("crosscut puzzles play --grade 8", "a hard one"),
        ("echo MOVE1 | crosscut puzzles play --daily", "an attempt, and what the proof says"),
    ])
}

pub(crate) fn puzzles_make() -> String {
    let examples = examples(&[
        ("crosscut puzzles make SMALL --seconds 0.5", "with its solution below it"),
        ("crosscut puzzles make SMALL --seconds 0.5 --seed 7 --json", "for programs"),
        ("crosscut puzzles make SMALL --count 5 --seconds 0.5 -o mine.jsonl", "into a file"),
    ]);
    let fields = wrap_at(
        NARROW,
        "A line of JSON has: id, spec, setup (if it does not begin at the start), moves, side (to move, and to win), \
         solution, grade (1 to 8), plies (to the end, or null), legal (how many moves are), defence (what answers the \
         solution best).",
        "",
    );
    format!("{examples}\n\n{fields}")
}

pub(crate) fn puzzles_compose() -> String {
    examples(&[
        ("crosscut puzzles compose PUZZLE", "the position after these moves"),
        ("crosscut puzzles compose PUZZLE -o mine.jsonl", "into a file"),
    ])
}

pub(crate) fn puzzles_check() -> String {
    examples(&[
        ("crosscut puzzles check --every 100", "a few of the built-in ones"),
        ("crosscut puzzles make SMALL --seconds 0.5 --json | crosscut puzzles check -", "new ones"),
    ])
}

pub(crate) fn solved() -> String {
    examples(&[
        ("crosscut solved --quick", "the table, with the rows that take less than a second"),
        ("crosscut solved --quick -o solved.md", "into a file, to which a later run adds"),
    ])
}

pub(crate) fn verify() -> String {
    examples(&[
        ("crosscut solve SMALL --all --certificate proof.txt", "a certificate to check"),
        ("crosscut verify proof.txt", "what it proves, in one line"),
    ])
}

pub(crate) fn openings() -> String {
    examples(&[
        ("crosscut openings SPEC --count 2 --simulations 400", "two openings, quickly"),
        ("crosscut openings SPEC --count 1 --simulations 400 --json", "one, as JSON"),
    ])
}

pub(crate) fn contest() -> String {
    let examples = examples(&[
        (
            "crosscut match SMALL simulations=50 uct,simulations=50 --games 4",
            "knowledge of the game against none",
        ),
        (
            "crosscut match SMALL level=2 level=1 --games 4 --sprt 0,200 --log match.jsonl",
            "stops as soon as it is clear; run again, it resumes from the log",
        ),
        (
            "crosscut match SMALL simulations=9 'cmd=crosscut engine --simulations 9' --games 2 --json",
            "an outside program that speaks the Go Text Protocol",
        ),
        ("crosscut match list --of ann", "ann's matches in the club, current and past"),
        ("crosscut match export 12 --form json", "one of the club's matches"),
        ("crosscut match export > all.ccr", "everything the club has"),
    ]);
    let players = wrap_at(
        NARROW,
        "A player is a list of words separated by commas: level=5, seconds=0.5, simulations=1000, threads=2, \
         memory=64M, and in front uct (plain UCT) or rules (no knowledge but the rules). Or it is an outside program: \
         cmd= and its command line, with seconds=0.5 before that to send it its time.",
        "",
    );
    let fields = wrap_at(
        NARROW,
        "The JSON object has: spec, a, b (each with name, wins, longest and over in seconds, \
         simulations_per_second, forfeits), games, draws, share (A's), pairs (by half points of A), elo, elo_low, elo_high (null: no \
         bound), sprt (elo0, elo1, llr, bound, accepted: H0, H1 or null), first_seat (its share), mean_plies, faults \
         (game, player, reason), log.",
        "",
    );
    format!("{players}\n{examples}\n\n{fields}")
}

pub(crate) fn engine() -> String {
    let examples = examples(&[
        ("echo 'list_commands' | crosscut engine", "the commands it knows"),
        (
            "printf 'play b MOVE1\\ngenmove w\\n' | crosscut engine SPEC --level 2",
            "a move and the answer",
        ),
    ]);
    let words = wrap_at(
        NARROW,
        "Black is the side that the game names first, white the other one. Moves are the game's own; several stones may be one \
         word or several. swap-pieces is the swap. `spec` shows which game is played, and `spec SPEC` starts another.",
        "",
    );
    format!("{words}\n{examples}")
}

pub(crate) fn perft() -> String {
    examples(&[
        ("crosscut perft SPEC 2", "how many ways there are to start"),
        ("crosscut perft SPEC 1 MOVES", "how many moves are legal after some"),
    ])
}

pub(crate) fn bench() -> String {
    examples(&[("crosscut bench playouts NAME --seconds 0.2", "random games of one game")])
}

pub(crate) fn playouts() -> String {
    let examples = examples(&[
        ("crosscut bench playouts --seconds 0.01", "every game, too short to be exact"),
        ("crosscut bench playouts SPEC --seconds 0.1 --json", "one game, for programs"),
    ]);
    let ratio = wrap_at(
        NARROW,
        "The ratio is to a naive program's random games, measured in the same run: it says more than figures \
         from different machines. A draw counts as half a win.",
        "",
    );
    format!("{examples}\n\n{ratio}")
}

pub(crate) fn peers() -> String {
    examples(&[("crosscut bench peers --seconds 5", "a table in Markdown")])
}

pub(crate) fn search() -> String {
    examples(&[("crosscut bench search", "a line for each game and their sum")])
}

pub(crate) fn solves() -> String {
    examples(&[(
        "crosscut bench solves SPEC --plies 3 --positions 5 --seconds 0.1",
        "a few quick ones",
    )])
}

pub(crate) fn completions() -> String {
    "Examples:\n  crosscut completions bash > ~/.local/share/bash-completion/completions/crosscut\n  \
     crosscut completions zsh > ~/.zfunc/_crosscut\n  \
     crosscut completions fish > ~/.config/fish/completions/crosscut.fish\n      \
     and start a new shell"
        .to_string()
}

pub(crate) fn man() -> String {
    "Examples:\n  crosscut man > crosscut.1\n      the main page\n  \
     crosscut man bench playouts > crosscut-bench-playouts.1\n      the page of one command"
        .to_string()
}
