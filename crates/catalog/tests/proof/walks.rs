//! What claims and their walks prove, and how much.

use std::collections::HashSet;

use crosscut_catalog::{AnyPosition, verify};

#[test]
fn a_ply_is_told_to_win_once_and_only_where_that_is_claimed() {
    let head = "crosscut certificate 1\ngame hex:size=2,opening=none\n\
                won V B1 B2\nwon V A2 B1\nplay B2>1 A2>2\n";
    let proved = |claims: &str| {
        let (_, it) = verify(&format!("{head}{claims}end\n")).unwrap();
        ((it.low, it.high), it.winning, it.not_winning)
    };
    let (win, draw) = ("claim at least win by B1\n", "claim at least draw by B1\n");
    let b1 = || vec!["B1".to_string()];
    assert_eq!(proved(&format!("{draw}walk >3\n")), ((0, 1), vec![], 0));
    assert_eq!(proved(&format!("{win}walk >3\n")), ((1, 1), b1(), 0));
    assert_eq!(proved(&format!("{draw}walk >3\n{win}walk >3\n{win}")), ((1, 1), b1(), 0));
    assert_eq!(proved(&format!("{win}walk >3\n{draw}walk >3\n")), ((1, 1), b1(), 0));
}

/// Lets the side to move play everything for some turns, whatever that is answered with, and then uses fact 4.
fn walk(position: &AnyPosition, turns: u32, known: &mut HashSet<String>, tokens: &mut Vec<String>) {
    let key = |it: &AnyPosition| format!("{:?} {}", it.turn(), it.text());
    if !known.insert(key(position)) {
        return;
    }
    if turns == 0 {
        tokens.push(">4".to_string());
        return;
    }
    for ply in position.moves() {
        let mut next = position.clone();
        next.play(&ply).unwrap();
        if !known.insert(key(&next)) {
            continue;
        }
        let bridge = ["E12", "F12"];
        let answer = match bridge.iter().position(|it| *it == ply) {
            Some(at) => bridge[1 - at].to_string(),
            None => next.moves().into_iter().find(|it| !bridge.contains(&it.as_str())).unwrap(),
        };
        next.play(&answer).unwrap();
        tokens.push(answer);
        if next.outcome().is_none() {
            walk(&next, turns - 1, known, tokens);
        }
    }
}

/// Where a fact is used the walk ends there: it is no deeper afterwards.
#[test]
fn a_walk_may_use_any_number_of_facts() {
    let stones: Vec<String> = (1..12).map(|row| format!("F{row}")).collect();
    let head = format!(
        "crosscut certificate 1\ngame hex:size=12,opening=none\nsetup V:{} turn:H\n\
         join V F11 high E12\njoin V F11 high F12\nplay E12>1 F12>2\njoin V low high {} / 3\n\
         claim at most loss\n",
        stones.join(","),
        stones.join(" ")
    );
    let (line, _) = verify(&format!("{head}walk >4\nend\n")).unwrap();
    let mut tokens = Vec::new();
    walk(line.position(), 2, &mut HashSet::new(), &mut tokens);
    let uses = tokens.iter().filter(|it| *it == ">4").count();
    assert!(uses > 6_000, "{uses}");
    let (_, verified) = verify(&format!("{head}walk {}\nend\n", tokens.join(" "))).unwrap();
    assert_eq!((verified.high, verified.facts), (-1, 4));
    assert!(verified.positions > 2 * uses, "{verified:?}");
}
