use std::collections::HashMap;
use std::fmt::Write;

use crosscut_catalog::Spec;

use super::rows::{Effort, SolvedBoard};

/// The estimated effort for the boards of a game that are too large, from those of which only the value was asked for.
pub(super) fn told(rows: &[SolvedBoard], known: &HashMap<String, String>) -> String {
    let cells = |row: &SolvedBoard| row.spec.parse::<Spec>().map_or(0, |spec| spec.start().count());
    let measured =
        |row: &&SolvedBoard| !row.all && !row.proof && known.contains_key(&row.command());
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
    let guesses: Vec<&SolvedBoard> = rows.iter().filter(|it| it.effort == Effort::Guess).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_boards_say_what_a_larger_one_takes() {
        let row = |spec, effort| SolvedBoard { spec, all: false, proof: false, effort };
        let rows = [
            row("hex:size=3,opening=none", Effort::Quick),
            row("hex:size=4,opening=none", Effort::Quick),
            row("hex:size=5,opening=none", Effort::Guess),
            // A row with every move says nothing about the value alone.
            SolvedBoard { all: true, ..row("hex:size=2,opening=none", Effort::Quick) },
        ];
        let line = |row: &SolvedBoard, nodes: u32| {
            let (command, seconds) = (row.command(), f64::from(nodes) / 1000.0);
            (command, format!("| {} | win for V | | {nodes} | {seconds} | |", row.spec))
        };
        // Seven more cells took ten to the seventh as many: each of nine more takes ten times as many.
        let known = [(&rows[0], 1), (&rows[1], 10_000_000), (&rows[3], 99)];
        let known: HashMap<_, _> = known.map(|(row, nodes)| line(row, nodes)).into();
        let said = told(&rows, &known);
        assert_eq!(
            said,
            "\nFrom measured growth: the value alone took 1 nodes with 9 cells, 10000000 nodes with 16 cells; by the last \
             two, a cell more takes 10.00 times as many.\n`hex:size=5,opening=none` would then take about 10^16.0 nodes, \
             10^6 years of one thread at the speed of the largest solved.\n"
        );
        assert_eq!(told(&rows[..2], &known), "");
        assert_eq!(told(&rows[1..], &known), "");
    }
}
