use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crosscut_search::{Budget, Knowledge, Level, Method, Tuning};

/// A player by what it may spend: `level=5`, `seconds=0.5`, `uct,simulations=1000`; or an outside program by the command
/// that starts it: `cmd=mohex --quiet`, `seconds=0.5,cmd=..`. `Display` prints what was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    name: String,
    /// What a move may cost. Of an outside program's, the time alone is told to it.
    pub budget: Budget,
    /// The program and its arguments, if the player is no search of ours.
    pub command: Option<Vec<String>>,
}

impl Contender {
    /// The time a move may take, if there is a limit that the player is to use up.
    ///
    /// A level's five seconds are a ceiling and not an allowance, but staying below them is promised as well.
    pub fn time(&self) -> Option<Duration> {
        self.budget.time
    }

    fn outside(name: &str, means: &str, line: &str) -> Result<Self, String> {
        let command = words(line)?;
        if command.is_empty() {
            return Err(format!("'{name}' names no program: write cmd=PROGRAM ARGUMENTS"));
        }
        let mut budget = Budget::default();
        for word in means.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            match word.split_once('=') {
                Some(("seconds", value)) => budget.time = Some(seconds(word, value)?),
                _ => {
                    return Err(format!(
                        "'{word}' cannot be told to an outside program: only seconds=0.5 can"
                    ));
                }
            }
        }
        Ok(Contender { name: name.to_string(), budget, command: Some(command) })
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

/// Bytes as they are typed: `64M`, `1G`, `512K`; a number alone counts MiB.
///
/// # Errors
/// What is allowed.
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
        .ok_or_else(|| format!("'{text}' is no size of a memory: write 64M or 2G, at least 1M"))
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
        let mut budget = Budget::default();
        let mut tuning = None;
        for word in text.split(',').map(str::trim) {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let number = || number(word, value);
            let tuned: Option<fn(&mut Tuning) -> &mut f32> = match key {
                "exploration" => Some(|it| &mut it.exploration),
                "bias" => Some(|it| &mut it.bias),
                "prior" => Some(|it| &mut it.prior),
                "urgency" => Some(|it| &mut it.urgency),
                _ => None,
            };
            if let Some(field) = tuned {
                *field(tuning.get_or_insert_with(Tuning::default)) = number()? as f32;
                continue;
            }
            match key {
                "uct" => budget.method = Method::Uct,
                "rules" => budget.knowledge = Knowledge::Rules,
                "simulations" => budget.simulations = Some(number()? as u64),
                "seconds" => budget.time = Some(seconds(word, value)?),
                "memory" => budget = budget.with_memory(memory(value)?),
                "nodes" => budget.nodes = number()? as usize,
                "threads" => budget.threads = number()? as usize,
                "sight" => budget.sight = Some(number()? as u32),
                "reference" => {
                    tuning.get_or_insert_with(Tuning::default).reference = number()? as u32;
                }
                "patience" => {
                    tuning.get_or_insert_with(Tuning::default).patience = number()? as u32;
                }
                "level" => {
                    let level = u8::try_from(number()? as u64).ok().and_then(Level::new);
                    budget = level.ok_or("there are levels 1 to 8")?.budget();
                }
                _ => {
                    return Err(format!(
                        "'{word}' says nothing about a player: write level=5, seconds=0.5 or simulations=1000, \
                         and before it uct or rules if you like, or cmd=PROGRAM for an outside one"
                    ));
                }
            }
        }
        if budget.time.is_none() && budget.simulations.is_none() {
            return Err(format!(
                "'{text}' does not say when the player moves: add seconds=0.5 or simulations=1000"
            ));
        }
        budget.tuning = tuning;
        Ok(Contender { name: text.to_string(), budget, command: None })
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The words of a command line: blanks part them, quotes of either kind keep them together. A line that is quoted as a
/// whole is a line all the same.
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
        let it = read("uct,seconds=0.5,memory=64M");
        assert_eq!(it.budget.method, Method::Uct);
        assert_eq!(it.time(), Some(Duration::from_millis(500)));
        assert_eq!(it.budget.nodes, (64 << 20) / Budget::BYTES_PER_NODE);
        assert_eq!(read("level=5").budget, Level::new(5).unwrap().budget());
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
        assert_eq!((it.time(), it.command.unwrap().len()), (Some(Duration::from_millis(250)), 1));
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
