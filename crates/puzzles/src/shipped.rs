use std::collections::HashMap;
use std::sync::LazyLock;

use crate::puzzle::{Puzzle, read};

/// The puzzles that come with the program.
static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let text = include_str!("../starter.jsonl");
    read(text).unwrap_or_else(|(line, fault)| panic!("starter.jsonl, line {line}: {fault}"))
});

static BY_ID: LazyLock<HashMap<&str, &Puzzle>> =
    LazyLock::new(|| PUZZLES.iter().map(|it| (it.id.as_str(), it)).collect());

/// The puzzles that come with the program: by game in the order of the list, easy ones first.
#[must_use]
pub fn shipped() -> &'static [Puzzle] {
    &PUZZLES
}

/// The shipped puzzle with this id.
pub fn find(id: &str) -> Option<&'static Puzzle> {
    BY_ID.get(id).copied()
}

/// The puzzle for a day, counted from 1 January 1970 (UTC). Over as many days as there are puzzles each has its day, and
/// consecutive ones are of different games.
pub fn daily(day: i64) -> &'static Puzzle {
    let n = PUZZLES.len();
    // Near the golden section of the set, and coprime with its size: every puzzle is reached.
    let step = (n * 618 / 1000..n).find(|&step| gcd(step, n) == 1).unwrap_or(1);
    let day = day.rem_euclid(n as i64) as usize;
    &PUZZLES[day * step % n]
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
