use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::stopped;
use crate::best::seconds;
use crate::{interrupt, teach};

/// Measure other programs on the same work: random games and searches, in one run with ours
///
/// This program is not built with the others: it runs the example `peers` of the crate crosscut-bench, for which it needs
/// Crosscut's source (the current folder must lie in it) and cargo. Cargo fetches the peers written in Rust; those in Python
/// are measured if python3 can import them, and only named otherwise.
#[derive(Args, Debug)]
#[command(after_long_help = teach::peers())]
pub(crate) struct PeersArgs {
    /// How long to measure each
    #[arg(long, value_name = "T", value_parser = seconds, default_value = "2")]
    seconds: Duration,
    /// Print one JSON list instead
    #[arg(long)]
    json: bool,
}

impl PeersArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let source = source()
            .context("the peers are measured from Crosscut's source: run this in a folder of it")?;
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(source);
        cargo.args(["run", "--quiet", "--release", "--package", "crosscut-bench"]);
        cargo.args(["--example", "peers", "--"]);
        cargo.arg("--seconds").arg(self.seconds.as_secs_f64().to_string());
        if self.json {
            cargo.arg("--json");
        }
        cargo.stderr(std::process::Stdio::inherit());
        interrupt::heed();
        let output = cargo.output().context("cargo, which builds the peers, cannot be run")?;
        if interrupt::asked() {
            out.write_all(&output.stdout)?;
            return stopped();
        }
        ensure!(output.status.success(), "the peers could not be measured ({})", output.status);
        Ok(out.write_all(&output.stdout)?)
    }
}

/// The folder of Crosscut's source that contains the current folder.
fn source() -> Option<PathBuf> {
    let here = env::current_dir().ok()?;
    let is_source = |folder: &&Path| folder.join("crates/bench/examples/peers.rs").is_file();
    here.ancestors().find(is_source).map(Path::to_path_buf)
}
