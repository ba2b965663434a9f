use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crosscut_search::{Budget, Knowledge, Level, Method, Tuning};

use crosscut_catalog::Spec;

/// A player as it is typed: our own search by what it may spend (`level=5`, `seconds=0.5`, `uct,simulations=1000`), or an
/// external program by the command that starts it (`cmd=mohex --quiet`, `seconds=0.5,cmd=..`). `Display` prints what was
/// read.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    name: String,
    /// What our own search may spend, as it was typed; what a level may spend depends on the game.
    means: Vec<ContenderOption>,
    /// The search's parameters, if they were typed.
    tuning: Option<Tuning>,
    /// The time for a move, if there is a limit that the player should use up. Of all limits, an external program is told
    /// only this one.
    pub time: Option<Duration>,
    /// The program and its arguments, if the player is not our own search.
    pub command: Option<Vec<String>>,
}

/// One of the words that say what a player may spend.
#[derive(Clone, Debug, PartialEq)]
enum ContenderOption {
    Level(Level),
    Uct,
    Rules,
    Simulations(u64),
    Time(Duration),
    Nodes(usize),
    Threads(usize),
    Sight(u32),
}

impl Contender {
    /// The budget of a move in a game.
    #[must_use]
    pub fn budget(&self, spec: &Spec) -> Budget {
        let mut budget = Budget::default();
        for mean in &self.means {
            match *mean {
                ContenderOption::Level(level) => budget = spec.budget(level),
                ContenderOption::Uct => budget.method = Method::Uct,
                ContenderOption::Rules => budget.knowledge = Knowledge::Rules,
                ContenderOption::Simulations(n) => budget.simulations = Some(n),
                ContenderOption::Time(time) => budget.time = Some(time),
                ContenderOption::Nodes(nodes) => budget.nodes = nodes,
                ContenderOption::Threads(threads) => budget.threads = threads,
                ContenderOption::Sight(sight) => budget.sight = Some(sight),
            }
        }
        Budget { tuning: self.tuning, ..budget }
    }

    fn outside(name: &str, means: &str, line: &str) -> Result<Self, String> {
        let command = words(line)?;
        if command.is_empty() {
            return Err(format!("'{name}' names no program: write cmd=PROGRAM ARGUMENTS"));
        }
        let mut time = None;
        for word in means.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            match word.split_once('=') {
                Some(("seconds", value)) => time = Some(seconds(word, value)?),
                _ => {
                    return Err(format!(
                        "'{word}' cannot be sent to an outside program: only seconds=0.5 can"
                    ));
                }
            }
        }
        Ok(Contender {
            name: name.to_string(),
            means: Vec::new(),
            tuning: None,
            time,
            command: Some(command),
        })
    }
}

fn seconds(word: &str, value: &str) -> Result<Duration, String> {
    Ok(Duration::from_secs_f64(number(word, value)?.min(1e6)))
}

fn number(word: &str, value: &str) -> Result<f64, String> {
    value.parse::<f64>().ok().filter(|it| *it >= 0.0).ok_or_else(|| {
        let key = word.split('=').next().unwrap_or(word);
        format!("'{word}' needs a number, such as {key}=5")
    })
}

/// Reads a number of bytes as it is typed: `64M`, `1G`, `512K`; a number alone counts MiB.
///
/// # Errors
/// What is wrong with the text, and what is allowed.
pub fn memory(text: &str) -> Result<usize, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "K" | "KB" | "KIB" => 10,
        "" | "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => 64,
    };
    let bytes =
        digits.parse::<usize>().ok().and_then(|it| it.checked_mul(1_usize.checked_shl(shift)?));
    bytes
        .filter(|it| (1 << 20..=1 << 40).contains(it))
        .ok_or_else(|| format!("'{text}' is not an amount of memory: write 64M or 2G, at least 1M"))
}

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some(line) = text.strip_prefix("cmd=") {
            return Contender::outside(text, "", line);
        }
        if let Some((means, line)) = text.split_once(",cmd=") {
            return Contender::outside(text, means, line);
        }
        let (mut means, mut time, mut tuning, mut ends) = (Vec::new(), None, None::<Tuning>, false);
        for word in text.split(',').map(str::trim) {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let number = || number(word, value);
            let tuned: Option<fn(&mut Tuning, f64)> = match key {
                "exploration" => Some(|it, n| it.exploration = n as f32),
                "bias" => Some(|it, n| it.bias = n as f32),
                "prior" => Some(|it, n| it.prior = n as f32),
                "urgency" => Some(|it, n| it.urgency = n as f32),
                "reference" => Some(|it, n| it.reference = n as u32),
                "patience" => Some(|it, n| it.patience = n as u32),
                _ => None,
            };
            if let Some(tune) = tuned {
                tune(tuning.get_or_insert_default(), number()?);
                continue;
            }
            let mean = match key {
                "uct" => ContenderOption::Uct,
                "rules" => ContenderOption::Rules,
                "simulations" => ContenderOption::Simulations(number()? as u64),
                "seconds" => ContenderOption::Time(seconds(word, value)?),
                "memory" => ContenderOption::Nodes(memory(value)? / Budget::BYTES_PER_NODE),
                "nodes" => ContenderOption::Nodes(number()? as usize),
                "threads" => ContenderOption::Threads(number()? as usize),
                "sight" => ContenderOption::Sight(number()? as u32),
                "level" => {
                    let level = u8::try_from(number()? as u64).ok().and_then(Level::new);
                    ContenderOption::Level(level.ok_or("levels go from 1 to 8")?)
                }
                _ => {
                    return Err(format!(
                        "'{word}' says nothing about a player: write level=5, seconds=0.5 or simulations=1000, \
                         and before it uct or rules if you like, or cmd=PROGRAM for an outside one"
                    ));
                }
            };
            match mean {
                ContenderOption::Time(it) => time = Some(it),
                // A level's five seconds are a limit and need not be used up, but staying below them is promised too.
                ContenderOption::Level(_) => time = Some(Duration::from_secs(5)),
                _ => {}
            }
            ends |= time.is_some() || matches!(mean, ContenderOption::Simulations(_));
            means.push(mean);
        }
        if !ends {
            return Err(format!(
                "'{text}' does not limit a move: add seconds=0.5 or simulations=1000"
            ));
        }
        Ok(Contender { name: text.to_string(), means, tuning, time, command: None })
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The words of a command line: separated by blanks, kept together by quotes of either kind. Quotes around the whole line
/// are removed first.
fn words(line: &str) -> Result<Vec<String>, String> {
    let line = line.trim();
    let line = line
        .strip_prefix('"')
        .and_then(|it| it.strip_suffix('"'))
        .filter(|it| !it.contains('"'))
        .unwrap_or(line);
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    match quote {
        Some(mark) => Err(format!("a quote {mark} is not closed in '{line}'")),
        None => {
            words.extend(word);
            Ok(words)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Contender {
        text.parse().unwrap()
    }

    #[test]
    fn a_budget_is_read_word_by_word() {
        let [hex, trichet] = ["hex", "trichet"].map(|it| it.parse::<Spec>().unwrap());
        let it = read("uct,seconds=0.5,memory=64M");
        let budget = it.budget(&hex);
        assert_eq!(budget.method, Method::Uct);
        assert_eq!((it.time, budget.time), (Some(Duration::from_millis(500)), it.time));
        assert_eq!(budget.nodes, (64 << 20) / Budget::BYTES_PER_NODE);
        let level = Level::new(5).unwrap();
        assert_eq!(read("level=5").budget(&trichet), trichet.budget(level));
        assert_ne!(read("level=5").budget(&hex), trichet.budget(level));
        assert_eq!(read("level=8,seconds=0.1").budget(&hex).time, Some(Duration::from_millis(100)));
        for text in ["", "uct", "level=9", "seconds=x", "simulations", "strong", "memory=5,level="]
        {
            assert!(text.parse::<Contender>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_outside_program_is_a_command_line() {
        let command = |text: &str| read(text).command.unwrap();
        assert_eq!(command("cmd=mohex --seed 3,4"), ["mohex", "--seed", "3,4"]);
        assert_eq!(command("cmd=\"my prog\" 'a b' \"\""), ["my prog", "a b", ""]);
        assert_eq!(command("cmd=\"path args\""), ["path", "args"]);
        let it = read("seconds=0.25,cmd=x");
        assert_eq!((it.time, it.command.unwrap().len()), (Some(Duration::from_millis(250)), 1));
        for text in ["cmd=", "cmd='a", "level=5,cmd=x", "uct,cmd=x"] {
            assert!(text.parse::<Contender>().is_err(), "{text}");
        }
    }

    #[test]
    fn memory_has_units() {
        assert_eq!(memory("64M"), Ok(64 << 20));
        assert_eq!(memory("2g"), Ok(2 << 30));
        assert_eq!(memory("2048KiB"), Ok(2 << 20));
        assert_eq!(memory("16"), Ok(16 << 20));
        for text in ["", "M", "-1M", "1K", "3X", "99999999999999999999G", "9999999G"] {
            assert!(memory(text).is_err(), "{text}");
        }
    }
}
