use std::collections::HashSet;
use std::time::Duration;

use crosscut_arena::gtp::{Colour, ply_of, word_of};
use crosscut_arena::{Choice, Contender, Ending, Fault, Mover};
use crosscut_catalog::{AnyPosition, Spec};

use super::talk::{NoAnswer, ProgramDialogue};

/// An outside program as a player, speaking the Go Text Protocol. It is started when first needed, and again after a crash.
#[derive(Debug)]
pub(super) struct OutsideProgram {
    name: String,
    command: Vec<String>,
    /// The time for a move, if the program is to be told.
    time: Option<Duration>,
    /// How much longer than that it may be silent.
    patience: Duration,
    talk: Option<ProgramDialogue>,
    /// The commands it supports; empty if it does not say.
    known: HashSet<String>,
    sides: [&'static str; 2],
    /// The colour to play next.
    turn: Option<Colour>,
}

impl OutsideProgram {
    pub(super) fn new(contender: &Contender, command: Vec<String>, patience: Duration) -> Self {
        OutsideProgram {
            name: contender.to_string(),
            command,
            time: contender.time,
            patience,
            talk: None,
            known: HashSet::new(),
            sides: ["", ""],
            turn: None,
        }
    }

    fn start(&mut self) -> Result<(), String> {
        if self.talk.is_none() {
            let talk = ProgramDialogue::start(&self.command);
            let talk = talk.map_err(|error| format!("{} cannot be started: {error}", self.name))?;
            self.talk = Some(talk);
            let commands = self.set("list_commands")?.unwrap_or_default();
            self.known = commands.split_whitespace().map(str::to_string).collect();
        }
        Ok(())
    }

    /// Sends a command before the game; without an answer the program cannot play at all.
    fn set(&mut self, line: &str) -> Result<Result<String, String>, String> {
        self.ask(line, self.patience).map_err(|silence| format!("{}: {silence}", self.name))
    }

    /// Sends a command before the game that must succeed.
    fn must(&mut self, line: &str) -> Result<(), String> {
        let answer = self.set(line)?;
        answer.map(drop).map_err(|refusal| format!("{} refuses '{line}': {refusal}", self.name))
    }

    fn ask(&mut self, line: &str, limit: Duration) -> Result<Result<String, String>, NoAnswer> {
        let Some(talk) = &mut self.talk else { return Err(NoAnswer::ended("it is not running")) };
        let answer = talk.ask(line, limit);
        if answer.is_err() {
            self.talk = None;
        }
        answer
    }

    /// Sends a command during the game, where silence loses.
    fn ask_at_table(
        &mut self,
        line: &str,
        limit: Duration,
    ) -> Result<Result<String, String>, Fault> {
        self.ask(line, limit).map_err(|silence| Fault::Lost {
            ending: if silence.is_late() { Ending::Time } else { Ending::Forfeit },
            reason: silence.to_string(),
        })
    }

    fn set_up(&mut self, spec: &Spec, seed: u64) -> Result<(), String> {
        let ours = self.known.contains("spec");
        if ours {
            self.must(&format!("spec {spec}"))?;
        } else {
            if let Some(size) = size(spec) {
                self.must(&format!("boardsize {size}"))?;
            }
            self.must("clear_board")?;
        }
        if self.known.contains("param_game") {
            // Programs of the Benzene family only swap when told that they may; others refuse this command.
            let _ = self.set(&format!("param_game allow_swap {}", u8::from(swaps(spec))))?;
        }
        if self.known.contains("set_random_seed") {
            // Other programs store it in 32 signed bits.
            let seed = if ours { seed } else { seed >> 33 };
            let _ = self.set(&format!("set_random_seed {seed}"))?;
        }
        if let Some(time) = self.time.filter(|_| self.known.contains("time_settings")) {
            let _ = self.set(&format!("time_settings 0 {} 1", time.as_secs_f64()))?;
        }
        Ok(())
    }

    /// Starts the program, if necessary, and sends it the opening.
    fn sit_down(&mut self, spec: &Spec, opening: &[String], seed: u64) -> Result<(), String> {
        self.start()?;
        self.sides = spec.card().sides;
        self.set_up(spec, seed)?;
        let mut position = spec.start();
        for ply in opening {
            if let Some(colour) = Colour::to_move(&position, self.sides) {
                self.must(&format!("play {} {}", colour.name(), word_of(ply)))?;
            }
            position.play(ply).map_err(|refusal| format!("{ply}: {refusal}"))?;
        }
        self.turn = Colour::to_move(&position, self.sides);
        Ok(())
    }

    fn to_move(&self) -> Result<Colour, Fault> {
        self.turn.ok_or_else(|| Fault::Stop("the game is over".to_string()))
    }
}

impl Mover for OutsideProgram {
    fn begin(&mut self, spec: &Spec, opening: &[String], seed: u64) -> Result<(), String> {
        let again = self.talk.is_some();
        match self.sit_down(spec, opening, seed) {
            // It exited after the last game, which does no harm.
            Err(_) if again && self.talk.is_none() => self.sit_down(spec, opening, seed),
            result => result,
        }
    }

    fn choose(
        &mut self,
        _position: &AnyPosition,
        _go_on: &dyn Fn() -> bool,
    ) -> Result<Choice, Fault> {
        let colour = self.to_move()?.name();
        if let Some(time) = self.time.filter(|_| self.known.contains("time_left")) {
            let line = format!("time_left {colour} {} 1", time.as_secs_f64());
            if self.ask_at_table(&line, self.patience)?.is_err() {
                self.known.remove("time_left");
            }
        }
        let limit = self.time.unwrap_or_default() + self.patience;
        let answer = self.ask_at_table(&format!("genmove {colour}"), limit)?;
        let words = answer.map_err(|refusal| Fault::Lost {
            ending: Ending::Forfeit,
            reason: format!("it refused to move: {refusal}"),
        })?;
        let words: Vec<&str> = words.split_whitespace().collect();
        match words[..] {
            [word] if word.eq_ignore_ascii_case("resign") => Ok(Choice::Resign),
            _ => Ok(Choice::Ply { text: ply_of(&words), simulations: None }),
        }
    }

    fn note(&mut self, ply: &str, after: &AnyPosition, own: bool) -> Result<(), Fault> {
        let colour = self.to_move()?.name();
        self.turn = Colour::to_move(after, self.sides);
        if own || self.turn.is_none() {
            return Ok(());
        }
        let word = word_of(ply);
        let answer = self.ask_at_table(&format!("play {colour} {word}"), self.patience)?;
        answer.map(drop).map_err(|refusal| Fault::Lost {
            ending: Ending::Forfeit,
            reason: format!("it refused {word}, a legal move: {refusal}"),
        })
    }
}

/// The size of the board, in games that have one.
fn size(spec: &Spec) -> Option<u32> {
    let options = spec.card().options;
    options.iter().any(|it| it.name == "size").then(|| spec.options().number("size"))
}

/// Whether the answer to the first ply may be a swap.
fn swaps(spec: &Spec) -> bool {
    let mut position = spec.start();
    let first = position.moves().into_iter().next();
    first.is_some_and(|ply| position.play(&ply).is_ok())
        && position.moves().iter().any(|it| it == "swap")
}
