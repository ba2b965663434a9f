//! The steps by which CONTRIBUTING.md says a game is added, tried out on a game that fits on a page.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crosscut_catalog::{Budget, Diagram, Ink, Line, Place, Scene, Shape, Spec, Spot, listed, svg};
use crosscut_draw::{Draw, Last};
use crosscut_rules::{
    Card, Classic, Game, GameOption, MoveError, Options, Outcome, Position, Seat, Setup,
    SetupError, Source, Spoken, Values, conform,
};
use crosscut_search::Evaluate;
use crosscut_solve::{Plain, Solve};

/// Take one, two or three from a heap; whoever takes the last one wins.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Heap {
    size: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct HeapPosition {
    left: u32,
    turn: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Take(u32);

impl Game for Heap {
    const CARD: Card = Card {
        name: "heap",
        aliases: &[],
        title: "Heap",
        about: "take the last one",
        designer: "nobody in particular",
        year: "unknown",
        source: Source::NONE,
        copyright: "none",
        permission: "none needed",
        sides: ["1", "2"],
        goals: ["takes the last one", "takes the last one"],
        options: &[GameOption {
            name: "size",
            title: "Size",
            about: "how many there are",
            values: Values::Number { least: 1, most: 50, step: 1, default: 21 },
        }],
        first_game: "",
        spoken: Spoken::NOTHING,
        classic: Classic::AS_ON_THE_CARD,
        sample: "1",
        help: "# Heap\n",
    };
    type Position = HeapPosition;

    fn new(options: &Options) -> Self {
        Heap { size: options.number("size") }
    }

    fn start(&self) -> HeapPosition {
        HeapPosition { left: self.size, turn: Seat::First }
    }

    fn set_up(&self, setup: &Setup) -> Result<HeapPosition, SetupError> {
        setup.only(&["left"])?;
        let left = setup
            .one("left")?
            .and_then(|word| word.parse().ok())
            .filter(|left| (1..=self.size).contains(left));
        let left = left
            .ok_or_else(|| SetupError::new(format!("left: is a number from 1 to {}", self.size)))?;
        Ok(HeapPosition { left, turn: Seat::First })
    }
}

impl Position for HeapPosition {
    type Move = Take;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Won(!self.turn))
    }

    fn moves(&self, out: &mut Vec<Take>) {
        out.extend((1..=self.left.min(3)).map(Take));
    }

    fn check(&self, m: Take) -> Result<(), MoveError> {
        match m.0 {
            _ if self.left == 0 => Err(MoveError::Over),
            n if (1..=self.left.min(3)).contains(&n) => Ok(()),
            n => Err(MoveError::illegal(format!(
                "{n} cannot be taken: take 1 to {}",
                self.left.min(3)
            ))),
        }
    }

    fn play_unchecked(&mut self, m: Take) {
        self.left -= m.0;
        self.turn = !self.turn;
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Take {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        text.trim()
            .parse()
            .map(Take)
            .map_err(|_| MoveError::syntax(format!("'{text}' is not a number")))
    }
}

impl Draw for Heap {
    fn text(&self, position: &HeapPosition) -> Diagram {
        let place = |n: u32| Place {
            word: n.to_string(),
            line: 0,
            column: n as usize - 1,
            width: 1,
            ink: None,
        };
        Diagram {
            lines: vec!["o".repeat(position.left as usize)],
            places: (1..=position.left.min(3)).map(place).collect(),
            ..Diagram::default()
        }
    }

    fn scene(&self, position: &HeapPosition, _: Option<Last<'_, HeapPosition>>) -> Scene {
        let at = |n: u32| (n as f32, 0.0);
        Scene {
            title: format!("a heap of {}", position.left),
            from: (0.0, -1.0),
            to: (self.size as f32 + 1.0, 1.0),
            shapes: (1..=position.left)
                .map(|n| Shape::Disc { at: at(n), radius: 0.4, ink: Ink::Neutral })
                .collect(),
            spots: (1..=position.left.min(3))
                .map(|n| Spot { word: n.to_string(), at: at(n), radius: 0.5 })
                .collect(),
            ..Scene::default()
        }
    }
}

impl Evaluate for Heap {}

impl crosscut_verify::Verify for Heap {}

impl Solve for Heap {
    type Node = Plain<HeapPosition>;

    fn node(&self, position: &HeapPosition) -> Option<Self::Node> {
        Some(Plain(position.clone()))
    }
}

#[test]
fn a_game_of_ones_own_goes_through_the_whole_door() {
    conform(&Heap { size: 9 }, 20, 10, 1);
    let spec = Spec::of(listed::<Heap>(), "size=9").expect("the card allows it");
    assert_eq!(spec.to_string(), "heap:size=9");
    let mut line = Line::new(spec.clone());
    assert_eq!(line.position().perft(3), 27);
    assert_eq!(line.play("4").unwrap_err().to_string(), "ply 1, 4: 4 cannot be taken: take 1 to 3");
    let best = line
        .position()
        .analyse(&Budget::default(), &mut |_| ControlFlow::Continue(()))
        .expect("not over");
    assert_eq!(
        (best.candidates[0].ply.as_str(), best.proved),
        ("1", Some(Outcome::Won(Seat::First)))
    );
    for ply in ["1", "3", "2", "3"] {
        line.play(ply).expect("it is legal");
    }
    assert_eq!(
        (line.position().outcome(), line.position().winner_side()),
        (Some(Outcome::Won(Seat::Second)), Some("2"))
    );
    assert!(svg(&spec.start().scene()).matches("<circle").count() == 9);
    let setup = Setup::parse("left:10").expect("it is well-formed");
    assert_eq!(spec.set_up(&setup).unwrap_err().to_string(), "left: is a number from 1 to 9");
}
