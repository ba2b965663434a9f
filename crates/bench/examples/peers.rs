//! The same work in other programs, in one run: random games of Hex 11x11, ply by ply, UCT with random playouts, and searches
//! with everything each program knows about the game.
//!
//! `cargo run --release -p crosscut-bench --example peers -- --seconds 5 [--json]`

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::process::Command;
use std::time::Duration;

use crosscut_bench::{Count, measure, yardstick};
use crosscut_catalog::{Budget, Method, Outcome, Rng, Seat, Spec};
use serde::{Deserialize, Serialize};

const SIZE: usize = 11;
/// Simulations of one search.
const SIMULATIONS: u64 = 1_000;

const OURS: &str = "Crosscut";
const YARDSTICK: &str = "naive yardstick";

/// A line of the table.
#[derive(Debug, Serialize, Deserialize)]
struct Figure {
    program: String,
    /// `ply`: random games; `uct`: simulations of a search from the empty board; `all`: the same with all the program's
    /// knowledge.
    work: String,
    /// Units of work per second of CPU time.
    per_second: f64,
    mean_plies: Option<f64>,
    first_wins: Option<f64>,
    /// The ratio to Crosscut's figure for this work.
    #[serde(default)]
    to_ours: Option<f64>,
    /// The ratio to the yardstick's figure, if it does this work.
    #[serde(default)]
    to_yardstick: Option<f64>,
}

fn main() {
    let (seconds, json) = match arguments() {
        Ok(arguments) => arguments,
        Err(reason) => {
            println!("{reason}");
            std::process::exit(2);
        }
    };
    let mut figures = ours_and_rust(Duration::from_secs_f64(seconds));
    let mut missing = Vec::new();
    for (script, name) in [("on_open_spiel.py", "open_spiel"), ("on_pgx.py", "pgx")] {
        match python(script, seconds) {
            Ok(found) => figures.extend(found),
            Err(reason) => missing.push(format!("{name}: {reason} (pip install {name})")),
        }
    }
    compare(&mut figures);
    if json {
        println!("{}", serde_json::to_string_pretty(&figures).expect("figures are plain data"));
    } else {
        print!("{}", table(&figures));
    }
    if !missing.is_empty() && !json {
        println!("\nNot measured:\n- {}", missing.join("\n- "));
    }
}

fn arguments() -> Result<(f64, bool), String> {
    let (mut seconds, mut json) = (2.0, false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--json" => json = true,
            "--seconds" => {
                let number = words.next().and_then(|word| word.parse().ok());
                seconds = number
                    .filter(|it| (0.01..=3600.0).contains(it))
                    .ok_or("--seconds takes a number from 0.01 to 3600")?;
            }
            _ => return Err(format!("'{word}' is neither --seconds nor --json")),
        }
    }
    Ok((seconds, json))
}

fn ours_and_rust(time: Duration) -> Vec<Figure> {
    let names = [
        (YARDSTICK, "ply"),
        (OURS, "ply"),
        ("crate hexgame", "ply"),
        ("crate ai-hex", "ply"),
        (OURS, "uct"),
        ("crate ai-hex", "uct"),
        (OURS, "all"),
        ("crate ai-hex", "all"),
    ];
    let counts = measure(
        time,
        &mut [
            &mut naive_games(),
            &mut our_games(),
            &mut hexgame_games(),
            &mut ai_hex_games(),
            &mut our_searches(Method::Uct),
            &mut ai_hex_searches(true),
            &mut our_searches(Method::Tree),
            &mut ai_hex_searches(false),
        ],
        &|| true,
    );
    let figure = |((program, work), count): ((&str, &str), Count)| {
        let games = work == "ply";
        Figure {
            program: program.to_string(),
            work: work.to_string(),
            per_second: count.per_second(),
            mean_plies: games.then(|| count.mean_plies()),
            first_wins: games.then(|| count.first_share()),
            to_ours: None,
            to_yardstick: None,
        }
    };
    names.into_iter().zip(counts).map(figure).collect()
}

/// Adds up games, each given by its number of plies and whether the first seat won.
fn repeat(games: u64, mut game: impl FnMut() -> (u32, bool)) -> Count {
    let mut count = Count::new(games, 0, 0);
    for _ in 0..games {
        let (plies, first) = game();
        count.plies += u64::from(plies);
        count.first_wins += u64::from(first);
    }
    count
}

fn naive_games() -> impl FnMut(u64) -> Count {
    let (mut board, mut rng) = (yardstick::Hex::new(SIZE), Rng::new(1));
    move |games| repeat(games, || board.ply(&mut rng))
}

fn spec() -> Spec {
    format!("hex:size={SIZE},opening=none").parse().expect("it is in the list")
}

fn our_games() -> impl FnMut(u64) -> Count {
    let (start, mut rng) = (spec().start(), Rng::new(2));
    move |games| {
        repeat(games, || {
            let playout = start.playout(&mut rng);
            (playout.plies, playout.outcome == Outcome::Won(Seat::First))
        })
    }
}

fn our_searches(method: Method) -> impl FnMut(u64) -> Count {
    let (start, mut seed) = (spec().start(), 0);
    move |searches| {
        for _ in 0..searches {
            seed += 1;
            let budget = Budget { method, ..Budget::simulations(SIMULATIONS) }.with_seed(seed);
            start.analyse(&budget, &mut |_| std::ops::ControlFlow::Continue(()));
        }
        Count::new(searches * SIMULATIONS, 0, 0)
    }
}

/// Shuffles the cells, which are played in that order, as in the yardstick: the peer need not list its moves.
fn shuffle<T>(cells: &mut [T], rng: &mut Rng) {
    for at in 0..cells.len() {
        let drawn = at + rng.below((cells.len() - at) as u32) as usize;
        cells.swap(at, drawn);
    }
}

fn hexgame_games() -> impl FnMut(u64) -> Count {
    use hexgame::{Color, Coords, Game, Status};

    let mut rng = Rng::new(3);
    let start = Game::new(SIZE as u8);
    let mut cells: Vec<Coords> = start.get_board().get_empty_cells();
    move |games| {
        repeat(games, || {
            shuffle(&mut cells, &mut rng);
            let mut game = start.clone();
            for (ply, &cell) in cells.iter().enumerate() {
                game.play(cell).expect("the cell is empty");
                if let Status::Finished(winner) = game.get_status() {
                    return (ply as u32 + 1, winner == Color::Black);
                }
            }
            unreachable!("a full board has a winner")
        })
    }
}

fn ai_hex_start() -> ai_hex::Position {
    let size = ai_hex::BoardSize::new(SIZE as u8).expect("it has this size");
    ai_hex::Position::new(size, ai_hex::SwapRule::Disabled)
}

fn ai_hex_games() -> impl FnMut(u64) -> Count {
    use ai_hex::{GameResult, Seat};

    let mut rng = Rng::new(4);
    let start = ai_hex_start();
    let mut cells = start.legal_moves();
    move |games| {
        repeat(games, || {
            shuffle(&mut cells, &mut rng);
            let mut position = start;
            for (ply, &cell) in cells.iter().enumerate() {
                position = position.play(cell).expect("the cell is empty");
                if let GameResult::Win(seat) = position.result() {
                    return (ply as u32 + 1, seat == Seat::One);
                }
            }
            unreachable!("a full board has a winner")
        })
    }
}

fn ai_hex_searches(plain: bool) -> impl FnMut(u64) -> Count {
    use ai_hex::{KnowledgePolicy, MctsOptions, MctsSearcher, MctsStrategy, RolloutPolicy};

    let mut seed = 0;
    move |searches| {
        let mut done = 0;
        for _ in 0..searches {
            seed += 1;
            let all = MctsOptions {
                max_simulations: SIMULATIONS as u32,
                soft_time_ms: u32::MAX,
                seed,
                ..MctsOptions::default()
            };
            let options = if plain {
                MctsOptions {
                    strategy: MctsStrategy::PlainUct,
                    rollout_policy: RolloutPolicy::Random,
                    knowledge_policy: KnowledgePolicy::Disabled,
                    use_virtual_connections: false,
                    ..all
                }
            } else {
                all
            };
            done += u64::from(MctsSearcher::new().search(ai_hex_start(), options).simulations);
        }
        Count::new(done, 0, 0)
    }
}

/// Runs one of the scripts that measure a Python package.
fn python(script: &str, seconds: f64) -> Result<Vec<Figure>, String> {
    let path = format!("{}/peers/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("python3").arg(path).arg(seconds.to_string()).output();
    let output = output.map_err(|error| format!("python3 cannot be run: {error}"))?;
    if output.status.code() == Some(3) {
        return Err("not installed for python3".to_string());
    }
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(format!("it failed: {}", error.lines().last().unwrap_or("without a word")));
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    let figures = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    figures.map_err(|error| format!("its answer is no figure: {error}"))
}

fn compare(figures: &mut [Figure]) {
    let of = |program: &str, work: &str| {
        let found = figures.iter().find(|it| it.program == program && it.work == work);
        found.map(|it| it.per_second)
    };
    let works = ["ply", "uct", "all"].map(|work| (work, of(OURS, work), of(YARDSTICK, work)));
    for figure in figures {
        for (work, ours, yardstick) in works {
            if figure.work == work {
                figure.to_ours = ours.map(|ours| figure.per_second / ours);
                figure.to_yardstick = yardstick.map(|it| figure.per_second / it);
            }
        }
    }
}

fn table(figures: &[Figure]) -> String {
    let mut text = String::from(
        "| program | work | per CPU second | mean plies | first wins | to Crosscut | to the yardstick |\n\
         |---|---|---:|---:|---:|---:|---:|\n",
    );
    let number = |value: Option<f64>, decimals: usize| {
        value.map_or("-".to_string(), |value| format!("{value:.decimals$}"))
    };
    for it in figures {
        text += &format!(
            "| {} | {} | {:.0} | {} | {} | {} | {} |\n",
            it.program,
            it.work,
            it.per_second,
            number(it.mean_plies, 2),
            number(it.first_wins, 4),
            number(it.to_ours, 3),
            number(it.to_yardstick, 3)
        );
    }
    text
}
