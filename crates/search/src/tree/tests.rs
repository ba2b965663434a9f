use std::ops::ControlFlow;

use crosscut_rules::{Game, Outcome, Rng, Seat};

use crate::heap::{Heap, Take};
use crate::{Analysis, Budget, Choice, Insight, Step, Trace, Tuning, View, search};

fn go_on(_: &Analysis<Take>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

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

#[test]
fn what_was_found_is_kept_from_move_to_move() {
    use crate::{Player, Plies, Tree};
    use crosscut_rules::Position;

    let mut position = Heap(101).start();
    let mut player = Tree::new(Plies::<Heap>::of(&position));
    let budget = Budget::simulations(2_000);
    let found = player.think(&budget, &mut go_on).expect("there is a move");
    let ply = found.candidates[0].ply;
    position.play_unchecked(ply);
    player.play(ply);
    let none = Budget::simulations(0);
    let kept = player.think(&none, &mut go_on).expect("there is a move");
    let visits = |it: &Analysis<Take>| it.candidates.iter().map(|it| it.visits).sum::<u64>();
    assert_eq!(kept.simulations, 0);
    assert!(2 * visits(&kept) > found.candidates[0].visits, "{kept:?} after {found:?}");
    // A tree of another size is another one.
    let other = Budget { nodes: none.nodes / 2, ..none };
    assert_eq!(visits(&player.think(&other, &mut go_on).expect("there is a move")), 0);
}

/// The heap as one sees it who has studied some of its positions.
#[derive(Clone, Debug)]
struct Studied(crate::Plies<Heap>, fn(u8) -> Insight);

/// What is left of a heap: it is taken to its end.
fn left(view: &Studied) -> u8 {
    let mut plies = Vec::new();
    view.plies(&mut plies);
    let mut view = view.clone();
    let mut left = 0;
    while let Some(&most) = plies.last() {
        let mut steps = Vec::new();
        view.0.steps(most, &mut steps);
        steps.iter().for_each(|&step| view.0.take(step));
        left += most.0;
        plies.clear();
        view.plies(&mut plies);
    }
    left
}

impl View for Studied {
    type Ply = Take;

    fn mover(&self) -> Seat {
        self.0.mover()
    }

    fn verdict(&self) -> Option<Outcome> {
        self.0.verdict()
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        self.0.choices(out);
    }

    fn take(&mut self, step: Step) {
        self.0.take(step);
    }

    fn ply(&self, step: Step) -> Option<Take> {
        self.0.ply(step)
    }

    fn steps(&self, ply: Take, out: &mut Vec<Step>) {
        self.0.steps(ply, out);
    }

    fn plies(&self, out: &mut Vec<Take>) {
        self.0.plies(out);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn playout(&self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        self.0.playout(rng, trace)
    }

    fn study(&self) -> Insight {
        (self.1)(left(self))
    }

    fn tuning(&self) -> Tuning {
        Tuning { study: 4, ..Tuning::default() }
    }
}

#[test]
fn what_a_study_finds_is_believed() {
    use crate::{Player, Plies, Tree};

    let analysis = |heap: u8, study: fn(u8) -> Insight| {
        let mut player = Tree::new(Studied(Plies::of(&Heap(heap).start()), study));
        player.think(&Budget::simulations(1_000), &mut go_on).expect("there is a move")
    };
    let proved = |it: &Analysis<Take>| {
        let mut all: Vec<_> = it.candidates.iter().map(|it| (it.ply.0, it.proved)).collect();
        all.sort_by_key(|it| it.0);
        all
    };
    let (won, lost) = (Some(Outcome::Won(Seat::First)), Some(Outcome::Won(Seat::Second)));
    // Such a heap is too large to be searched to its end. Step 1 takes two.
    let none = analysis(202, |_| Insight::None);
    assert_eq!(proved(&none), [(1, None), (2, None), (3, None)]);
    let win = analysis(202, |left| if left % 4 == 2 { Insight::Won(1) } else { Insight::None });
    assert_eq!((win.proved, win.candidates[0].ply), (won, Take(2)));
    assert_eq!(proved(&win), [(1, None), (2, won), (3, None)]);
    let only =
        analysis(202, |left| if left == 202 { Insight::Only(vec![1]) } else { Insight::None });
    assert_eq!((only.proved, only.candidates[0].ply), (None, Take(2)));
    assert_eq!(proved(&only), [(1, lost), (2, None), (3, lost)]);
    let below = analysis(202, |left| if left % 4 == 0 { Insight::Lost } else { Insight::None });
    assert_eq!((below.proved, below.candidates[0].ply), (won, Take(2)));
    // At the root the search goes on all the same.
    let root = analysis(204, |left| if left == 204 { Insight::Lost } else { Insight::None });
    assert_eq!(root.proved, None);
    assert_eq!(root.simulations, 1_000);
}
