//! A private PostgreSQL from the distribution's package, in a folder of its own, removed when dropped.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// A private PostgreSQL server.
#[derive(Debug)]
pub struct Postgres {
    binaries: PathBuf,
    folder: PathBuf,
    port: u16,
    durable: bool,
}

impl Postgres {
    /// Whether the package is installed.
    pub fn is_installed() -> bool {
        binaries().is_some()
    }

    /// Creates a cluster in a folder that must not exist yet, and starts it. Its commits are fully durable.
    ///
    /// # Errors
    /// The package is not installed, or the server does not start.
    pub fn begin(folder: &Path) -> Result<Postgres> {
        Postgres::begin_with(folder, true)
    }

    /// The same for tests in which neither the machine nor PostgreSQL fails: nothing waits for a disk.
    ///
    /// # Errors
    /// As for [`begin`](Postgres::begin).
    pub fn begin_in_haste(folder: &Path) -> Result<Postgres> {
        Postgres::begin_with(folder, false)
    }

    fn begin_with(folder: &Path, durable: bool) -> Result<Postgres> {
        let binaries = binaries().context(
            "PostgreSQL is not installed (Debian: postgresql-15); CROSSCUT_WITHOUT_POSTGRESQL=1 leaves its tests out",
        )?;
        std::fs::create_dir_all(folder)?;
        let folder = folder.canonicalize()?;
        if is_root() {
            // PostgreSQL refuses to run as root; its package comes with a user.
            run(Command::new("chown").arg("postgres").arg(&folder))?;
            run(Command::new("chmod").arg("700").arg(&folder))?;
        }
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let postgres = Postgres { binaries, folder, port, durable };
        let cluster = postgres.cluster();
        run(postgres
            .command("initdb")
            .args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C"])
            .arg("-D")
            .arg(&cluster))?;
        postgres.start()?;
        Ok(postgres)
    }

    /// Starts it after a stop.
    ///
    /// # Errors
    /// It does not start.
    pub fn start(&self) -> Result<()> {
        // What statements read is counted for `pages_read`; the module comes with the package.
        let haste = if self.durable { "" } else { " -c fsync=off -c full_page_writes=off" };
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories='{}' -c max_connections=50 \
             -c shared_preload_libraries=pg_stat_statements{haste}",
            self.port,
            self.folder.display()
        );
        let log = self.folder.join("log");
        run(self
            .command("pg_ctl")
            .args(["--wait", "--silent", "--options", &options, "--log"])
            .arg(log)
            .arg("-D")
            .arg(self.cluster())
            .arg("start"))
    }

    /// Stops it immediately, as a crash would.
    ///
    /// # Errors
    /// It keeps running.
    pub fn crash(&self) -> Result<()> {
        let words = ["--wait", "--silent", "--mode=immediate", "stop", "-D"];
        run(self.command("pg_ctl").args(words).arg(self.cluster()))
    }

    /// Creates an empty database; returns its address.
    ///
    /// # Errors
    /// There is already a database with this name.
    pub fn database(&self, name: &str) -> Result<String> {
        run(self.command("createdb").arg(name))?;
        Ok(format!("postgres://postgres@127.0.0.1:{}/{name}", self.port))
    }

    /// Runs SQL in a database, as its operator might.
    ///
    /// # Errors
    /// The SQL is refused.
    pub fn say(&self, database: &str, sql: &str) -> Result<()> {
        run(self.command("psql").args([
            "--quiet",
            "--set=ON_ERROR_STOP=1",
            "--command",
            sql,
            database,
        ]))
    }

    /// The folder with its files.
    pub fn cluster(&self) -> PathBuf {
        self.folder.join("cluster")
    }

    /// A command for a program, from the package or elsewhere, run as PostgreSQL's user and with its address set.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let program = self.binaries.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(&self.folder);
        command.env("PGHOST", "127.0.0.1").env("PGPORT", self.port.to_string());
        command.env("PGUSER", "postgres");
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Nothing can be done if this fails.
        let _ = self.crash();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// How many bytes of pages the statements of a database have read since its server started, from its memory or from files; none
/// where that is not counted.
pub fn pages_read(address: &str) -> Option<u64> {
    let (server, name) = address.rsplit_once('/')?;
    let sql = format!(
        "CREATE EXTENSION IF NOT EXISTS pg_stat_statements; \
         SELECT COALESCE(SUM(shared_blks_hit + shared_blks_read), 0)::bigint * current_setting('block_size')::bigint \
         FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = '{name}'"
    );
    // Queried from another database, so that the query itself is not counted.
    let beside = format!("{server}/postgres");
    let words = ["--quiet", "--no-align", "--tuples-only", "--command", &sql, &beside];
    let said = Command::new(binaries()?.join("psql")).args(words).stderr(Stdio::null()).output();
    String::from_utf8(said.ok()?.stdout).ok()?.trim().parse().ok()
}

/// The folder of the package's programs, which is not on the path.
fn binaries() -> Option<PathBuf> {
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(|path| path.join("initdb").exists())
        .collect();
    versions.sort();
    versions.pop()
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n")
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
    let name = command.get_program().to_string_lossy().into_owned();
    match output {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => bail!("{name} {:?}: {status}", command.get_args().collect::<Vec<_>>()),
        Err(error) => Err(error).with_context(|| format!("{name} cannot be run")),
    }
}
