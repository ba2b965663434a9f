use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, Result};
use clap::Args;
use crosscut_catalog::{Line, Setup, Spec};

/// Where a line of play begins, if not at the start of the game.
#[derive(Args, Debug)]
pub(crate) struct Start {
    /// A static position to begin from: groups of a key and a list, with blanks between
    #[arg(long, value_name = "SETUP")]
    setup: Option<String>,

    /// A file with the game's text diagram to begin from (- is the standard input)
    ///
    /// Not every game's diagrams can be read. What a diagram does not show, such as whose turn it is, may be added with
    /// --setup.
    #[arg(long, value_name = "FILE")]
    diagram: Option<PathBuf>,
}

impl Start {
    /// The line that begins here and goes on with these moves.
    ///
    /// A move `-` stands for the moves on the standard input, white-space separated.
    pub(crate) fn line(&self, spec: Spec, moves: &[String]) -> Result<Line> {
        let mut line = match self.read(&spec)? {
            None => Line::new(spec),
            Some(setup) => Line::from_setup(spec, setup)?,
        };
        for ply in moves {
            if ply.trim() == "-" {
                let text = read(Path::new("-"))?;
                text.split_whitespace().try_for_each(|ply| line.play(ply).map(drop))?;
            } else {
                line.play(ply.trim())?;
            }
        }
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
            // Printed and read again, so that a key in both is refused as in one text.
            (Some(diagram), Some(setup)) => Some(Setup::parse(&format!("{diagram} {setup}"))?),
        })
    }
}

/// The whole text of a file, or of the standard input for `-`.
pub(crate) fn read(file: &Path) -> Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).context("the standard input cannot be read")?;
        Ok(text)
    } else {
        fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))
    }
}
