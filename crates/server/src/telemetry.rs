use std::io::{IsTerminal, Write};

use anyhow::Context;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat};

/// Sets up the log on standard error, as configured. A second call changes nothing.
///
/// # Errors
/// The filter is not valid.
pub fn log(config: &Config) -> anyhow::Result<()> {
    let mut filter = EnvFilter::try_new(&config.log)
        .with_context(|| format!("'{}' does not say what to log", config.log))?;
    // It logs an unreadable passkey byte by byte, however long a stranger has made it.
    for quiet in ["webauthn_rs=off", "webauthn_rs_core=off"] {
        filter = filter.add_directive(quiet.parse()?);
    }
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(|| OneLine(std::io::stderr()))
        // Otherwise a failure to write the log, on a full disk, say, is reported to the same place, which panics: the
        // caller would get no answer.
        .log_internal_errors(false)
        .with_target(false);
    // A panic's message may have many lines: it goes through the log, too.
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
    // An error means that a subscriber is already set.
    let _ = match config.log_format {
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
    Ok(())
}

/// Writes each event as one line, whatever it contains: a stranger's words must not start a line of their own.
struct OneLine<W>(W);

impl<W: Write> Write for OneLine<W> {
    /// An event arrives whole, with its line break.
    fn write(&mut self, event: &[u8]) -> std::io::Result<usize> {
        let line = event.strip_suffix(b"\n").unwrap_or(event);
        if line.iter().any(|it| matches!(it, b'\n' | b'\r')) {
            let text = String::from_utf8_lossy(line).replace('\n', "\\n").replace('\r', "\\r");
            self.0.write_all(text.as_bytes())?;
            self.0.write_all(b"\n")?;
        } else {
            self.0.write_all(event)?;
        }
        Ok(event.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// The metrics of this process, for `/metrics`.
#[derive(Clone)]
pub(crate) struct Figures(PrometheusHandle);

impl Figures {
    /// Starts counting. There is one recorder in a process: later calls get the first one's.
    pub(crate) fn count() -> anyhow::Result<Self> {
        static COUNT: std::sync::OnceLock<PrometheusHandle> = std::sync::OnceLock::new();
        if let Some(handle) = COUNT.get() {
            return Ok(Figures(handle.clone()));
        }
        let seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
        let batch = Matcher::Full("crosscut_batch_commands".to_string());
        let recorder = PrometheusBuilder::new()
            .set_buckets(&seconds)?
            .set_buckets_for_metric(batch, &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0])?
            .build_recorder();
        let handle = COUNT.get_or_init(|| recorder.handle()).clone();
        // Two callers may get here at the same time; the second recorder is dropped with its handle.
        if metrics::set_global_recorder(recorder).is_ok() {
            describe();
        }
        Ok(Figures(handle))
    }

    /// All metrics in Prometheus' text format.
    pub(crate) fn render(&self) -> String {
        self.0.render()
    }

    /// Processes what has accumulated since the last call.
    pub(crate) fn upkeep(&self) {
        self.0.run_upkeep();
    }
}

impl std::fmt::Debug for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Figures").finish_non_exhaustive()
    }
}

fn describe() {
    use metrics::{describe_counter, describe_gauge, describe_histogram};
    describe_counter!("crosscut_commands_total", "Commands, by whether they were carried out");
    describe_counter!("crosscut_events_total", "Events written");
    describe_histogram!("crosscut_commit_seconds", "How long a transaction takes");
    describe_histogram!("crosscut_command_seconds", "From a command to its answer");
    describe_histogram!("crosscut_batch_commands", "How many commands share a transaction");
    describe_gauge!("crosscut_listeners", "Open event streams");
    describe_gauge!("crosscut_thinking", "Matches the computer thinks about");
    describe_gauge!("crosscut_thoughts_waiting", "Matches the computer has still to think about");
    describe_counter!(
        "crosscut_mails_total",
        "Mails, by way: in, out, lost, aside (ended the server twice), unanswered (asked too often)"
    );
    describe_gauge!("crosscut_reports_open", "Reports of members that no operator has dealt with");
    describe_gauge!("crosscut_connections", "Open connections");
    describe_counter!("crosscut_connections_refused_total", "Connections refused, being too many");
    describe_counter!("crosscut_requests_total", "Requests, by status");
    describe_histogram!("crosscut_request_seconds", "From a request to the head of its response");
    // What has not happened yet is reported as 0, so that monitoring sees the first time.
    metrics::counter!("crosscut_connections_refused_total").increment(0);
    for gauge in ["crosscut_listeners", "crosscut_thinking", "crosscut_thoughts_waiting"] {
        metrics::gauge!(gauge).set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line() {
        let mut written = OneLine(Vec::new());
        written.write_all(b"one\n").unwrap();
        written.write_all("a\nb\r\nc\u{e9}\n".as_bytes()).unwrap();
        assert_eq!(String::from_utf8(written.0).unwrap(), "one\na\\nb\\r\\nc\u{e9}\n");
    }
}
