//! What an opening asks for, said aloud.

use crosscut_catalog::{Line, Opening, Seat};

/// Whom it is said to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// The one who decides.
    Decider,
    /// The one who waits for the computer's decision.
    Waiting,
    /// Anybody: seats are named.
    Anybody,
}

/// What is to be done now, instead of a mere "to move", if it is something else; and why. Sentences without full stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) what: Option<String>,
    pub(crate) why: String,
}

/// What the opening of a line asks for; `None` when it is over, or where there is none.
pub(crate) fn asked(line: &Line, told: Told) -> Option<Asked> {
    let opening = line.opening()?;
    let (seat, side) = (line.position().turn()?, line.position().side()?);
    let sides = line.spec().card().sides;
    let named = |seat: Seat| format!("the {} seat", seat.name());
    let (who, other) = match told {
        Told::Decider => ("you".to_string(), "your opponent".to_string()),
        Told::Waiting => ("the computer".to_string(), "you".to_string()),
        Told::Anybody => (named(seat), named(!seat)),
    };
    let s = if told == Told::Decider { "" } else { "s" };
    let others = if told == Told::Waiting { "" } else { "s" };
    let advice = match told {
        Told::Decider => format!(": leave {} and {} the same chances", sides[0], sides[1]),
        Told::Waiting | Told::Anybody => String::new(),
    };
    let (what, why) = match opening {
        Opening::Laid { of: 1, .. } => (None, format!("{other} may then swap sides{advice}")),
        Opening::Laid { ply, of } => (
            Some(format!("{who} play{s} opening turn {ply} of {of}, for {side}")),
            format!("{other} then choose{others} a side{advice}"),
        ),
        Opening::Chosen([Some(first), Some(second)]) => {
            let choice = format!("{first} ({}) or {second} ({})", sides[0], sides[1]);
            let what = match told {
                Told::Decider => format!("choose your side: {choice}"),
                Told::Waiting | Told::Anybody => format!("{who} chooses a side: {choice}"),
            };
            (Some(what), format!("{side} moves next, whoever takes it"))
        }
        Opening::Chosen(by) => {
            let taken = by.iter().zip(sides).find_map(|(ply, it)| Some((ply.as_ref()?, it)));
            let (ply, it) = taken?;
            let what = format!("{who} move{s} for {side}, or answer{s} {ply}");
            (
                Some(what),
                format!(
                    "{ply} takes {it} and what it has on the board; {other} then move{others} as {side}"
                ),
            )
        }
    };
    Some(Asked { what: what.map(capital), why: capital(why) })
}

/// With a capital letter, unless it begins with a word to be typed.
fn capital(text: String) -> String {
    if text.starts_with("swap ") {
        return text;
    }
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().to_string() + chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(spec: &str, plies: &str, told: Told) -> String {
        let mut line = Line::new(spec.parse().expect("a spec"));
        for ply in plies.split_whitespace() {
            line.play(ply).expect("it is legal");
        }
        let asked = asked(&line, told);
        asked.map_or(String::new(), |it| format!("{}. {}.", it.what.unwrap_or_default(), it.why))
    }

    #[test]
    fn the_opening_is_said_to_whoever_asks() {
        assert_eq!(
            check("trellis", "A1", Told::Decider),
            "You play opening turn 2 of 3, for H. Your opponent then chooses a side: leave V and H the same chances."
        );
        assert_eq!(
            check("trellis", "A1", Told::Waiting),
            "The computer plays opening turn 2 of 3, for H. You then choose a side."
        );
        assert_eq!(
            check("trellis", "", Told::Anybody),
            "The first seat plays opening turn 1 of 3, for V. The second seat then chooses a side."
        );
        assert_eq!(
            check("trellis", "A1 B1 C1", Told::Decider),
            "Choose your side: black (V) or white (H). H moves next, whoever takes it."
        );
        assert_eq!(
            check("trellis", "A1 B1 C1", Told::Anybody),
            "The second seat chooses a side: black (V) or white (H). H moves next, whoever takes it."
        );
        assert_eq!(
            check("hex", "", Told::Decider),
            ". Your opponent may then swap sides: leave V and H the same chances."
        );
        assert_eq!(
            check("hex", "A1", Told::Decider),
            "You move for H, or answer swap. swap takes V and what it has on the board; your opponent then moves as H."
        );
        assert_eq!(
            check("hex", "A1", Told::Waiting),
            "The computer moves for H, or answers swap. swap takes V and what it has on the board; you then move as H."
        );
        assert_eq!(check("hex", "A1 B1", Told::Decider), "");
    }
}
