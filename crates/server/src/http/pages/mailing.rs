//! The settings about mail: where and when a member gets mail, and what they follow.

use std::net::IpAddr;

use crosscut_catalog::find;
use crosscut_club::{Follow, Member, MemberId, Player};

use super::form::FormFields;
use super::page::PageError;
use crate::App;
use crate::error::Error;
use crate::mail::MailAccount;
use crate::post::MailFrequency;

/// A match or player that a member follows without playing.
pub(super) struct FollowedItem {
    /// The name under which it can be ended.
    pub(super) what: &'static str,
    pub(super) value: String,
    pub(super) words: String,
    /// The address of its page.
    pub(super) href: String,
}

/// The mail settings of a member.
pub(super) struct MailPreferences {
    pub(super) held: MailAccount,
    pub(super) following: Vec<FollowedItem>,
    pub(super) wish: &'static str,
    pub(super) hour: String,
}

/// What a member follows without playing.
pub(super) async fn following(app: &App, member: &Member) -> Result<Vec<FollowedItem>, PageError> {
    let matches = app.queries().followed_by(member.id).await?;
    let names = app.queries().names_in(&matches).await?;
    let called = |player: &Player| match player {
        Player::Computer(level) => format!("the computer at level {level}"),
        Player::Member(id) => names.get(id).map_or_else(|| id.to_string(), |it| it.name.clone()),
    };
    let title = |name: &str| find(name).map_or("", |it| it.card().title);
    let games = member.follows.iter().map(|(name, follow)| FollowedItem {
        what: "unfollow-game",
        value: name.clone(),
        words: match follow {
            Follow::Turns => format!("All matches of {}", title(name)),
            Follow::End => format!("How all matches of {} end", title(name)),
        },
        href: format!("/games/{name}"),
    });
    let matches = matches.iter().map(|it| FollowedItem {
        what: "unfollow",
        value: it.id.to_string(),
        words: format!("{}: {} – {}", title(it.game()), called(&it.seats[0]), called(&it.seats[1])),
        href: format!("/match/{}", it.id),
    });
    Ok(games.chain(matches).collect())
}

impl MailPreferences {
    pub(super) fn of(held: MailAccount, following: Vec<FollowedItem>) -> Self {
        let (wish, hour) = match held.wish {
            MailFrequency::Each => ("each", 7),
            MailFrequency::Daily(hour) => ("daily", hour),
            MailFrequency::Nothing => ("nothing", 7),
        };
        MailPreferences { held, following, wish, hour: hour.to_string() }
    }
}

/// Changes where and when a member gets mail.
pub(super) async fn change(
    app: &App,
    from: IpAddr,
    member: MemberId,
    fields: &FormFields,
) -> Result<(), Error> {
    let post = app.post().ok_or_else(|| Error::Unclear("this club sends no mails".into()))?;
    if fields.get("what") == "address" {
        return post.claim(app, Some(from), member, fields.get("address")).await;
    }
    let wish = match fields.get("wish") {
        "each" => MailFrequency::Each,
        "nothing" => MailFrequency::Nothing,
        "daily" => match fields.get("hour").parse() {
            Ok(hour @ 0..=23) => MailFrequency::Daily(hour),
            _ => return Err(Error::Unclear("the hour is a number from 0 to 23".into())),
        },
        other => {
            return Err(Error::Unclear(format!(
                "mails are sent each, daily or nothing, not '{other}'"
            )));
        }
    };
    post.set_wish(app, member, wish).await
}
