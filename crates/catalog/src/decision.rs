//! The decision an opening asks for, in words.

use crosscut_rules::Seat;

use crate::{AnyPosition, Card, Line, Opening};

/// The reader of a text about an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The name of each seat.
    pub names: [String; 2],
    /// The reader's own seat, which is called "you"; `None` if the reader does not play.
    pub me: Option<Seat>,
}

/// What the opening asks for now, where "to move" would not say enough, and why: sentences without full stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What to do; `None` if it is a move like any other.
    pub what: Option<String>,
    /// The reason.
    pub why: String,
    /// Whether an ordinary turn is a possible answer.
    pub ordinary: bool,
}

impl Told {
    /// A reader who does not play: the seats have the names that `named` gives them.
    pub fn anybody(named: impl Fn(Seat) -> String) -> Self {
        Told { names: Seat::BOTH.map(named), me: None }
    }

    fn who(&self, seat: Seat) -> &str {
        if self.me == Some(seat) { "you" } else { &self.names[seat.index()] }
    }

    /// The ending of a verb after [`who`](Self::who).
    fn s(&self, seat: Seat) -> &'static str {
        if self.me == Some(seat) { "" } else { "s" }
    }
}

impl Line {
    /// What the opening asks for now, in words; `None` when the opening is over, or if the game has none.
    #[must_use]
    pub fn decision(&self, told: &Told) -> Option<Decision> {
        decision(self.position(), self.plies().len(), &self.spec().card(), told)
    }
}

/// What the opening asks for in a position after this many plies: see [`Line::decision`].
pub fn decision(
    position: &AnyPosition,
    plies: usize,
    card: &Card,
    told: &Told,
) -> Option<Decision> {
    let opening = position.opening(plies)?;
    let (seat, side) = (position.turn()?, position.side()?);
    let sides = card.sides;
    let (who, other) = (told.who(seat), told.who(!seat));
    let (s, others) = (told.s(seat), told.s(!seat));
    let advice = match told.me == Some(seat) {
        true => format!(": leave {} and {} the same chances", sides[0], sides[1]),
        false => String::new(),
    };
    let ordinary = match &opening {
        Opening::Laid { of, .. } => *of == 1,
        Opening::Chosen(by) => by.iter().any(Option::is_none),
    };
    let (what, why) = match opening {
        Opening::Laid { of: 1, .. } => (None, format!("{other} may then swap sides{advice}")),
        Opening::Laid { ply, of } => {
            let words = if ply == 1 && !advice.is_empty() { position.words() } else { Vec::new() };
            let plain = match words.as_slice() {
                [word] => {
                    format!("; the plain pie rule is one turn, then {word} {}", times(of - 1))
                }
                _ => String::new(),
            };
            (
                Some(format!("{who} play{s} opening turn {ply} of {of}, for {side}")),
                format!("{other} then choose{others} a side{advice}{plain}"),
            )
        }
        Opening::Chosen([Some(first), Some(second)]) => {
            let choice = format!("{first} ({}) or {second} ({})", sides[0], sides[1]);
            let what = match told.me == Some(seat) {
                true => format!("choose your side: {choice}"),
                false => format!("{who} chooses a side: {choice}"),
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
    Some(Decision { what: what.map(capital), why: capital(why), ordinary })
}

/// A number of times, in words.
fn times(n: usize) -> String {
    match n {
        1 => "once".to_string(),
        2 => "twice".to_string(),
        n => format!("{n} times"),
    }
}

/// The text with a capital letter, unless it begins with a name or a word to be typed.
fn capital(text: String) -> String {
    let begins = |word: &str| text.strip_prefix(word).is_some_and(|it| it.starts_with(' '));
    if !["you", "your", "the", "choose"].iter().any(|it| begins(it)) {
        return text;
    }
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().to_string() + chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(spec: &str, plies: &str, names: [&str; 2], me: Option<Seat>) -> String {
        let mut line = Line::new(spec.parse().expect("a spec"));
        for ply in plies.split_whitespace() {
            line.play(ply).expect("it is legal");
        }
        let told = line.decision(&Told { names: names.map(String::from), me });
        told.map_or(String::new(), |it| format!("{}. {}.", it.what.unwrap_or_default(), it.why))
    }

    #[test]
    fn the_opening_is_said_to_whoever_asks() {
        let (first, second) = (Some(Seat::First), Some(Seat::Second));
        let opponent = ["your opponent"; 2];
        let computer = ["the computer"; 2];
        let seats = ["the first seat", "the second seat"];
        assert_eq!(
            check("trellis", "A1", opponent, first),
            "You play opening turn 2 of 3, for H. Your opponent then chooses a side: leave V and H the same chances."
        );
        assert_eq!(
            check("trellis", "", opponent, first),
            "You play opening turn 1 of 3, for V. Your opponent then chooses a side: leave V and H the same chances; \
             the plain pie rule is one turn, then pass twice."
        );
        assert_eq!(
            check("trellis", "A1", computer, second),
            "The computer plays opening turn 2 of 3, for H. You then choose a side."
        );
        assert_eq!(
            check("trellis", "", seats, None),
            "The first seat plays opening turn 1 of 3, for V. The second seat then chooses a side."
        );
        assert_eq!(
            check("trellis", "A1 B1 C1", opponent, second),
            "Choose your side: black (V) or white (H). H moves next, whoever takes it."
        );
        assert_eq!(
            check("trellis", "A1 B1 C1", ["ann", "bob"], first),
            "bob chooses a side: black (V) or white (H). H moves next, whoever takes it."
        );
        assert_eq!(
            check("hex", "", opponent, first),
            ". Your opponent may then swap sides: leave V and H the same chances."
        );
        assert_eq!(
            check("hex", "A1", opponent, second),
            "You move for H, or answer swap. swap takes V and what it has on the board; your opponent then moves as H."
        );
        assert_eq!(
            check("hex", "A1", computer, first),
            "The computer moves for H, or answers swap. swap takes V and what it has on the board; you then move as H."
        );
        assert_eq!(check("hex", "A1 B1", opponent, first), "");
    }
}
