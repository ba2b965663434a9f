use std::collections::HashMap;

use crosscut_rules::{Game, Minimax, Position, Rng, Seat, Worth};
use crosscut_solve::{Child, Node, Solve};

use crate::plexus::{Plexus, PlexusPosition};
use crate::testing::{at_random, game, solves_like_brute_force};

#[test]
fn positions_of_3x3_are_solved_like_brute_force() {
    for options in ["size=3", "size=3,final=none"] {
        let game: Plexus = game(options);
        let [lost, drawn, won] = solves_like_brute_force(&game, &game.start(), 1);
        assert!(
            lost > 20 && won > 20 && (drawn > 0) == (options != "size=3"),
            "{lost} {drawn} {won}"
        );
    }
}

#[test]
fn endgames_are_solved_like_brute_force() {
    let mut rng = Rng::new(3);
    let game: Plexus = game("size=5");
    let mut seen = [0; 3];
    for _ in 0..40 {
        let position = at_random(&game.start(), 15, &mut rng);
        let here = solves_like_brute_force(&game, &position, 11);
        seen = std::array::from_fn(|at| seen[at] + here[at]);
    }
    assert!(seen[0] > 100 && seen[2] > 100, "{seen:?}");
}

/// The points the side to move still makes, less the other's.
fn ahead(position: &PlexusPosition, worth: &Worth) -> i32 {
    let sign = if position.turn() == Seat::First { 1 } else { -1 };
    sign * worth.lead.unwrap() - Plexus::lead(position).unwrap()
}

/// All positions of 3x3 and of some endgames on larger boards, with what is still to come in them.
fn positions() -> Vec<(Plexus, PlexusPosition, i32)> {
    let mut rng = Rng::new(17);
    let mut all = Vec::new();
    for (options, plies, count) in [
        ("size=3", 0, 1),
        ("size=3,final=none", 0, 1),
        ("size=5", 14, 12),
        ("size=5,final=none", 15, 12),
        ("size=7", 39, 24),
        ("size=9", 71, 6),
    ] {
        let game: Plexus = game(options);
        for _ in 0..count {
            let mut minimax = Minimax::new(usize::MAX);
            minimax.worth(&at_random(&game.start(), plies, &mut rng));
            for (position, worth) in minimax.known() {
                all.push((game.clone(), position.clone(), ahead(position, worth)));
            }
        }
    }
    all
}

#[test]
fn frontiers_with_one_key_are_worth_the_same() {
    let (mut by_key, mut count) = (HashMap::new(), 0);
    for (game, position, points) in positions() {
        // On a full board final=none is over as final=score is.
        let key = game.node(&position).unwrap().key();
        assert_eq!(*by_key.entry(key).or_insert(points), points, "{position:?}");
        count += 1;
    }
    assert!(count > 5 * by_key.len(), "{count} positions, {} keys", by_key.len());
}

#[test]
fn what_is_left_out_of_the_plies_leads_where_others_do() {
    for (game, position, _) in positions().into_iter().step_by(7) {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let next = moves.iter().map(|&m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            let again = next.turn() == position.turn();
            let after = Plexus::lead(&next).unwrap();
            let gain = if again { after } else { -after } - Plexus::lead(&position).unwrap();
            (game.node(&next).unwrap().key(), again, gain)
        });
        let mut next: Vec<_> = next.collect();
        let mut children = Vec::new();
        let node = game.node(&position).unwrap();
        node.look(&mut children);
        let mut shown: Vec<_> =
            children.iter().map(|it: &Child<_>| (it.key, it.again, it.gain)).collect();
        for it in [&mut next, &mut shown] {
            it.sort_unstable();
            it.dedup();
        }
        if position.outcome().is_none() && position.count() > 0 {
            assert_eq!(shown, next, "{position:?}");
        }
        for child in children {
            let mut after = node.clone();
            after.play(child.ply);
            assert_eq!(after.key(), child.key);
        }
    }
}

#[test]
fn an_endgame_of_the_largest_board_is_solved_like_brute_force() {
    let game: Plexus = game("size=19");
    let position = at_random(&game.start(), 350, &mut Rng::new(8));
    solves_like_brute_force(&game, &position, 5);
}
