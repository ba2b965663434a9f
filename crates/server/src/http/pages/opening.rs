//! What an opening asks for, shown at the board: who lays what the opponent chooses from, and the choice.

use askama::Template;
use crosscut_catalog::{Card, Ink, Line, Opening, Scene, Seat, Shape, Side};

use super::board::{PartialTurn, Picture};
use super::page::PageError;
use crate::present::sentence::capital;

/// The players at a board, as the visitor sees them.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlayersView {
    /// The names by seat; empty for an unknown player.
    pub(crate) names: [String; 2],
    /// The visitor's seat.
    pub(crate) me: Option<Seat>,
    /// Whether there is nothing left to decide.
    pub(crate) over: bool,
}

impl PlayersView {
    /// Whether both names are known.
    pub(crate) fn is_known(&self) -> bool {
        self.names.iter().all(|it| !it.is_empty())
    }

    /// A name, or `you`.
    pub(crate) fn who(&self, seat: Seat) -> String {
        match &self.names[seat.index()] {
            _ if self.me == Some(seat) => "you".to_string(),
            name if name.is_empty() => format!("the {} player", seat.name()),
            name => name.clone(),
        }
    }

    /// A verb after [`who`](Self::who): `you swap`, `Ann swaps`.
    fn does(&self, seat: Seat, verb: &str) -> String {
        let s = if self.me == Some(seat) { "" } else { "s" };
        format!("{} {verb}{s}", self.who(seat))
    }
}

/// A decision to make, as a card above the board.
pub(crate) struct Decision {
    pub(crate) what: String,
    pub(crate) why: String,
    /// The sides to take, each with a button.
    pub(crate) picks: Vec<SideOption>,
}

/// A side to take.
pub(crate) struct SideOption {
    pub(crate) ply: String,
    pub(crate) words: String,
    pub(crate) picture: String,
}

/// The decision that the opening of a line asks for; `None` when it is over, or if there is none.
pub(crate) fn decision(
    line: &Line,
    company: &PlayersView,
    may: bool,
) -> Result<Option<Decision>, PageError> {
    let card = line.spec().card();
    let position = line.position();
    let (Some(opening), Some(seat), Some(side)) =
        (line.opening(), position.turn(), position.side())
    else {
        return Ok(None);
    };
    if company.over {
        return Ok(None);
    }
    let colour = card.colour(side);
    let piece = card.spoken.piece;
    let mine = company.me == Some(seat) || (company.me.is_none() && may);
    let passing = position.words().iter().any(|it| it == "pass");
    let lays = match mine {
        true => format!("place {piece} for {colour}{}", if passing { ", or pass" } else { "" }),
        false => format!(
            "{} places {piece} for {colour}{}",
            company.who(seat),
            if passing { ", or passes" } else { "" }
        ),
    };
    let other = company.who(!seat);
    let fair = if mine { ". Leave both the same chances" } else { "" };
    let mut picks = Vec::new();
    let (what, why) = match opening {
        Opening::Laid { of: 1, .. } => {
            let over = if card.spoken.pieces().ends_with('s') { "them" } else { "it" };
            let why = match mine {
                true => format!(
                    "{other} may then swap sides and take {over} over, so begin with neither the best nor the worst"
                ),
                false => format!("{other} may then swap sides and take {over} over"),
            };
            (format!("Opening: {lays}"), why)
        }
        Opening::Laid { ply, of } => (
            format!("Opening turn {ply} of {of}: {lays}"),
            format!("then {} a side{fair}", company.does(!seat, "choose")),
        ),
        Opening::Chosen(by) => {
            let scene = position.scene();
            for (side, ply) in Side::BOTH.into_iter().zip(&by) {
                let Some(ply) = ply else { continue };
                let takes = format!("{}, {}", card.spoken.colours[side.index()], card.doing(side));
                let words = match by.iter().all(Option::is_some) {
                    true => format!("Play {takes}"),
                    false => format!(
                        "{}: take the first {} as yours and play {takes}",
                        capital(ply),
                        card.spoken.pieces()
                    ),
                };
                let picture = picture(&scene, side, card.spoken.colours[side.index()]).render()?;
                picks.push(SideOption { ply: ply.clone(), words, picture });
            }
            match by.iter().position(Option::is_none) {
                None if mine => (
                    "Choose your side".to_string(),
                    format!("{colour} moves next, whoever takes it"),
                ),
                None => (
                    format!("{} a side", company.does(seat, "choose")),
                    format!("{colour} moves next, whoever takes it"),
                ),
                Some(at) => {
                    let on = Side::BOTH[at];
                    let doing = format!("{}, {}", card.spoken.colours[at], card.doing(on));
                    match mine {
                        true => (
                            format!("Play on as {doing}: place {piece}. Or swap"),
                            format!("the board stays as it is, and {other} moves next as {colour}"),
                        ),
                        false => (
                            format!("{} on as {doing}, or swaps", company.does(seat, "play")),
                            format!(
                                "after a swap the board stays as it is, and {} next as {colour}",
                                company.does(!seat, "move")
                            ),
                        ),
                    }
                }
            }
        }
    };
    if !may {
        picks.clear();
    }
    Ok(Some(Decision { what: capital(&what), why: capital(&why), picks }))
}

/// The plies that end an opening of several turns with what is laid or chosen, and what that means.
pub(crate) fn plain(
    line: &Line,
    partial: &PartialTurn,
    company: &PlayersView,
) -> Option<(String, String)> {
    let chosen = partial.ply();
    if chosen.is_none() && !partial.is_empty() {
        return None;
    }
    let plies = line.plain_pie(chosen)?.join(" ");
    let seat = line.position().turn()?;
    let then = format!("then {} a side", company.does(!seat, "choose"));
    let words = match chosen {
        Some(chosen) => format!("Only {chosen}, {then}"),
        None => format!("No more {}, {then}", line.spec().card().spoken.pieces()),
    };
    Some((plies, words))
}

/// A small picture of what a side has on the board: its edges, and what was played for it.
fn picture(scene: &Scene, side: Side, colour: &str) -> Picture {
    let own = match side {
        Side::First => [Ink::EdgeFirst, Ink::First, Ink::OnFirst],
        Side::Second => [Ink::EdgeSecond, Ink::Second, Ink::OnSecond],
    };
    let ink = |shape: &Shape| match shape {
        Shape::Line { ink, .. }
        | Shape::Polygon { ink, .. }
        | Shape::Disc { ink, .. }
        | Shape::Ring { ink, .. }
        | Shape::Sector { ink, .. }
        | Shape::Sign { ink, .. }
        | Shape::Label { ink, .. } => *ink,
    };
    let mut shapes: Vec<Shape> =
        scene.shapes.iter().filter(|it| own.contains(&ink(it))).cloned().collect();
    // Close around the places: labels at the rim are left out.
    let (mut from, mut to) = (scene.to, scene.from);
    for (x, y) in scene.sites.iter().map(|it| it.at) {
        from = (from.0.min(x), from.1.min(y));
        to = (to.0.max(x), to.1.max(y));
    }
    if scene.sites.is_empty() {
        (from, to) = (scene.from, scene.to);
    }
    from = ((from.0 - 1.0).max(scene.from.0), (from.1 - 1.0).max(scene.from.1));
    to = ((to.0 + 1.0).min(scene.to.0), (to.1 + 1.0).min(scene.to.1));
    // Stones are enlarged: on a large board one would be a speck.
    let larger = ((to.0 - from.0).max(to.1 - from.1) / 8.0).clamp(1.0, 2.5);
    for shape in &mut shapes {
        match shape {
            Shape::Disc { radius, .. } | Shape::Sign { radius, .. } => *radius *= larger,
            Shape::Line { width, .. } => *width *= larger,
            _ => {}
        }
    }
    let title = format!("{colour} on this board");
    Picture::of(&Scene { shapes, from, to, title, ..Scene::default() })
}

/// No opening has more plies.
pub(crate) const LONGEST: usize = 8;

/// What the last ply did to seats and sides, if it was a choice: shown to everybody, once.
pub(crate) fn chosen(line: &Line, company: &PlayersView) -> Option<String> {
    let n = line.plies().len();
    if n == 0 || LONGEST < n {
        return None;
    }
    let before = line.up_to(n - 1);
    let Opening::Chosen(by) = before.opening()? else { return None };
    let seat = before.position().turn()?;
    let card = line.spec().card();
    let after = line.position();
    let held = |seat: Seat| after.held_by(seat);
    let swapped = before.position().held_by(seat) != held(seat);
    let deed = match (by.iter().all(Option::is_some), swapped) {
        (true, _) => format!("{} chose {}", company.who(seat), card.colour(held(seat))),
        (false, true) => format!("{} swapped", company.who(seat)),
        (false, false) => format!("{} did not swap", company.who(seat)),
    };
    let plays = |seat: Seat| {
        let side = held(seat);
        let goal = card.side_named(side).map(|it| card.doing(it)).unwrap_or_default();
        let now = if swapped { " now" } else { "" };
        format!("{} {}{now}, {goal}", company.does(seat, "play"), card.colour(side))
    };
    let rest = match company.me {
        Some(me) => plays(me),
        None => plays(!seat),
    };
    Some(capital(&format!("{deed}: {rest}")))
}

/// A side with its goal, as the heading above a board: who, and what they want.
pub(crate) fn goal(
    line: &Line,
    card: &Card,
    side: Side,
    company: &PlayersView,
) -> (String, String) {
    // How its places are written only matters to those who write them.
    let goal = card.goals[side.index()].split(" (").next().unwrap_or_default();
    let colour = card.spoken.colours[side.index()];
    let seat =
        Seat::BOTH.into_iter().find(|&it| line.position().held_by(it) == card.sides[side.index()]);
    match seat {
        Some(seat) if company.is_known() && line.opening().is_none() => {
            match company.me == Some(seat) {
                true => ("You".to_string(), format!("({colour}) {}", card.you(side))),
                false => (company.who(seat), format!("({colour}) {goal}")),
            }
        }
        _ => (colour.to_string(), goal.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(spec: &str, plies: &str, me: Option<Seat>) -> String {
        let mut line = Line::new(spec.parse().unwrap());
        for ply in plies.split_whitespace() {
            line.play(ply).unwrap();
        }
        let company = PlayersView { names: ["Ann", "Bert"].map(String::from), me, over: false };
        let may = me.is_some() && me == line.position().turn();
        let it = decision(&line, &company, may).unwrap();
        let chosen = chosen(&line, &company).unwrap_or_default();
        it.map_or(chosen, |it| {
            let picks: Vec<String> = it.picks.into_iter().map(|it| it.words).collect();
            format!("{}. {}. {}", it.what, it.why, picks.join(" | ")).trim().to_string()
        })
    }

    #[test]
    fn openings_are_told_in_the_colours_on_the_board() {
        let [ann, bert] = Seat::BOTH.map(Some);
        assert_eq!(
            told("trellis", "A1", ann),
            "Opening turn 2 of 3: place one or two stones for Orange, or pass. Then Bert chooses a side. Leave both the same chances."
        );
        assert_eq!(
            told("trellis", "A1", bert),
            "Opening turn 2 of 3: Ann places one or two stones for Orange, or passes. Then you choose a side."
        );
        assert_eq!(
            told("trellis", "A1 B2 C3", bert),
            "Choose your side. Orange moves next, whoever takes it. \
             Play Navy, joining top and bottom | Play Orange, joining left and right"
        );
        assert_eq!(
            told("trellis", "A1 B2 C3", ann),
            "Bert chooses a side. Orange moves next, whoever takes it."
        );
        assert_eq!(
            told("trellis", "A1 B2 C3 black", ann),
            "Bert chose Navy: you play Orange now, joining left and right"
        );
        assert_eq!(
            told("hex", "", ann),
            "Opening: place a stone for Navy. Bert may then swap sides and take it over, so begin with neither the best nor the worst."
        );
        assert_eq!(
            told("hex", "A1", bert),
            "Play on as Orange, joining left and right: place a stone. Or swap. The board stays as it is, and Ann moves next as Orange. \
             Swap: take the first stone as yours and play Navy, joining top and bottom"
        );
        assert_eq!(
            told("hex", "A1 swap", ann),
            "Bert swapped: you play Orange now, joining left and right"
        );
        assert_eq!(
            told("hex", "A1 B3", ann),
            "Bert did not swap: you play Navy, joining top and bottom"
        );
        assert_eq!(
            told("trail-mix:opening=swap", "a1", bert),
            "Play on as Green, joining any two opposite sides: place a token. Or swap. The board stays as it is, and Ann moves next as Green. \
             Swap: take the first token as yours and play Brown, joining any two opposite sides"
        );
        assert_eq!(told("trellis:opening=none", "A1", bert), "");
    }
}
