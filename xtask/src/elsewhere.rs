//! Checks whether the program would build for other systems.

use std::process::Command;

use crate::{cargo, succeed, target};

/// The other targets, with Debian's C compiler for each, if there is one: SQLite and the TLS of mails are in C.
const TARGETS: [(&str, Option<&str>); 4] = [
    ("aarch64-unknown-linux-gnu", Some("aarch64-linux-gnu-gcc")),
    ("x86_64-pc-windows-gnu", Some("x86_64-w64-mingw32-gcc")),
    ("aarch64-apple-darwin", None),
    ("x86_64-pc-windows-msvc", None),
];

/// Checks everything where there is a C compiler, and elsewhere the parts that need none.
pub(crate) fn run() -> Result<(), String> {
    for (name, compiler) in TARGETS {
        succeed(Command::new("rustup").args(["target", "add", name]))?;
        let compiler = compiler.filter(|it| {
            Command::new(it).arg("--version").output().is_ok_and(|said| said.status.success())
        });
        println!("\n== {name}, {}", if compiler.is_some() { "everything" } else { "without C" });
        let mut command = cargo();
        command.args(["check", "--locked", "-p", "crosscut-cli", "--target", name]);
        match compiler {
            Some(compiler) => {
                command.env(format!("CC_{}", name.replace('-', "_")), compiler);
            }
            None => {
                command.args(["--no-default-features", "--features", "terminal"]);
            }
        }
        succeed(command.arg("--target-dir").arg(target().join("elsewhere")))?;
    }
    Ok(())
}
