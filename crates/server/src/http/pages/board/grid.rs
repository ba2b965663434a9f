//! The places of a board as rows of cells, for the arrow keys and screen readers.

use std::collections::{HashMap, HashSet};

use crosscut_catalog::{AnyPosition, Decimal, Point, Scene};

use super::{BoardLook, PartialTurn, TurnLink, paint};

/// A place of the board.
pub(super) struct BoardCell {
    pub(super) word: String,
    /// Its name and what is there.
    pub(super) label: String,
    pub(super) x: Decimal<2>,
    pub(super) y: Decimal<2>,
    pub(super) radius: Decimal<2>,
    /// The address a click leads to; empty if the place cannot be clicked.
    pub(super) href: String,
    /// Its role in the turn being put together: ` chosen`, ` lit`, ` final`.
    pub(super) classes: String,
    pub(super) chosen: bool,
}

/// The radius within which a place without a spot is hit, in board units.
const RADIUS: f32 = 0.45;

/// All places, in reading order on the board as it is turned.
pub(super) fn rows(
    scene: &Scene,
    look: BoardLook,
    partial: Option<(&AnyPosition, &PartialTurn, TurnLink<'_>)>,
) -> Vec<Vec<BoardCell>> {
    let spots: HashMap<_, _> = scene.spots.iter().rev().map(|it| (it.word.as_str(), it)).collect();
    let sites: HashSet<_> = scene.sites.iter().map(|it| it.word.as_str()).collect();
    let mut places: Vec<(Point, f32, &str, &str, bool)> = scene
        .sites
        .iter()
        .map(|site| match spots.get(site.word.as_str()) {
            Some(spot) => (spot.at, spot.radius, site.word.as_str(), site.says.as_str(), true),
            None => (site.at, RADIUS, site.word.as_str(), site.says.as_str(), false),
        })
        .collect();
    let others = scene.spots.iter().filter(|it| !sites.contains(it.word.as_str()));
    places.extend(others.map(|it| (it.at, it.radius, it.word.as_str(), "", true)));
    // Rounded rows are compared, so that places on one level stay together in spite of rounding errors.
    let key = |at: Point| {
        let (x, y) = look.place(scene, at);
        ((y * 8.0).round() as i32, (x * 64.0).round() as i32)
    };
    places.sort_by_key(|place| key(place.0));
    // What a turn may begin with, where one is begun already.
    let anew = partial.filter(|it| !it.1.is_empty()).map(|it| PartialTurn::read(it.0, ""));
    let mut rows: Vec<Vec<BoardCell>> = Vec::new();
    let mut level = 0;
    for (at, radius, word, says, open) in places {
        let (y, _) = key(at);
        if (y - level).abs() > 1 || rows.is_empty() {
            rows.push(Vec::new());
        }
        level = y;
        let begins = anew.as_ref().is_some_and(|it| it.takes(word));
        let cell = cell(at, radius, word, says, begins, partial.filter(|_| open));
        rows.last_mut().expect("a row was just begun").push(cell);
    }
    rows
}

fn cell(
    at: Point,
    radius: f32,
    word: &str,
    says: &str,
    begins: bool,
    partial: Option<(&AnyPosition, &PartialTurn, TurnLink<'_>)>,
) -> BoardCell {
    let mut label = match says {
        "" => word.to_string(),
        says => format!("{word}, {says}"),
    };
    let (mut href, mut classes, mut chosen) = (String::new(), String::new(), false);
    if let Some((position, partial, link)) = partial {
        chosen = partial.has(word);
        let fits = chosen || partial.takes(word);
        // A turn may be started again elsewhere; a place that the rules refuse has no link.
        if fits || begins {
            href = link(&partial.click(position, word));
        }
        if chosen {
            label.push_str(", chosen");
            classes.push_str(" chosen");
        } else if !partial.is_empty() && fits {
            label.push_str(", fits");
            classes.push_str(" lit");
        }
        if fits && partial.ends_with(word) {
            classes.push_str(" final");
        }
    }
    BoardCell {
        word: word.to_string(),
        label,
        x: paint::number(at.0),
        y: paint::number(at.1),
        radius: paint::number(radius),
        href,
        classes,
        chosen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscut_catalog::{GAMES, Spec};

    #[test]
    fn no_click_leads_to_what_is_refused() {
        for game in GAMES {
            let mut position = Spec::of(*game, "").unwrap().start();
            for n in 0..4 {
                let moves = position.moves();
                for ply in [&moves[0], &moves[moves.len() / 2]] {
                    let partial = PartialTurn::read(&position, ply.split(',').next().unwrap());
                    let link = |turn: &str| turn.to_string();
                    let on = Some((&position, &partial, &link as TurnLink<'_>));
                    for cell in rows(&position.scene(), BoardLook::default(), on).iter().flatten() {
                        let to = PartialTurn::read(&position, &cell.href);
                        let name = game.card().name;
                        assert_eq!(
                            to.refusal, None,
                            "{name}, after {n} plies, {ply}: {}",
                            cell.href
                        );
                    }
                }
                position.play(&moves[moves.len() * (n + 1) / 5]).unwrap();
            }
        }
    }
}
