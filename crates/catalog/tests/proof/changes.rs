//! A certificate that was changed never proves anything false.

use std::collections::{BTreeMap, HashMap};

use crosscut_catalog::{ProofError, Rng, verify};

use super::facts::first_untrue;
use super::{ROOM, certified, is_true, line};

/// Changes one word or character, regardless of meaning.
fn misspelt(text: &str, rng: &mut Rng) -> String {
    let mut changed: Vec<String> = text.split_inclusive(['\n', ' ']).map(str::to_string).collect();
    let mut at = || rng.below(changed.len() as u32) as usize;
    let (a, b) = (at(), at());
    match rng.below(6) {
        0 => drop(changed.remove(a)),
        1 => changed.swap(a, b),
        2 => changed[a] = changed[b].clone(),
        3 => {
            let again = changed[a].clone();
            changed.insert(b, again);
        }
        4 => {
            let (from, to) = rng.pick(&[
                ("win", "loss"),
                ("loss", "win"),
                ("least", "most"),
                ("most", "least"),
                ("V", "H"),
                ("H", "V"),
                ("1", "2"),
                ("2", "1"),
                ("3", "1"),
                ("A", "B"),
                ("B", "C"),
            ]);
            changed[a] = changed[a].replacen(from, to, 1);
        }
        _ => {
            // Replaces one character.
            let mut letters: Vec<char> = changed[a].chars().collect();
            let at = rng.below(letters.len() as u32) as usize;
            letters[at] = rng.pick(&['0', '1', '2', '9', 'A', 'C', '>', ',', '/', ' ', '\n', 'é']);
            changed[a] = letters.into_iter().collect();
        }
    }
    changed.concat()
}

/// Changes what a line of the proof says, but keeps its form.
fn rewritten(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_string).collect()).collect();
    let proof: Vec<usize> = (0..lines.len())
        .filter(|&at| {
            ["won", "join", "most", "trees", "play", "dead", "capture", "claim", "walk"]
                .contains(&lines[at][0].as_str())
        })
        .collect();
    if proof.is_empty() {
        return text.to_string();
    }
    let at = rng.pick(&proof);
    // Another line of the same kind.
    let alike: Vec<usize> =
        proof.iter().copied().filter(|&it| lines[it][0] == lines[at][0]).collect();
    let other = lines[rng.pick(&alike)].clone();
    let first =
        if ["won", "join", "most", "trees"].contains(&lines[at][0].as_str()) { 2 } else { 1 };
    if lines[at].len() <= first || other.len() <= first {
        return text.to_string();
    }
    let (word, theirs) = (
        first + rng.below((lines[at].len() - first) as u32) as usize,
        first + rng.below((other.len() - first) as u32) as usize,
    );
    let line = &mut lines[at];
    match line[0].as_str() {
        "claim" if line.len() > 3 => match rng.below(3) {
            0 => {
                let result = rng.pick(&[["least", "win"], ["least", "draw"], ["most", "loss"]]);
                line[2..4].clone_from_slice(&result.map(str::to_string));
            }
            1 => line.truncate(4),
            _ => *line = other,
        },
        // A cell, an answer or a token is left out, repeated, or taken from another line.
        _ => match rng.below(6) {
            0 | 1 => drop(line.remove(word)),
            2 => line[word].clone_from(&other[theirs]),
            3 => line.insert(word, other[theirs].clone()),
            4 if first == 2 => line[1] = if line[1] == "V" { "H" } else { "V" }.to_string(),
            4 => {
                let to = first + rng.below((line.len() - first) as u32) as usize;
                line.swap(word, to);
            }
            // The turn of one answer with the fact of another.
            _ => {
                let Some((turn, _)) = line[word].split_once('>') else { return text.to_string() };
                let Some((_, fact)) = other[theirs].split_once('>') else {
                    return text.to_string();
                };
                line[word] = format!("{turn}>{fact}");
            }
        },
    }
    lines.iter().map(|line| line.join(" ") + "\n").collect()
}

/// A line to a position in which both sides can win in some of the quadrants and on the whole board.
const QUADRANTS: &str =
    "E2 D5 F6 C5 B4 A4 A1 F3 C6 F2 F4 A6 F1 B6 D2 D4 A5 B1 B5 E4 E6 E1 C4 D1 B2 E3 C2";

#[test]
fn no_change_of_a_certificate_makes_it_prove_what_is_not_true() {
    let mut told = BTreeMap::new();
    let lines = [
        ("hex:size=3,opening=none", "B2"),
        ("hex:size=3,opening=none", "A1 C1"),
        ("hex:size=4,opening=none", "B3 A1 C2 B2"),
        ("hex:size=4,opening=none", "B3 A1 D1 C2 A4"),
        ("quadrant-hex:size=6,opening=none", QUADRANTS),
        ("bridg-it:size=2", ""),
        ("trellis:size=3,opening=none", "A1"),
        ("diagonal-bridg-it:size=3,opening=none", "A1 B3"),
        ("trail-mix:size=3", "B2 A1 C3"),
        ("trail-mix:size=4", "B2 A4 C4 D2 A2 C1 A1"),
        ("trail-mix:size=4", "B2 B3 D4 D2 A2 C1"),
        ("trichet:num_tiles=4,win_size=7", ""),
    ];
    for (spec, moves) in lines {
        let (mut known, mut so) = (HashMap::new(), HashMap::new());
        let line = line(spec, moves);
        let (_, proof) = certified(&line, ROOM);
        let text = proof.unwrap();
        let mut rng = Rng::new(3);
        for round in 0..2000 {
            let mut changed = if round % 2 == 0 { misspelt } else { rewritten }(&text, &mut rng);
            // A fault may take two changes.
            if round % 4 > 1 {
                changed = rewritten(&changed, &mut rng);
            }
            let result = match verify(&changed) {
                // It may prove something else of this game.
                Ok((line, verified)) if line.spec().to_string() == spec => {
                    assert!(
                        is_true(&line, &verified, &mut known),
                        "{verified:?}\n{changed}\nfrom\n{text}"
                    );
                    let untrue = first_untrue(&line, &changed, &mut known, &mut so);
                    assert_eq!(untrue, None, "{changed}\nfrom\n{text}");
                    if changed == text { "same" } else { "true" }
                }
                Ok(_) => "another game",
                Err(ProofError::Fault(_)) => "fault",
                Err(_) => "head",
            };
            *told.entry(result).or_insert(0) += 1;
        }
    }
    assert!(told["fault"] > 4000 && told["true"] > 200, "{told:?}");
}
