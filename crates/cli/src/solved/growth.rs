use std::collections::HashMap;
use std::fmt::Write;

use crosscut_catalog::Spec;

use super::rows::{Effort, Row};

/// What the boards of a game that are too large would need, from those whose value alone was asked for.
pub(super) fn told(rows: &[Row], known: &HashMap<String, String>) -> String {
    let cells = |row: &Row| row.spec.parse::<Spec>().map_or(0, |spec| spec.start().count());
    let measured = |row: &&Row| !row.all && !row.proof && known.contains_key(&row.command());
    let mut done: Vec<(usize, f64, f64)> = rows
        .iter()
        .filter(measured)
        .filter_map(|row| {
            let line = known.get(&row.command())?;
            let words: Vec<&str> = line.split('|').map(str::trim).collect();
            Some((cells(row), words.get(4)?.parse().ok()?, words.get(5)?.parse().ok()?))
        })
        .collect();
    done.sort_by_key(|&(cells, ..)| cells);
    let guesses: Vec<&Row> = rows.iter().filter(|it| it.effort == Effort::Guess).collect();
    let (&[.., (fewer, few, _), (more, many, time)], false) = (&done[..], guesses.is_empty())
    else {
        return String::new();
    };
    let growth = (many.log10() - few.log10()) / (more - fewer) as f64;
    let each: Vec<String> = done
        .iter()
        .map(|(cells, nodes, _)| format!("{nodes:.0} nodes with {cells} cells"))
        .collect();
    let mut text = format!(
        "\nFrom measured growth: the value alone took {}; by the last two, a cell more takes {:.2} times as many.\n",
        each.join(", "),
        10f64.powf(growth)
    );
    for row in guesses {
        let digits = many.log10() + growth * (cells(row) - more) as f64;
        let days = 10f64.powf(digits) * (time / many) / 86_400.0;
        let time = if days < 1000.0 {
            format!("{days:.0} days")
        } else {
            format!("10^{:.0} years", (days / 365.0).log10())
        };
        let _ = writeln!(
            text,
            "`{}` would then take about 10^{digits:.1} nodes, {time} of one thread at the speed of the largest solved.",
            row.spec
        );
    }
    text
}
