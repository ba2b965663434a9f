use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use crosscut_catalog::{Line, Setup, Spec};

/// Where a line of play begins, if not at the start of the game.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// A static position to begin from: groups of a key and a list, separated by spaces
    #[arg(long, value_name = "SETUP")]
    setup: Option<String>,

    /// A file with the game's text diagram to begin from (- is standard input)
    ///
    /// Not every game's diagrams can be read. What a diagram does not show, such as whose turn it is, may be added with
    /// --setup.
    #[arg(long, value_name = "FILE")]
    diagram: Option<PathBuf>,
}

impl StartArgs {
    /// The line that begins here and continues with these moves.
    ///
    /// A move `-` stands for the moves on standard input, separated by white space. Moves may be a list as people write it,
    /// with numbers, commas and marks.
    pub(crate) fn line(&self, spec: Spec, moves: &[String]) -> Result<Line> {
        let mut line = match self.read(&spec)? {
            None => Line::new(spec),
            Some(setup) => Line::from_setup(spec, setup)?,
        };
        let mut words = Vec::new();
        for ply in moves {
            if ply.trim() == "-" {
                words.extend(read(Path::new("-"))?.split_whitespace().map(str::to_string));
            } else {
                words.push(ply.trim().to_string());
            }
        }
        let mut plain = line.clone();
        // A list is recognized by its numbers.
        let number = |it: &String| {
            let behind = it.trim_start_matches(|it: char| it.is_ascii_digit());
            behind.len() < it.len() && behind.starts_with('.')
        };
        // A comma at the end of a word is a sign of a list too.
        if words.first().is_some_and(number) || words.iter().any(|it| it.ends_with(',')) {
            line.play_list(&words.join(" "))?;
            return Ok(line);
        }
        match words.iter().try_for_each(|ply| plain.play(ply).map(drop)) {
            Ok(()) => return Ok(plain),
            // A list has no empty moves.
            Err(error) if words.contains(&String::new()) => return Err(error.into()),
            Err(_) => line.play_list(&words.join(" "))?,
        };
        Ok(line)
    }

    fn read(&self, spec: &Spec) -> Result<Option<Setup>> {
        let diagram = match &self.diagram {
            None => None,
            Some(file) => {
                let text = read(file)?;
                Some(spec.read_diagram(&text).with_context(|| file.display().to_string())?)
            }
        };
        Ok(match (diagram, &self.setup) {
            (None, None) => None,
            (Some(diagram), None) => Some(diagram),
            (None, Some(setup)) => Some(Setup::parse(setup)?),
            // Printed and parsed again, so that a key in both is refused as in a single text.
            (Some(diagram), Some(setup)) => Some(Setup::parse(&format!("{diagram} {setup}"))?),
        })
    }
}

/// The most bytes read from a file: the largest certificate known is a twentieth of it.
const MOST: u64 = 4 << 30;

/// The whole text of a file, or of standard input for `-`.
pub(crate) fn read(file: &Path) -> Result<String> {
    let (name, from): (String, Box<dyn Read>) = if file == Path::new("-") {
        ("standard input".to_string(), Box::new(io::stdin()))
    } else {
        let name = file.display().to_string();
        let opened = File::open(file).with_context(|| format!("{name} cannot be read"))?;
        (name, Box::new(opened))
    };
    read_some(from, MOST).with_context(|| format!("{name} cannot be read"))
}

/// Reads a text of fewer than `most` bytes. A zero byte is refused early, as a sign that the input is not text.
fn read_some(mut from: impl Read, most: u64) -> io::Result<String> {
    let mut text = Vec::new();
    loop {
        let part = from.by_ref().take(1 << 20).read_to_end(&mut text)?;
        if text[text.len() - part..].contains(&0) {
            return Err(io::Error::other("it is not text"));
        }
        if part == 0 {
            break;
        }
        if text.len() as u64 > most {
            return Err(io::Error::other(format!("it is longer than {most} bytes")));
        }
    }
    String::from_utf8(text).map_err(|_| io::Error::other("it is not UTF-8 text"))
}
