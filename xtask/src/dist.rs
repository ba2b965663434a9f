//! The files of a release: an archive, a Debian package, the contents of the program (an SBOM), and the checksums of all.
//!
//! The same commit should give the same bytes wherever it is built, with the same Rust and C compiler: paths are rewritten as
//! if everybody built in `/crosscut`, and times are those of the commit
//! (<https://reproducible-builds.org/docs/source-date-epoch/>).

mod trial;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{cargo, root, succeed, target};

pub(crate) use trial::run as trial;

/// The tools needed besides cargo, in the versions that were tested.
const TOOLS: [(&str, &str); 3] =
    [("cargo-auditable", "0.7.7"), ("cargo-deb", "3.8.0"), ("cargo-cyclonedx", "0.5.9")];

/// The shells for which a package includes completions, with the names of the files.
const SHELLS: [(&str, &str); 3] =
    [("bash", "crosscut.bash"), ("zsh", "_crosscut"), ("fish", "crosscut.fish")];

/// Builds the program and everything around it into `target/dist`.
pub(crate) fn run() -> Result<(), String> {
    let tools = tools()?;
    let moment = git(&["log", "-1", "--format=%ct"])?;
    let dist = target().join("dist");
    let stage = stage();
    for folder in [&dist, &stage] {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let program = build(&tools, &moment)?;
    fill(&program, &stage)?;
    archive(&stage, &dist, &moment)?;
    package(&tools, &dist, &moment)?;
    bill(&tools, &dist, &moment)?;
    sum(&dist)?;
    println!("{}:", dist.display());
    succeed(Command::new("ls").arg("-l").arg(&dist))
}

/// Where the files are staged before packaging: `crates/cli/Cargo.toml` takes them from there for the package.
fn stage() -> PathBuf {
    root().join("target/stage")
}

/// Builds the program with its list of dependencies embedded (read by `cargo audit bin`).
fn build(tools: &Path, moment: &str) -> Result<PathBuf, String> {
    let built = target().join("release-dist");
    let home = std::env::var("CARGO_HOME")
        .map_or_else(|_| std::env::home_dir().unwrap_or_default().join(".cargo"), PathBuf::from);
    let sysroot = say(Command::new("rustc").args(["--print", "sysroot"]))?;
    // The last match counts.
    let places = [
        (home.display().to_string(), "/cargo"),
        (sysroot, "/rust"),
        (root().display().to_string(), "/crosscut"),
        (built.display().to_string(), "/crosscut/target"),
    ];
    let of_rust = places.iter().map(|(from, to)| format!("--remap-path-prefix={from}={to}"));
    let of_c: Vec<_> =
        places.iter().map(|(from, to)| format!("-ffile-prefix-map={from}={to}")).collect();
    let rust: Vec<String> = of_rust.collect();
    let mut command = with(cargo(), tools);
    command
        .args(["auditable", "build", "--release", "--locked", "-p", "crosscut-cli"])
        .arg("--target-dir")
        .arg(&built)
        .env("CARGO_ENCODED_RUSTFLAGS", rust.join("\u{1f}"))
        .env("CARGO_INCREMENTAL", "0")
        .env("CFLAGS", of_c.join(" "))
        .env("CXXFLAGS", of_c.join(" "))
        .env("SOURCE_DATE_EPOCH", moment);
    succeed(&mut command)?;
    Ok(built.join("release/crosscut"))
}

/// Stages what is shipped: the program, its documentation, and the files that run it.
fn fill(program: &Path, stage: &Path) -> Result<(), String> {
    let put = |to: &str, text: &[u8]| {
        let to = stage.join(to);
        let folder = to.parent().unwrap_or(stage);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&to, text))
            .map_err(|error| format!("{}: {error}", to.display()))
    };
    let unable = |error: std::io::Error| format!("{}: {error}", program.display());
    fs::copy(program, stage.join("crosscut")).map_err(unable)?;
    let asked = |words: &[&str]| say(Command::new(program).args(words));
    put("man/crosscut.1", asked(&["man"])?.as_bytes())?;
    for name in commands(&asked(&["help"])?) {
        put(&format!("man/crosscut-{name}.1"), asked(&["man", &name])?.as_bytes())?;
    }
    for (shell, name) in SHELLS {
        put(&format!("completions/{name}"), asked(&["completions", shell])?.as_bytes())?;
    }
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "SECURITY.md"] {
        put(name, &read(name)?)?;
    }
    put("crosscut.toml", &read("deploy/debian/crosscut.toml")?)?;
    put("backup", &read("deploy/backup")?)?;
    for name in ["crosscut.service", "crosscut-backup.service", "crosscut-backup.timer"] {
        let unit = read(&format!("deploy/systemd/{name}"))?;
        // A package's files go to /usr; /usr/local belongs to the operator.
        let unit = String::from_utf8_lossy(&unit).replace("/usr/local/", "/usr/");
        put(&format!("systemd/{name}"), unit.as_bytes())?;
    }
    Ok(())
}

/// The commands listed by `crosscut help`.
fn commands(help: &str) -> Vec<String> {
    let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_string).collect()
}

/// The archive: everything in one folder, sorted by name, without an owner and with the commit's time.
fn archive(stage: &Path, dist: &Path, moment: &str) -> Result<(), String> {
    let name = name();
    succeed(
        Command::new("tar")
            .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"])
            .args(["--mode=u+rwX,go+rX,go-w", "--use-compress-program=gzip -9n"])
            .arg(format!("--mtime=@{moment}"))
            .arg(format!("--transform=s,^\\.,{name},"))
            .arg("-C")
            .arg(stage)
            .arg("-cf")
            .arg(dist.join(format!("{name}.tar.gz")))
            .arg("."),
    )
}

/// The Debian package, from the staged files.
fn package(tools: &Path, dist: &Path, moment: &str) -> Result<(), String> {
    let mut command = with(cargo(), tools);
    command
        .args([
            "deb",
            "--no-build",
            "--no-strip",
            "-p",
            "crosscut-cli",
            "--locked",
            "--quiet",
            "-o",
        ])
        .arg(dist)
        .env("SOURCE_DATE_EPOCH", moment);
    succeed(&mut command)
}

/// The contents of the program in CycloneDX format (<https://cyclonedx.org>).
fn bill(tools: &Path, dist: &Path, moment: &str) -> Result<(), String> {
    let mut command = with(cargo(), tools);
    command
        .args(["cyclonedx", "--format", "json", "--describe", "binaries", "--quiet"])
        .args(["--manifest-path", "crates/cli/Cargo.toml"])
        .env("SOURCE_DATE_EPOCH", moment);
    succeed(&mut command)?;
    let made = root().join("crates/cli/crosscut_bin.cdx.json");
    let to = dist.join(format!("{}.cdx.json", name()));
    fs::rename(&made, to).map_err(|error| format!("{}: {error}", made.display()))
}

/// The checksums of all files in a folder, in the format of `sha256sum --check`.
fn sum(dist: &Path) -> Result<(), String> {
    let unable = |error: std::io::Error| format!("{}: {error}", dist.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(dist).map_err(unable)? {
        names.push(entry.map_err(unable)?.file_name());
    }
    names.sort();
    let sums = say(Command::new("sha256sum").args(names).current_dir(dist))?;
    fs::write(dist.join("SHA256SUMS"), sums + "\n").map_err(unable)
}

/// Installs missing tools; returns the folder with their programs.
fn tools() -> Result<PathBuf, String> {
    let tools = target().join("tools");
    for (name, version) in TOOLS {
        // cargo leaves tools alone that are installed in this version.
        let mut command = cargo();
        command.args(["install", "--locked", "--quiet", "--root"]).arg(&tools);
        succeed(command.arg(format!("{name}@{version}")))?;
    }
    Ok(tools.join("bin"))
}

/// A command with the tools on its path.
fn with(mut command: Command, tools: &Path) -> Command {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(tools.to_path_buf()).chain(std::env::split_paths(&path));
    if let Ok(path) = std::env::join_paths(all) {
        command.env("PATH", path);
    }
    command
}

/// The base name of this release's files, except for the package.
fn name() -> String {
    format!("crosscut-{}-{}-linux", version(), std::env::consts::ARCH)
}

/// The version being built, which is that of all crates.
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    fs::read(root().join(path)).map_err(|error| format!("{path}: {error}"))
}

fn git(words: &[&str]) -> Result<String, String> {
    say(Command::new("git").args(words).current_dir(root()))
}

/// The output of a command.
fn say(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let said = command.output().map_err(|error| format!("{name} cannot be started: {error}"))?;
    if !said.status.success() {
        return Err(format!("{name}: {}{}", said.status, String::from_utf8_lossy(&said.stderr)));
    }
    let text = String::from_utf8(said.stdout).map_err(|error| format!("{name}: {error}"))?;
    Ok(text.trim_end().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_from_the_help() {
        let help = "What it is\n\nUsage: crosscut <COMMAND>\n\nCommands:\n  games        List\n  help-game    Explain\n  help         Print\n\nOptions:\n  -h, --help\n";
        assert_eq!(commands(help), ["games", "help-game"]);
    }
}
