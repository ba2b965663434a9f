use crosscut_rules::Side;
use crosscut_verify::{Cells, Facts, Verify};

use crate::hex::Hex;

#[test]
fn what_has_several_answers_takes_as_many_turns_as_the_slowest() {
    let game: Hex = crate::testing::game("size=3,opening=none");
    let board = game.board().unwrap();
    let mut facts = Facts::new(&game, &board);
    let set = |cells: &[usize]| cells.iter().copied().collect::<Cells>();
    // Cells are numbered row by row. The side that joins the first row and the last has won with a column.
    let side = Side::BOTH.into_iter().find(|&side| facts.won(side, set(&[2, 5, 8])).is_ok());
    let side = side.unwrap();
    let column = facts.count();
    let left = facts.won(side, set(&[1, 4, 6])).unwrap();
    let right = facts.won(side, set(&[1, 4, 7])).unwrap();
    // A bridge to the edge takes one turn, whatever the other side does. With one stone less it takes one more.
    let bridge = facts.play(&[(set(&[6]), left), (set(&[7]), right)]).unwrap();
    assert_eq!(facts.get(bridge).unwrap().turns, 1);
    for answers in
        [[(set(&[5]), column), (set(&[4]), bridge)], [(set(&[4]), bridge), (set(&[5]), column)]]
    {
        let (fact, _) = facts.answered(&answers).unwrap();
        assert_eq!(fact.turns, 2, "{answers:?}");
        assert_eq!((fact.needs, fact.carrier), (set(&[1, 2, 8]), set(&[4, 5, 6, 7])));
    }
}

#[test]
fn a_fact_takes_the_turns_of_all_that_it_is_made_of() {
    let game: Hex = crate::testing::game("size=3,opening=none");
    let board = game.board().unwrap();
    let mut facts = Facts::new(&game, &board);
    let set = |cells: &[usize]| cells.iter().copied().collect::<Cells>();
    let side = Side::BOTH.into_iter().find(|&side| facts.won(side, set(&[2, 5, 8])).is_ok());
    let side = side.unwrap();
    // A stone in the middle has two ways to either edge.
    let ends = [0, 1].map(|end| board.cells + end);
    let mut bridge = |cells: [usize; 2]| {
        let mut to = |cell: usize| {
            let with = set(&[4, cell]);
            let joined = ends.map(|end| facts.join(side, 0, [4, end], with, &[]).ok());
            (set(&[cell]), joined.into_iter().flatten().next().unwrap())
        };
        let answers = cells.map(&mut to);
        facts.play(&answers).unwrap()
    };
    let links = [bridge([1, 2]), bridge([6, 7])];
    let won = facts.join(side, 0, ends, set(&[4]), &links).unwrap();
    let won = facts.get(won).unwrap();
    assert_eq!((won.needs, won.carrier, won.turns), (set(&[4]), set(&[1, 2, 6, 7]), 2));
    // Where one of two cells is enough and the other is dead then, one turn more gets it.
    let caught = [6, 7].map(|cell| {
        let won = facts.won(side, set(&[1, 2, 4, cell])).unwrap();
        let caught = facts.captured(won, [1, 2], &Cells::NONE).unwrap();
        let it = facts.get(caught).unwrap();
        assert_eq!((it.needs, it.carrier, it.turns), (set(&[4, cell]), set(&[1, 2]), 1));
        (set(&[cell]), caught)
    });
    // The other side need not be answered there, and may fill up everything else first.
    let (fact, unanswered) = facts.answered(&caught).unwrap();
    assert_eq!((fact.carrier, fact.turns), (set(&[1, 2, 6, 7]), 4));
    assert!(unanswered.is_none());
}
