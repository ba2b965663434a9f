//! What the tests need besides Rust.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::succeed;

/// A program that some tests need.
#[derive(Debug)]
pub(crate) struct Need {
    /// Its name, as in `--without`.
    pub(crate) name: &'static str,
    /// The program that must answer `--version`, or the folder with its installed versions.
    program: &'static str,
    /// Its package in Debian and Ubuntu.
    package: &'static str,
    /// The purpose.
    pub(crate) what_for: &'static str,
}

pub(crate) const NEEDS: &[Need] = &[
    Need {
        name: "valgrind",
        program: "valgrind",
        package: "valgrind",
        what_for: "the instruction counts",
    },
    Need {
        name: "c++",
        program: "c++",
        package: "g++",
        what_for: "the fuzz targets, whose engine is in C++",
    },
    Need {
        name: "chromium",
        program: "chromium",
        package: "chromium",
        what_for: "the pages in a browser",
    },
    // Where this one is not available, the full browser does the same.
    Need {
        name: "chromium-headless-shell",
        program: "chromium-headless-shell",
        package: "chromium-headless-shell",
        what_for: "the pages in two thirds of the time",
    },
    Need {
        name: "firefox",
        program: "firefox-esr",
        package: "firefox-esr",
        what_for: "the pages in Firefox",
    },
    Need {
        name: "webkit",
        program: "/usr/bin/WebKitWebDriver",
        package: "webkit2gtk-driver",
        what_for: "the pages in WebKitGTK, which Safari is akin to",
    },
    Need {
        name: "xvfb",
        program: "/usr/bin/Xvfb",
        package: "xvfb",
        what_for: "the screen that WebKitGTK is shown on",
    },
    Need { name: "npm", program: "npm", package: "npm", what_for: "what drives the browser" },
    Need {
        name: "postgresql",
        program: "/usr/lib/postgresql",
        package: "postgresql",
        what_for: "the club on PostgreSQL",
    },
    Need {
        name: "postfix",
        program: "/usr/sbin/postfix",
        package: "postfix",
        what_for: "the club by mail through real mail servers",
    },
    Need {
        name: "opendkim",
        program: "/usr/sbin/opendkim",
        package: "opendkim",
        what_for: "mails whose signatures a real server checks",
    },
    Need {
        name: "fail2ban",
        program: "fail2ban-regex",
        package: "fail2ban",
        what_for: "what fail2ban reads in the club's log",
    },
    Need {
        name: "borg",
        program: "borg",
        package: "borgbackup",
        what_for: "backups of which many are kept",
    },
    Need {
        name: "dovecot",
        program: "/usr/lib/dovecot/imap",
        package: "dovecot-imapd",
        what_for: "the mailboxes of the club's players",
    },
    Need {
        name: "dovecot-lmtp",
        program: "/usr/lib/dovecot/lmtp",
        package: "dovecot-lmtpd",
        what_for: "how mails come into those mailboxes",
    },
];

impl Need {
    pub(crate) fn is_met(&self) -> bool {
        if self.program.starts_with('/') {
            return Path::new(self.program).exists();
        }
        let quiet = Command::new(self.program)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        quiet.is_ok_and(|status| status.success())
    }
}

/// Whether the need with this name is met.
pub(crate) fn met(name: &str) -> bool {
    NEEDS.iter().any(|need| need.name == name && need.is_met())
}

/// Installs missing programs where possible, and names them elsewhere. What is still missing afterwards shows as skipped tests.
pub(crate) fn prepare(without: &[String], yes: bool) {
    let missing: Vec<&Need> = NEEDS
        .iter()
        .filter(|need| !without.iter().any(|name| name == need.name) && !need.is_met())
        .collect();
    if missing.is_empty() {
        return;
    }
    for need in &missing {
        println!("missing: {} (package {}), for {}", need.name, need.package, need.what_for);
    }
    let packages: Vec<&str> = missing.iter().map(|need| need.package).collect();
    if !Path::new("/usr/bin/apt-get").exists() {
        println!("please install: {}", packages.join(" "));
        return;
    }
    if !(yes || agreed(&packages)) {
        return;
    }
    let apt = |words: &[&str]| {
        let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
        let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
        if !root {
            command.arg("apt-get");
        }
        succeed(command.args(words).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    // An unavailable package does not keep the others from being installed.
    let install = |package| apt(&["install", "-q", "-y", "--no-install-recommends", package]);
    for done in std::iter::once(apt(&["update", "-q"])).chain(packages.iter().map(|it| install(it)))
    {
        if let Err(error) = done {
            println!("not installed: {error}");
        }
    }
}

fn agreed(packages: &[&str]) -> bool {
    if !std::io::stdin().is_terminal() {
        println!("not installed, since nobody can be asked: --yes would do it");
        return false;
    }
    print!("install {} with apt-get? [y/N] ", packages.join(" "));
    let mut answer = String::new();
    std::io::stdout().flush().and_then(|()| std::io::stdin().read_line(&mut answer)).is_ok()
        && matches!(answer.trim(), "y" | "Y" | "yes")
}
