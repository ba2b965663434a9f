//! Runs the tests that reach a fault with the fault on.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use serde_json::Value;

use super::at_once::{folder_of, within};
use super::fault::Fault;

/// A program with tests.
#[derive(Debug)]
pub(super) struct Binary {
    path: PathBuf,
    /// The folder of its package, where its tests expect to run.
    folder: PathBuf,
}

impl Binary {
    /// Reads what cargo says of a program that it built.
    pub(super) fn read(message: &Value) -> Option<Self> {
        let path = PathBuf::from(message["executable"].as_str()?);
        let folder = folder_of(message["manifest_path"].as_str()?)?.to_path_buf();
        // What looks at the repository reaches no code of the crates.
        let is_test = message["profile"]["test"] == true && !folder.ends_with("xtask");
        is_test.then_some(Self { path, folder })
    }

    fn tests(&self) -> Result<Vec<String>, String> {
        let mut command = within(60.0, &self.path);
        command.current_dir(&self.folder).args(["--list", "--format", "terse"]);
        let output = command.output().map_err(|error| error.to_string())?;
        let lines = String::from_utf8_lossy(&output.stdout);
        Ok(lines
            .lines()
            .filter_map(|line| line.strip_suffix(": test"))
            .map(str::to_string)
            .collect())
    }

    /// Runs tests one after the other; returns the first that failed, or what ended them all.
    fn run(&self, tests: &[&str], seconds: f64, variable: (&str, &str)) -> Option<String> {
        let mut command = within(seconds, &self.path);
        command.current_dir(&self.folder).args(["--exact", "--test-threads=1"]).args(tests);
        command.env(variable.0, variable.1).stdin(Stdio::null()).stderr(Stdio::null());
        let output = match command.output() {
            Ok(output) if output.status.success() => return None,
            Ok(output) => output,
            Err(error) => return Some(error.to_string()),
        };
        if output.status.code() == Some(124) {
            return Some(format!("{} (out of time)", tests.join(" ")));
        }
        let lines = String::from_utf8_lossy(&output.stdout);
        let failed =
            lines.lines().find_map(|line| line.strip_suffix(" ... FAILED")?.strip_prefix("test "));
        Some(
            failed
                .map_or_else(|| format!("{} ({})", tests.join(" "), output.status), str::to_string),
        )
    }
}

/// A test, how long it takes, and the faults that it reaches.
#[derive(Debug)]
struct Test<'a> {
    binary: &'a Binary,
    name: String,
    seconds: f64,
    reaches: Vec<usize>,
    /// How many faults it was tried for, and how many of them it noticed.
    tried: AtomicUsize,
    noticed: AtomicUsize,
}

impl Test<'_> {
    /// How much it promises: the share of faults that it noticed so far, by its time.
    fn promise(&self) -> f64 {
        let [tried, noticed] =
            [&self.tried, &self.noticed].map(|it| it.load(Ordering::Relaxed) as f64);
        (noticed + 0.3) / (tried + 1.0) / (self.seconds + 0.05)
    }
}

/// Does something with each item, on twice as many threads as there are processors: many tests wait.
fn each<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let workers = 2 * thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

/// Finds out which test reaches what; leaves out those that fail without any fault.
fn record<'a>(folder: &Path, binaries: &'a [Binary]) -> Result<Vec<Test<'a>>, String> {
    let folder = folder.join("reached");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names = Vec::new();
    for binary in binaries {
        for name in binary.tests()? {
            names.push((names.len(), binary, name));
        }
    }
    let tests = Mutex::new(Vec::new());
    each(&names, |(n, binary, name)| {
        let file = folder.join(n.to_string());
        let begun = Instant::now();
        let variable = ("FAULTS_REACHED", file.to_string_lossy());
        if let Some(failed) = binary.run(&[name], 900.0, (variable.0, &variable.1)) {
            println!("left out, since it fails without any fault: {failed}");
            return;
        }
        let seconds = begun.elapsed().as_secs_f64();
        let reached = fs::read_to_string(&file).unwrap_or_default();
        let reaches = reached.lines().filter_map(|line| line.parse().ok()).collect();
        let (tried, noticed) = Default::default();
        let test = Test { binary, name: name.clone(), seconds, reaches, tried, noticed };
        tests.lock().expect("no test panics here").push(test);
    });
    Ok(tests.into_inner().expect("no test panics here"))
}

/// The tests of a fault, in their order, in groups that one process runs.
fn groups<'t, 'a>(tests: &[&'t Test<'a>]) -> Vec<Vec<&'t Test<'a>>> {
    let mut groups = Vec::new();
    let mut rest = tests;
    while !rest.is_empty() {
        // At first few, since the first often notices; later many, since a start takes time too.
        let most = 2 << groups.len().min(4);
        let mut seconds = 0.0;
        let fits = |it: &&&Test| {
            seconds += it.seconds;
            seconds < 20.0
        };
        let taken = rest.iter().take(most).take_while(fits).count().max(1);
        let mut by_binary: BTreeMap<&Path, Vec<&Test>> = BTreeMap::new();
        for test in &rest[..taken] {
            by_binary.entry(&test.binary.path).or_default().push(test);
        }
        groups.extend(by_binary.into_values());
        rest = &rest[taken..];
    }
    groups
}

/// Tries each fault, writes what came of it to `results.txt` (with its number: `FAULT_ON=NUMBER` turns it on in a program of
/// `mutants/tree/target`), and the faults that no test noticed to `missed.txt`.
pub(super) fn run(
    folder: &Path,
    binaries: &[Binary],
    faults: &[(usize, &Fault)],
    seconds: Option<f64>,
) -> Result<(), String> {
    let tests = record(folder, binaries)?;
    println!("{} tests", tests.len());
    let file = folder.join("results.txt");
    let results = File::create(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let missed = Mutex::new(Vec::new());
    each(faults, |(n, fault)| {
        let reaching = tests.iter().filter(|it| it.reaches.contains(n));
        let mut reaching: Vec<(f64, &Test)> = reaching.map(|it| (it.promise(), it)).collect();
        reaching.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut reaching: Vec<&Test> = reaching.into_iter().map(|it| it.1).collect();
        let all = reaching.len();
        if let Some(most) = seconds {
            let mut sum = 0.0;
            reaching.retain(|test| {
                sum += test.seconds;
                sum <= most
            });
        }
        let noticed = groups(&reaching).into_iter().find_map(|group| {
            let names: Vec<&str> = group.iter().map(|it| it.name.as_str()).collect();
            let expected: f64 = group.iter().map(|it| it.seconds).sum();
            let most = 15.0 + 4.0 * expected;
            let noticed = group[0].binary.run(&names, most, ("FAULT_ON", &n.to_string()));
            for test in &group {
                test.tried.fetch_add(1, Ordering::Relaxed);
                let by = noticed.as_ref().is_some_and(|by| *by == test.name);
                test.noticed.fetch_add(usize::from(by), Ordering::Relaxed);
            }
            noticed
        });
        let line = match &noticed {
            Some(by) => format!("noticed\t{n}\t{}\t{by}\n", fault.name),
            None => format!("missed\t{n}\t{}\t{} of {all} tests\n", fault.name, reaching.len()),
        };
        // One write for each line: those of other threads stay whole.
        let _ = (&results).write_all(line.as_bytes());
        if noticed.is_none() {
            missed.lock().expect("no worker panics").push(*n);
        }
    });
    let missed = missed.into_inner().expect("no worker panics");
    let mut text = String::new();
    for (_, fault) in faults.iter().filter(|(n, _)| missed.contains(n)) {
        let _ = writeln!(text, "{}", fault.name);
    }
    let file = folder.join("missed.txt");
    fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    println!(
        "{} of {} were noticed; the others: {}",
        faults.len() - missed.len(),
        faults.len(),
        file.display()
    );
    Ok(())
}
