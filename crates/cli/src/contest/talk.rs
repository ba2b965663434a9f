use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crosscut_catalog::Stopwatch;

use crate::interrupt;

/// A dialogue with a program that was started for it. When it is dropped, the program is asked to go, and then made to.
#[derive(Debug)]
pub(super) struct Talk {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    /// The last lines it wrote to its standard error.
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// Closed when there are no more of them.
    complained: Receiver<()>,
}

/// Why there is no answer, in words that follow the program's name.
#[derive(Debug)]
pub(super) struct Silence {
    words: String,
    late: bool,
}

/// A line may not be longer, in bytes: what nobody ends is cut.
const LONGEST: u64 = 1 << 20;

/// How long it is from one look whether anybody still waits to the next.
const LOOK: Duration = Duration::from_millis(100);

/// How many lines may wait to be read: a program that never stops writing has to wait.
const WAITING: usize = 1000;

/// How many lines of complaints are kept.
const COMPLAINTS: usize = 3;

/// How long a program may take to go when it is asked to.
const FAREWELL: Duration = Duration::from_millis(300);

impl Talk {
    /// Starts a program.
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn start(command: &[String]) -> io::Result<Self> {
        let [program, arguments @ ..] = command else {
            return Err(io::Error::other("no program is named"));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C at the terminal is for us, who end the game: it must not be lost because a program is gone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let missing = || io::Error::other("it has no standard streams");
        let input = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (tell, output) = sync_channel(WAITING);
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&complaints);
        // They end with the program, or when whoever still holds its streams does.
        thread::spawn(move || read_lines(stdout, |line| send(&tell, line)));
        let (closed, complained) = sync_channel(0);
        thread::spawn(move || {
            read_lines(stderr, |line| keep(&kept, line));
            drop(closed);
        });
        Ok(Talk { child, input, output, complaints, complained })
    }

    /// Says a line and waits for the answer, which may be a refusal.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn ask(
        &mut self,
        line: &str,
        limit: Duration,
    ) -> Result<Result<String, String>, Silence> {
        let watch = Stopwatch::start();
        if self.input.write_all(format!("{line}\n").as_bytes()).is_err() {
            return Err(self.ended(line));
        }
        let mut answer: Option<(bool, String)> = None;
        loop {
            let left = limit.saturating_sub(watch.elapsed());
            let word = match self.output.recv_timeout(left.min(LOOK)) {
                Ok(word) => word,
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(line)),
                Err(RecvTimeoutError::Timeout) if interrupt::asked() => {
                    return Err(Silence::ended("the wait was interrupted"));
                }
                Err(RecvTimeoutError::Timeout) if left > LOOK => continue,
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = limit.as_secs_f64();
                    let words = format!("it did not answer '{line}' within {seconds} s");
                    return Err(Silence { words, late: true });
                }
            };
            match &mut answer {
                Some((good, text)) if word.trim().is_empty() => {
                    let text = text.trim().to_string();
                    return Ok(if *good { Ok(text) } else { Err(text) });
                }
                Some((_, text)) => *text += &format!("\n{word}"),
                None => {
                    // Anything before the answer is chatter.
                    let marked = |mark| word.strip_prefix(mark);
                    let begun =
                        marked('=').map(|it| (true, it)).or_else(|| Some((false, marked('?')?)));
                    answer = begun.map(|(good, text)| (good, text.to_string()));
                }
            }
        }
    }

    /// The program is gone, or has closed its output.
    fn ended(&mut self, line: &str) -> Silence {
        let watch = Stopwatch::start();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                Ok(None) if watch.elapsed() < FAREWELL => thread::sleep(Duration::from_millis(5)),
                _ => break "output closed".to_string(),
            }
        };
        let _ = self.complained.recv_timeout(FAREWELL);
        let complaints = match self.complaints.lock() {
            Ok(complaints) => complaints.iter().cloned().collect::<Vec<_>>().join(" | "),
            Err(_) => String::new(),
        };
        let said =
            if complaints.is_empty() { String::new() } else { format!(", saying: {complaints}") };
        Silence::ended(&format!("it crashed at '{line}' ({status}){said}"))
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let watch = Stopwatch::start();
        // Whoever does not listen any more has to be ended anyway.
        let _ = self.input.write_all(b"quit\n");
        while watch.elapsed() < FAREWELL {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Silence {
    pub(super) fn ended(words: &str) -> Self {
        Silence { words: words.to_string(), late: false }
    }

    /// Whether it is a matter of time.
    pub(super) fn is_late(&self) -> bool {
        self.late
    }
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// Reads lines until the stream ends or nobody wants them.
fn read_lines(stream: impl Read, mut wanted: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    while let Ok(1..) = stream.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
        let text = String::from_utf8_lossy(&line);
        if !wanted(text.trim_end_matches(['\n', '\r']).to_string()) {
            return;
        }
        line.clear();
    }
}

fn send(to: &SyncSender<String>, line: String) -> bool {
    to.send(line).is_ok()
}

fn keep(complaints: &Mutex<VecDeque<String>>, line: String) -> bool {
    let Ok(mut complaints) = complaints.lock() else { return false };
    if complaints.len() == COMPLAINTS {
        complaints.pop_front();
    }
    complaints.push_back(line);
    true
}
