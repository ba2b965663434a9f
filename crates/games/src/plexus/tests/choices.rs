//! The plies that are hidden from the search.

use std::collections::HashSet;

use crosscut_rules::{Position, Rng};
use crosscut_search::View;

use super::after;
use crate::plexus::Direction;
use crate::plexus::course::Course;
use crate::plexus::knowledge::PlexusView;

fn children<const W: usize>(course: &Course<W>) -> HashSet<Course<W>> {
    let ways = course.ways();
    let all = ways.any().iter().flat_map(|bit| {
        let here = Direction::ALL.into_iter().filter(move |&it| ways.has(bit, it));
        here.map(move |direction| {
            let mut next = *course;
            next.play(bit, direction);
            next
        })
    });
    all.collect()
}

#[test]
fn what_is_left_out_leads_where_something_listed_leads() {
    let mut rng = Rng::new(7);
    let (mut listed, mut legal) = (0, 0);
    for size in ["size=3", "size=5", "size=7"] {
        for _ in 0..60 {
            let mut position = after(size, "");
            while position.outcome().is_none() {
                let view = PlexusView::<1>::of(&position);
                let mut choices = Vec::new();
                view.choices(&mut choices);
                let next = choices.iter().map(|choice| {
                    let mut next = view.clone();
                    next.take(choice.step);
                    next.0
                });
                let next: HashSet<_> = next.collect();
                assert_eq!(next, children(&view.0));
                let mut plies = Vec::new();
                position.moves(&mut plies);
                listed += choices.len();
                legal += plies.len();
                position.play_unchecked(plies[rng.below(plies.len() as u32) as usize]);
            }
        }
    }
    assert!(listed < legal, "{listed} of {legal}");
}
