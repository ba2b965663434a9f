use std::ops::ControlFlow;
use std::time::Duration;

use crosscut_rules::Outcome;
use crosscut_search::{Analysis, Budget, Level, Stopwatch};

use super::{Clock, Colour, Reply, Request, analyse, ply_of, setup, word_of};
use crosscut_catalog::seed_of_ply;
use crosscut_catalog::{AnyPlayer, AnyPosition, Line, Spec};

/// A player that speaks the Go Text Protocol.
#[derive(Debug)]
pub struct Engine {
    line: Line,
    /// The most a move may cost; with a level, the limits that replace the level's own.
    budget: Budget,
    level: Option<Level>,
    clock: Clock,
    seed: u64,
    /// The player, who follows the game from its first search on; dropped when moves are taken back.
    player: Option<AnyPlayer>,
    /// The analysis of the current position.
    analysis: Option<Analysis<String>>,
    resigned: Option<Colour>,
}

pub(super) type CommandResult = Result<String, String>;
type CommandHandler = fn(&mut Engine, &[String]) -> CommandResult;

/// The time for a move if no limit is given.
const USUAL: Duration = Duration::from_secs(1);

/// The commands besides those for analysis, in the order in which they are listed.
const COMMANDS: &[(&str, CommandHandler)] = &[
    ("protocol_version", |_, _| Ok("2".to_string())),
    ("name", |_, _| Ok("Crosscut".to_string())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_string())),
    ("known_command", |_, words| {
        Ok(words.first().is_some_and(|word| find(word).is_some()).to_string())
    }),
    ("list_commands", |_, _| Ok(names().collect::<Vec<_>>().join("\n"))),
    ("quit", |_, _| Ok(String::new())),
    ("spec", Engine::spec),
    ("boardsize", Engine::boardsize),
    ("clear_board", |engine, _| engine.begin(engine.line.spec().clone())),
    ("setup", setup::setup),
    ("gogui-setup", setup::stones),
    ("gogui-setup_player", setup::player),
    ("to_move", |engine, _| Ok(engine.mover()?.name().to_string())),
    ("play", Engine::play),
    ("genmove", Engine::genmove),
    ("reg_genmove", Engine::reg_genmove),
    ("undo", |engine, _| engine.undo()),
    ("all_legal_moves", |engine, _| Ok(engine.all_legal_moves())),
    ("showboard", |engine, _| Ok(engine.showboard())),
    ("final_score", |engine, _| engine.final_score()),
    ("time_settings", Engine::time_settings),
    ("time_left", Engine::time_left),
    ("level", Engine::level),
    ("set_random_seed", Engine::set_random_seed),
    ("get_random_seed", |engine, _| Ok(engine.seed.to_string())),
    ("gogui-analyze_commands", |_, _| Ok(analyse::menu())),
    ("hexgui-analyze_commands", |_, _| Ok(analyse::menu())),
];

fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name).chain(analyse::VIEWS.iter().map(|it| it.command))
}

fn find(name: &str) -> Option<&'static str> {
    names().find(|it| *it == name)
}

impl Engine {
    /// An engine at the start of a game. The budget is the most a move may cost; without a limit, a move takes one second.
    #[must_use]
    pub fn new(spec: Spec, budget: Budget) -> Self {
        Engine {
            line: Line::new(spec),
            seed: budget.seed,
            budget,
            level: None,
            clock: Clock::default(),
            player: None,
            analysis: None,
            resigned: None,
        }
    }

    /// The same engine, playing at a level in whatever game is played; the budget's limits on time and simulations take
    /// precedence.
    #[must_use]
    pub fn with_level(self, level: Option<Level>) -> Self {
        Engine { level, ..self }
    }

    /// Answers a line; `None` for a line without a command.
    pub fn answer(&mut self, line: &str) -> Option<Reply> {
        let Request { id, command, arguments } = Request::read(line)?;
        let known = COMMANDS.iter().find(|(name, _)| *name == command);
        let view = analyse::VIEWS.iter().find(|it| it.command == command);
        let text = match (known, view) {
            (Some((_, run)), _) => run(self, &arguments),
            (None, Some(view)) => self.analysed().map(|it| (view.show)(&it)),
            (None, None) => Err("unknown command".to_string()),
        };
        Some(Reply { id, text, quit: command == "quit" })
    }

    fn position(&self) -> &AnyPosition {
        self.line.position()
    }

    pub(super) fn line(&self) -> &Line {
        &self.line
    }

    pub(super) fn sides(&self) -> [&'static str; 2] {
        self.line.spec().card().sides
    }

    /// The colour to move, or why neither is.
    fn mover(&self) -> Result<Colour, String> {
        if let Some(colour) = self.resigned {
            return Err(format!("the game is over: {} has resigned", colour.name()));
        }
        Colour::to_move(self.position(), self.sides()).ok_or_else(|| match self.winner() {
            Some(colour) => format!("the game is over: {} has won", colour.name()),
            None => "the game is over: it is a draw".to_string(),
        })
    }

    fn winner(&self) -> Option<Colour> {
        let seat = self.position().outcome().and_then(Outcome::winner)?;
        Colour::held_by(self.position(), seat, self.sides())
    }

    /// The colour that an argument names, which must be the one to move.
    fn turn(&self, word: &str) -> Result<Colour, String> {
        let colour = colour(word)?;
        let mover = self.mover()?;
        if colour == mover {
            Ok(colour)
        } else {
            Err(format!(
                "it is {}'s turn: {} is {}",
                mover.name(),
                mover.name(),
                self.sides()[mover.index()]
            ))
        }
    }

    fn spec(&mut self, words: &[String]) -> CommandResult {
        match words {
            [] => Ok(self.line.spec().to_string()),
            words => self.begin(words.join(" ").parse().map_err(|it| format!("{it}"))?),
        }
    }

    fn boardsize(&mut self, words: &[String]) -> CommandResult {
        let size = match words {
            [size] => size,
            [width, height] if width == height => width,
            [width, height] => {
                return Err(format!(
                    "unacceptable size: the boards are as high as wide, and {width} {height} are not"
                ));
            }
            _ => return Err("boardsize takes a number: boardsize 11".to_string()),
        };
        let spec = self.line.spec().with_size(size);
        self.begin(spec.map_err(|it| format!("unacceptable size: {it}"))?)
    }

    fn begin(&mut self, spec: Spec) -> CommandResult {
        self.restart(Line::new(spec));
        Ok(String::new())
    }

    /// Starts a new game from this line.
    pub(super) fn restart(&mut self, line: Line) {
        self.line = line;
        self.clock.restart();
        self.forget();
    }

    /// Drops the player and the analysis, since they belong to another game.
    fn forget(&mut self) {
        self.player = None;
        self.analysis = None;
        self.resigned = None;
    }

    fn play(&mut self, words: &[String]) -> CommandResult {
        let [colour, ply @ ..] = words else { return Err(PLAY.to_string()) };
        if ply.is_empty() {
            return Err(PLAY.to_string());
        }
        let colour = self.turn(colour)?;
        if ply_of(ply).eq_ignore_ascii_case("resign") {
            self.resigned = Some(colour);
            return Ok(String::new());
        }
        self.make(&ply_of(ply))
    }

    fn make(&mut self, ply: &str) -> CommandResult {
        self.line.play(ply).map_err(|it| it.error.to_string())?;
        self.analysis = None;
        // A player that cannot follow is replaced.
        if self.player.as_mut().is_some_and(|it| it.play(ply).is_err()) {
            self.player = None;
        }
        Ok(String::new())
    }

    fn genmove(&mut self, words: &[String]) -> CommandResult {
        let [word] = words else { return Err("genmove takes a colour: genmove black".to_string()) };
        let asked = colour(word)?;
        if self.mover().is_err() {
            // Controllers that do not know the rules keep asking until an engine resigns.
            return Ok("resign".to_string());
        }
        self.turn(word)?;
        let watch = Stopwatch::start();
        let budget = self.budget_for(asked);
        let position = self.line.position();
        let player = self.player.get_or_insert_with(|| position.player(&budget));
        let found = player.think(&budget, &mut |_| ControlFlow::Continue(()));
        let ply = chosen(found.as_ref())?;
        self.make(&ply)?;
        self.clock.spend(asked, watch.elapsed());
        Ok(word_of(&ply).to_string())
    }

    fn reg_genmove(&mut self, words: &[String]) -> CommandResult {
        let [word] = words else {
            return Err("reg_genmove takes a colour: reg_genmove black".to_string());
        };
        self.turn(word)?;
        self.analysis = None;
        let found = self.analysed()?;
        Ok(word_of(&found.candidates[0].ply).to_string())
    }

    /// The analysis of the position, by a new search that uses nothing found earlier in the game.
    fn analysed(&mut self) -> Result<Analysis<String>, String> {
        let mover = self.mover()?;
        if self.analysis.is_none() {
            let budget = self.budget_for(mover);
            let found = self.position().analyse(&budget, &mut |_| ControlFlow::Continue(()));
            chosen(found.as_ref())?;
            self.analysis = found;
        }
        self.analysis.clone().ok_or_else(|| NO_MOVE.to_string())
    }

    fn budget_for(&self, colour: Colour) -> Budget {
        let mut budget = self.budget.clone();
        if let Some(level) = self.level {
            let Budget { time, simulations, nodes, threads, .. } = budget;
            budget = self.line.spec().budget(level);
            budget.time = time.or(budget.time);
            budget.simulations = simulations.or(budget.simulations);
            budget.threads = threads.max(budget.threads);
            budget.nodes = nodes;
        }
        let limits = [budget.time, self.clock.allowance(colour)];
        let time = limits.into_iter().flatten().min();
        let usual = budget.simulations.is_none().then_some(USUAL);
        let seed = seed_of_ply(self.seed, self.line.plies().len());
        Budget { time: time.or(usual), ..budget }.with_seed(seed)
    }

    fn undo(&mut self) -> CommandResult {
        if self.resigned.take().is_some() {
            return Ok(String::new());
        }
        if !self.line.undo() {
            return Err("cannot undo: nothing was played".to_string());
        }
        self.forget();
        Ok(String::new())
    }

    fn all_legal_moves(&self) -> String {
        let moves = self.position().moves();
        moves.iter().map(|it| word_of(it)).collect::<Vec<_>>().join(" ")
    }

    fn showboard(&self) -> String {
        let state = match self.mover() {
            Ok(mover) => {
                format!("{} ({}) to move", mover.name(), self.sides()[mover.index()])
            }
            Err(over) => over,
        };
        format!("\n{}\n{state}", self.position().text())
    }

    fn final_score(&self) -> CommandResult {
        if let Some(loser) = self.resigned {
            let winner = if loser == Colour::Black { Colour::White } else { Colour::Black };
            return Ok(format!("{}+R", winner.letter()));
        }
        if let Some(outcome) = self.position().outcome() {
            let Some(colour) = self.winner() else { return Ok("0".to_string()) };
            let margin = self.position().score().zip(outcome.winner()).map(|(score, seat)| {
                score[seat.index()].abs_diff(score[(!seat).index()]).to_string()
            });
            return Ok(format!("{}+{}", colour.letter(), margin.unwrap_or_default()));
        }
        let mover = self.mover()?;
        Err(format!("cannot score: the game is not over, and it is {}'s turn", mover.name()))
    }

    fn time_settings(&mut self, words: &[String]) -> CommandResult {
        let [main, period, stones] = words else {
            return Err(
                "time_settings takes the main time, the length of a period and its stones: \
                        time_settings 600 30 5"
                    .to_string(),
            );
        };
        self.clock.set(seconds(main)?, seconds(period)?, number(stones)?);
        Ok(String::new())
    }

    fn time_left(&mut self, words: &[String]) -> CommandResult {
        let [who, time, stones @ ..] = words else {
            return Err("time_left takes a colour, seconds and stones: time_left black 30 5".into());
        };
        // Programs for Hex leave the stones out: then it is the time for the rest of the game.
        let stones = stones.first().map_or(Ok(0), |it| number(it))?;
        self.clock.left(colour(who)?, seconds(time)?, stones);
        Ok(String::new())
    }

    fn level(&mut self, words: &[String]) -> CommandResult {
        let level = words.first().and_then(|it| it.parse().ok()).and_then(Level::new);
        let level = level.ok_or("levels go from 1 to 8: level 5")?;
        self.level = Some(level);
        (self.budget.time, self.budget.simulations) = (None, None);
        self.forget();
        Ok(String::new())
    }

    fn set_random_seed(&mut self, words: &[String]) -> CommandResult {
        let seed = words.first().and_then(|it| it.parse().ok());
        self.seed = seed.ok_or("a seed is a whole number: set_random_seed 7")?;
        Ok(String::new())
    }
}

const PLAY: &str = "play takes a colour and a move: play black C3";
const NO_MOVE: &str = "no move was found";

fn chosen(found: Option<&Analysis<String>>) -> CommandResult {
    found
        .and_then(|it| it.candidates.first())
        .map(|it| it.ply.clone())
        .ok_or_else(|| NO_MOVE.to_string())
}

pub(super) fn colour(word: &str) -> Result<Colour, String> {
    Colour::named(word).ok_or_else(|| format!("'{word}' is not a colour: it is black or white"))
}

fn seconds(word: &str) -> Result<Duration, String> {
    let seconds = word.parse().ok().filter(|it: &f64| it.is_finite() && *it <= 1e9);
    // A negative time, after the flag has fallen, counts as zero.
    seconds
        .map(|it| Duration::from_secs_f64(it.max(0.0)))
        .ok_or_else(|| format!("'{word}' is not a number of seconds"))
}

fn number(word: &str) -> Result<u32, String> {
    word.parse().map_err(|_| format!("'{word}' is not a number of stones"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_move_may_cost_is_said_beside_a_level() {
        let spec: Spec = "hex:size=4".parse().unwrap();
        let said = Budget { nodes: 1000, threads: 3, ..Budget::default() };
        let level = Level::new(3);
        let engine = |said: Budget| Engine::new(spec.clone(), said).with_level(level);
        let budget = engine(said).budget_for(Colour::Black);
        let usual = spec.budget(level.unwrap());
        assert_eq!((budget.nodes, budget.threads), (1000, 3));
        assert_eq!((budget.simulations, budget.time), (usual.simulations, usual.time));
        let said = Budget { simulations: Some(7), time: Some(USUAL / 2), ..Budget::default() };
        let budget = engine(said).budget_for(Colour::White);
        assert_eq!((budget.simulations, budget.time), (Some(7), Some(USUAL / 2)));
    }
}
