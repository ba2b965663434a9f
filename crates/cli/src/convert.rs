use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use crosscut_catalog::in_turns;
use crosscut_record::{Form, Reader, Writer};

use crate::{teach, whole};

/// Convert records from one form to another
///
/// The forms are recognized by the files' names, that of IN also by its content, or given with --from and --to. The
/// moves are copied, not checked: that is what `check` does.
#[derive(Args, Debug)]
#[command(after_long_help = teach::convert())]
pub(crate) struct ConvertArgs {
    /// The file to read (- is standard input), or the address of a game on HexWorld or TRMPH
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write (- is standard output)
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The form of IN
    #[arg(long, value_name = "FORM")]
    from: Option<FormName>,
    /// The form of OUT
    #[arg(long, value_name = "FORM")]
    to: Option<FormName>,
}

/// A form by its name on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FormName {
    /// Tags and numbered moves, in the manner of PGN (.ccr, .txt)
    Text,
    /// A list of records (.json)
    Json,
    /// A record on each line (.jsonl)
    Jsonl,
    /// Smart Game Format, for the only one of our games that it knows (.sgf, .hsgf)
    Sgf,
    /// Addresses of HexWorld, one a line, for the same game (.hexworld)
    Hexworld,
    /// Addresses of TRMPH, one a line, for the same game (.trmph)
    Trmph,
}

impl From<FormName> for Form {
    fn from(name: FormName) -> Self {
        match name {
            FormName::Text => Form::Text,
            FormName::Json => Form::Json,
            FormName::Jsonl => Form::JsonLines,
            FormName::Sgf => Form::Sgf,
            FormName::Hexworld => Form::HexWorld,
            FormName::Trmph => Form::Trmph,
        }
    }
}

impl ConvertArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let to = self.to.map(Form::from).or_else(|| Form::of_name(&self.output));
        let to = to.ok_or_else(|| untold(&self.output, "--to"))?;
        let reader = open(&self.input, self.from)?;
        if self.output == Path::new("-") {
            return copy(reader, Writer::new(to, out), &self.input);
        }
        // Broken input must neither leave half a file behind nor damage the existing one.
        let cannot = || format!("{} cannot be written", self.output.display());
        let output = whole::file(&self.output)?;
        let mut part = output.clone().into_os_string();
        part.push(".part");
        let file = BufWriter::new(File::create(&part).with_context(cannot)?);
        let copied = copy(reader, Writer::new(to, file), &self.input)
            .and_then(|()| fs::rename(&part, &output).with_context(cannot));
        if copied.is_err() {
            // The first error is the one to report.
            let _ = fs::remove_file(&part);
        }
        copied
    }
}

fn copy<R: BufRead, W: Write>(from: Reader<R>, mut to: Writer<W>, name: &Path) -> Result<()> {
    for (index, record) in from.enumerate() {
        let which = || format!("{}: record {}", name.display(), index + 1);
        to.write(&in_turns(record.with_context(which)?)).with_context(which)?;
    }
    to.finish()?;
    Ok(())
}

/// Opens a file of records; `-` is standard input.
pub(crate) fn open(file: &Path, form: Option<FormName>) -> Result<Reader<Box<dyn BufRead>>> {
    let cannot = || format!("{} cannot be read", file.display());
    let address = file.to_str().filter(|it| Form::of_address(it.as_bytes()).is_some());
    let mut input: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else if let Some(address) = address.filter(|_| !file.exists()) {
        // The address contains the whole game: nothing is requested from the site.
        Box::new(io::Cursor::new(address.to_string()))
    } else {
        Box::new(BufReader::new(File::open(file).with_context(cannot)?))
    };
    let form = match form {
        Some(name) => Form::from(name),
        None => Form::guess(file, input.fill_buf().with_context(cannot)?)
            .ok_or_else(|| untold(file, "--from"))?,
    };
    Ok(Reader::new(form, input))
}

fn untold(file: &Path, option: &str) -> anyhow::Error {
    anyhow!(
        "the name {} does not tell its form: give {option} text, json, jsonl, sgf, hexworld or trmph",
        file.display()
    )
}
