//! The speed of the search by number of threads, and its memory use: `threads SPEC SECONDS [MEGABYTES]`.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Duration;

use crosscut_catalog::{Budget, Spec};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [spec, seconds, rest @ ..] = &words[..] else {
        return Err("write: threads SPEC SECONDS [MEGABYTES]".into());
    };
    let position = spec.parse::<Spec>()?.start();
    let time = Duration::from_secs_f64(seconds.parse()?);
    let mut budget = Budget::time(time);
    if let Some(megabytes) = rest.first() {
        budget = budget.with_memory(megabytes.parse::<usize>()? << 20);
    }
    let mut before = cpu_seconds();
    for threads in [1, 2] {
        let budget = Budget { threads, ..budget.clone() };
        let Some(found) = position.analyse(&budget, &mut |_| ControlFlow::Continue(())) else {
            continue;
        };
        let rate = found.simulations as f64 / found.time.as_secs_f64();
        // On a machine busy with other work, CPU time is the better measure.
        let cpu = std::mem::replace(&mut before, cpu_seconds());
        let per_cpu = found.simulations as f64 / (before - cpu);
        let over = found.time.saturating_sub(time);
        println!(
            "{spec}: {threads} threads, {rate:.0} simulations a second, {per_cpu:.0} a CPU second, {} nodes, {over:.0?} over time",
            found.nodes
        );
    }
    // The peak memory of this process, where the system reports it.
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status.lines().find(|line| line.starts_with("VmHWM"));
        println!("{}", peak.unwrap_or_default());
    }
    Ok(())
}

/// The CPU time of all threads so far, where the system reports it in hundredths of a second.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2);
    ticks.filter_map(|it| it.parse::<f64>().ok()).sum::<f64>() / 100.0
}
