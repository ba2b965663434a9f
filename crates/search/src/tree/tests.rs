use std::ops::ControlFlow;

use crosscut_rules::{Game, Outcome, Seat};

use crate::heap::{Heap, Take};
use crate::{Analysis, Budget, search};

fn analyse(heap: u8, budget: &Budget) -> Analysis<Take> {
    search::<Heap>(&Heap(heap).start(), budget, &mut |_| ControlFlow::Continue(()))
        .expect("there is a move")
}

#[test]
fn a_win_at_once_is_seen_without_a_simulation() {
    let analysis = analyse(3, &Budget::simulations(0));
    assert_eq!(analysis.candidates[0].ply, Take(3));
    assert_eq!((analysis.simulations, analysis.proved), (0, Some(Outcome::Won(Seat::First))));
    assert_eq!(analysis.line, [Take(3)]);
}

#[test]
fn wins_and_losses_are_proved() {
    for heap in 1..30 {
        let analysis = analyse(heap, &Budget::default());
        let winner = if heap % 4 == 0 { Seat::Second } else { Seat::First };
        assert_eq!(analysis.proved, Some(Outcome::Won(winner)), "heap of {heap}");
        if heap % 4 != 0 {
            assert_eq!(analysis.candidates[0].ply, Take(heap % 4), "heap of {heap}");
            assert!(analysis.share == 1.0);
        }
    }
}

#[test]
fn a_seed_repeats_the_search() {
    let budget = Budget::simulations(200).with_seed(5);
    let (one, two) = (analyse(101, &budget), analyse(101, &budget));
    assert_eq!(
        (one.candidates, one.line, one.nodes),
        (two.candidates.clone(), two.line, two.nodes)
    );
    let other = analyse(101, &budget.with_seed(6));
    assert_ne!(two.candidates, other.candidates);
}

#[test]
fn a_full_tree_does_not_grow() {
    let analysis = analyse(201, &Budget { nodes: 100, ..Budget::simulations(5_000) });
    assert!(analysis.nodes <= 100 && analysis.simulations == 5_000, "{} nodes", analysis.nodes);
}

#[test]
fn there_is_nothing_to_search_after_the_end() {
    assert!(
        search::<Heap>(&Heap(0).start(), &Budget::default(), &mut |_| ControlFlow::Continue(()))
            .is_none()
    );
}

#[test]
fn a_win_is_kept_in_a_tree_with_little_room() {
    use crate::{Player, Plies, Tree};
    use crosscut_rules::Position;

    for nodes in [40, 100, 400] {
        let budget = Budget { nodes, ..Budget::simulations(20_000) };
        let mut position = Heap(19).start();
        let mut winner = None;
        let mut player = Tree::new(Plies::<Heap>::of(&position));
        let think = |player: &mut Tree<Plies<Heap>>| {
            player.think(&budget, &mut |_| ControlFlow::Continue(()))
        };
        while let Some(found) = think(&mut player) {
            let best = &found.candidates[0];
            // Multiples of four are lost; from any other heap, going down to the next multiple wins.
            if found.proved == Some(Outcome::Won(position.turn())) {
                assert_eq!(best.proved, found.proved, "{nodes} nodes, {position:?}");
                winner = found.proved;
            }
            assert!(winner.is_none() || found.proved == winner, "{nodes} nodes, {position:?}");
            let ply = best.ply;
            position.play_unchecked(ply);
            player.play(ply);
        }
        assert!(winner.is_some() && position.outcome() == winner, "{nodes} nodes");
    }
}
