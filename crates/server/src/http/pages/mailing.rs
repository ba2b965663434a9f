//! The settings about mail: where and when a member gets mail, and what they follow.

use std::net::IpAddr;

use crosscut_catalog::find;
use crosscut_club::{Follow, Member, MemberId, Player};

use super::form::Fields;
use super::page::Refused;
use crate::App;
use crate::error::Error;
use crate::mail::Held;
use crate::post::Wish;

/// A match or player that a member follows without playing.
pub(super) struct Following {
    /// The name under which it can be ended.
    pub(super) what: &'static str,
    pub(super) value: String,
    pub(super) words: String,
    /// The address of its page.
    pub(super) href: String,
}

/// The mail settings of a member.
pub(super) struct Mail {
    pub(super) held: Held,
    pub(super) following: Vec<Following>,
    pub(super) wish: &'static str,
    pub(super) hour: String,
}

/// What a member follows without playing.
pub(super) async fn following(app: &App, member: &Member) -> Result<Vec<Following>, Refused> {
    let matches = app.queries().followed_by(member.id).await?;
    let names = app.queries().names_in(&matches).await?;
    let called = |player: &Player| match player {
        Player::Computer(level) => format!("the computer at level {level}"),
        Player::Member(id) => names.get(id).map_or_else(|| id.to_string(), |it| it.name.clone()),
    };
    let title = |name: &str| find(name).map_or("", |it| it.card().title);
    let games = member.follows.iter().map(|(name, follow)| Following {
        what: "unfollow-game",
        value: name.clone(),
        words: match follow {
            Follow::Turns => format!("All matches of {}", title(name)),
            Follow::End => format!("How all matches of {} end", title(name)),
        },
        href: format!("/games/{name}"),
    });
    let matches = matches.iter().map(|it| Following {
        what: "unfollow",
        value: it.id.to_string(),
        words: format!("{}: {} – {}", title(it.game()), called(&it.seats[0]), called(&it.seats[1])),
        href: format!("/match/{}", it.id),
    });
    Ok(games.chain(matches).collect())
}

impl Mail {
    pub(super) fn of(held: Held, following: Vec<Following>) -> Self {
        let (wish, hour) = match held.wish {
            Wish::Each => ("each", 7),
            Wish::Daily(hour) => ("daily", hour),
            Wish::Nothing => ("nothing", 7),
        };
        Mail { held, following, wish, hour: hour.to_string() }
    }
}

/// Changes where and when a member gets mail.
pub(super) async fn change(
    app: &App,
    from: IpAddr,
    member: MemberId,
    fields: &Fields,
) -> Result<(), Error> {
    let post = app.post().ok_or_else(|| Error::Unclear("this club sends no mails".into()))?;
    if fields.get("what") == "address" {
        return post.claim(app, Some(from), member, fields.get("address")).await;
    }
    let wish = match fields.get("wish") {
        "each" => Wish::Each,
        "nothing" => Wish::Nothing,
        "daily" => match fields.get("hour").parse() {
            Ok(hour @ 0..=23) => Wish::Daily(hour),
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
