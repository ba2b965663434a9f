//! Carries out what a person asks for, if they may have it: the same way for all transports.

use crosscut_catalog::Spec;
use crosscut_club::{Aim, Command, Key, MatchId, MemberId, Offer};

use super::bounds;
use crate::App;
use crate::error::Error;
use crate::moderation::spoken_at;
use crate::person::Person;
use crate::write::CommandOutcome;

impl App {
    /// Carries out a person's command, if they do not ask too often and the game is open.
    ///
    /// # Errors
    /// The refusal, or that nothing could be written.
    pub async fn act(
        &self,
        person: &Person,
        once: Option<String>,
        command: Command,
    ) -> Result<CommandOutcome, Error> {
        if person.lost {
            return Err(Error::UnknownToken);
        }
        if let Some(member) = person.member {
            self.limit(member)?;
        }
        if once.as_ref().is_some_and(|it| !it.bytes().all(|byte| byte.is_ascii_graphic())) {
            let why = "an idempotency key is made of visible ASCII characters";
            return Err(Error::Unclear(why.to_string()));
        }
        self.moderation().check(person, &command)?;
        self.speaks_to_who_hears(person, &command).await?;
        self.challenges_who_can_come(person, &command).await?;
        self.begins_what_is_open(&command).await?;
        // Held until it is done: simultaneous requests are counted one after the other.
        let _turn = self.queues().of(person, &command).await;
        let _alone = self.guests().alone(person, &command).await;
        let spent = bounds::check(self, person, &command).await?;
        let challenge = matches!(command, Command::Challenge { to: Aim::Open, .. });
        let blocked = if let Command::Block { member } = command { Some(member) } else { None };
        let done = self.queue().act(person.who, once, command).await;
        if let (Some(blocked), Some(me), Ok(_)) = (blocked, person.member, &done) {
            self.let_go_of_challenges(person, me, blocked).await;
        }
        if challenge && let Ok(done) = &done {
            self.guests().note(self, person, done).await;
        }
        if done.as_ref().map_or(true, |done| done.events.is_empty()) {
            spent.into_iter().for_each(|it| self.limits().give_back(it));
        }
        done
    }

    /// Declines all challenges to a member from somebody they have blocked, and withdraws those of theirs. If that fails, the
    /// block stands, and the remaining challenges cannot be accepted.
    async fn let_go_of_challenges(&self, person: &Person, me: MemberId, blocked: MemberId) {
        let done = async {
            for it in self.queries().challenges_of(me).await? {
                let id = it.id;
                let command = match (it.by, it.to) {
                    (by, Aim::Member(to)) if by == blocked && to == me => {
                        Command::DeclineChallenge { id }
                    }
                    (by, Aim::Member(to)) if by == me && to == blocked => {
                        Command::WithdrawChallenge { id }
                    }
                    _ => continue,
                };
                match self.queue().act(person.who, None, command).await {
                    // The other was quicker to withdraw or to answer it.
                    Ok(_) | Err(Error::Refused(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok::<(), Error>(())
        };
        if let Err(error) = done.await {
            tracing::error!(
                "challenges between {me} and {blocked}, whom they have blocked, still wait: {error}"
            );
        }
    }

    /// Refuses words at a match with a player who has blocked the speaker: players read what spectators said when the match is
    /// over.
    async fn speaks_to_who_hears(&self, person: &Person, command: &Command) -> Result<(), Error> {
        let Some((me, id)) = person.member.zip(spoken_at(command)) else { return Ok(()) };
        let club = match self.queue().look_at(id, person.who).await {
            Ok(club) => club,
            // A hidden match is refused where the command is judged.
            Err(Error::Hidden) => return Ok(()),
            Err(error) => return Err(error),
        };
        let players = club.match_with(id).map_or_else(Vec::new, |it| it.seats.to_vec());
        let mut others = players.iter().filter_map(|it| club.member(it.member()?));
        match others.find(|it| it.blocked.contains(&me)) {
            Some(it) => Err(Error::Barred(format!("{} does not want to hear from you", it.name))),
            None => Ok(()),
        }
    }

    /// Refuses a challenge to a banned member, including a rematch.
    async fn challenges_who_can_come(
        &self,
        person: &Person,
        command: &Command,
    ) -> Result<(), Error> {
        let other = match command {
            Command::Challenge { to: Aim::Member(other), .. } => Some(*other),
            _ => match rematch(command) {
                Some(id) => {
                    let state = self.queue().look(&[Key::Match(id)]).await?;
                    state.match_with(id).and_then(|it| {
                        let seat = it.seat_of(person.who)?;
                        it.opponent(seat).member()
                    })
                }
                None => None,
            },
        };
        match other.filter(|it| self.moderation().is_banned(*it)) {
            Some(other) => {
                let name = self.accounts().name_of(other).await?;
                Err(Error::Barred(format!("{name} cannot play here at the moment")))
            }
            None => Ok(()),
        }
    }

    /// Refuses an operator a further passkey in a session opened by password: otherwise the password alone would open the
    /// operators' page.
    ///
    /// # Errors
    /// They signed in with a password, under https.
    pub(crate) fn may_add_passkey(&self, person: &Person, id: MemberId) -> Result<(), Error> {
        if self.config().is_https() && self.moderation().is_operator(id) && !person.by_passkey {
            return Err(Error::Barred(
                "an operator adds a passkey where they have signed in with one; for the first, whoever runs the server \
                 takes the role away until it is there (crosscut user role NAME member)"
                    .to_string(),
            ));
        }
        Ok(())
    }

    /// Refuses a command that would begin a match of a game that the operator has switched off.
    ///
    /// # Errors
    /// It would begin one, or the database cannot be read.
    pub(crate) async fn begins_what_is_open(&self, command: &Command) -> Result<(), Error> {
        let terms = match command {
            Command::Challenge { terms, .. } | Command::PlayComputer { terms, .. } => {
                Some(terms.clone())
            }
            Command::AcceptChallenge { id, .. } => {
                let state = self.queue().look(&[Key::Challenge(*id)]).await?;
                state.challenge(*id).map(|it| it.terms.clone())
            }
            _ => match rematch(command) {
                Some(id) => {
                    let state = self.queue().look(&[Key::Match(id)]).await?;
                    state.match_with(id).map(|it| it.terms.clone())
                }
                None => None,
            },
        };
        if let Some(terms) = terms
            && let Ok(spec) = terms.game.parse::<Spec>()
            && !self.is_open(spec.card().name)
        {
            return Err(Error::Closed(spec.card().title));
        }
        Ok(())
    }
}

/// The match whose rematch this command asks for or accepts.
pub(crate) fn rematch(command: &Command) -> Option<MatchId> {
    match command {
        Command::Offer { id, offer: Offer::Rematch }
        | Command::Accept { id, offer: Offer::Rematch } => Some(*id),
        _ => None,
    }
}
