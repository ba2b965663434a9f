use std::collections::{BTreeSet, HashMap, HashSet};

use crosscut_rules::{Game, Position, Rng};

use super::super::trails::sides_of;
use super::*;
use crate::testing::{after, at_random, game};

/// What a position is worth to the side to move: the more, the earlier it wins or the later it loses.
fn worth(position: &TrailMixPosition, known: &mut HashMap<TrailMixPosition, i8>) -> i8 {
    if position.outcome().is_some() {
        return -100;
    }
    if let Some(&worth) = known.get(position) {
        return worth;
    }
    let mut plies = Vec::new();
    position.moves(&mut plies);
    let after = |ply| {
        let mut next = position.clone();
        next.play_unchecked(ply);
        let worth = -worth(&next, known);
        worth - worth.signum()
    };
    let best = plies.into_iter().map(after).max().expect("a board that is full is won");
    known.insert(position.clone(), best);
    best
}

/// What a form is worth, and how many cells are empty, as one position of it has shown.
#[derive(Default)]
struct Forms {
    known: HashMap<TrailMixPosition, i8>,
    worth: HashMap<Form, (i8, usize)>,
    positions: usize,
}

impl Forms {
    fn see(&mut self, position: &TrailMixPosition) {
        let Some(form) = of(position) else { return };
        let worth = (worth(position, &mut self.known), position.count());
        assert_eq!(*self.worth.entry(form).or_insert(worth), worth, "{position:?}");
        self.positions += 1;
    }
}

fn of(position: &TrailMixPosition) -> Option<Form> {
    TrailMix { size: position.size(), supply: None, swap: false }
        .form(&Pie::closed(position.clone()))
}

/// Every board of this size that is not won, with either side to move.
fn boards(size: u8) -> impl Iterator<Item = TrailMixPosition> {
    let cells: Vec<Cell> = TrailMixPosition::start(size, None).cells().collect();
    (0..3_usize.pow(cells.len() as u32)).flat_map(move |number| {
        let mut tokens = [0; 2];
        for (at, cell) in cells.iter().enumerate() {
            if let Some(tokens) = tokens.get_mut(number / 3_usize.pow(at as u32) % 3) {
                *tokens |= 1 << cell.index();
            }
        }
        let of = move |turn| TrailMixPosition::with(size, None, tokens, turn);
        Side::BOTH.map(of).into_iter().filter(|it| !it.is_complete())
    })
}

#[test]
fn positions_of_3x3_of_one_form_are_won_alike_and_in_as_many_plies() {
    let mut forms = Forms::default();
    boards(3).for_each(|it| forms.see(&it));
    let (positions, forms) = (forms.positions, forms.worth.len());
    assert!(positions > 10_000 && positions > 10 * forms, "{positions} of {forms} forms");
}

#[test]
fn endgames_of_one_form_are_won_alike_and_in_as_many_plies() {
    let mut rng = Rng::new(19);
    for (options, plies, games) in [("size=4", 8, 60), ("size=5", 18, 60), ("size=7", 42, 60)] {
        let start = game::<TrailMix>(options).start();
        let mut forms = Forms::default();
        for _ in 0..games {
            let position = at_random(&start, plies, &mut rng);
            worth(position.board(), &mut forms.known);
        }
        let seen: Vec<TrailMixPosition> = forms.known.keys().cloned().collect();
        seen.iter().for_each(|it| forms.see(it));
        let (positions, forms) = (forms.positions, forms.worth.len());
        assert!(positions > 2 * forms, "{options}: {positions} of {forms} forms");
    }
}

/// The trails by going from node to node: of each which corners of empty cells it has, and which sides of the board it
/// touches.
fn trails(position: &TrailMixPosition) -> BTreeSet<(BTreeSet<u8>, u8)> {
    let size = position.size();
    let joins: Vec<[u8; 2]> = position
        .cells()
        .filter_map(|cell| Some(ends(position.token(cell)?, lower_left(cell))))
        .collect();
    let corners: BTreeSet<u8> = position
        .empty()
        .flat_map(|cell| Side::BOTH.map(|side| ends(side, lower_left(cell))))
        .flatten()
        .collect();
    let touched = sides_of(size);
    corners
        .iter()
        .map(|&corner| {
            let mut trail = BTreeSet::from([corner]);
            while let Some(join) =
                joins.iter().find(|it| trail.contains(&it[0]) != trail.contains(&it[1]))
            {
                trail.extend(join);
            }
            let touches = trail.iter().fold(0, |all, &node| all | touched[usize::from(node)]);
            (&trail & &corners, touches)
        })
        .collect()
}

#[test]
fn positions_with_the_same_trails_at_their_empty_cells_have_one_form() {
    let mut forms = HashMap::new();
    let mut positions = 0;
    for position in boards(3) {
        let empty: Vec<Cell> = position.empty().collect();
        let what = (trails(&position), empty, position.side_to_move());
        let form = of(&position);
        positions += 1;
        assert_eq!(*forms.entry(what).or_insert(form.clone()), form, "{position:?}");
    }
    assert!(forms.len() + 1000 < positions, "{positions} with {} sets of trails", forms.len());
}

/// Where a column and a row come to be, when the last one has this number.
type Turn = fn(u8, u8, u8) -> (u8, u8);

#[test]
fn the_eight_images_of_a_position_have_one_form() {
    let mut rng = Rng::new(23);
    let mut forms = HashSet::new();
    for (size, plies) in [(4, 5), (5, 9), (6, 14), (7, 22)] {
        for _ in 0..50 {
            let start = TrailMixPosition::start(size, None);
            let position = at_random(&start, plies, &mut rng);
            let Some(form) = of(&position) else { continue };
            // Each of these turns diagonals over, and so exchanges the sides.
            let turned_over: [Turn; 2] = [
                |column, row, last| (last - column, row),
                |column, row, last| (row, last - column),
            ];
            let mut image = position;
            for turn in turned_over.repeat(4) {
                let mut tokens = [0; 2];
                for cell in image.cells() {
                    let (column, row) = turn(cell.column(), cell.row(), size - 1);
                    let to = Cell::new(column, row).expect("it is on the board");
                    if let Some(side) = image.token(cell) {
                        tokens[(!side).index()] |= 1 << to.index();
                    }
                }
                let turn = !image.side_to_move();
                image = TrailMixPosition::with(size, None, tokens, turn);
                assert_eq!(of(&image).as_ref(), Some(&form), "{image:?}");
            }
            forms.insert(form);
        }
    }
    assert!(forms.len() > 100, "{}", forms.len());
}

#[test]
fn what_is_not_of_the_trails_alone_has_no_form() {
    for (options, plies, has) in [
        ("size=4", "a1", true),
        ("size=4,opening=swap", "", false),
        ("size=4,opening=swap", "a1", false),
        ("size=4,opening=swap", "a1 b2", true),
        ("size=4,opening=swap", "a1 swap", true),
        ("size=4,tokens=20", "a1", false),
        ("size=3", "a1 a2 b2 a3 c3", false),
    ] {
        let position = after::<TrailMix>(options, plies);
        let form = game::<TrailMix>(options).form(&position);
        assert_eq!(form.is_some(), has, "{options} {plies}");
    }
}
