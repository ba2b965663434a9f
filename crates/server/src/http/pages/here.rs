//! Who is online, as pages show it.

use crosscut_club::Player;

use super::page::PageError;
use crate::App;
use crate::present::people::PlayerLink;

/// Who is online.
pub(crate) struct OnlineList {
    /// Members, in alphabetical order.
    pub(crate) members: Vec<PlayerLink>,
    /// The number of guests.
    pub(crate) guests: usize,
}

/// The most members whose names are looked up.
const MOST: usize = 500;

impl OnlineList {
    /// Everybody who is online and may be seen.
    pub(crate) async fn now(app: &App) -> Result<Self, PageError> {
        let mut ids = app.presence().here(app.clock().now());
        ids.truncate(MOST);
        let names = app.queries().names(ids.iter().copied()).await?;
        let all = ids.len();
        ids.retain(|id| names.get(id).is_some_and(|it| !it.guest));
        let guests = all - ids.len();
        // A member who has just left the club is left out.
        ids.retain(|id| {
            names.get(id).is_some_and(|it| !crate::read::projection::is_former(&it.name))
        });
        let mut members: Vec<PlayerLink> =
            ids.into_iter().map(|id| PlayerLink::among(Player::Member(id), &names)).collect();
        members.sort_by_key(|it| it.name.to_lowercase());
        Ok(OnlineList { members, guests })
    }

    /// Whether anybody is online.
    pub(crate) fn anybody(&self) -> bool {
        !self.members.is_empty() || 0 < self.guests
    }

    /// `3 members and 1 guest are online`.
    pub(crate) fn words(&self) -> String {
        let some = |n: usize, one: &str| match n {
            0 => None,
            1 => Some(format!("1 {one}")),
            n => Some(format!("{n} {one}s")),
        };
        let parts = [some(self.members.len(), "member"), some(self.guests, "guest")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match (parts.len(), self.members.len() + self.guests) {
            (0, _) => "Nobody else is online right now".to_string(),
            (_, 1) => format!("{} is online", parts[0]),
            _ => format!("{} are online", parts.join(" and ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_online_is_told_in_words() {
        let called = |name: &str| PlayerLink { name: name.to_string(), href: String::new() };
        let words = |members: &[&str], guests| {
            OnlineList { members: members.iter().map(|it| called(it)).collect(), guests }.words()
        };
        assert_eq!(words(&[], 0), "Nobody else is online right now");
        assert_eq!(words(&["Ann"], 0), "1 member is online");
        assert_eq!(words(&["Ann"], 1), "1 member and 1 guest are online");
        assert_eq!(words(&[], 2), "2 guests are online");
    }
}
