use crosscut_rules::{Game, Position, Rng};

use super::*;
use crate::testing::{at_random, game};
use crate::trail_mix::TrailMix;

#[test]
fn the_expander_says_of_every_token_what_the_node_says() {
    let mut rng = Rng::new(3);
    let mut seen = [0; 2];
    for (options, plies) in [("size=3", 0..5), ("size=5", 2..16), ("", 8..40), ("size=8", 24..50)] {
        let game: TrailMix = game(options);
        for plies in plies.cycle().take(600) {
            let position = at_random(&game.start(), plies, &mut rng);
            if position.outcome().is_some() {
                continue;
            }
            let mut node = SolverNode::of(position.board(), position.board().side(), false);
            // Nodes further on have passes, and trails that have lost slots.
            for _ in 0..3 {
                if node.complete || Side::BOTH.into_iter().any(|it| node.wins(it) != 0) {
                    break;
                }
                let safe = node.keeping(node.candidates());
                let timed = SolverNode { timed: true, ..node.clone() };
                Expander::with(Some(&node), u128::MAX, |expander| {
                    let Some(expander) = expander else { return };
                    for cell in cells(safe) {
                        let lead = node.lead(cell);
                        assert_eq!(
                            expander.lead(cell),
                            lead,
                            "{options} {plies}: {cell} of {node:?}"
                        );
                        seen[usize::from(matches!(lead, Lead::On { .. }))] += 1;
                    }
                });
                Expander::with(Some(&timed), u128::MAX, |expander| {
                    let Some(expander) = expander else { return };
                    for cell in cells(timed.candidates()) {
                        let mut next = timed.clone();
                        next.play(cell as u8);
                        let key = next.key();
                        assert_eq!(
                            expander.key_after(cell),
                            key,
                            "{options} {plies}: {cell} of {node:?}"
                        );
                    }
                });
                if safe == 0 {
                    break;
                }
                node.play(rng.pick(&cells(safe).collect::<Vec<_>>()) as u8);
            }
        }
    }
    assert!(seen.into_iter().all(|it| it > 1000), "{seen:?}");
}
