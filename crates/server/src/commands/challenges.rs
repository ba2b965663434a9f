//! How matches begin: challenges, looking for opponents, and taking all challenges.

use crosscut_catalog::{Card, Seat};
use crosscut_club::{
    Aim, Audience, ChallengeId, Choice, Command, Fate, Flag, Key, MatchId, MemberId, Pace, Pauses,
    Refusal, Remark, Room, Span, Terms, Welcome,
};
use crosscut_speech::{MatchLimit, ProposedTerms};

use super::Reply;
use super::layout::{SheetHeading, game_word};
use super::session::{CommandError, CommandResult, CommandSession, lines, seen};
use super::tables::day;
use crate::error::Error;
use crate::members::bounds::SOUGHT;
use crate::post::InvitationText;
use crate::present::kinds::{kind, kind_asked, listed, set_position, told};
use crate::present::sentence::capital;
use crate::present::terms::pace;
use crate::token;

/// Days for a move, by default.
const DAYS: u32 = 21;
/// The computer's level, by default.
const LEVEL: u8 = 3;
/// For how many days an invitation by mail is valid.
const INVITED_DAYS: i64 = 14;

impl CommandSession<'_> {
    pub(super) async fn challenge(
        &mut self,
        names: &[String],
        wanted: &ProposedTerms,
    ) -> CommandResult {
        let (me, guest) = (self.me()?.name.clone(), self.me()?.guest);
        let mine = |name: &String| name.to_lowercase() == me.to_lowercase();
        // The first of two names moves first, whichever seat that is.
        let [begins, waits] = match wanted.spec.begins() {
            Seat::First => [Choice::First, Choice::Second],
            Seat::Second => [Choice::Second, Choice::First],
        };
        let (choice, other) = match names {
            [one] => (Choice::Random, one),
            [first, second] if mine(first) => (begins, second),
            [first, second] if mine(second) => (waits, first),
            _ => {
                return Err(CommandError::words(format!(
                    "you cannot begin a match between two other members: you are {me}, and one of the two names must \
                     be yours"
                )));
            }
        };
        let greeting = self.greeting()?;
        if other.contains('@') {
            return self.invite(other, choice, wanted, greeting).await;
        }
        let (mut terms, notes) = terms(wanted);
        if let Some(level) = computer(other) {
            let level = wanted.level.or(level).unwrap_or(LEVEL);
            terms.rated = false;
            let done = self.act(Command::PlayComputer { level, terms, choice }).await?;
            let id = done.began().ok_or(Error::NotDone)?;
            return self.begun(id, &notes).await;
        }
        if wanted.level.is_some() {
            return Err(CommandError::words("--level is for matches against the computer"));
        }
        let to = self.named(other).await?;
        let club = self.app.queue().look(&[Key::Member(to)]).await?;
        let theirs = club.member(to).ok_or(Error::Hidden)?;
        terms.rated &= !guest && !theirs.guest;
        let name = theirs.name.clone();
        let command = Command::Challenge {
            to: Aim::Member(to),
            terms,
            choice,
            audience: Audience::default(),
            until: None,
            greeting: greeting.clone(),
        };
        let done = self.act(command).await?;
        if let Some(id) = done.began() {
            return self.begun(id, &notes).await;
        }
        let id = done.challenge().ok_or(Error::NotDone)?;
        let mut said = self.described(id).await?;
        said.insert(0, format!("you have challenged {name}"));
        said.push(format!("{name} accepts with `accept c{id}` or declines with `reject c{id}`; you take it back with `withdraw c{id}`"));
        said.extend(notes);
        if greeting.is_some() {
            said.push(format!("{name} reads what you have written below the command"));
        }
        let word = game_word(wanted.spec.card().name);
        Ok(vec![Reply::new(format!("{word} challenge c{id}"), lines(&said))])
    }

    /// Invites the owner of a mail address by a link.
    async fn invite(
        &mut self,
        address: &str,
        choice: Choice,
        wanted: &ProposedTerms,
        greeting: Option<String>,
    ) -> CommandResult {
        let me = self.me()?.clone();
        if me.guest {
            return Err(Error::from(Refusal::NoNameYet).into());
        }
        if wanted.level.is_some() {
            return Err(CommandError::words("--level is for matches against the computer"));
        }
        let post = self.app.post().ok_or_else(|| {
            CommandError::words("this club sends no mails: challenge a member, by name, or send a link from the page on which a match begins")
        })?;
        let word = match self.once() {
            Some(word) => word,
            None => token::token()?,
        };
        let from = self.person.caller.address;
        let invitation = post.may_invite(self.app, &me, from, address, &word).await?;
        let (mut terms, notes) = terms(wanted);
        // Somebody who comes by a link may be a guest, and guests have no rating.
        terms.rated = false;
        let until = self.now() + Span::days(INVITED_DAYS);
        let command = Command::Challenge {
            to: Aim::Link(String::new()),
            terms,
            choice,
            audience: Audience::default(),
            until: Some(until),
            greeting,
        };
        let id = self.act(command).await?.challenge().ok_or(Error::NotDone)?;
        let club = self.app.queue().look(&[Key::Challenge(id)]).await?;
        let it = club.challenge(id).ok_or(Error::Hidden)?;
        let Aim::Link(code) = &it.to else { return Err(Error::NotDone.into()) };
        let over = day(it.until.unwrap_or(until));
        let sort: String =
            kind(&it.terms.game).iter().map(|it| format!(". {}", capital(it))).collect();
        let game = format!("{}, {}{sort}", told(&it.terms.game), pace(&it.terms));
        let greeting = it.greeting.as_deref();
        let invited = InvitationText { by: &me, id, code, game: &game, greeting, until: &over };
        post.invite(self.app, &invitation, invited).await?;
        let mut said = vec![format!("an invitation with a link is sent to {address}, once")];
        said.extend(self.described(id).await?);
        said.push(format!("the link is good until {over}; you take it back with `withdraw c{id}`"));
        said.extend(notes);
        let word = game_word(wanted.spec.card().name);
        Ok(vec![Reply::new(format!("{word} challenge c{id}"), lines(&said))])
    }

    /// The body, as a greeting to the opponent.
    fn greeting(&self) -> Result<Option<String>, CommandError> {
        match self.comment()?.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some(one.clone())),
            _ => Err(CommandError::words(format!(
                "a greeting has at most {} characters: say the rest at the table",
                Remark::MAX_CHARS
            ))),
        }
    }

    pub(super) async fn seek(&mut self, n: Option<u32>, wanted: &ProposedTerms) -> CommandResult {
        let (me, guest) = (self.my_id()?, self.me()?.guest);
        let card = wanted.spec.card();
        let mine = self.sought(me, card.name).await?;
        let word = game_word(card.name);
        let (mut said, mut refused) = (Vec::new(), None);
        match n {
            None => {}
            Some(0) => {
                for id in &mine {
                    self.act(Command::WithdrawChallenge { id: *id }).await?;
                }
            }
            Some(n) if n as usize + mine.len() > SOUGHT => {
                let already = match mine.len() {
                    0 => String::new(),
                    n => format!(", and you look for {n} already"),
                };
                return Err(CommandError::words(format!(
                    "nothing was done: {SOUGHT} matches of a game are the most to look for at once{already}"
                )));
            }
            Some(n) => {
                let (mut terms, notes) = terms(wanted);
                terms.rated &= !guest;
                for made in 0..n {
                    let command = Command::Challenge {
                        to: Aim::Open,
                        terms: terms.clone(),
                        choice: Choice::Random,
                        audience: Audience::default(),
                        until: None,
                        greeting: None,
                    };
                    match self.act(command).await {
                        Ok(_) => {}
                        Err(error) if made == 0 => return Err(error.into()),
                        // The challenges made so far stay.
                        Err(error) => {
                            refused = Some((made, error));
                            break;
                        }
                    }
                }
                said.extend(notes);
            }
        }
        let now = self.sought(me, card.name).await?;
        let list = now.iter().map(|id| format!("c{id}")).collect::<Vec<_>>().join(", ");
        said.insert(
            0,
            match now.len() {
                0 => format!("you are not looking for a match of {}", card.title),
                _ => format!("anybody may accept your challenges at {}: {list}", card.title),
            },
        );
        let Some((made, error)) = refused else {
            return Ok(vec![Reply::new(format!("{word} Seeking"), lines(&said))]);
        };
        let are = if made == 1 { "challenge was" } else { "challenges were" };
        let of = n.unwrap_or_default();
        said.insert(0, format!("{made} {are} made of {of}, and no more: {error}"));
        let (status, retry_after) = (error.status(), error.retry_after());
        let reply = Reply::new(format!("{word} Seeking"), lines(&said));
        Ok(vec![Reply { status, retry_after, ..reply }])
    }

    /// The sender's own open challenges of a game.
    async fn sought(&self, me: MemberId, game: &str) -> Result<Vec<ChallengeId>, CommandError> {
        let mut open = self.app.queries().challenges_of(me).await?;
        open.retain(|it| {
            it.by == me && it.to == Aim::Open && crate::read::projection::game(&it.terms) == game
        });
        let mut ids: Vec<ChallengeId> = open.iter().map(|it| it.id).collect();
        ids.sort();
        Ok(ids)
    }

    pub(super) async fn answer_challenge(&mut self, id: u64, yes: bool) -> CommandResult {
        let id = ChallengeId(id);
        // A comment that is too long is refused before anything is done.
        self.comment()?;
        if yes {
            let done = self.act(Command::AcceptChallenge { id, code: None }).await?;
            let began = match done.began() {
                Some(began) => began,
                // The same message had accepted it before.
                None => {
                    let state = self.app.queue().look(&[Key::Challenge(id)]).await?;
                    match state.challenge(id).map(|it| it.fate) {
                        Some(Fate::Accepted(began)) => began,
                        _ => return Err(Error::NotDone.into()),
                    }
                }
            };
            return self.begun(began, &[]).await;
        }
        self.act(Command::DeclineChallenge { id }).await?;
        Ok(vec![Reply::new(format!("Challenge c{id}"), "You have declined the challenge.")])
    }

    pub(super) async fn answer_challenger(
        &mut self,
        game: Option<Card>,
        name: &str,
        yes: bool,
    ) -> CommandResult {
        let me = self.my_id()?;
        let by = self.named(name).await?;
        let mut theirs = self.app.queries().challenges_of(me).await?;
        theirs.retain(|it| {
            let of = crate::read::projection::game(&it.terms);
            it.by == by && game.as_ref().is_none_or(|card| card.name == of)
        });
        match theirs.as_slice() {
            [] => Err(CommandError::words(format!("{name} has not challenged you"))),
            [one] => self.answer_challenge(one.id.0, yes).await,
            many => {
                let list: Vec<String> =
                    many.iter().map(|it| format!("c{} ({})", it.id, listed(&it.terms))).collect();
                Err(CommandError::words(format!(
                    "{name} has challenged you several times, so say to which: {}",
                    list.join(", ")
                )))
            }
        }
    }

    pub(super) async fn withdraw_challenge(&mut self, id: u64) -> CommandResult {
        let id = ChallengeId(id);
        self.act(Command::WithdrawChallenge { id }).await?;
        Ok(vec![Reply::new(format!("Challenge c{id}"), "You have taken the challenge back.")])
    }

    /// Takes, or refuses, all challenges of a game from now on.
    pub(super) async fn welcome(&mut self, card: Card, all: bool) -> CommandResult {
        let welcome = if all { Welcome::Take } else { Welcome::Refuse };
        self.set_welcome(card, welcome).await
    }

    async fn set_welcome(&mut self, card: Card, welcome: Welcome) -> CommandResult {
        let id = self.my_id()?;
        self.act(Command::Welcome { game: card.name.to_string(), welcome }).await?;
        let club = self.app.queue().look(&[Key::Member(id)]).await?;
        self.me = club.member(id).cloned();
        self.how_welcome(card).await
    }

    fn welcomes(&self, card: &Card) -> Welcome {
        self.me.as_ref().and_then(|it| it.welcome.get(card.name)).copied().unwrap_or_default()
    }

    /// Says how challenges are taken, and what the sender can change.
    async fn how_welcome(&self, card: Card) -> CommandResult {
        let me = self.me()?;
        let (welcome, limit) = (self.welcomes(&card), me.limits.get(card.name).copied());
        let (title, name) = (card.title, card.name);
        let how = match welcome {
            Welcome::Ask => format!("you are asked about each challenge at {title}"),
            Welcome::Take => format!(
                "you take every challenge at {title} that has days for a move; with faster clocks you are asked"
            ),
            Welcome::Refuse => format!("you take no challenges at {title}"),
        };
        let others = format!(
            "`{name} accept` takes them all, `{name} reject` takes none, `{name} limit ask` has you asked, and `{name} \
             limit 3` is for three matches at once at most"
        );
        let mut said = vec![how];
        if let Some(most) = limit.filter(|_| welcome != Welcome::Refuse) {
            let n = self.app.queries().count_at_play(me.id, name).await?;
            said.push(format!(
                "nobody can challenge you while you have {most} matches or more: you have {n} now"
            ));
        }
        said.push(others);
        Ok(vec![Reply::new(format!("{} limit", game_word(name)), lines(&said))])
    }

    pub(super) async fn limit(&mut self, card: Card, limit: Option<MatchLimit>) -> CommandResult {
        match limit {
            None => self.how_welcome(card).await,
            Some(MatchLimit::None) => self.set_welcome(card, Welcome::Refuse).await,
            Some(MatchLimit::All) => {
                let game = card.name.to_string();
                self.act(Command::Limit { game, most: None }).await?;
                self.set_welcome(card, Welcome::Take).await
            }
            Some(MatchLimit::Ask) => self.set_welcome(card, Welcome::Ask).await,
            Some(MatchLimit::At(n)) => {
                let game = card.name.to_string();
                self.act(Command::Limit { game, most: Some(n) }).await?;
                match self.welcomes(&card) {
                    Welcome::Refuse => self.set_welcome(card, Welcome::Ask).await,
                    welcome => self.set_welcome(card, welcome).await,
                }
            }
        }
    }

    /// The board of a match that has begun. The body becomes a remark at its table.
    pub(super) async fn begun(&mut self, id: MatchId, notes: &[String]) -> CommandResult {
        let comment = self.comment()?;
        self.say(id, Room::Players, comment).await?;
        let club = self.look(id).await?;
        let it = seen(&club, id)?;
        let sheet = self.sheet(it, &club, true);
        let mut text = sheet.write(SheetHeading::New);
        if !notes.is_empty() {
            text += &format!("\n{}\n", lines(notes));
        }
        Ok(vec![
            Reply::new(format!("New {}", sheet.subject()), text).with_board(id, it.plies.len()),
        ])
    }

    /// The terms of a challenge in sentences, for the challenger or a member who may accept it.
    pub(super) async fn described(&self, id: ChallengeId) -> Result<Vec<String>, CommandError> {
        let club = self.app.queue().look(&[Key::Challenge(id)]).await?;
        let it = club.challenge(id).ok_or(Refusal::NoSuch(Key::Challenge(id)))?;
        let start = it.terms.start().ok();
        let begins = start.and_then(|it| it.position().turn()).unwrap_or(Seat::First);
        let own = self.me().is_ok_and(|me| me.id == it.by);
        let first = match it.choice.seat() {
            None => "chance decides who moves first",
            Some(seat) if (seat == begins) == own => "you move first",
            Some(_) => "your opponent moves first",
        };
        let rated = if it.terms.rated { "it is rated" } else { "it is not rated" };
        let private = if it.terms.private { ", and nobody else may see it" } else { "" };
        let nag = it.terms.nag.map(|days| {
            let often = if days == 1 { "day".to_string() } else { format!("{days} days") };
            format!("the player to move is reminded every {often}, if they get mails")
        });
        let mut said = vec![
            format!("the game is {}", told(&it.terms.game)),
            format!("{first}, and the pace is {}", pace(&it.terms)),
            format!("{rated}{private}"),
        ];
        said.extend(set_position(&it.terms).map(|it| it.1));
        said.extend(nag);
        // The challenger was told so when making it, with what would make it another game.
        if !own {
            said.extend(kind(&it.terms.game));
        }
        Ok(said)
    }
}

/// The terms that are asked for, with the notes to give on them.
pub(super) fn terms(wanted: &ProposedTerms) -> (Terms, Vec<String>) {
    let mut notes = Vec::new();
    let pace = match (wanted.pace.total, wanted.pace.forfeit) {
        (Some(total), forfeit) => {
            if forfeit.is_some() {
                notes.push(
                    "with --totaltime a clock has so many days for all moves, and --forfeittime adds nothing".to_string(),
                );
            }
            Pace::Fischer { bank: Span::days(total.into()), increment: Span::ZERO, cap: None }
        }
        (None, forfeit) => Pace::Days { days: forfeit.unwrap_or(DAYS) },
    };
    notes.extend(kind_asked(&wanted.spec));
    let terms = Terms {
        game: wanted.spec.to_string(),
        setup: None,
        nag: wanted.pace.nag,
        pace,
        pauses: Pauses { vacation: true, weekends: false },
        flag: Flag::default(),
        rated: !wanted.unrated,
        private: wanted.private,
    };
    (terms, notes)
}

/// `computer`, `computer5`: the level, if it is given.
fn computer(name: &str) -> Option<Option<u8>> {
    let small = name.to_ascii_lowercase();
    let level = small.strip_prefix("computer")?.trim_start_matches(['-', ':', '/']);
    if level.is_empty() { Some(None) } else { level.parse().ok().map(Some) }
}
