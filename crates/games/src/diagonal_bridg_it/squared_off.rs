//! A picture of a board of Diagonal Bridg-It on top of one of Bridg-It: what squaring off removes, and what it adds.

use crosscut_draw::{Ink, Mark, Point, Scene, Shape};

/// Half the diagonal of a board of 7 x 7 points, and half the side of Bridg-It's usual board: in steps of half a square's
/// diagonal from the centre to the outermost point.
const TIP: i32 = 6;
const SIDE: i32 = 4;

/// The signs and their meanings: on which of the two boards the point is.
const LEGEND: [(bool, bool, &str); 3] = [
    (true, true, "a point of both boards"),
    (true, false, "only here, in Diagonal Bridg-It"),
    (false, true, "only in Bridg-It"),
];

/// In the legend, the height of a capital letter, the width of a letter, and the height of a line.
const SIZE: f32 = 0.36;
const LETTER: f32 = 0.26;
const LINE: f32 = 0.7;

/// The length of such a step, such that neighbouring points are 1 apart.
const STEP: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// The places of both boards, each with whether it is on ours, and on Bridg-It's.
fn places() -> impl Iterator<Item = (Point, bool, bool)> {
    let all = (-TIP..=TIP).flat_map(|y| (-TIP..=TIP).map(move |x| (x, y)));
    all.filter(|(x, y)| (x + y) % 2 == 0).filter_map(|(x, y)| {
        let ours = x.abs() + y.abs() <= TIP;
        let theirs = x.abs() <= SIDE && y.abs() <= SIDE;
        (ours || theirs).then_some((at(x as f32, y as f32), ours, theirs))
    })
}

fn at(x: f32, y: f32) -> Point {
    (x * STEP, -y * STEP)
}

/// The picture.
pub(super) fn squared_off() -> Scene {
    let far = (TIP as f32 + 1.4) * STEP;
    let mut scene = Scene {
        title: "A board of Diagonal Bridg-It with 7 x 7 points, standing on a corner, over Bridg-It's usual board: of its \
                49 points 37 are places of both, twelve at the four tips are its own, and Bridg-It has four more in its \
                corners"
            .to_string(),
        from: (-far, -far),
        to: (far, far),
        ..Scene::default()
    };
    // Our board: its lines and its edges, V's at the upper right and the lower left.
    for n in 0..=TIP {
        let (near, far) = (n as f32 - TIP as f32, n as f32);
        for (from, to) in [(at(near, -far), at(far, -near)), (at(near, far), at(far, near))] {
            scene.shapes.push(Shape::Line { from, to, width: 0.05, ink: Ink::Grid });
        }
    }
    let tip = TIP as f32 + 0.9;
    let corners = [(0.0, tip), (tip, 0.0), (0.0, -tip), (-tip, 0.0)].map(|(x, y)| at(x, y));
    let square = SIDE as f32 + 1.0;
    let box_ = [(-square, square), (square, square), (square, -square), (-square, -square)];
    let box_ = box_.map(|(x, y)| at(x, y));
    for (corners, width) in [(corners, 0.1), (box_, 0.16)] {
        for n in 0..4 {
            let ink = if n % 2 == 0 { Ink::EdgeFirst } else { Ink::EdgeSecond };
            let (from, to) = (corners[n], corners[(n + 1) % 4]);
            scene.shapes.push(Shape::Line { from, to, width, ink });
        }
    }
    for (at, ours, theirs) in places() {
        scene.shapes.push(sign(at, ours, theirs));
    }
    // The legend, with a line for each sign.
    for (ours, theirs, words) in LEGEND {
        let (left, y) = (-LETTER * words.len() as f32 / 2.0, scene.to.1 + LINE / 2.0);
        scene.shapes.push(sign((left - 0.35, y), ours, theirs));
        let text = words.to_string();
        scene.shapes.push(Shape::Label { at: (0.0, y), size: SIZE, text, ink: Ink::Text });
        scene.to.1 += LINE;
    }
    scene
}

/// The sign of a place, by the boards that have it.
fn sign(at: Point, ours: bool, theirs: bool) -> Shape {
    match (ours, theirs) {
        (true, true) => Shape::Disc { at, radius: 0.2, ink: Ink::Neutral },
        (true, false) => Shape::Ring { at, radius: 0.2, width: 0.08, ink: Ink::Neutral },
        _ => Shape::Sign { at, radius: 0.24, mark: Mark::Cross, ink: Ink::Neutral },
    }
}

#[cfg(test)]
mod tests {
    use crosscut_rules::{Game, PieMove};

    use super::*;
    use crate::bridg_it::BridgIt;
    use crate::diagonal_bridg_it::{DiagonalBridgIt, Turn};
    use crate::testing::{game, solution};

    /// The letters of the help page's diagram, without their explanations.
    fn diagram() -> String {
        let help = DiagonalBridgIt::CARD.help;
        let diagram = help.split("```squared-off\n").nth(1).and_then(|it| it.split("\n\n").next());
        diagram.unwrap_or_default().to_string()
    }

    #[test]
    fn the_picture_says_what_its_signs_mean() {
        let scene = squared_off();
        for (_, _, words) in LEGEND {
            let shown = |it: &&Shape| matches!(it, Shape::Label { text, at, .. } if text == words && at.1 < scene.to.1);
            assert_eq!(scene.shapes.iter().filter(shown).count(), 1, "{words}");
        }
    }

    #[test]
    fn the_two_boards_agree_in_37_places() {
        let count = |wanted: (bool, bool)| places().filter(|it| (it.1, it.2) == wanted).count();
        assert_eq!([(true, true), (true, false), (false, true)].map(count), [37, 12, 4]);
        let letters = |letter| diagram().matches(letter).count();
        assert_eq!(["o", "t", "b"].map(letters), [37, 12, 4], "{}", diagram());
    }

    #[test]
    fn every_first_move_wins_bridg_it_and_25_of_49_win_here() {
        let gale: BridgIt = game("");
        assert_eq!(solution(&gale, &gale.start()).winning.len(), 41);
        let here: DiagonalBridgIt = game("size=7,opening=none");
        let winning = solution(&here, &here.start()).winning;
        assert_eq!(winning.len(), 25);
        assert!(!winning.contains(&PieMove::Play(Turn::Pass)));
    }
}
