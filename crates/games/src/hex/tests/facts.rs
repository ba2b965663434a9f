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
