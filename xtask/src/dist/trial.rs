//! The package as a host experiences it: installed, started, upgraded, removed and purged, in a separate Debian.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use super::{say, target, version};
use crate::succeed;

/// The port of the trial's club, on loopback.
const PORT: u16 = 47_878;

/// Runs the whole trial; anything unexpected is an error.
pub(crate) fn run() -> Result<(), String> {
    let dist = target().join("dist");
    let package = found(&dist)?;
    let root = target().join("trial");
    if root.exists() {
        fs::remove_dir_all(&root).map_err(|error| format!("{}: {error}", root.display()))?;
    }
    // The machine's own package sources, so that the package is tested on the Debian it was built for.
    let sources = ["/etc/apt/sources.list", "/etc/apt/sources.list.d/debian.sources"];
    let sources =
        sources.into_iter().find(|it| fs::read_to_string(it).is_ok_and(|it| it.contains("deb")));
    let codename =
        say(Command::new("sh").args(["-c", ". /etc/os-release && echo $VERSION_CODENAME"]))?;
    succeed(
        Command::new("mmdebstrap")
            .args(["--quiet", "--variant=essential", "--include=adduser,curl", &codename])
            .arg(&root)
            .args(sources),
    )?;
    let trial = Trial { root };
    trial.install(&package)?;
    trial.is_installed()?;
    let guest = trial.club(|trial| trial.ask("guests", Some("{\"zone\": \"UTC\"}")))?;
    expect("a guest is let in", guest.contains("token"))?;
    // The operator's settings are preserved.
    let settings = trial.root.join("etc/crosscut/crosscut.toml");
    let written = "contact = \"ann@club.example.org\"\n";
    fs::write(&settings, written).map_err(|error| error.to_string())?;
    trial.install(&trial.next(&package)?)?;
    let kept = fs::read_to_string(&settings).map_err(|error| error.to_string())?;
    expect("an upgrade leaves the settings", kept == written)?;
    let token = guest.split('"').nth(3).unwrap_or_default().to_string();
    let me = trial.club(|trial| trial.ask_as("me", &token))?;
    expect("the guest is known after the upgrade", me.contains("\"guest\":true"))?;
    trial.inside(&["dpkg", "--remove", "crosscut"])?;
    expect("the program is gone", !trial.root.join("usr/bin/crosscut").exists())?;
    let data = trial.root.join("var/lib/crosscut");
    expect("the matches stay", data.join("club.db").exists() && settings.exists())?;
    trial.inside(&["dpkg", "--purge", "crosscut"])?;
    let left = [data.as_path(), Path::new("etc/crosscut"), Path::new("var/lib/crosscut-backups")]
        .into_iter()
        .find(|it| trial.root.join(it).exists());
    expect(&format!("nothing is left, and not {left:?}"), left.is_none())?;
    println!("the package was installed, begun, upgraded, taken out and purged");
    fs::remove_dir_all(&trial.root).map_err(|error| error.to_string())
}

/// The only package in a folder.
fn found(folder: &Path) -> Result<PathBuf, String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path());
    let mut packages = entries.filter(|it| it.extension().is_some_and(|it| it == "deb"));
    packages
        .next()
        .ok_or_else(|| "there is no package in target/dist: run cargo xtask dist first".to_string())
}

fn expect(what: &str, is_so: bool) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(format!("not so: {what}")) }
}

/// The Debian system of a trial.
struct Trial {
    root: PathBuf,
}

impl Trial {
    fn chroot(&self, words: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command.arg(&self.root).args(words).env("DEBIAN_FRONTEND", "noninteractive");
        command
    }

    fn inside(&self, words: &[&str]) -> Result<(), String> {
        succeed(&mut self.chroot(words))
    }

    /// Installs a package file.
    fn install(&self, package: &Path) -> Result<(), String> {
        let to = self.root.join("tmp/crosscut.deb");
        fs::copy(package, to).map_err(|error| format!("{}: {error}", package.display()))?;
        self.inside(&["dpkg", "--install", "/tmp/crosscut.deb"])
    }

    /// The same package with a later version number.
    fn next(&self, package: &Path) -> Result<PathBuf, String> {
        let (open, to) = (self.root.join("tmp/open"), self.root.join("tmp/next.deb"));
        succeed(Command::new("dpkg-deb").arg("--raw-extract").arg(package).arg(&open))?;
        let control = open.join("DEBIAN/control");
        let text = fs::read_to_string(&control).map_err(|error| error.to_string())?;
        let later = text.replace(&format!("Version: {}", version()), "Version: 99.0.0");
        expect("the version stands in the package", later != text)?;
        fs::write(control, later).map_err(|error| error.to_string())?;
        succeed(
            Command::new("dpkg-deb").args(["--build", "--root-owner-group"]).arg(open).arg(&to),
        )?;
        Ok(to)
    }

    /// Checks the files installed by the package.
    fn is_installed(&self) -> Result<(), String> {
        let said = say(&mut self.chroot(&["crosscut", "--version"]))?;
        expect(&said, said.starts_with(&format!("crosscut {} (", version())))?;
        say(&mut self.chroot(&["getent", "passwd", "crosscut"]))?;
        let mode = say(&mut self.chroot(&[
            "stat",
            "-c",
            "%a %U:%G",
            "/var/lib/crosscut",
            "/etc/crosscut/crosscut.toml",
        ]))?;
        expect(&mode, mode == "700 crosscut:crosscut\n640 root:crosscut")?;
        for path in [
            "usr/lib/systemd/system/crosscut.service",
            "usr/lib/systemd/system/crosscut-backup.timer",
            "usr/share/bash-completion/completions/crosscut",
            "usr/share/man/man1/crosscut.1.gz",
            "usr/share/doc/crosscut/copyright",
            // Started at boot, without any manual step.
            "etc/systemd/system/multi-user.target.wants/crosscut.service",
            "etc/systemd/system/timers.target.wants/crosscut-backup.timer",
        ] {
            let there = self.root.join(path).symlink_metadata().is_ok();
            expect(&format!("{path} is there"), there)?;
        }
        Ok(())
    }

    /// Runs the club as the unit does, without systemd, while `what` is done.
    fn club<T>(&self, what: impl FnOnce(&Trial) -> Result<T, String>) -> Result<T, String> {
        let unit = self.root.join("usr/lib/systemd/system/crosscut.service");
        let unit = fs::read_to_string(unit).map_err(|error| error.to_string())?;
        let line = unit.lines().find_map(|it| it.strip_prefix("ExecStart="));
        let line = line.ok_or("the unit begins nothing")?;
        let listen = format!("127.0.0.1:{PORT}");
        let mut words: Vec<&str> = line.split(' ').collect();
        words.extend(["--listen", &listen]);
        let mut command = Command::new("chroot");
        command.arg("--userspec=crosscut:crosscut").arg(&self.root).args(words);
        let server = Running(command.spawn().map_err(|error| format!("chroot: {error}"))?);
        let begun = Instant::now();
        while self.curl(&[&format!("http://{listen}/readyz")]).is_err() {
            if begun.elapsed() > Duration::from_secs(30) {
                return Err("the club does not answer".to_string());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let done = what(self);
        drop(server);
        done
    }

    fn ask(&self, door: &str, body: Option<&str>) -> Result<String, String> {
        let mut words = vec!["--header", "Content-Type: application/json"];
        words.extend(body.into_iter().flat_map(|body| ["--data", body]));
        let address = format!("http://127.0.0.1:{PORT}/api/v1/{door}");
        words.push(&address);
        self.curl(&words)
    }

    fn ask_as(&self, door: &str, token: &str) -> Result<String, String> {
        let address = format!("http://127.0.0.1:{PORT}/api/v1/{door}");
        self.curl(&["--header", &format!("Authorization: Bearer {token}"), &address])
    }

    fn curl(&self, words: &[&str]) -> Result<String, String> {
        say(self.chroot(&["curl", "--silent", "--show-error", "--fail"]).args(words))
    }
}

/// A server that is stopped the way systemd does it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // If this fails, nothing else can be done.
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}
