//! Facts, checked against the rules.

use std::collections::{BTreeSet, HashMap};

use crosscut_catalog::{AnyPosition, Line, Rng, Setup};

use super::{ROOM, certified, line, worth};

/// A fact: the side, what it needs, and what must be empty.
pub(super) type Fact = (String, BTreeSet<String>, BTreeSet<String>);

/// A fact, and whether the side wins by it, and does not only join two points.
type Said = (Fact, bool);

fn names(text: &str) -> BTreeSet<String> {
    text.split([' ', ',']).filter(|it| !it.is_empty()).map(str::to_string).collect()
}

/// The facts of a certificate, computed independently.
fn facts(text: &str) -> Vec<Said> {
    let mut facts: Vec<Said> = Vec::new();
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (side, cells) = rest.split_once(' ').unwrap_or((rest, ""));
        match word {
            "won" => {
                facts.push(((side.to_string(), names(cells), BTreeSet::new()), true));
            }
            "join" => {
                let (points, links) = cells.split_once('/').unwrap_or((cells, ""));
                let mut words: Vec<&str> = points.split_whitespace().collect();
                // Winning one of several games is not enough.
                let one = words[0].parse::<u32>().is_err();
                words.drain(..usize::from(!one));
                let wins = one && words[..2].iter().all(|it| ["low", "high"].contains(it));
                let mut fact = (side.to_string(), names(&words[2..].join(" ")), BTreeSet::new());
                for link in links.split_whitespace() {
                    let link = &facts[link.parse::<usize>().unwrap() - 1].0;
                    fact.1.extend(link.1.clone());
                    fact.2.extend(link.2.clone());
                }
                facts.push((fact, wins));
            }
            "most" => {
                let mut fact = (side.to_string(), BTreeSet::new(), BTreeSet::new());
                for link in cells.split_whitespace() {
                    let link = &facts[link.parse::<usize>().unwrap() - 1].0;
                    fact.1.extend(link.1.clone());
                    fact.2.extend(link.2.clone());
                }
                facts.push((fact, true));
            }
            "trees" => {
                let parts: Vec<_> = cells.split('/').map(names).collect();
                facts.push(((side.to_string(), parts[0].clone(), &parts[1] | &parts[2]), true));
            }
            "play" => {
                let mut fact = (String::new(), BTreeSet::new(), BTreeSet::new());
                let mut wins = true;
                for answer in rest.split_whitespace() {
                    let (turn, then) = answer.split_once('>').unwrap();
                    let (then, all) = &facts[then.parse::<usize>().unwrap() - 1];
                    wins = *all;
                    let turn = names(turn);
                    fact.0.clone_from(&then.0);
                    fact.1.extend(&then.1 - &turn);
                    fact.2.extend(&then.2 | &turn);
                }
                facts.push((fact, wins));
            }
            "dead" | "capture" => {
                let (less, more) = cells.split_once('/').unwrap_or((cells, ""));
                let less = names(less);
                let mut fact = facts[side.parse::<usize>().unwrap() - 1].0.clone();
                fact.1 = &(&fact.1 | &names(more)) - &less;
                if word == "capture" {
                    fact.2.extend(less);
                }
                facts.push((fact, true));
            }
            _ => {}
        }
    }
    facts
}

/// The cells of a board.
fn cells(line: &Line) -> BTreeSet<String> {
    let moves = Line::new(line.spec().clone()).position().moves();
    moves.into_iter().filter(|it| !it.contains(',') && it != "pass").collect()
}

/// A position with these stones of a side and those of the other, which is to move; `None` if the side has so many that it
/// had won before its last turn, which cannot happen in a game.
fn against(
    line: &Line,
    side: &str,
    mine: &BTreeSet<String>,
    theirs: &BTreeSet<String>,
) -> Option<AnyPosition> {
    let other = if side == "V" { "H" } else { "V" };
    let group = |side: &str, cells: &BTreeSet<String>| {
        let list: Vec<&str> = cells.iter().map(String::as_str).collect();
        if list.is_empty() { String::new() } else { format!("{side}:{} ", list.join(",")) }
    };
    let setup = format!("{}{}turn:{other}", group(side, mine), group(other, theirs));
    match line.spec().set_up(&Setup::parse(&setup).unwrap()) {
        Ok(position) => Some(position),
        Err(why) if why.to_string().starts_with(&format!("{side} had won before")) => None,
        Err(why) => panic!("{setup}: {why}"),
    }
}

/// Whether the side that is not to move wins, or has won, judged only by the rules.
fn is_won(position: Option<&AnyPosition>, side: &str, known: &mut HashMap<String, i8>) -> bool {
    let Some(position) = position else { return true };
    match position.outcome() {
        Some(_) => position.winner_side() == Some(side),
        None => worth(position, known) == -1,
    }
}

/// A line to positions of Quadrant Hex in which some cells no longer matter, but for its last two plies.
const FILLED: &str = "E2 D5 F6 C5 B4 A4 A1 F3 C6 F2 F4 A6 F1 B6 D2 D4 A5 B1 B5 E4";

#[test]
fn facts_hold_whatever_stands_elsewhere() {
    let mut rng = Rng::new(11);
    let mut tried = 0;
    for spec in [
        "hex:size=3,opening=none",
        "trellis:size=3,opening=none",
        "diagonal-bridg-it:size=3,opening=none",
        "bridg-it:size=3",
    ] {
        let line = line(spec, "");
        let (_, proof) = certified(&line, ROOM);
        let text = proof.unwrap();
        let cells = cells(&line);
        let mut known = HashMap::new();
        let wins = facts(&text).into_iter().filter(|it| it.1);
        for ((side, needs, carrier), _) in wins {
            for _ in 0..8 {
                let (mut mine, mut theirs) = (needs.clone(), BTreeSet::new());
                for cell in cells.iter().filter(|&it| !needs.contains(it) && !carrier.contains(it))
                {
                    match rng.below(4) {
                        0 => drop(mine.insert(cell.clone())),
                        1 => {}
                        _ => drop(theirs.insert(cell.clone())),
                    }
                }
                let position = against(&line, &side, &mine, &theirs);
                tried += 1;
                assert!(
                    is_won(position.as_ref(), &side, &mut known),
                    "{spec} {side} {needs:?} {carrier:?}\n{position:?}"
                );
            }
        }
    }
    assert!(tried > 600, "{tried}");
}

#[test]
fn facts_hold_on_a_board_that_is_filled_in() {
    facts_hold("hex:size=4,opening=none", "C2 A1 B2 B3", &["dead ", "capture ", " / "]);
}

#[test]
fn facts_hold_on_another_board_that_is_filled_in() {
    facts_hold("hex:size=4,opening=none", "B2 A1 C3 C2", &["capture ", " / "]);
}

#[test]
fn facts_hold_on_quarters_that_are_filled_in() {
    for last in ["A2 C3", "A2 D6"] {
        let moves = format!("{FILLED} {last}");
        facts_hold("quadrant-hex:size=6,opening=none", &moves, &["dead ", "capture ", " / "]);
    }
}

/// Certifies a position, and checks that dead or captured cells occur in the certificate with each of `words`, and that all its
/// facts are true.
fn facts_hold(spec: &str, moves: &str, words: &[&str]) {
    let line = line(spec, moves);
    let text = certified(&line, ROOM).1.unwrap();
    for word in words {
        let said = |line: &str| ["dead", "capture"].iter().any(|it| line.starts_with(it));
        assert!(text.lines().any(|line| said(line) && line.contains(word)), "{spec}: {word}");
    }
    let untrue = first_untrue(&line, &text, &mut HashMap::new(), &mut HashMap::new());
    assert_eq!(untrue, None, "{spec} {moves}\n{text}");
}

/// The first fact that is false: a side with only the stones that the fact needs loses if the other side has all others.
pub(super) fn first_untrue(
    line: &Line,
    text: &str,
    known: &mut HashMap<String, i8>,
    so: &mut HashMap<Fact, bool>,
) -> Option<Fact> {
    let cells = cells(line);
    let wins = facts(text).into_iter().filter(|it| it.1).map(|it| it.0);
    wins.into_iter().find(|fact| {
        let (side, needs, carrier) = fact;
        // Such a fact could never be used.
        if needs.iter().any(|it| carrier.contains(it)) {
            return false;
        }
        let holds = so.entry(fact.clone()).or_insert_with(|| {
            let elsewhere = &(&cells - needs) - carrier;
            is_won(against(line, side, needs, &elsewhere).as_ref(), side, known)
        });
        !*holds
    })
}
