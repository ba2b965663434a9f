use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use crosscut_catalog::{Line, Scene, Spec, svg};

use crate::start::StartArgs;
use crate::teach;
use crate::whole;

/// Draw the position after the given moves as SVG
///
/// The last move and what has won are marked. Every shape has a class that says what it means (first, second, win,
/// last ..), so that a page's style sheet may choose other colours.
#[derive(Args, Debug)]
#[command(after_long_help = teach::svg())]
pub(crate) struct SvgArgs {
    /// The game and its options
    spec: Spec,
    /// The moves in order (- reads them from standard input)
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    start: StartArgs,
    /// The file to write (- is standard output)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write the names of the empty places on them, in games whose boards have none at the rim
    #[arg(long)]
    names: bool,
    /// Mark what looks connected but is not, and say why below the board
    #[arg(long)]
    explain: bool,
}

impl SvgArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        named(&self.output, "svg")?;
        let line = self.start.line(self.spec, &self.moves)?;
        save(&self.output, svg(&scene(&line, self.names, self.explain)).as_bytes(), out)
    }
}

/// The extensions of picture files.
const PICTURES: &str = "svg png jpg jpeg gif webp avif bmp tif tiff ico svgz pdf eps ps";

/// Refuses a file name whose extension is that of another picture format.
pub(crate) fn named(file: &Path, form: &str) -> Result<()> {
    let end = file.extension().map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default();
    if end == form || !PICTURES.split(' ').any(|it| it == end) {
        return Ok(());
    }
    let other = match end.as_str() {
        "svg" => ", or draw it with crosscut svg".to_string(),
        "png" if cfg!(feature = "png") => ", or draw it with crosscut png".to_string(),
        _ => String::new(),
    };
    let what = if form == "svg" { "an SVG picture" } else { "a PNG picture" };
    let name = file.display();
    bail!("{name} is not a name for {what}: let it end in .{form}{other}")
}

/// The scene of a line's position, with or without the names of empty places and the reasons.
pub(crate) fn scene(line: &Line, names: bool, explain: bool) -> Scene {
    let scene = line.position().scene();
    let scene = if names { scene.named() } else { scene };
    if explain { scene.explained() } else { scene }
}

/// Writes a file, or standard output for `-`.
pub(crate) fn save(file: &Path, content: &[u8], out: &mut dyn Write) -> Result<()> {
    if file == Path::new("-") {
        return Ok(out.write_all(content)?);
    }
    // A full disk must not damage the existing file; a device or a pipe is written to directly.
    match fs::metadata(file) {
        Ok(there) if !there.is_file() => fs::write(file, content)
            .with_context(|| format!("{} cannot be written", file.display())),
        _ => whole::write(file, &|to| to.write_all(content)),
    }
}
