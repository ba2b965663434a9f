use crosscut_rules::Seating;

use crate::{AnyPosition, Line};

/// The decision to be made now, in an opening where one seat cuts and the other chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The seat to move cuts: it makes a ply of the opening in which the other seat will choose a side.
    Laid {
        /// The number of the ply, from 1.
        ply: usize,
        /// How many plies the cut has.
        of: usize,
    },
    /// The seat to move chooses a side. For each side, the ply that takes it; `None` if it is taken by playing on.
    Chosen([Option<String>; 2]),
}

impl Line {
    /// The decision of the opening to be made now; `None` when the opening is over, or if the game has none.
    #[must_use]
    pub fn opening(&self) -> Option<Opening> {
        self.position().opening(self.plies().len())
    }

    /// The plies that reduce an opening of several turns to a single one, beginning with the ply already chosen, if there is
    /// one: `C6 pass pass`. `None` if there is nothing to leave out, or more than one way to do it.
    #[must_use]
    pub fn plain_pie(&self, chosen: Option<&str>) -> Option<Vec<String>> {
        let Opening::Laid { ply, of } = self.opening()? else { return None };
        let mut position = self.position().clone();
        let mut plies = Vec::new();
        match chosen {
            Some(chosen) => plies.push(position.play(chosen).ok()?),
            None if ply == 1 => return None,
            None => {}
        }
        while plies.len() <= of - ply {
            let [word] = <[String; 1]>::try_from(position.words()).ok()?;
            plies.push(position.play(&word).ok()?);
        }
        (plies.len() > 1).then_some(plies)
    }

    /// The side that a ply takes, if the seat to move chooses between both sides.
    pub fn takes(&self, ply: &str) -> Option<&'static str> {
        let Opening::Chosen(by) = self.opening()? else { return None };
        let at = by.iter().position(|it| it.as_deref() == Some(ply))?;
        by.iter().all(Option::is_some).then(|| self.spec().card().sides[at])
    }
}

impl AnyPosition {
    /// Whether the seat to move chooses its side, and can do nothing else.
    pub fn is_choice(&self) -> bool {
        let seating = self.turn().and_then(|_| self.0.seating());
        matches!(seating, Some(Seating::Choose { by }) if by.iter().all(Option::is_some))
    }

    /// Whether neither seat has a side yet: one seat makes the opening plies of both sides, and then a side is chosen.
    #[must_use]
    pub fn sides_are_open(&self) -> bool {
        let mut position = self.clone();
        while position.0.seating() == Some(Seating::Cut) {
            // Which plies are laid does not matter.
            if !position.0.play_first() {
                return false;
            }
        }
        position.is_choice()
    }

    /// The decision of the opening after this many plies; `None` when the opening is over, or if the game has none.
    pub(crate) fn opening(&self, plies: usize) -> Option<Opening> {
        match self.0.seating()? {
            Seating::Choose { by } => Some(Opening::Chosen(by)),
            Seating::Cut => {
                // How many plies the cut has does not depend on which they are.
                let (mut position, mut of) = (self.clone(), plies);
                while position.0.seating() == Some(Seating::Cut) {
                    if !position.0.play_first() {
                        return None;
                    }
                    of += 1;
                }
                Some(Opening::Laid { ply: plies + 1, of })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_pie_rule_lies_inside_an_opening_of_several_turns() {
        let after = |spec: &str, plies: &str| {
            let mut line = Line::new(spec.parse().expect("a spec"));
            for ply in plies.split_whitespace() {
                line.play(ply).expect("it is legal");
            }
            line
        };
        let plain = |spec: &str, plies: &str, chosen: Option<&str>| {
            after(spec, plies).plain_pie(chosen).map(|it| it.join(" "))
        };
        assert_eq!(plain("trellis", "", Some("c6")).as_deref(), Some("C6 pass pass"));
        assert_eq!(plain("trellis", "", None), None, "nothing would be on the board");
        assert_eq!(plain("trellis", "C6", None).as_deref(), Some("pass pass"));
        assert_eq!(plain("trellis", "C6", Some("D4")).as_deref(), Some("D4 pass"));
        assert_eq!(plain("trellis", "C6 pass", None), None, "one word has a button of its own");
        assert_eq!(plain("trellis", "C6 pass pass", None), None);
        assert_eq!(plain("hex", "", Some("C6")), None);
        assert_eq!(plain("trellis:opening=none", "", Some("C6")), None);
    }

    #[test]
    fn a_choice_takes_a_side() {
        let mut line = Line::new("trellis".parse().expect("a spec"));
        for ply in ["C6", "pass", "pass"] {
            assert_eq!(line.takes("black"), None);
            line.play(ply).expect("it is legal");
        }
        assert_eq!((line.takes("black"), line.takes("white")), (Some("V"), Some("H")));
        let mut hex = Line::new("hex".parse().expect("a spec"));
        hex.play("C6").expect("it is legal");
        assert_eq!(hex.takes("swap"), None, "playing on takes the other side");
    }

    #[test]
    fn sides_are_open_until_one_is_chosen() {
        let open = |spec: &str, plies: &str| {
            let mut line = Line::new(spec.parse().expect("a spec"));
            for ply in plies.split_whitespace() {
                line.play(ply).expect("it is legal");
            }
            line.position().sides_are_open()
        };
        for plies in ["", "A1", "A1 pass", "A1 pass pass"] {
            assert!(open("trellis", plies), "{plies}");
        }
        assert!(!open("trellis", "A1 pass pass black"));
        assert!(!open("trellis:opening=swap", ""), "sides may be exchanged, and are known");
        assert!(!open("hex", "A1") && !open("hex:opening=none", ""));
    }

    #[test]
    fn a_draw_says_why_and_is_seen_coming() {
        let none = "trellis:size=3,opening=none";
        for (spec, plies, why) in [
            (none, "A1 pass pass", Some("both passed")),
            (none, "A1 pass", None),
            ("diagonal-bridg-it:size=3,opening=swap", "A1 B1 pass pass", Some("both passed")),
            ("plexus:size=3", "b2w", None),
        ] {
            let mut line = Line::new(spec.parse().expect("a spec"));
            for ply in plies.split_whitespace() {
                line.play(ply).expect("it is legal");
            }
            assert_eq!(line.position().drawn_because(), why, "{spec} {plies}");
            let title = line.position().scene().title;
            assert_eq!(title.ends_with("drawn because both passed"), why.is_some(), "{title}");
        }
        let mut line = Line::new(none.parse().expect("a spec"));
        assert!(!line.position().draws("pass"), "the other may play on");
        line.play("pass").expect("it is legal");
        assert!(line.position().draws("pass") && !line.position().draws("A1"));
    }

    #[test]
    fn an_opening_says_what_is_decided() {
        let after = |spec: &str, plies: &str| {
            let mut line = Line::new(spec.parse().expect("a spec"));
            for ply in plies.split_whitespace() {
                line.play(ply).expect("it is legal");
            }
            line.opening()
        };
        let side = |word: &str| Some(word.to_string());
        assert_eq!(after("trellis", ""), Some(Opening::Laid { ply: 1, of: 3 }));
        assert_eq!(after("trellis", "pass A1,B3"), Some(Opening::Laid { ply: 3, of: 3 }));
        let choice = [side("black"), side("white")];
        assert_eq!(after("trellis", "pass A1 C3"), Some(Opening::Chosen(choice)));
        assert_eq!(after("trellis", "pass A1 C3 white"), None);
        assert_eq!(after("hex", ""), Some(Opening::Laid { ply: 1, of: 1 }));
        assert_eq!(after("hex", "A1"), Some(Opening::Chosen([side("swap"), None])));
        assert_eq!(after("hex", "A1 B1"), None);
        assert_eq!(after("hex:opening=none", ""), None);
    }
}
