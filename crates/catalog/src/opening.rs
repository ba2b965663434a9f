use crosscut_rules::Seating;

use crate::Line;

/// What is decided now in an opening where one seat lays what the other chooses from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// A ply is laid for the other seat to choose a side of: number `ply`, from 1, of so many.
    Laid {
        /// Which.
        ply: usize,
        /// Of how many.
        of: usize,
    },
    /// A side is taken. By side, the ply that takes it; `None` where it is taken by playing on.
    Chosen([Option<String>; 2]),
}

impl Line {
    /// What the opening asks for now; `None` when it is over, or where there is none.
    pub fn opening(&self) -> Option<Opening> {
        match self.position().seating()? {
            Seating::Choose { by } => Some(Opening::Chosen(by)),
            Seating::Cut => {
                // How many plies are laid does not depend on which.
                let (mut position, mut of) = (self.position().clone(), self.plies().len());
                while position.seating() == Some(Seating::Cut) {
                    let ply = position.moves().into_iter().next()?;
                    position.play(&ply).ok()?;
                    of += 1;
                }
                Some(Opening::Laid { ply: self.plies().len() + 1, of })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
