//! How a member takes challenges made to them by name, game by game.

use crosscut_catalog::{GAMES, find};
use crosscut_club::{Command, Member, Welcome};

use super::form::FormFields;
use super::visitor::Visitor;
use crate::App;
use crate::error::Error;

/// The part of the settings on it.
pub(super) struct WelcomeSettings {
    /// What is set for games, in words.
    pub(super) said: Vec<String>,
    /// All games: names and titles.
    pub(super) games: Vec<(&'static str, &'static str)>,
}

impl WelcomeSettings {
    pub(super) fn of(member: &Member) -> Self {
        let cards = || GAMES.iter().map(|it| it.card());
        let said = cards().filter_map(|card| {
            let welcome = member.welcome.get(card.name).copied().unwrap_or_default();
            let most = member.limits.get(card.name).filter(|_| welcome != Welcome::Refuse);
            let most = most.map(|most| match most {
                1 => "no new challenge while you have a match of it".to_string(),
                most => format!("no new challenge while you have {most} matches of it"),
            });
            let how = match (welcome, most) {
                (Welcome::Ask, most) => most?,
                (Welcome::Take, None) => "those with days per turn are accepted".to_string(),
                (Welcome::Take, Some(most)) => {
                    format!("those with days per turn are accepted; {most}")
                }
                (Welcome::Refuse, _) => "all are declined".to_string(),
            };
            Some(format!("{}: {how}", card.title))
        });
        WelcomeSettings {
            said: said.collect(),
            games: cards().map(|it| (it.name, it.title)).collect(),
        }
    }
}

/// Changes it for one game.
pub(super) async fn change(app: &App, visitor: &Visitor, fields: &FormFields) -> Result<(), Error> {
    let unclear = |words: String| Err(Error::Unclear(words));
    let name = fields.get("game");
    let Some(game) = find(name) else { return unclear(format!("there is no game '{name}'")) };
    let welcome = match fields.get("welcome") {
        "ask" => Welcome::Ask,
        "take" => Welcome::Take,
        "refuse" => Welcome::Refuse,
        other => {
            return unclear(format!(
                "challenges can be asked about, accepted or declined, not '{other}'"
            ));
        }
    };
    let most = match fields.get("most") {
        "" => None,
        text => match text.parse::<u32>() {
            Ok(most) if 0 < most => Some(most),
            _ => {
                return unclear(format!("'{text}' is not a number of matches: write 1 or more"));
            }
        },
    };
    let game = game.card().name.to_string();
    app.act(&visitor.person, None, Command::Limit { game: game.clone(), most }).await?;
    app.act(&visitor.person, None, Command::Welcome { game, welcome }).await?;
    Ok(())
}
