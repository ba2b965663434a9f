use crosscut_rules::{Game, Position, Rng};

use super::*;
use crate::testing::{at_random, game};
use crate::trail_mix::TrailMix;

#[test]
fn a_weave_says_of_every_token_what_the_knot_says() {
    let mut rng = Rng::new(3);
    let mut seen = [0; 2];
    for (options, plies) in [("size=3", 0..5), ("size=5", 2..16), ("", 8..40), ("size=8", 24..50)] {
        let game: TrailMix = game(options);
        for plies in plies.cycle().take(600) {
            let position = at_random(&game.start(), plies, &mut rng);
            if position.outcome().is_some() {
                continue;
            }
            let mut knot = Knot::of(position.board(), position.board().side(), false);
            // Knots further on have passes, and trails that have lost slots.
            for _ in 0..3 {
                if knot.complete || Side::BOTH.into_iter().any(|it| knot.wins(it) != 0) {
                    break;
                }
                let safe = knot.keeping(knot.candidates());
                let timed = Knot { timed: true, ..knot.clone() };
                Weave::with(Some(&knot), u128::MAX, |weave| {
                    let Some(weave) = weave else { return };
                    for cell in cells(safe) {
                        let lead = knot.lead(cell);
                        assert_eq!(weave.lead(cell), lead, "{options} {plies}: {cell} of {knot:?}");
                        seen[usize::from(matches!(lead, Lead::On { .. }))] += 1;
                    }
                });
                Weave::with(Some(&timed), u128::MAX, |weave| {
                    let Some(weave) = weave else { return };
                    for cell in cells(timed.candidates()) {
                        let mut next = timed.clone();
                        next.play(cell as u8);
                        let key = next.key();
                        assert_eq!(
                            weave.key_after(cell),
                            key,
                            "{options} {plies}: {cell} of {knot:?}"
                        );
                    }
                });
                if safe == 0 {
                    break;
                }
                knot.play(rng.pick(&cells(safe).collect::<Vec<_>>()) as u8);
            }
        }
    }
    assert!(seen.into_iter().all(|it| it > 1000), "{seen:?}");
}
