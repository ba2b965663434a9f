//! Actions in a match.

use crosscut_catalog::{AnyPosition, Card, MoveError};
use crosscut_club::{Branch, Command, Match, MatchId, Offer, Plan, Refusal, Room};
use crosscut_speech::{MatchAction, Proposal, readings};
use serde::{Deserialize, Serialize};

use super::Reply;
use super::layout::{SheetHeading, plies, proposed};
use super::session::{CommandError, CommandResult, CommandSession, board_name, same_game, seen};

/// A move that waits to be confirmed.
#[derive(Serialize, Deserialize)]
struct SubmittedMove {
    text: String,
    /// How many plies had been played.
    plies: u32,
}

impl CommandSession<'_> {
    pub(super) async fn deed(
        &mut self,
        game: Option<Card>,
        id: MatchId,
        deed: MatchAction,
    ) -> CommandResult {
        let club = self.look(id).await?;
        let it = seen(&club, id)?;
        same_game(game.as_ref(), it)?;
        self.me()?;
        // Accepting or proposing a rematch may begin another match.
        let anew =
            matches!(deed, MatchAction::Answer(true) | MatchAction::Propose(Proposal::Rematch));
        let done = match deed {
            MatchAction::Turn { text, ply } => self.turn(it, text, ply.map(|it| it - 1)).await,
            MatchAction::Queue(text) => self.queue(it, text).await,
            MatchAction::Submit { text, ply } => return self.submit(it, &club, text, ply).await,
            MatchAction::Confirm => self.confirm(it).await,
            MatchAction::Propose(what) => {
                self.told(Command::Offer { id, offer: offer(what) }).await
            }
            MatchAction::Answer(yes) => self.answer_offer(it, yes).await,
            MatchAction::Resign => self.told(Command::Resign { id }).await,
            MatchAction::Chat => self.chat(it).await,
        };
        match done {
            Ok(()) => self.summary(it, anew).await,
            Err(not) => Err(not.at(id)),
        }
    }

    /// The state of a match, and what has changed since `was`.
    async fn summary(&self, was: &Match, anew: bool) -> CommandResult {
        let id = was.id;
        let club = self.look(id).await?;
        let it = seen(&club, id)?;
        if let Some(next) = it.rematch.filter(|_| anew) {
            let club = self.look(next).await?;
            let it = seen(&club, next)?;
            let sheet = self.sheet(it, &club, true);
            let reply =
                Reply::new(format!("New {}", sheet.subject()), sheet.write(SheetHeading::New));
            return Ok(vec![reply.with_board(next, it.plies.len())]);
        }
        let mut notes = Vec::new();
        // Whatever was played in the same moment, a missing ply was taken back.
        let left = was.line.plies().iter().zip(it.line.plies()).take_while(|(a, b)| a == b).count();
        if left < was.plies.len() {
            let taken = &was.line.plies()[left..];
            let are = if taken.len() == 1 { "is" } else { "are" };
            notes.push(format!("{} {are} taken back.", plies(left as u32 + 1, taken)));
        }
        let mine = |it: &Match| it.offers.by(Offer::Draw) == it.seat_of(self.person.who);
        if was.offers.by(Offer::Draw).is_some()
            && mine(was)
            && it.runs()
            && was.n_plies() < it.n_plies()
        {
            notes
                .push("Your offer of a draw is withdrawn, because you have played on.".to_string());
        }
        // A proposal of the opponent's that is gone without effect was declined.
        let seat = it.seat_of(self.person.who);
        for (offer, by) in was.offers.standing().filter(|(_, by)| Some(*by) != seat) {
            let undone = it.n_plies() == was.n_plies() && it.runs() == was.runs();
            if undone && it.offers.by(offer).is_none() && it.rematch == was.rematch {
                let what = proposed(was, offer, by);
                notes.push(format!("You have declined what was proposed: {what}."));
            }
        }
        // A mail has a link to the moves before its last rounds.
        let whole = !it.runs() && !self.by_mail();
        let mut sheet = self.sheet(it, &club, whole);
        (sheet.own, sheet.notes) = (true, &notes);
        let reply = Reply::new(sheet.subject(), sheet.write(SheetHeading::Summary));
        Ok(vec![reply.with_board(id, it.plies.len())])
    }

    /// Carries out a command, and adds the comment at the table.
    async fn told(&mut self, command: Command) -> Result<(), CommandError> {
        let comment = self.comment()?;
        let id = command.about();
        self.act(command).await?;
        let Some(id) = id else { return Ok(()) };
        // What was done stays done: a refused comment undoes nothing.
        self.say(id, Room::Players, comment).await.map_err(|error| {
            tracing::debug!("a comment was not told: {error}");
            CommandError::words(format!(
                "the command was carried out, but not your comment: {error}"
            ))
        })
    }

    async fn turn(
        &mut self,
        it: &Match,
        text: String,
        ply: Option<u32>,
    ) -> Result<(), CommandError> {
        let text = bare(it.line.position(), text);
        self.told(Command::Turn { id: it.id, text, ply, then: Vec::new() }).await
    }

    async fn queue(&mut self, it: &Match, text: Option<String>) -> Result<(), CommandError> {
        let id = it.id;
        let seat = it.seat_of(self.person.who).ok_or(Refusal::NotAPlayer)?;
        let Some(text) = text else {
            return match it.plan_of(self.person.who) {
                Some(_) => Ok(()),
                None => {
                    Err(CommandError::words("nothing is queued: write the move after the number"))
                }
            };
        };
        if text.is_empty() {
            return self.told(Command::Plan { id, plan: None }).await;
        }
        if it.turn() == Some(seat) {
            return self.turn(it, text, None).await;
        }
        // The comment is for the opponent to read with the move, and not before.
        let branch = Branch { play: vec![text], say: self.comment()?, ..Branch::default() };
        let plan = Some(Plan { ply: it.n_plies() + 1, branches: vec![branch] });
        self.act(Command::Plan { id, plan }).await?;
        Ok(())
    }

    async fn submit(
        &mut self,
        it: &Match,
        club: &crosscut_club::State,
        text: String,
        ply: Option<u32>,
    ) -> CommandResult {
        let seat = it.seat_of(self.person.who).ok_or(Refusal::NotAPlayer)?;
        let plies = it.n_plies();
        let refused = if let Some(ending) = it.ending {
            Some(Refusal::Over(ending.reason))
        } else if let Some(answered) = ply.map(|it| it - 1).filter(|it| *it != plies) {
            Some(Refusal::Stale { answered, plies })
        } else {
            (it.turn() != Some(seat)).then_some(Refusal::NotYourTurn)
        };
        if let Some(refusal) = refused {
            return Err(CommandError::from(refusal).at(it.id));
        }
        let mut line = it.line.clone();
        let text = bare(line.position(), text);
        let refused = |error: MoveError| CommandError::from(Refusal::Move(error)).at(it.id);
        // One move is accepted; it may be followed by how the game ended.
        let text = match line.turns(&text).map_err(refused)?.as_slice() {
            [one] => one.clone(),
            _ => text,
        };
        let text = line.play(&text).map_err(|it| refused(it.error))?.to_string();
        let submitted = SubmittedMove { text: text.clone(), plies };
        let body = serde_json::to_string(&submitted).map_err(anyhow::Error::from)?;
        self.app.store().set(&self.place(it.id)?, Some(&body)).await?;
        let sheet = self.sheet(it, club, false);
        let text = format!(
            "This is a preview of a submitted move. It must be confirmed to take effect: `confirm {}`.\n\n{}",
            it.id,
            sheet.with(SheetHeading::Submit, line.position(), &[text])
        );
        Ok(vec![Reply::new(format!("{} confirmation", board_name(it)), text)])
    }

    async fn confirm(&mut self, it: &Match) -> Result<(), CommandError> {
        let place = self.place(it.id)?;
        let Some(body) = self.app.store().setting(&place).await? else {
            return Err(CommandError::words("nothing was submitted that could be confirmed"));
        };
        let SubmittedMove { text, plies } =
            serde_json::from_str(&body).map_err(anyhow::Error::from)?;
        let played = self.turn(it, text, Some(plies)).await;
        self.app.store().set(&place, None).await?;
        played
    }

    /// The setting where a submitted move is stored.
    fn place(&self, id: MatchId) -> Result<String, CommandError> {
        Ok(format!("submitted/{id}/{}", self.my_id()?))
    }

    async fn answer_offer(&mut self, it: &Match, yes: bool) -> Result<(), CommandError> {
        let seat = it.seat_of(self.person.who).ok_or(Refusal::NotAPlayer)?;
        let id = it.id;
        let offers: Vec<Offer> =
            it.offers.standing().filter(|(_, by)| *by != seat).map(|(offer, _)| offer).collect();
        match (offers.as_slice(), yes) {
            ([], _) => Err(CommandError::words("nothing is proposed to you in this match")),
            ([offer], true) => self.told(Command::Accept { id, offer: *offer }).await,
            (many, true) => Err(CommandError::words(format!(
                "several things are proposed: to accept one, propose the same ({})",
                many.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            ))),
            (many, false) => {
                for offer in many {
                    self.act(Command::Decline { id, offer: *offer }).await?;
                }
                Ok(())
            }
        }
    }

    async fn chat(&mut self, it: &Match) -> Result<(), CommandError> {
        let plays = it.seat_of(self.person.who).is_some();
        let room = if plays { Room::Players } else { Room::Spectators };
        let comment = self.comment()?;
        if comment.is_empty() {
            return Err(Refusal::NothingSaid.into());
        }
        Ok(self.say(it.id, room, comment).await?)
    }
}

/// A move without what people put around it (`*E9*`, `E9!`), if that is a move and the whole is not. For an illegal
/// move, the refusal gives the reason and not the way it was written.
fn bare(position: &AnyPosition, text: String) -> String {
    let played = readings(&text).map(|it| (position.clone().play(&it), it));
    let legal = played.iter().find(|it| it.0.is_ok());
    let read = || played.iter().find(|it| !matches!(it.0, Err(MoveError::Syntax(_))));
    legal.or_else(read).map_or(text, |it| it.1.clone())
}

fn offer(what: Proposal) -> Offer {
    match what {
        Proposal::Draw => Offer::Draw,
        Proposal::Undo => Offer::Takeback,
        Proposal::Cancel => Offer::Cancel,
        Proposal::Rematch => Offer::Rematch,
    }
}
