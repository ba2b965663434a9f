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

/// A dialogue with a program started for it. When dropped, it asks the program to quit, and then kills it.
#[derive(Debug)]
pub(super) struct ProgramDialogue {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    /// The last lines the program wrote to its standard error.
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// Closed when standard error has ended.
    complained: Receiver<()>,
}

/// Why there is no answer, in words that follow the program's name.
#[derive(Debug)]
pub(super) struct NoAnswer {
    words: String,
    late: bool,
}

/// The longest line, in bytes: a line without an end is cut.
const LONGEST: u64 = 1 << 20;

/// The interval at which the wait for an answer checks for an interrupt.
const LOOK: Duration = Duration::from_millis(100);

/// How many unread lines are buffered: a program that writes endlessly has to wait.
const WAITING: usize = 1000;

/// How many lines of standard error are kept.
const COMPLAINTS: usize = 3;

/// How long a program may take to quit when asked to.
const FAREWELL: Duration = Duration::from_millis(300);

impl ProgramDialogue {
    /// Starts a program.
    ///
    /// # Errors
    /// The system's error.
    pub(super) fn start(command: &[String]) -> io::Result<Self> {
        let [program, arguments @ ..] = command else {
            return Err(io::Error::other("no program is named"));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C at the terminal is meant for this process, which ends the match: it must not get lost because the program has
        // died of it.
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
        // These threads end with the program, or with whatever process still holds its streams.
        thread::spawn(move || read_lines(stdout, |line| send(&tell, line)));
        let (closed, complained) = sync_channel(0);
        thread::spawn(move || {
            read_lines(stderr, |line| keep(&kept, line));
            drop(closed);
        });
        Ok(ProgramDialogue { child, input, output, complaints, complained })
    }

    /// Sends a line and waits for the answer, which may be a refusal.
    ///
    /// # Errors
    /// Why there is no answer.
    pub(super) fn ask(
        &mut self,
        line: &str,
        limit: Duration,
    ) -> Result<Result<String, String>, NoAnswer> {
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
                    return Err(NoAnswer::ended("the wait was interrupted"));
                }
                Err(RecvTimeoutError::Timeout) if left > LOOK => continue,
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = limit.as_secs_f64();
                    let words = format!("it did not answer '{line}' within {seconds} s");
                    return Err(NoAnswer { words, late: true });
                }
            };
            match &mut answer {
                Some((good, text)) if word.trim().is_empty() => {
                    let text = text.trim().to_string();
                    return Ok(if *good { Ok(text) } else { Err(text) });
                }
                Some((_, text)) => *text += &format!("\n{word}"),
                None => {
                    // Anything before the answer is ignored.
                    let marked = |mark| word.strip_prefix(mark);
                    let begun =
                        marked('=').map(|it| (true, it)).or_else(|| Some((false, marked('?')?)));
                    answer = begun.map(|(good, text)| (good, text.to_string()));
                }
            }
        }
    }

    /// The program has exited, or has closed its output.
    fn ended(&mut self, line: &str) -> NoAnswer {
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
        NoAnswer::ended(&format!("it crashed at '{line}' ({status}){said}"))
    }
}

impl Drop for ProgramDialogue {
    fn drop(&mut self) {
        let watch = Stopwatch::start();
        // A program that no longer reads its input is killed anyway.
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

impl NoAnswer {
    pub(super) fn ended(words: &str) -> Self {
        NoAnswer { words: words.to_string(), late: false }
    }

    /// Whether the program has merely run out of time.
    pub(super) fn is_late(&self) -> bool {
        self.late
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// Reads lines until the stream ends or `wanted` returns false.
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
