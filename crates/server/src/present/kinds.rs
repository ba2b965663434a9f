//! What kind of game a challenge is for, besides its name: as it was played by mail, or with house rules of ours.

use crosscut_catalog::{Line, Spec};
use crosscut_club::Terms;

/// The words for a game that does not begin as usual.
pub(crate) const FROM_A_SET_POSITION: &str = "from a set position";

/// A game with its options, for programs and in words: `hex:size=5: 5 by 5, with a swap`.
pub(crate) fn told(game: &str) -> String {
    let said = game.parse::<Spec>().map(|it| it.said_by_mail()).unwrap_or_default();
    if said.is_empty() { game.to_string() } else { format!("{game}: {said}") }
}

/// A game with its options, as lists show it.
pub(crate) fn listed(terms: &Terms) -> String {
    match terms.setup {
        Some(_) => format!("{} {FROM_A_SET_POSITION}", terms.game),
        None => terms.game.clone(),
    }
}

/// The position that a match begins with, if it is not the game's own start, and a sentence on it.
pub(crate) fn set_position(terms: &Terms) -> Option<(Line, String)> {
    terms.setup.as_ref()?;
    let line = terms.start().ok()?;
    let to_move = line.position().side().map_or(String::new(), |it| format!(", with {it} to move"));
    Some((line, format!("it begins {FROM_A_SET_POSITION}{to_move}")))
}

/// What a member who may accept a challenge should know about its game, in sentences.
pub(crate) fn kind(game: &str) -> Vec<String> {
    let Ok(spec) = game.parse::<Spec>() else { return Vec::new() };
    let by_mail = missing(&spec).map(|_| {
        let title = spec.card().title;
        format!("that is how {title} was played by mail, and not the official game")
    });
    by_mail.into_iter().chain(ours(&spec)).collect()
}

/// The same for the challenger, who may ask for another game.
pub(crate) fn kind_asked(spec: &Spec) -> Vec<String> {
    let by_mail = missing(spec).map(|options| {
        format!(
            "that is how {} was played by mail; for the official rules, as in the browser, add {options}",
            spec.card().title
        )
    });
    by_mail.into_iter().chain(ours(spec)).collect()
}

/// The options that make a game as played by mail the official one, if it has all the differences of play by mail.
fn missing(spec: &Spec) -> Option<String> {
    let card = spec.card();
    let mut missing = Vec::new();
    for (name, value) in card.classic.options.split(',').filter_map(|it| it.split_once('=')) {
        let (_, chosen, _) = spec.options().each().find(|it| it.0 == name)?;
        if chosen != value {
            return None;
        }
        let option = card.options.iter().find(|it| it.name == name)?;
        missing.push(format!("-{name}={}", option.default_text()));
    }
    (!missing.is_empty()).then(|| missing.join(" "))
}

fn ours(spec: &Spec) -> Option<String> {
    let ours = spec.house_rules();
    (!ours.is_empty())
        .then(|| format!("ours, and not in the designer's rules: {}", ours.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(game: &str) -> String {
        kind_asked(&game.parse().expect("a spec")).join("; ")
    }

    #[test]
    fn the_game_of_the_mails_is_called_so_and_no_other_is() {
        let add = "-opening=official -mirror=any";
        for game in ["trellis:opening=swap,mirror=off", "trellis:size=7,opening=swap,mirror=off"] {
            assert!(asked(game).ends_with(&format!("as in the browser, add {add}")), "{game}");
            let taken = "that is how Trellis was played by mail, and not the official game";
            assert_eq!(kind(game), [taken]);
        }
        for game in ["trellis", "trellis:mirror=off", "trellis:opening=swap", "hex", "hex:size=5"] {
            assert_eq!(asked(game), "", "{game}");
            assert!(kind(game).is_empty(), "{game}");
        }
    }

    #[test]
    fn a_house_rule_is_called_ours_also_where_it_was_chosen() {
        let ours = "ours, and not in the designer's rules";
        assert_eq!(asked("trellis:opening=none,mirror=off"), format!("{ours}: no swap"));
        assert_eq!(asked("trail-mix"), format!("{ours}: tokens without end"));
        assert_eq!(kind("trellis:opening=none"), [format!("{ours}: no swap")]);
        assert!(kind("no game").is_empty());
    }

    #[test]
    fn a_game_is_told_in_words_too() {
        let swap = "trellis:opening=swap: 15 by 15, with a swap, mirror rule on";
        assert_eq!(told("trellis:opening=swap"), swap);
        // Options that differ by command are named in the official game too.
        let official = "trellis:size=9: 9 by 9, official opening, mirror rule on";
        assert_eq!(told("trellis:size=9"), official);
        assert_eq!(told("hex:size=5"), "hex:size=5: 5 by 5");
        assert_eq!(told("no game"), "no game");
    }
}
