//! Conditional turns as people write them: one line for each way the match may go.
//!
//! `A2 > B3 > C4 > D5` means: after A2 play B3, and if C4 follows, D5. `*` stands for any turn; `resign` for resigning.

use crosscut_club::{Branch, Plan, same_set};

/// The longest plan, in characters, as in its form.
pub(crate) const MOST: usize = 4000;

/// Reads lines into branches; lines that begin alike are merged.
///
/// # Errors
/// What is wrong with the plan, in a sentence without its full stop.
pub(crate) fn read(text: &str) -> Result<Vec<Branch>, String> {
    // Checked before anything is parsed: what follows takes time quadratic in the lines, and recurses once for each
    // turn.
    let n = text.chars().count();
    if n > MOST {
        return Err(format!("a plan has {MOST} letters at most, and this one has {n}"));
    }
    let lines = text.lines().filter(|it| !it.trim().is_empty()).count();
    if lines > Plan::MAX_TURNS {
        return Err(format!(
            "a plan has {} lines at most, and this one has {lines}",
            Plan::MAX_TURNS
        ));
    }
    let mut branches = Vec::new();
    for line in text.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let words: Vec<&str> = line.split('>').map(str::trim).collect();
        if !words.len().is_multiple_of(2) || words.iter().any(|it| it.is_empty()) {
            return Err(format!(
                "'{line}' has no answer at its end: write a turn of your opponent, > and your answer"
            ));
        }
        if words.len() > 2 * Plan::MAX_DEPTH {
            let n = words.len() / 2;
            return Err(format!(
                "a line of a plan has {} of your answers at most, and this one has {n}",
                Plan::MAX_DEPTH
            ));
        }
        let pairs: Vec<(&str, &str)> = words.chunks(2).map(|two| (two[0], two[1])).collect();
        add(&mut branches, &pairs)?;
    }
    Ok(branches)
}

fn add(branches: &mut Vec<Branch>, pairs: &[(&str, &str)]) -> Result<(), String> {
    let Some((&(on, play), rest)) = pairs.split_first() else { return Ok(()) };
    let on = (on != "*").then(|| on.to_string());
    let resign = play.eq_ignore_ascii_case("resign");
    let like = branches.iter().position(|it| match (&it.on, &on) {
        (None, None) => true,
        (Some(a), Some(b)) => same_set(a, b),
        _ => false,
    });
    let at = match like {
        Some(at) => {
            let there = &branches[at];
            let same = there.resign == resign
                && (resign || there.play.first().is_some_and(|it| same_set(it, play)));
            if !same {
                let on = on.as_deref().unwrap_or("any turn");
                return Err(format!("there are two answers to {on}"));
            }
            at
        }
        None => {
            let play = if resign { Vec::new() } else { vec![play.to_string()] };
            branches.push(Branch { on, play, resign, ..Branch::default() });
            branches.len() - 1
        }
    };
    add(&mut branches[at].then, rest)
}

/// Writes a plan in the form in which it is read.
pub(crate) fn write(plan: &Plan) -> String {
    let mut lines = Vec::new();
    each(&plan.branches, "", &mut lines);
    lines.join("\n")
}

fn each(branches: &[Branch], before: &str, lines: &mut Vec<String>) {
    for branch in branches {
        let on = branch.on.as_deref().unwrap_or("*");
        let play = if branch.resign { "resign".to_string() } else { branch.play.join(" ") };
        let line = format!("{before}{on} > {play}");
        if branch.then.is_empty() {
            lines.push(line);
        } else {
            each(&branch.then, &format!("{line} > "), lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> String {
        match read(text) {
            Ok(branches) => write(&Plan { ply: 1, branches }),
            Err(error) => error,
        }
    }

    #[test]
    fn lines_that_begin_alike_are_joined() {
        let text = "A2 > B3 > C4 > D5\nA2 > B3 > * > E6\n* > F7";
        assert_eq!(check(text), text);
        assert_eq!(check("A2,C3>B1\nc3,a2 > B1 > D4 > resign"), "A2,C3 > B1 > D4 > resign");
        assert_eq!(read("A2 > B3 > C4 > D5\nA2 > B3 > * > E6").unwrap().len(), 1);
    }

    #[test]
    fn a_plan_that_is_too_long_is_not_taken_apart() {
        let answers = |n: usize| vec!["*>b"; n].join(">");
        assert!(read(&answers(Plan::MAX_DEPTH)).is_ok());
        assert_eq!(
            check(&answers(Plan::MAX_DEPTH + 1)),
            "a line of a plan has 30 of your answers at most, and this one has 31"
        );
        assert!(check(&answers(16_000)).starts_with("a plan has 4000 letters"));
        assert!(check(&"a>b\n".repeat(301)).starts_with("a plan has 300 lines"));
        // Empty lines do not count, and as much as that may be written.
        assert_eq!(check(&format!("{}{}", "\n".repeat(301), "a>b\n".repeat(300))), "a > b");
        let long = |n: usize| check(&format!("a>{}", "b".repeat(n - 2)));
        assert!(long(4000).starts_with("a > bb"));
        assert_eq!(long(4001), "a plan has 4000 letters at most, and this one has 4001");
    }

    #[test]
    fn what_cannot_be_meant_is_said() {
        assert_eq!(check("A2 > B3\na2 > C3"), "there are two answers to a2");
        assert_eq!(check("A2 > B3\na2 > resign"), "there are two answers to a2");
        assert_eq!(check("* > resign\n* > B3"), "there are two answers to any turn");
        assert_eq!(check("A2 > resign\na2 > RESIGN"), "A2 > resign");
        assert!(check("A2").starts_with("'A2' has no answer"));
    }
}
