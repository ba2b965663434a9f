//! A server as a separate process that can be stopped, killed and restarted.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep};

use crate::client::Client;

/// The longest wait for a server to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// A `crosscut serve` process, which ends with this one.
#[derive(Debug)]
pub struct Server {
    program: PathBuf,
    arguments: Vec<String>,
    /// The address it listens on.
    pub address: SocketAddr,
    child: Child,
}

impl Server {
    /// Starts a server without limits on a free address, on a database, with additional flags.
    ///
    /// # Errors
    /// It does not start.
    pub async fn begin(program: &Path, database: &str, flags: &[&str]) -> Result<Server> {
        Self::begin_guarded(program, database, &[&["--unlimited"], flags].concat()).await
    }

    /// The same with its limits.
    ///
    /// # Errors
    /// It does not start.
    pub async fn begin_guarded(program: &Path, database: &str, flags: &[&str]) -> Result<Server> {
        // Free now; another process is unlikely to take it before the server does.
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let mut arguments: Vec<String> = ["serve", "--log", "warn"]
            .into_iter()
            .chain(flags.iter().copied())
            .map(str::to_string)
            .collect();
        arguments.extend(["--listen".to_string(), address.to_string()]);
        arguments.extend(["--database".to_string(), database.to_string()]);
        let child = spawn(program, &arguments)?;
        let mut server = Server { program: program.to_path_buf(), arguments, address, child };
        server.until_open().await?;
        Ok(server)
    }

    /// Kills it immediately, as a power cut would: nothing can be tidied up.
    ///
    /// # Errors
    /// It cannot be killed.
    pub async fn kill(&mut self) -> Result<()> {
        Ok(self.child.kill().await?)
    }

    /// Restarts it, and waits until it responds; returns how long that took.
    ///
    /// # Errors
    /// It does not start.
    pub async fn begin_again(&mut self) -> Result<Duration> {
        let begun = Instant::now();
        self.child = spawn(&self.program, &self.arguments)?;
        self.until_open().await?;
        Ok(begun.elapsed())
    }

    /// Restarts it, and kills it as soon as a condition holds; returns whether it did within a few seconds.
    ///
    /// # Errors
    /// It cannot be run or killed.
    pub async fn begin_to_kill(&mut self, mut is_so: impl FnMut() -> bool) -> Result<bool> {
        self.child = spawn(&self.program, &self.arguments)?;
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(5) {
            if is_so() {
                self.kill().await?;
                return Ok(true);
            }
            sleep(Duration::from_micros(100)).await;
        }
        self.kill().await?;
        Ok(false)
    }

    /// Asks it to stop, and waits until it has.
    ///
    /// # Errors
    /// It keeps running, or ends with a failure.
    pub async fn stop(&mut self) -> Result<()> {
        let id = self.id().context("it has ended already")?;
        let told = Command::new("kill").args(["-TERM", &id.to_string()]).status().await?;
        if !told.success() {
            bail!("it cannot be told to stop");
        }
        let ended = tokio::time::timeout(PATIENCE, self.child.wait()).await??;
        if !ended.success() {
            bail!("it ended with {ended}");
        }
        Ok(())
    }

    /// Waits until it ends of its own accord; returns its exit status.
    ///
    /// # Errors
    /// It keeps running.
    pub async fn ended(&mut self) -> Result<std::process::ExitStatus> {
        Ok(tokio::time::timeout(PATIENCE, self.child.wait()).await??)
    }

    /// Its process id.
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Its resident memory in bytes, as counted by the system.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kb| kb << 10)
    }

    async fn until_open(&mut self) -> Result<()> {
        let begun = Instant::now();
        let mut client = Client::new(self.address);
        while client.ask("/healthz", "", "", None).await.is_err() {
            if let Some(status) = self.child.try_wait()? {
                bail!("the server ended with {status}");
            }
            if PATIENCE < begun.elapsed() {
                bail!("the server does not open its doors");
            }
            sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }
}

fn spawn(program: &Path, arguments: &[String]) -> Result<Child> {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("{} cannot be run", program.display()))
}
