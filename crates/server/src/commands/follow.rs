//! Following other people's matches, and messages to members.

use crosscut_catalog::Card;
use crosscut_club::{Command, Follow, Key, MatchId, Player, Refusal, Room};
use crosscut_speech::MatchFilter;

use super::Reply;
use super::layout::{SheetHeading, game_word};
use super::session::{CommandError, CommandResult, CommandSession, is, lines, same_game, seen};
use crate::error::Error;
use crate::limits::rates::Whose;

/// The most matches that one message may follow: fewer than the limit on changes in one go.
const AT_ONCE: usize = 40;
/// How many matches in progress these are chosen from.
const KNOWN: u32 = 1000;
/// The most recipients of a message: as many as the limit on messages in one go.
const MOST_HEARERS: usize = 20;

impl CommandSession<'_> {
    /// Follows matches, or all matches of a game, now and in future.
    pub(super) async fn follow(
        &mut self,
        game: Option<Card>,
        ids: &[u64],
        follow: Follow,
    ) -> CommandResult {
        if !ids.is_empty() {
            return self.each(game, ids, Some(follow)).await;
        }
        let card = game.ok_or_else(|| {
            CommandError::words("all matches of which game? Its name stands first")
        })?;
        let me = self.my_id()?;
        self.act(Command::FollowGame { game: card.name.to_string(), follow: Some(follow) }).await?;
        let mut live = self.app.queries().live_of(card.name, KNOWN).await?;
        let are_all = live.len() < KNOWN as usize;
        live.retain(|it| !it.seats.contains(&Player::Member(me)));
        let all = live.len();
        live.truncate(AT_ONCE);
        let mut n = 0;
        for it in &live {
            match self.act(Command::Follow { id: it.id, follow: Some(follow) }).await {
                Ok(_) => n += 1,
                // It has just ended, or has many followers already.
                Err(Error::Refused(_)) => {}
                // A sender who has just changed much is told what was done, and not only that it was too much.
                Err(Error::TooOften(_)) => break,
                Err(error) => return Err(error.into()),
            }
        }
        let what = match follow {
            Follow::Turns => "each turn",
            Follow::End => "the end",
        };
        let now = match all {
            0 => "none goes on now".to_string(),
            // They have just ended, or have as many followers as they may.
            _ if n == 0 => "none of those that go on now can be followed".to_string(),
            1 => "of the one that goes on now".to_string(),
            _ if n == all => format!("of {n} that go on now"),
            all if are_all => {
                format!("of {n} of the {all} that go on now, the latest: others by their numbers")
            }
            _ => format!("of {n} of those that go on now, the latest: others by their numbers"),
        };
        let mut said = vec![format!(
            "you are told of {what} of every match of {} that begins from now on, and {now}",
            card.title
        )];
        said.extend(self.deaf());
        said.push(format!("`{} unsubscribe all` ends that", card.name));
        Ok(vec![Reply::new("Subscription summary", lines(&said))])
    }

    /// Stops following.
    pub(super) async fn unfollow(&mut self, game: Option<Card>, ids: &[u64]) -> CommandResult {
        if !ids.is_empty() {
            return self.each(game, ids, None).await;
        }
        let me = self.my_id()?;
        let of = self.me()?.follows.keys().cloned().collect::<Vec<_>>();
        let meant = |name: &str| game.as_ref().is_none_or(|card| card.name == name);
        for name in of.into_iter().filter(|name| meant(name)) {
            self.act(Command::FollowGame { game: name, follow: None }).await?;
        }
        let mut followed = self.app.queries().followed_by(me).await?;
        followed.retain(|it| meant(it.game()));
        let mut n = 0;
        for it in &followed {
            match self.act(Command::Follow { id: it.id, follow: None }).await {
                Ok(_) => n += 1,
                Err(Error::TooOften(_)) => break,
                Err(error) => return Err(error.into()),
            }
        }
        let less = if n == 1 { "1 match" } else { &format!("{n} matches") };
        let mut said = vec![format!("you follow {less} fewer, and none that begins later")];
        match followed.len() - n {
            0 => {}
            1 => said.push("1 is left: write the same again in a minute".to_string()),
            left => said.push(format!("{left} are left: write the same again in a minute")),
        }
        Ok(vec![Reply::new("Subscription summary", lines(&said))])
    }

    /// Notifies the sender of the end of matches; without a number, switches that on or off for all matches of a game.
    pub(super) async fn notify(&mut self, game: Option<Card>, ids: &[u64]) -> CommandResult {
        if ids.is_empty()
            && let Some(card) = &game
            && self.me()?.follows.get(card.name) == Some(&Follow::End)
        {
            return self.unfollow(game, ids).await;
        }
        self.follow(game, ids, Follow::End).await
    }

    /// One match after the other; reports what was done, and what was not.
    async fn each(
        &mut self,
        game: Option<Card>,
        ids: &[u64],
        follow: Option<Follow>,
    ) -> CommandResult {
        self.my_id()?;
        let (mut said, mut replies, mut status, mut done) = (Vec::new(), Vec::new(), None, 0);
        for id in ids {
            let id = MatchId(*id);
            match self.follow_one(game.as_ref(), id, follow).await {
                Ok(board) => {
                    said.push(match follow {
                        Some(Follow::Turns) => format!("you are told of each turn of match {id}"),
                        Some(Follow::End) => format!("you are told of the end of match {id}"),
                        None => format!("you are not told of match {id} any more"),
                    });
                    replies.extend(board);
                    done += 1;
                }
                Err(error) if error.status().is_client_error() => {
                    status = Some(error.status());
                    said.push(format!("match {id}: {error}"));
                }
                Err(error) => return Err(error.into()),
            }
        }
        if done > 0 && follow.is_some() {
            said.extend(self.deaf());
        }
        let mut summary = Reply::new("Subscription summary", lines(&said));
        // If nothing was done, that is a refusal.
        if let (Some(status), 0) = (status, done) {
            summary.status = status;
        }
        replies.insert(0, summary);
        Ok(replies)
    }

    async fn follow_one(
        &mut self,
        game: Option<&Card>,
        id: MatchId,
        follow: Option<Follow>,
    ) -> Result<Option<Reply>, Error> {
        let club = self.look(id).await?;
        let it = seen(&club, id)?;
        same_game(game, it).map_err(|_| Error::from(Refusal::NoSuch(Key::Match(id))))?;
        if it.seat_of(self.person.who).is_some() {
            return Err(Refusal::PlaysThere.into());
        }
        self.act(Command::Follow { id, follow }).await?;
        if follow.is_none() {
            return Ok(None);
        }
        let sheet = self.sheet(it, &club, true);
        let subject = format!("{} Board {id}", game_word(it.line.spec().card().name));
        Ok(Some(
            Reply::new(subject, sheet.write(SheetHeading::Summary)).with_board(id, it.plies.len()),
        ))
    }

    /// A note to members who get no mails.
    fn deaf(&self) -> Option<String> {
        let me = self.me.as_ref()?.id;
        let why = match self.app.post() {
            Some(post) if post.writes_to(me) => return None,
            Some(_) => {
                "no mails go to you: give an address in your settings, or say there that you want them"
            }
            None => "this club sends no mails, so nothing is sent to you about it",
        };
        Some(why.to_string())
    }

    /// Sends an operator's message to all members.
    pub(super) async fn broadcast(&mut self, again: bool) -> CommandResult {
        let (me, once) = (self.me()?.clone(), self.once());
        let name = me.name.to_lowercase();
        let operators = &self.app.config().operators;
        let named = operators.iter().any(|it| it.to_lowercase() == name);
        if me.guest || !(named || self.app.moderation().is_operator(me.id)) {
            return Err(CommandError::words(
                "only the club's operators write to everybody; `message NAME` writes to a member",
            ));
        }
        self.app.moderation().may_talk(me.id)?;
        let words = self.comment()?.join("\n");
        if words.is_empty() {
            return Err(CommandError::words("write what everybody is to read below `broadcast`"));
        }
        let post =
            self.app.post().ok_or_else(|| CommandError::words("this club sends no mails"))?;
        let n = post.broadcast(self.app, &me, &words, once.as_deref(), again).await?;
        let said = match n {
            1 => "one member is written to".to_string(),
            n => format!("{n} members are written to"),
        };
        Ok(vec![Reply::new("Broadcast", lines(&[said]))])
    }

    /// Sends a message to members: by mail to those who get mails, and at the table to opponents.
    pub(super) async fn message(&mut self, to: &[String]) -> CommandResult {
        let (me, once) = (self.my_id()?, self.once());
        self.app.moderation().may_talk(me)?;
        let comment = self.comment()?;
        if to.is_empty() || comment.is_empty() {
            return Err(CommandError::words(
                "name who the message is for, and write it below the command",
            ));
        }
        if to.len() > MOST_HEARERS {
            return Err(CommandError::words(format!(
                "a message goes to {MOST_HEARERS} members at most"
            )));
        }
        if self.me()?.guest {
            return Err(Error::from(Refusal::NoNameYet).into());
        }
        let mut others = Vec::new();
        for name in to {
            let id = self.named(name).await?;
            let club = self.app.queue().look(&[Key::Member(id)]).await?;
            let it = club.member(id).ok_or(Error::Hidden)?;
            let refusal = match it {
                _ if id == me => Some(Refusal::Oneself("write to")),
                it if it.left.is_some() => Some(Refusal::HasLeft(it.name.clone())),
                it if it.at_odds(self.me()?) => Some(Refusal::Quiet(it.name.clone())),
                _ => None,
            };
            if let Some(refusal) = refusal {
                return Err(Error::from(refusal).into());
            }
            // Whoever is named twice hears it once.
            if others.iter().all(|(_, other)| *other != id) {
                others.push((it.name.clone(), id));
            }
        }
        let mine = self.matches_of(Player::Member(me), "", MatchFilter::Active).await?;
        let mut ways = Vec::new();
        // The club only carries messages of members it can write to: an account is made in a second, an address is not.
        let known = match self.app.post() {
            Some(post) => post.held(self.app, me).await?.address.is_some(),
            None => false,
        };
        for (name, id) in others {
            let hears = self.app.post().filter(|it| it.writes_to(id));
            let (hears, unknown) = (hears.filter(|_| known), hears.is_some() && !known);
            let table = mine.iter().rev().find(|it| it.seats.iter().any(|at| is(*at, id)));
            // Nobody gets the message before it is known that everybody can.
            if unknown && table.is_none() {
                return Err(CommandError::words(
                    "to write to members by mail you need a confirmed address of your own: give it in the \
                     settings or with `change address YOU@ADDRESS`, and follow the link that is sent there",
                ));
            }
            if hears.is_none() && table.is_none() {
                return Err(CommandError::words(format!(
                    "{name} gets no mail from the club. You could write to them in a match, but you are not playing one with \
                     them now"
                )));
            }
            ways.push((name, id, hears, table.map(|it| it.id)));
        }
        for _ in &ways {
            self.app.limits().take(Whose::Message(me.0)).map_err(Error::TooOften)?;
        }
        let by = self.me()?.clone();
        let (mut said, mut had) = (Vec::new(), Vec::new());
        for (name, id, hears, table) in ways {
            match (hears, table) {
                (Some(post), _) => {
                    let words = comment.join("\n");
                    // Two machines that answer automatically would write to each other for ever.
                    let again = Whose::again(&format!("{} to {id}", me.0), &words, false);
                    if self.app.limits().take(again).is_err() {
                        had.push(format!(
                            "{name} has had this message from you before: write something else (a number alone makes no \
                             difference), or wait some hours"
                        ));
                        continue;
                    }
                    post.message(self.app, &by, id, &words, once.as_deref()).await?;
                    said.push(format!("{name} is written to"));
                }
                (None, Some(at)) => {
                    self.say(at, Room::Players, comment.clone()).await?;
                    said.push(format!("{name} reads it at the table of match {at}"));
                }
                (None, None) => {}
            }
        }
        // To those who get it, it is sent, and the sender must not send it again for the others.
        if said.is_empty() && !had.is_empty() {
            return Err(CommandError::words(had.join("; ")));
        }
        said.append(&mut had);
        Ok(vec![Reply::new("Message", lines(&said))])
    }
}
