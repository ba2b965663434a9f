//! Certificates: what is solved can be proved, and what is not true cannot.

#![expect(clippy::unwrap_used, reason = "what fails here fails a test")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use crosscut_catalog::{
    AnyPosition, Limits, Line, Outcome, ProofError, Question, Rng, Setup, Solution, Task,
    Uncertified, Value, Verified, verify,
};

const ALL: Question = Question { all: true, plies: false };
const ROOM: usize = 1 << 28;

fn line(spec: &str, moves: &str) -> Line {
    let mut line = Line::new(spec.parse().unwrap());
    for ply in moves.split_whitespace() {
        line.play(ply).unwrap();
    }
    line
}

fn certified(line: &Line, room: usize) -> (Solution<String>, Result<String, Uncertified>) {
    asked(line, ALL, Limits::default(), room)
}

fn asked(
    line: &Line,
    question: Question,
    limits: Limits,
    room: usize,
) -> (Solution<String>, Result<String, Uncertified>) {
    let mut watch = |_: &_| ControlFlow::Continue(());
    let task = Task { question, limits, checkpoint: None, certificate: Some(room) };
    let (solution, proof) = line.certify(task, &mut watch).unwrap();
    (solution, proof.unwrap())
}

/// Whether what a certificate says is what was found out.
fn agrees(verified: &Verified, solution: &Solution<String>) -> bool {
    let value = match solution.value.unwrap() {
        Value::Win => (1, 1),
        Value::Draw => (0, 0),
        Value::Loss => (-1, -1),
    };
    let all = verified.winning == solution.winning
        && (value.0 < 1 || verified.winning.len() + verified.not_winning == verified.legal);
    (verified.low.max(-1), if value.0 == 1 { 1 } else { verified.high }) == value && all
        || value == (-1, -1) && verified.high == -1
}

/// The plies are looked for in some time, so what that leaves in the table is another thing each time. Here the table is
/// so small that it loses by it what was proved.
#[test]
fn a_certificate_is_the_same_text_whether_plies_are_counted_or_not() {
    for (spec, moves) in [
        ("hex:size=4,opening=none", "A1"),
        ("hex:size=5,opening=none", "B2"),
        ("trail-mix:size=4", ""),
        ("trellis:size=5,opening=none", "C3 A1,B3 B4"),
    ] {
        let line = line(spec, moves);
        let [without, with] = [false, true].map(|plies| {
            let limits = Limits { memory: 1 << 16, ..Limits::default() };
            let (solution, text) = asked(&line, Question { plies, ..ALL }, limits, ROOM);
            (solution.nodes, text.unwrap())
        });
        assert!(without.0 < with.0, "plies were looked for");
        assert_eq!(without.1, with.1, "{spec} {moves}");
    }
}

#[test]
fn what_is_solved_is_proved_in_every_game() {
    let lines = [
        ("trellis:size=3,opening=none", ""),
        ("trellis:size=3,opening=none", "pass"),
        ("trellis:size=3,opening=none", "A1"),
        ("trellis:size=3,opening=swap", ""),
        ("trellis:size=3", "A1 B2"),
        ("trellis:size=5,opening=none", "C3 A1,B3 B4,D3 E1,E4"),
        ("original-trellis:size=9,opening=none", ""),
        ("diagonal-bridg-it:size=3,opening=none", ""),
        ("diagonal-bridg-it:size=3,opening=none", "pass"),
        ("diagonal-bridg-it:size=3,opening=none", "B2 A1 pass"),
        ("trellis:size=3,opening=none", "B2 A1 pass"),
        ("diagonal-bridg-it:size=3", ""),
        ("diagonal-bridg-it:size=3", "B2"),
        ("diagonal-bridg-it:size=7,opening=none", "A1 D4"),
        ("bridg-it:size=2", ""),
        ("bridg-it:size=3", "A1"),
        ("bridg-it:size=4,opening=swap", ""),
        ("bridg-it:size=6", ""),
        ("hex:size=2", ""),
        ("hex:size=2", "B1"),
        ("hex:size=3,opening=none", ""),
        ("hex:size=4,opening=none", "B2"),
        ("hex:size=4", "A1"),
        ("quadrant-hex:size=6,opening=none", ""),
        ("trail-mix:size=3", ""),
        ("trail-mix:size=3,opening=swap", ""),
        ("trail-mix:size=3", "B2"),
        ("trail-mix:size=4", ""),
        ("trail-mix:size=4", "B2 B3"),
        ("trail-mix:size=4,opening=swap", ""),
        ("trail-mix:size=4,tokens=20", "B2 C2 A1 C4 D1"),
        ("trichet:num_tiles=4,win_size=7", ""),
        ("trichet:num_tiles=6,win_size=7", ""),
        ("plexus:size=3", ""),
        ("plexus:size=3,final=none", ""),
    ];
    for (spec, moves) in lines {
        let mut line = line(spec, moves);
        // What is too much for the rules alone is played on at random.
        if spec.starts_with("original") || spec.starts_with("quadrant") {
            let mut rng = Rng::new(7);
            while line.position().count() > 10 {
                let moves = line.position().moves();
                let ply = moves[rng.below(moves.len() as u32) as usize].clone();
                line.play(&ply).unwrap();
                if line.position().outcome().is_some() {
                    line.undo();
                }
            }
        }
        let (solution, proof) = certified(&line, ROOM);
        let text = proof.unwrap_or_else(|error| panic!("{spec} {moves}: {error}"));
        let (read, verified) =
            verify(&text).unwrap_or_else(|error| panic!("{spec} {moves}: {error}\n{text}"));
        assert_eq!(read.position().text(), line.position().text());
        assert!(agrees(&verified, &solution), "{spec} {moves}: {verified:?} and {solution:?}");
    }
}

/// What a position is worth to the side to move, by nothing but the rules and everything that can happen.
fn worth(position: &AnyPosition, known: &mut HashMap<String, i8>) -> i8 {
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Drawn => 0,
            Outcome::Won(_) => unreachable!("only positions that go on are asked about"),
        };
    }
    let turn = position.turn();
    // Whether a pass would end the game is not seen on the board.
    let mut passed = position.clone();
    let ends = passed.play("pass").is_ok() && passed.outcome().is_some();
    let key = format!("{}{:?}{}{ends}", position.text(), turn, position.moves().join(" "));
    if let Some(&worth) = known.get(&key) {
        return worth;
    }
    let best = position.moves().into_iter().map(|ply| gets(position, &ply, known)).max().unwrap();
    known.insert(key, best);
    best
}

/// What the side to move gets with a ply.
fn gets(position: &AnyPosition, ply: &str, known: &mut HashMap<String, i8>) -> i8 {
    let mut next = position.clone();
    next.play(ply).unwrap();
    let mover = position.turn().unwrap();
    match next.outcome() {
        Some(Outcome::Drawn) => 0,
        Some(Outcome::Won(seat)) => {
            if seat == mover {
                1
            } else {
                -1
            }
        }
        None if next.turn() == Some(mover) => worth(&next, known),
        None => -worth(&next, known),
    }
}

/// Whether what is proved is so.
fn is_true(line: &Line, verified: &Verified, known: &mut HashMap<String, i8>) -> bool {
    let position = line.position();
    let worth = worth(position, known);
    (verified.low..=verified.high).contains(&worth)
        && verified.winning.iter().all(|ply| gets(position, ply, known) == 1)
}

/// A fact: the side, what it needs, and what must be empty.
type Fact = (String, BTreeSet<String>, BTreeSet<String>);

/// A fact, and whether it is one by which the side wins, and not only joins two points.
type Said = (Fact, bool);

fn names(text: &str) -> BTreeSet<String> {
    text.split([' ', ',']).filter(|it| !it.is_empty()).map(str::to_string).collect()
}

/// What the facts of a certificate say, worked out once more.
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
                // To win one of several games is not enough.
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

/// A position with these stones of a side and those of the other, which is to move.
fn against(
    line: &Line,
    side: &str,
    mine: &BTreeSet<String>,
    theirs: &BTreeSet<String>,
) -> AnyPosition {
    let other = if side == "V" { "H" } else { "V" };
    let group = |side: &str, cells: &BTreeSet<String>| {
        let list: Vec<&str> = cells.iter().map(String::as_str).collect();
        if list.is_empty() { String::new() } else { format!("{side}:{} ", list.join(",")) }
    };
    let setup = format!("{}{}turn:{other}", group(side, mine), group(other, theirs));
    line.spec().set_up(&Setup::parse(&setup).unwrap()).unwrap()
}

/// Whether the side that is not to move wins, by nothing but the rules.
fn is_won(position: &AnyPosition, side: &str, known: &mut HashMap<String, i8>) -> bool {
    match position.outcome() {
        Some(_) => position.winner_side() == Some(side),
        None => worth(position, known) == -1,
    }
}

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
                    is_won(&position, &side, &mut known),
                    "{spec} {side} {needs:?} {carrier:?}\n{position}"
                );
            }
        }
    }
    assert!(tried > 600, "{tried}");
}

/// Changes one word or character, whatever it means.
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
            // One character is another one.
            let mut letters: Vec<char> = changed[a].chars().collect();
            let at = rng.below(letters.len() as u32) as usize;
            letters[at] = rng.pick(&['0', '1', '2', '9', 'A', 'C', '>', ',', '/', ' ', '\n', 'é']);
            changed[a] = letters.into_iter().collect();
        }
    }
    changed.concat()
}

/// Changes what a line of the proof says, and leaves it such a line.
fn rewritten(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_string).collect()).collect();
    let proof: Vec<usize> = (0..lines.len())
        .filter(|&at| {
            ["won", "join", "most", "trees", "play", "claim", "walk"]
                .contains(&lines[at][0].as_str())
        })
        .collect();
    if proof.is_empty() {
        return text.to_string();
    }
    let at = rng.pick(&proof);
    // Another line of its kind.
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
        // A cell, an answer or a token less, once more, or another's.
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

/// The first fact that is not so: whoever has the least stones it may have loses against all others.
fn first_untrue(
    line: &Line,
    text: &str,
    known: &mut HashMap<String, i8>,
    so: &mut HashMap<Fact, bool>,
) -> Option<Fact> {
    let cells = cells(line);
    let wins = facts(text).into_iter().filter(|it| it.1).map(|it| it.0);
    wins.into_iter().find(|fact| {
        let (side, needs, carrier) = fact;
        // It could never be used.
        if needs.iter().any(|it| carrier.contains(it)) {
            return false;
        }
        let holds = so.entry(fact.clone()).or_insert_with(|| {
            let elsewhere = &(&cells - needs) - carrier;
            is_won(&against(line, side, needs, &elsewhere), side, known)
        });
        !*holds
    })
}

/// A line to where both sides win in some of the quadrants and on the whole board.
const QUADRANTS: &str =
    "E2 D5 F6 C5 B4 A4 A1 F3 C6 F2 F4 A6 F1 B6 D2 D4 A5 B1 B5 E4 E6 E1 C4 D1 B2 E3 C2";

#[test]
fn no_change_of_a_certificate_makes_it_prove_what_is_not_true() {
    let mut told = BTreeMap::new();
    let lines = [
        ("hex:size=3,opening=none", "B2"),
        ("hex:size=3,opening=none", "A1 C1"),
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
            // What is wrong may take two changes.
            if round % 4 > 1 {
                changed = rewritten(&changed, &mut rng);
            }
            let result = match verify(&changed) {
                // Another, smaller claim of this game, or of one that is as small.
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

#[test]
fn a_certificate_that_is_too_large_is_refused_in_a_sentence() {
    let (solution, proof) = certified(&line("hex:size=4,opening=none", ""), 1 << 12);
    assert_eq!(solution.value, Some(Value::Win));
    assert_eq!(
        proof.unwrap_err().to_string(),
        "the certificate would take more than the 0 MiB it may take: ask for less, or allow more"
    );
}

fn fault(text: &str) -> String {
    verify(text).unwrap_err().to_string()
}

#[test]
fn what_is_wrong_with_a_certificate_is_said() {
    let head = "crosscut certificate 1\ngame hex:size=2,opening=none\n";
    let good = format!(
        "{head}won V B1 B2\nwon V A2 B1\nplay B2>1 A2>2\nclaim at least win by B1\nwalk >3\nend\n"
    );
    let (_, verified) = verify(&good).unwrap();
    assert_eq!((verified.low, &verified.winning[..]), (1, &["B1".to_string()][..]));
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from));
        fault(&good.replacen(from, to, 1))
    };
    assert_eq!(fault(""), "line 0: everything is missing: the file is cut off");
    assert_eq!(
        fault("crosscut"),
        "line 1: no certificate: it would begin with 'crosscut certificate 1'"
    );
    assert_eq!(
        changed("1\n", "2\n"),
        "line 1: a certificate of another version: this program reads 'crosscut certificate 1'"
    );
    assert_eq!(changed("hex:", "hexx:"), "there is no game 'hexx': did you mean hex?");
    assert_eq!(changed("end\n", ""), "line 7: the line 'end' is missing: the file is cut off");
    assert_eq!(changed("end\n", "end\nend\n"), "line 9: there is something after the line 'end'");
    assert_eq!(
        changed("B1 B2", "B1 A1"),
        "line 3: a side is said to have won with stones that do not win"
    );
    assert_eq!(changed("B1 B2", "B1 B9"), "line 3: there is no cell 'B9'");
    assert_eq!(changed("won V", "won X"), "line 3: there is no side 'X'");
    assert_eq!(changed("B2>1 A2>2", "B2>1"), "line 5: there is no answer to B2");
    assert_eq!(changed("A2>2", "A2>3"), "line 5: there is no fact 3 before this one");
    assert_eq!(changed(">3", ">1"), "line 7: fact 1 does not hold for the position it is used in");
    assert_eq!(changed(">3", ">4"), "line 7: there is no fact '4'");
    assert_eq!(changed("walk >3\n", ""), "line 6: the walk ends where a ply is wanted");
    assert_eq!(changed(">3", ">3 A1"), "line 7: the walk goes on after everything is proved");
    assert_eq!(
        changed("by B1", "by B3"),
        "line 6: B3: B3 is not on this board: columns go from A to B, rows from 1 to 2"
    );
    assert_eq!(
        changed("at least win", "a win"),
        "line 6: a claim is 'at least' or 'at most', and 'win', 'draw' or 'loss'"
    );
    assert_eq!(
        fault(&format!("{head}moves B1 A1 B2\nclaim at least loss\nend\n")),
        "line 4: the game is over, and nothing is left to prove"
    );
    assert_eq!(changed("won V", "owns V"), "line 3: a line cannot begin with 'owns' here");
}

#[test]
fn a_form_is_proved_for_whoever_is_to_move() {
    let swap = "crosscut certificate 1\ngame trail-mix:size=3,opening=swap\n";
    let closed = swap.replace(",opening=swap", "");
    // Without a swap b2 wins.
    let claim = "claim at least win by b2\nwalk c2 a3";
    let (_, verified) = verify(&format!("{closed}{claim}\nend\n")).unwrap();
    assert_eq!(verified.winning, ["b2"]);
    assert_eq!(
        fault(&format!("{swap}{claim}\nend\n")),
        "line 4: the walk ends where a ply is wanted"
    );
    // After the swap and any answer the board is like one that was proved, but it is the other seat that is to move.
    for answer in ["a1", "b1", "a2"] {
        let text = fault(&format!("{swap}{claim} {answer}\nend\n"));
        assert_eq!(text, "line 4: the walk ends where a ply is wanted");
    }
}

#[test]
fn no_ply_is_written_where_one_wins_at_once() {
    let head = "crosscut certificate 1\ngame trail-mix:size=3\nmoves b2 a3 c3 c1\n";
    let claim = "claim at least win\n";
    let (_, verified) = verify(&format!("{head}{claim}end\n")).unwrap();
    assert_eq!(verified.low, 1);
    assert_eq!(
        fault(&format!("{head}{claim}walk a1\nend\n")),
        "line 5: the walk goes on after everything is proved"
    );
    assert_eq!(
        fault("crosscut certificate 1\ngame trail-mix:size=3\nmoves b2\nclaim at least win\nend\n"),
        "line 4: the walk ends where a ply is wanted"
    );
}

#[test]
fn a_fact_is_refused_where_it_does_not_hold() {
    let hex = |size: u32, rest: &str| {
        fault(&format!("crosscut certificate 1\ngame hex:size={size},opening=none\n{rest}end\n"))
    };
    let bridge = "won V B1 B2\nwon V A2 B1\nplay B2>1 A2>2\n";
    // Of the bridge's two cells H has one.
    assert_eq!(
        hex(2, &format!("moves B1 A2\n{bridge}claim at least win by A1\nwalk >3\n")),
        "line 8: fact 3 does not hold for the position it is used in"
    );
    assert_eq!(
        hex(2, &format!("{bridge}play A2>3\nclaim at least win by B1\nwalk >3\n")),
        "line 6: an answer takes a cell that fact 3 wants empty"
    );
    assert_eq!(
        hex(2, "won V B1 B2\nplay B1,B2>1\nclaim at least win by A1\nwalk >2\n"),
        "line 4: an answer is no turn"
    );
    // What one answer needs the whole needs, whichever answer it is.
    for answers in ["B2>1 A2>2", "A2>2 B2>1"] {
        let facts = format!("won V B1 B2\nwon V A1 A2\nplay {answers}\n");
        for by in ["A1", "B1"] {
            assert_eq!(
                hex(2, &format!("{facts}claim at least win by {by}\nwalk >3\n")),
                "line 7: fact 3 does not hold for the position it is used in"
            );
        }
    }
    // A fact of the side to move.
    let middle = "won H A2 B2 C2\nwon H A2 B2 C1\nwon H A3 B2 C2\nwon H A3 B2 C1\n\
                  play C2>1 C1>2\nplay C2>3 C1>4\nplay A2>1 A3>3\nplay A2>2 A3>4\n\
                  play A2>5 A3>6 C2>7 C1>8\n";
    assert_eq!(
        hex(3, &format!("moves A1 B2\n{middle}claim at least win by B1\nwalk >9\n")),
        "line 14: fact 9 does not hold for the position it is used in"
    );
}

#[test]
fn what_is_joined_is_joined_by_one_side_with_stones_and_cells_of_its_own() {
    let hex = |rest: &str| {
        let head = "crosscut certificate 1\ngame hex:size=3,opening=none\n";
        fault(&format!("{head}{rest}end\n"))
    };
    let bridge = "join V B2 high A3\njoin V B2 high B3\nplay A3>1 B3>2\n";
    for (line, what) in [
        ("join V low high B2 / 3 3", "fact 3 wants a cell empty that one before it wants, too"),
        ("join H low high B2 / 3", "fact 3 is the other side's"),
        ("join V low high B2 / 3", "the points do not hang together"),
        // What is between the two is not there.
        ("join V low high B1 / 3", "the points do not hang together"),
        ("join V B2 B2", "two points are wanted here"),
        ("join V B2", "two points are wanted here"),
        ("join V B2 high B3 / 4", "there is no fact 4 before this one"),
        ("join V B1 high B2 B3\nplay A3>1 B3>4", "the answers do not have one goal"),
        ("join V low high B1 B2 B3\njoin V low high B2 / 4", "fact 4 joins no points"),
    ] {
        let at = 5 + line.lines().count();
        let text = format!("{bridge}{line}\nclaim at least win by B2\nwalk >3\n");
        assert_eq!(hex(&text), format!("line {at}: {what}"));
    }
    let refused = |line: usize, fact: u32| {
        format!("line {line}: fact {fact} does not hold for the position it is used in")
    };
    // To join two points is not to win.
    let text = format!("{bridge}claim at least win by B2\nwalk >3\n");
    assert_eq!(hex(&text), refused(7, 3));
    // What a link needs the whole needs, and what it wants empty.
    let (claim, whole) = ("claim at least win by B1\nwalk >4\n", "join V low high B1 B2 / ");
    assert_eq!(hex(&format!("moves B2 A1\n{bridge}{whole}1\n{claim}")), refused(9, 4));
    assert_eq!(hex(&format!("moves B2 A3\n{bridge}{whole}3\n{claim}")), refused(9, 4));
    let elsewhere =
        "crosscut certificate 1\ngame bridg-it:size=2\njoin V low high\nclaim at least win\nend\n";
    assert_eq!(fault(elsewhere), "line 3: nothing is joined in this game");
}

#[test]
fn whoever_wins_enough_games_wins_each_once_and_with_cells_of_its_own() {
    let head = "crosscut certificate 1\ngame quadrant-hex:size=6,opening=none\n";
    let facts = "join H 1 low high A1 B1 C1\njoin H 2 low high D1 E1 F1\n\
                 join H 3 low high A6 B6 C6\n\
                 join H 1 low high A2 B2 C2\njoin H 1 low high A2 B2 C1\nplay C2>4 C1>5\n\
                 join H 5 low high A2 B2 C2 D2 E2 F2\njoin H 5 low high A2 B2 C1 D1 E1 F1\n\
                 play C2>7 C1>8\njoin H 1 B1 low A1\n";
    let said = |line: &str| {
        fault(&format!("{head}{facts}{line}\nclaim at least win by F6\nwalk >11\nend\n"))
    };
    for (line, what) in [
        ("most H 1 2", "these games are too few to win"),
        ("most H 1 2 1", "fact 1 wins a game that one before it wins, too"),
        ("most H 1 2 4", "fact 4 wins a game that one before it wins, too"),
        ("most H 1 2 10", "fact 10 does not join both ends"),
        ("most H 1 2 11", "there is no fact 11 before this one"),
        ("most V 1 2 3", "fact 1 is the other side's"),
        ("most H 6 3 9", "fact 9 wants a cell empty that one before it wants, too"),
        ("join H 5 low high B1 C1 D1 E1 F1 / 10", "fact 10 joins points of another game"),
        ("play C2>4 C1>8", "the answers do not have one goal"),
        // On the whole board they do.
        ("join V 1 low high C1 D1 D2 C3", "the points do not hang together"),
        ("join H 6 low high A1", "there is no game 6 on this board"),
        ("join H 0 low high A1", "the number of a game is wanted here, from 1"),
        ("join H low high A1 B1 C1", "the number of a game is wanted here, from 1"),
    ] {
        assert_eq!(said(line), format!("line 13: {what}"));
    }
    // To win one game is not to win.
    let refused = "line 15: fact 11 does not hold for the position it is used in";
    assert_eq!(said("join H 1 low high A1 B1 C1"), refused);
    let several = "crosscut certificate 1\ngame hex:size=3,opening=none\njoin V low B2 B1\nmost V 1\n\
                   claim at least win\nend\n";
    assert_eq!(fault(several), "line 4: fact 1 does not join both ends");
}

#[test]
fn whoever_wins_several_games_needs_all_their_stones_and_empty_cells() {
    let needs = ["A1", "A3", "B2", "D3", "E2", "E6", "F1", "F4"];
    let holds = |mine: &[&str], theirs: &[&str]| {
        verify(&format!(
            "crosscut certificate 1\ngame quadrant-hex:size=6,opening=none\n\
             setup V:{} H:{} turn:H\n\
             join V 2 low high F1 E2 D3\njoin V 4 low high F4 F5 E6\njoin V 4 low high F4 E5 E6\n\
             play F5>2 E5>3\njoin V 1 low A3 C1 B2\njoin V 1 low A3 A1 A2\nplay C1>5 A2>6\n\
             join V 1 low high A3 / 7\nmost V 1 4 8\nclaim at most loss\nwalk >9\nend\n",
            mine.join(","),
            theirs.join(",")
        ))
        .map(|(_, it)| it.high)
        .map_err(|error| error.to_string())
    };
    let refused = Err("line 14: fact 9 does not hold for the position it is used in".to_string());
    assert_eq!(holds(&needs, &["B1", "D6"]), Ok(-1));
    for cell in needs {
        let fewer: Vec<&str> = needs.into_iter().filter(|&it| it != cell).collect();
        assert_eq!(holds(&fewer, &["B1", "D6"]), refused, "{cell}");
    }
    for cell in ["C1", "A2", "E5", "F5"] {
        assert_eq!(holds(&needs, &["B1", cell]), refused, "{cell}");
    }
}
