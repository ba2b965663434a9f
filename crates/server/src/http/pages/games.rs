//! The list of games, and a page for each.

use std::sync::OnceLock;

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use crosscut_catalog::{
    AnyGame, Card, FairStart, GAMES, GameOption, Line, Spec, SpecError, Values, find, shortened,
};
use crosscut_club::{Class, Player, Span};

use super::analysis::address_of;
use super::board::Picture;
use super::help;
use super::lesson;
use super::lobby::{MatchListItem, rows};
use super::page::{Frame, PageError, page};
use super::play::PlayForm;
use super::table::colours;
use super::visitor::Visitor;
use crate::App;
use crate::present::people::PlayerLink;
use crate::present::sentence::{capital, sentence};
use crate::read::queries::LeaderboardPlace;

/// How many fair openings a game's page shows.
const FAIR: usize = 8;

/// A game as lists show it, and what its page and its form show to everybody.
pub(crate) struct GameListItem {
    pub(crate) card: Card,
    pub(crate) about: String,
    pub(crate) picture: String,
    pub(crate) colours: String,
    /// The options as fields of a form.
    pub(crate) options: Vec<OptionField>,
    /// Fair openings, which leave both sides equal chances: the address of each, and its plies.
    fair: Vec<(String, String)>,
}

/// All games as lists show them. They are the same for everybody, and are drawn once.
pub(crate) fn all() -> Result<&'static [GameListItem], PageError> {
    static ALL: OnceLock<Vec<GameListItem>> = OnceLock::new();
    if let Some(all) = ALL.get() {
        return Ok(all);
    }
    let all = GAMES.iter().map(|game| shown(*game)).collect::<Result<_, _>>()?;
    Ok(ALL.get_or_init(|| all))
}

/// A game's card with a picture of a finished game.
fn shown(game: &'static dyn AnyGame) -> Result<GameListItem, PageError> {
    let card = game.card();
    let usual = Spec::of(game, "").map_err(|error| PageError::unclear(error.to_string()))?;
    let fair = FairStart::listed(&usual).into_iter().take(FAIR).map(|it| {
        let plies = it.plies.join(" ");
        (address_of(&usual, "", &plies), plies)
    });
    Ok(GameListItem {
        about: sentence(card.about),
        picture: picture(game)?,
        colours: colours(&card),
        options: card.options.iter().map(|it| OptionField::of(it, &card)).collect(),
        fair: fair.collect(),
        card,
    })
}

/// The hidden fields of the form that begins a first game.
pub(crate) fn first_game(card: &Card) -> Vec<(String, &'static str)> {
    let options = card.first_game.split(',').filter_map(|it| it.split_once('='));
    options.map(|(name, value)| (format!("o-{name}"), value)).collect()
}

/// The game as played by default, with every option named: `15 by 15, official opening, mirror rule on`. House rules of
/// ours are marked, and so is what the designer leaves open or what can be read in two ways.
pub(crate) fn official(card: &Card) -> String {
    card.options.iter().map(|it| usual(card, it)).collect::<Vec<_>>().join(", ")
}

/// An option's default in words.
fn usual(card: &Card, option: &GameOption) -> String {
    let default = option.default_text();
    let whose = match card.is_ours(option, &default) {
        true => " (house rule)",
        false if card.source.unclear.contains(&option.name) => " (our reading)",
        false if card.source.unsaid.contains(&option.name) => " (usual)",
        false => "",
    };
    format!("{}{whose}", card.spoken.option(option.name, &default))
}

/// A picture of the end of the sample game.
fn picture(game: &'static dyn AnyGame) -> Result<String, PageError> {
    let usual = Spec::of(game, "").map_err(|error| PageError::unclear(error.to_string()))?;
    let mut line = Line::new(usual);
    line.play_list(game.card().sample).map_err(|error| PageError::unclear(error.to_string()))?;
    Ok(Picture::of(&line.position().scene()).render()?)
}

#[derive(Template)]
#[template(path = "games.html")]
struct GamesPage {
    frame: Frame,
    games: &'static [GameListItem],
}

/// All games.
pub(crate) async fn games(visitor: Visitor) -> Result<Response, PageError> {
    page(&GamesPage { frame: Frame::new(&visitor, "games", "Games"), games: all()? })
}

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage {
    frame: Frame,
    card: Card,
    shown: &'static GameListItem,
    help: &'static str,
    /// The address of the sample game, with its remarks.
    sample: String,
    /// How many boards the lesson has, and how many of them the visitor has done.
    lesson: Option<(usize, usize)>,
    form: PlayForm,
    leaders: String,
    /// In progress, latest first.
    live: Vec<MatchListItem>,
    recent: Vec<MatchListItem>,
}

/// The leaderboards of a game.
#[derive(Template)]
#[template(path = "leaders.html")]
struct LeaderboardsView {
    /// For each class, the best players with certain ratings, and those with provisional ones.
    best: Vec<(&'static str, Vec<LeaderboardEntry>, Vec<LeaderboardEntry>)>,
}

/// A player on a leaderboard.
struct LeaderboardEntry {
    called: PlayerLink,
    rating: String,
    matches: u32,
}

/// An option as a field of a form.
pub(crate) struct OptionField {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) about: String,
    pub(crate) allowed: String,
    /// The choices, each with its meaning; empty for a number.
    pub(crate) choices: Vec<(String, String)>,
    pub(crate) default: String,
    /// The default in words.
    pub(crate) usual: String,
    pub(crate) least: u32,
    pub(crate) most: u32,
    pub(crate) step: u32,
}

impl OptionField {
    pub(crate) fn of(option: &GameOption, card: &Card) -> Self {
        let spoken = &card.spoken;
        /// Longer lists of numbers become a text field.
        const LIST: u32 = 30;
        let default = option.default_text();
        let say = |value: &str| {
            let whose = match card.is_ours(option, value) {
                true => " (house rule)",
                false if card.source.unclear.contains(&option.name) => match value == default {
                    true => " (our reading of the source)",
                    false => " (the other reading)",
                },
                false if value != default => "",
                false if card.source.unsaid.contains(&option.name) => " (usual)",
                false => " (official)",
            };
            format!("{}{whose}", capital(&spoken.option(option.name, value)))
        };
        let (choices, least, most, step) = match option.values {
            Values::Number { least, most, step, .. } if (most - least) / step < LIST => {
                let numbers = (least..=most).step_by(step as usize);
                let numbers = numbers.map(|it| it.to_string());
                (numbers.map(|it| (it.clone(), say(&it))).collect(), least, most, step)
            }
            Values::Number { least, most, step, .. } => (Vec::new(), least, most, step),
            Values::Choice(words) => {
                let words = words.iter().map(|(word, about)| {
                    let about = card.in_colours(afresh(&spoken.option(option.name, word), about));
                    let says = if about.is_empty() { String::new() } else { format!(": {about}") };
                    (word.to_string(), format!("{}{says}", say(word)))
                });
                (words.collect(), 0, 0, 1)
            }
        };
        let (name, title) = (option.name, option.title);
        let about = card.in_colours(option.about);
        let allowed = option.allowed();
        let usual = usual(card, option);
        OptionField { name, title, about, allowed, choices, default, usual, least, most, step }
    }
}

/// The meaning of an option's value, without what its title says already: `no swap: whoever ..` follows `No swap`.
fn afresh<'a>(title: &str, about: &'a str) -> &'a str {
    match about.split_once(": ") {
        Some((first, rest)) if title.ends_with(first) => rest,
        _ => about,
    }
}

/// The leaderboards of a game, which are kept until something in them may have changed: a match has ended, or a day has
/// passed and ratings are less certain.
async fn leaders(app: &App, game: &str) -> Result<String, PageError> {
    let now = app.clock().now();
    let of = format!("leaders of {game} on day {}", now.0 / Span::days(1).0);
    let results = app.queries().results();
    if let Some(text) = app.documents().known_at(&of, results) {
        return Ok(text);
    }
    let mut best = Vec::new();
    for class in Class::ALL {
        let sure = placed(app, app.queries().best(game, class, now, 10).await?).await?;
        let new = placed(app, app.queries().provisional(game, class, now, 5).await?).await?;
        best.push((class.name(), sure, new));
    }
    best.retain(|it| !it.1.is_empty() || !it.2.is_empty());
    let text = LeaderboardsView { best }.render()?;
    app.documents().keep_at(of, results, &text);
    Ok(text)
}

/// Places on a leaderboard as they are shown.
async fn placed(
    app: &App,
    places: Vec<LeaderboardPlace>,
) -> Result<Vec<LeaderboardEntry>, PageError> {
    let names = app.queries().names(places.iter().map(|it| it.member)).await?;
    let placed = places.into_iter().map(|it| LeaderboardEntry {
        called: PlayerLink::among(Player::Member(it.member), &names),
        rating: it.rating.to_string(),
        matches: it.rating.matches,
    });
    Ok(placed.collect())
}

/// The sentence for an unknown game, with the name that may be meant.
fn unknown(name: &str) -> String {
    match name.parse::<Spec>() {
        Err(error @ SpecError::Game { .. }) => error.to_string(),
        _ => format!("there is no game with the name '{}'", shortened(name)),
    }
}

/// The page of a game.
pub(crate) async fn game(
    visitor: Visitor,
    State(app): State<App>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, PageError> {
    let Path(name) = name?;
    // In words, as on its page.
    let spelt = || find(&name.trim().replace([' ', '_'], "-"));
    let game = find(&name).or_else(spelt).ok_or_else(|| PageError::not_found(unknown(&name)))?;
    let card = game.card();
    if name != card.name {
        return Ok(Redirect::permanent(&format!("/games/{}", card.name)).into_response());
    }
    let shown = all()?.iter().find(|it| it.card.name == name);
    let shown = shown.ok_or_else(|| PageError::not_found(unknown(&name)))?;
    let usual = Spec::of(game, "").map_err(|error| PageError::unclear(error.to_string()))?;
    let words: Vec<&str> = card.sample.split_whitespace().collect();
    // With scripts, the replay starts as soon as it is opened.
    let played = address_of(&usual, "", &words.join(" ")) + "?at=0#watch";
    let live = app.queries().live_of(card.name, 10).await?;
    let recent = app.queries().ended(card.name, 10).await?;
    page(&GamePage {
        form: PlayForm::of(&app, game, &visitor, ""),
        leaders: leaders(&app, card.name).await?,
        live: rows(&app, &visitor, &live).await?,
        recent: rows(&app, &visitor, &recent).await?,
        frame: Frame::new(&visitor, "games", card.title),
        shown,
        help: help::html_of(card.name),
        lesson: lesson::of(card.name)
            .map(|it| (it.steps.len(), visitor.preferences.learnt(card.name))),
        sample: played,
        card,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_no_game_has_leads_to_one_that_comes_near() {
        assert_eq!(unknown("trail-mx"), "there is no game 'trail-mx': did you mean trail-mix?");
        let far = unknown(&"x".repeat(1000));
        assert!(far.starts_with("there is no game 'xxx") && far.len() < 300, "{far}");
    }

    fn choices(game: &str, option: &str) -> Vec<String> {
        let card = find(game).unwrap().card();
        let option = card.options.iter().find(|it| it.name == option).unwrap();
        OptionField::of(option, &card).choices.into_iter().map(|it| it.1).collect()
    }

    #[test]
    fn options_are_told_once_and_in_the_colours_of_the_board() {
        let opening = choices("trellis", "opening").join("\n");
        assert!(opening.contains("for Navy, Orange and Navy;"), "{opening}");
        assert!(opening.contains("and Orange moves next"), "{opening}");
        let opening = choices("hex", "opening");
        assert_eq!(opening[1], "No swap: whoever moves first has an advantage");
        let last = choices("plexus", "final");
        assert!(last[0].starts_with("The last dot scores (our reading of the source): "));
        let other = "The last dot scores nothing (the other reading): equal scores are a draw";
        assert_eq!(last[1], other);
        let sizes = choices("quadrant-hex", "size");
        assert!(sizes.iter().all(|it| !it.contains("house rule")), "{sizes:?}");
    }
}
