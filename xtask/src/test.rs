//! Runs all tests, with a summary at the end.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{cargo, census, fuzz, instructions, needs, pages, succeed};

/// The options of `cargo xtask test`.
#[derive(Debug)]
pub(crate) struct Options {
    yes: bool,
    without: Vec<String>,
    fuzz_seconds: u32,
}

impl Options {
    pub(crate) fn parse(words: &[&str]) -> Result<Self, String> {
        let ci = std::env::var_os("CI").is_some();
        let mut options =
            Options { yes: ci, without: Vec::new(), fuzz_seconds: if ci { 15 } else { 10 } };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            match word {
                "--yes" => options.yes = true,
                "--without" => {
                    let names: Vec<&str> = needs::NEEDS.iter().map(|need| need.name).collect();
                    let name = words.next().filter(|name| names.contains(name));
                    let name =
                        name.ok_or_else(|| format!("--without takes one of {}", names.join(", ")))?;
                    options.without.push(name.to_string());
                }
                "--fuzz-seconds" => {
                    let number = words.next().and_then(|word| word.parse().ok());
                    options.fuzz_seconds = number.ok_or("--fuzz-seconds takes a number")?;
                }
                _ => {
                    return Err(format!("'{word}' is not an option of test: see cargo xtask help"));
                }
            }
        }
        Ok(options)
    }
}

/// The counts for the summary.
#[derive(Debug, Default)]
struct Tally {
    passed: u32,
    failed: Vec<String>,
    skipped: Vec<String>,
    /// The skipped tests that nobody asked to skip.
    missed: u32,
    /// The seconds each test took, where known.
    took: Vec<(f64, String)>,
    /// When the run began.
    begun: Option<Instant>,
    /// How much of the time went into compiling.
    building: Duration,
}

impl Tally {
    /// Announces the next step, with the time so far.
    fn head(&mut self, name: &str) {
        let minutes = self.begun.get_or_insert_with(Instant::now).elapsed().as_secs() / 60;
        println!("\n== {name} (after {minutes} min)");
    }

    /// Runs a step; returns whether it succeeded.
    fn step(&mut self, name: &str, run: impl FnOnce() -> Result<(), String>) -> bool {
        self.head(name);
        let begun = Instant::now();
        let done = run();
        self.count(name, begun.elapsed(), done)
    }

    /// Runs a step that compiles: its time counts as compilation.
    fn build(&mut self, name: &str, run: impl FnOnce() -> Result<(), String>) -> bool {
        let begun = Instant::now();
        let done = self.step(name, run);
        self.building += begun.elapsed();
        done
    }

    fn count(&mut self, name: &str, time: Duration, done: Result<(), String>) -> bool {
        self.took.push((time.as_secs_f64(), name.to_string()));
        match done {
            Ok(()) => {
                self.passed += 1;
                true
            }
            Err(error) => {
                println!("{name}: FAILED: {error}");
                self.failed.push(format!("{name}: {error}"));
                false
            }
        }
    }

    /// Parses a line from a test binary: `test NAME ... ok <0.123s>`.
    fn hear(&mut self, line: &str) {
        let Some((name, told)) = line.strip_prefix("test ").and_then(|it| it.split_once(" ... "))
        else {
            return;
        };
        let (told, time) = told.split_once(" <").unwrap_or((told, ""));
        let seconds = time.strip_suffix("s>").and_then(|it| it.parse().ok());
        self.took.extend(seconds.map(|it| (it, name.to_string())));
        match told {
            "ok" => self.passed += 1,
            "FAILED" => self.failed.push(name.to_string()),
            _ if told.starts_with("ignored") => {
                self.skipped.push(name.to_string());
                self.missed += 1;
            }
            _ => {}
        }
    }

    /// The slowest tests, in words.
    fn slowest(&self, most: usize) -> Vec<String> {
        let mut took: Vec<_> = self.took.iter().collect();
        took.sort_by(|a, b| b.0.total_cmp(&a.0));
        took.iter().take(most).map(|(seconds, name)| format!("{name}, {seconds:.1} s")).collect()
    }

    /// Records how long each test took, for `cargo xtask census`.
    fn keep_times(&self) {
        let lines: String =
            self.took.iter().map(|(seconds, name)| format!("{seconds:.3} {name}\n")).collect();
        if let Err(error) = std::fs::write(census::times(), lines) {
            println!("how long each took could not be kept: {error}");
        }
    }

    /// Whether the program that a step needs is there; if not, the step counts as skipped.
    fn may(&mut self, options: &Options, need: &str, name: &str) -> bool {
        let unwanted = options.without.iter().any(|it| it == need);
        let may = needs::met(need) && !unwanted;
        if !may {
            self.skipped.push(format!("{name} (no {need})"));
            self.missed += u32::from(!unwanted);
        }
        may
    }
}

pub(crate) fn run(options: &Options) -> Result<(), String> {
    needs::prepare(&options.without, options.yes);
    let mut tally = Tally::default();
    tally.step("formatting", || succeed(cargo().args(["fmt", "--all", "--check"])));
    tally.build("lints", || {
        succeed(cargo().args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ]))
    });
    tally.build("lints of the program for the terminal alone", || {
        let alone = ["--no-default-features", "--features", "terminal", "--locked"];
        succeed(cargo().arg("clippy").args(alone).args(["--", "-D", "warnings"]))
    });
    tally.build("documentation", || {
        let words = ["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"];
        succeed(cargo().args(words).env("RUSTDOCFLAGS", "-D warnings"))
    });
    tally.build("tests are built", || succeed(cargo().args(TESTS).args(["--tests", "--no-run"])));
    let counts = tally.may(options, "valgrind", "instruction counts")
        && tally.build("the bench is built", instructions::build);
    let fuzzes =
        tally.may(options, "c++", "fuzz") && tally.build("fuzz targets are built", fuzz::build);
    let mut browsers = Vec::new();
    for browser in pages::BROWSERS {
        let need =
            browser.need(|it| !needs::met(it) || options.without.iter().any(|name| name == it));
        if tally.may(options, need, browser.step) {
            browsers.push(browser);
        }
    }
    if !browsers.is_empty() && !tally.build("pages are built", pages::build) {
        browsers.clear();
    }
    // Pure computation, and the browsers with few tests, use the time left by the tests, which mostly wait for servers, mails
    // and clocks.
    let (most, few) = pages::by_load(&browsers);
    let in_browsers = |browsers: &[&pages::Browser]| -> Vec<Done> {
        let done = pages::in_turn(browsers, "").into_iter();
        done.map(|(browser, time, result)| (browser.step.to_string(), time, result)).collect()
    };
    std::thread::scope(|scope| {
        let beside = scope.spawn(move || {
            let mut done = compute(counts, fuzzes, options.fuzz_seconds);
            done.extend(in_browsers(&few));
            done
        });
        tests(&mut tally, options);
        for (name, time, result) in in_browsers(&most) {
            tally.count(&name, time, result);
        }
        for (name, time, result) in beside.join().expect("whatever panics there fails its step") {
            tally.count(&name, time, result);
        }
    });
    println!("\nwhat took longest, with whatever else ran beside it:");
    for told in tally.slowest(20) {
        println!("  {told}");
    }
    tally.keep_times();
    println!();
    for name in &tally.failed {
        println!("failed: {name}");
    }
    for name in &tally.skipped {
        println!("skipped: {name}");
    }
    println!(
        "{} passed, {} failed, {} skipped",
        tally.passed,
        tally.failed.len(),
        tally.skipped.len()
    );
    let minutes = |time: Duration| time.as_secs_f64() / 60.0;
    let all = tally.begun.map_or(Duration::ZERO, |it| it.elapsed());
    println!("{:.1} min, {:.1} of them compiling", minutes(all), minutes(tally.building));
    match (tally.failed.len(), tally.missed) {
        (0, 0) => Ok(()),
        (0, missed) => {
            Err(format!("{missed} skipped for want of a program; --without NAME accepts that"))
        }
        (failed, _) => Err(format!("{failed} failed")),
    }
}

/// A step's name, how long it took, and its result.
type Done = (String, Duration, Result<(), String>);

/// Counts the instructions, and then runs the fuzz targets on two cores.
fn compute(counts: bool, fuzzes: bool, seconds: u32) -> Vec<Done> {
    let timed = |name: String, run: &dyn Fn() -> Result<(), String>| {
        let begun = Instant::now();
        let result = run();
        (name, begun.elapsed(), result)
    };
    let mut done = Vec::new();
    if counts {
        done.push(timed("instruction counts".to_string(), &instructions::compare));
    }
    for pair in fuzz::TARGETS.chunks(2).filter(|_| fuzzes) {
        std::thread::scope(|scope| {
            let run = |target| timed(format!("fuzz {target}"), &|| fuzz::run(target, seconds));
            let running: Vec<_> =
                pair.iter().map(|target| (target, scope.spawn(move || run(target)))).collect();
            done.extend(running.into_iter().map(|(target, it)| {
                let panicked =
                    |_| (format!("fuzz {target}"), Duration::ZERO, Err("it panicked".to_string()));
                it.join().unwrap_or_else(panicked)
            }));
        });
    }
    done
}

/// The arguments that run all tests.
const TESTS: [&str; 4] = ["test", "--workspace", "--no-fail-fast", "--locked"];

/// Runs `cargo test` and adds up the reports of its test binaries.
fn tests(tally: &mut Tally, options: &Options) {
    tally.head("tests");
    let begun = Instant::now();
    let [mut command, mut examples] = [cargo(), cargo()];
    // Many of the tests wait for servers, mails and clocks: with one test per core, half of the machine would be idle.
    if std::env::var_os("RUST_TEST_THREADS").is_none() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        command.env("RUST_TEST_THREADS", (2 * cores).to_string());
    }
    // Test times are an unstable feature, which is allowed when tests run but not when they are built.
    let runner = r#"target.'cfg(unix)'.runner=["env","RUSTC_BOOTSTRAP=1"]"#;
    command.args(["--config", runner]).args(TESTS);
    command.args(["--tests", "--", "-Zunstable-options", "--report-time"]);
    examples.args(TESTS).arg("--doc");
    if options.without.iter().any(|it| it == "postgresql") {
        command.env("CROSSCUT_WITHOUT_POSTGRESQL", "1");
        tally.skipped.push("the club on PostgreSQL (no postgresql)".to_string());
    }
    let servers = ["postfix", "dovecot", "dovecot-lmtp"];
    if options.without.iter().any(|it| servers.contains(&it.as_str())) {
        command.env("CROSSCUT_WITHOUT_POSTFIX", "1");
        tally.skipped.push("the club through Postfix and Dovecot (one is missing)".to_string());
    }
    if options.without.iter().any(|it| it == "opendkim") {
        command.env("CROSSCUT_WITHOUT_OPENDKIM", "1");
        tally.skipped.push("a signature that a real server has checked (no opendkim)".to_string());
    }
    if options.without.iter().any(|it| it == "fail2ban") {
        command.env("CROSSCUT_WITHOUT_FAIL2BAN", "1");
        tally.skipped.push("whom fail2ban finds in the log (no fail2ban)".to_string());
    }
    if options.without.iter().any(|it| it == "borg") {
        command.env("CROSSCUT_WITHOUT_BORG", "1");
        tally.skipped.push("backups of which many are kept (no borg)".to_string());
    }
    for mut command in [command, examples] {
        let before = tally.failed.len();
        match add_up(&mut command, tally) {
            Ok(true) => {}
            // It failed without a failing test: it did not build, or a binary crashed.
            Ok(false) if tally.failed.len() == before => {
                tally.failed.push("cargo test".to_string());
            }
            Ok(false) => {}
            Err(error) => tally.failed.push(format!("cargo test: {error}")),
        }
    }
    tally.took.push((begun.elapsed().as_secs_f64(), "tests".to_string()));
}

fn add_up(command: &mut Command, tally: &mut Tally) -> std::io::Result<bool> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    for line in lines {
        let line = line?;
        println!("{line}");
        tally.hear(&line);
    }
    Ok(child.wait()?.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_tests_report_is_added_up() {
        let mut tally = Tally::default();
        for line in [
            "running 5 tests",
            "test a ... ok <0.250s>",
            "test b::c ... FAILED <61.500s>",
            "test d ... ignored, it is not done",
            "test crates/x/src/lib.rs - y (line 3) ... ok",
            "test result: FAILED. 2 passed; 1 failed; 1 ignored",
        ] {
            tally.hear(line);
        }
        assert_eq!((tally.passed, tally.missed), (2, 1));
        assert_eq!(tally.failed, ["b::c"]);
        assert_eq!(tally.took, [(0.25, "a".to_string()), (61.5, "b::c".to_string())]);
        assert_eq!(tally.slowest(1), ["b::c, 61.5 s"]);
    }
}
