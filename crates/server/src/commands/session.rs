use crosscut_catalog::Card;
use crosscut_club::{
    Command, Follow, Key, Match, MatchId, Member, MemberId, Moment, Player, Refusal, Remark, Room,
    State, Who,
};
use crosscut_speech::{Order, Request, match_of, read, remarks};

use super::layout::{MatchSheet, SheetHeading, game_word, last_said};
use super::{MessageSender, Reply, Transport, help};
use crate::App;
use crate::error::Error;
use crate::person::Person;
use crate::present::sentence::sentence;
use crate::token;
use crate::write::CommandOutcome;

/// How much of the reading of a mail is quoted, in characters.
const READ: usize = 200;

/// A sender whose commands are carried out, one after the other.
pub(super) struct CommandSession<'a> {
    pub(super) app: &'a App,
    pub(super) sender: &'a MessageSender,
    pub(super) person: Person,
    /// The sender, if known.
    pub(super) me: Option<Member>,
    /// The message's text besides its command.
    body: String,
    /// How many actions were carried out, so that each has an idempotency key of its own.
    done: usize,
    /// Whether a refusal has shown a board already: of thirty refusals in one message, only the first does.
    pub(super) shown: bool,
    /// Whether the sender has signed off: nothing more is done in their name.
    pub(super) signed_off: bool,
    /// How many boards were asked for.
    boards: usize,
    /// The length in bytes of the lists sent so far.
    told: usize,
}

/// The most boards in the answers to one message.
const BOARDS: usize = 30;
/// The most players that a list may be about.
const NAMES: usize = 20;
/// After this many bytes of lists, a message gets no more of them.
const LISTED: usize = 256 << 10;

/// Why a command was not carried out.
pub(super) struct CommandError {
    error: Error,
    /// The match whose board helps to see why.
    board: Option<MatchId>,
}

pub(super) type CommandResult = Result<Vec<Reply>, CommandError>;

impl<E: Into<Error>> From<E> for CommandError {
    fn from(error: E) -> Self {
        CommandError { error: error.into(), board: None }
    }
}

impl CommandError {
    /// A refusal of our own, in words.
    pub(super) fn words(words: impl Into<String>) -> CommandError {
        Error::Unclear(words.into()).into()
    }

    /// The same refusal with the board of a match.
    pub(super) fn at(self, id: MatchId) -> CommandError {
        CommandError { board: Some(id), ..self }
    }
}

impl<'a> CommandSession<'a> {
    pub(super) async fn begin(
        app: &'a App,
        sender: &'a MessageSender,
    ) -> Result<CommandSession<'a>, Error> {
        if let Some(id) = sender.member {
            app.moderation().may_enter(id)?;
        }
        let me = match sender.member {
            Some(id) => app.queue().look(&[Key::Member(id)]).await?.member(id).cloned(),
            None => None,
        };
        let (body, person) = (String::new(), sender.person());
        Ok(CommandSession {
            app,
            sender,
            person,
            me,
            body,
            done: 0,
            shown: false,
            signed_off: false,
            boards: 0,
            told: 0,
        })
    }

    /// Carries out a line, with a body.
    pub(super) async fn answer(&mut self, line: &str, body: &str) -> Vec<Reply> {
        if self.signed_off {
            let why = CommandError::words("this was not done: you have signed off");
            return vec![self.refuse("Error", why, None).await];
        }
        match read(line, self.name().as_deref()) {
            Ok(request) => self.carry(request, body, line).await,
            Err(error) => {
                let mut not = CommandError::words(error.to_string());
                // Where a match is named, its board helps.
                not.board = match_of(line).map(MatchId);
                vec![self.refuse("Error", not, None).await]
            }
        }
    }

    /// The message's text besides its command.
    pub(super) fn body(&self) -> &str {
        &self.body
    }

    /// The sender's name.
    pub(super) fn name(&self) -> Option<String> {
        self.me.as_ref().map(|it| it.name.clone())
    }

    /// Carries out a request, with a body; `read` is how it would be typed.
    pub(super) async fn carry(&mut self, request: Request, body: &str, read: &str) -> Vec<Reply> {
        self.body = body.to_string();
        let subject = match (&request.game, &request.order) {
            (_, Order::At { id, .. }) => format!("Board {id} Error"),
            (Some(card), _) => format!("{} error", game_word(card.name)),
            _ => "Error".to_string(),
        };
        match self.obey(request).await {
            Ok(replies) if replies.is_empty() => {
                vec![Reply::new("Nothing", "There is nothing of the kind.")]
            }
            Ok(replies) => replies,
            Err(not) => vec![self.refuse(&subject, not, Some(read)).await],
        }
    }

    /// The reply that something was not done, and why: with the board if that helps, and by mail with what was
    /// understood and how to continue.
    pub(super) async fn refuse(
        &self,
        subject: &str,
        not: CommandError,
        read: Option<&str>,
    ) -> Reply {
        let CommandError { error, board } = not;
        let mut reply = Reply::no(subject, &error);
        if matches!(error, Error::Broken(_)) {
            tracing::error!("a command failed: {error:?}");
        }
        // A sender whose move cannot be played wants to see where; not so one who has to wait.
        let board = board.filter(|_| !self.shown && error.retry_after().is_none());
        if let Some(id) = board
            && let Ok(club) = self.look(id).await
            && let Ok(it) = seen(&club, id)
        {
            if self.by_mail() {
                if let Some(read) = read {
                    let read: String = read.chars().take(READ).collect();
                    reply.text += &format!("\n\nYour mail was read as `{read}`.");
                }
                if it.player_on_turn().is_some_and(|it| it.who() == self.person.who) {
                    reply.text += "\n\nTo move, answer this mail with your move alone.";
                }
            }
            reply.subject = format!("{} Error", board_name(it));
            let plies = it.plies.len();
            if let Ok(text) = self.written(id, club).await {
                reply.text += &format!("\n\n{text}");
                reply = reply.with_board(id, plies);
            }
        }
        // A sender who has to wait has asked to sign up already.
        if self.by_mail() && self.me.is_none() && error.retry_after().is_none() {
            reply.text += "\n\nNobody plays from this address yet. To join, send the subject\n\n    signup NAME\n\nwith a \
                           name of your choice; `help` tells more.";
        }
        reply
    }

    /// A match in its current state, written outside the threads that answer requests.
    async fn written(&self, id: MatchId, club: State) -> Result<String, Error> {
        let (who, now) = (self.person.who, self.now());
        let write = move || {
            let it = seen(&club, id)?;
            let at = it.plies.len();
            let sheet =
                MatchSheet { it, club: &club, who, now, at, whole: false, own: false, notes: &[] };
            Ok(sheet.write(SheetHeading::Summary))
        };
        self.draw(write).await?
    }

    /// Counts boards that are asked for.
    ///
    /// # Errors
    /// There are too many for one message.
    pub(super) fn count_boards(&mut self, n: usize) -> Result<(), CommandError> {
        let all = self.boards + n;
        if BOARDS < all {
            return Err(CommandError::words(format!(
                "that would be {all} boards in one answer: {BOARDS} are the most, so name some by their numbers"
            )));
        }
        self.boards = all;
        Ok(())
    }

    /// Runs what takes more than a moment outside the threads that answer requests.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.app.capacity().work(self.person.caller.address, what).await
    }

    /// Draws one board in the same way.
    pub(super) async fn draw<T: Send + 'static>(
        &self,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.app.capacity().draw(self.person.caller.address, what).await
    }

    async fn obey(&mut self, request: Request) -> CommandResult {
        let Request { game, order } = request;
        let of = match &order {
            Order::Games { of, .. } => of.len(),
            // Named boards are not a list.
            Order::Show { boards, of, .. } if !of.is_empty() || boards.is_empty() => of.len(),
            Order::Standings | Order::History => 0,
            _ => return self.carry_out(game, order).await,
        };
        if of > NAMES {
            let what = format!("a list covers {NAMES} players at most, and you named {of}");
            return Err(CommandError::words(what));
        }
        if self.told > LISTED {
            return Err(CommandError::words(
                "the lists before this one are long already: ask for it alone",
            ));
        }
        // Mails are handled one after the other, and no mail should be refused because others asked too.
        let turn = match self.by_mail() {
            true => None,
            false => Some(self.app.capacity().list(self.person.caller.address).await?),
        };
        let replies = self.carry_out(game, order).await?;
        drop(turn);
        self.told += replies.iter().map(|it| it.text.len()).sum::<usize>();
        Ok(replies)
    }

    async fn carry_out(&mut self, game: Option<Card>, order: Order) -> CommandResult {
        match order {
            Order::Help(words) if help::is_tutorial(&words) => self.tutorial().await,
            Order::Help(words) => {
                let base = self.by_mail().then(|| self.app.config().base());
                Ok(vec![self.work(move || help::page(&words, base.as_deref())).await??])
            }
            Order::SignUp { name, address } => self.sign_up(&name, address.as_deref()).await,
            Order::Change(what) => self.change(what).await,
            Order::Mails(wish) => self.mails(wish).await,
            Order::SignOff(name) => self.sign_off(name.as_deref()).await,
            Order::Vacation(what) => self.vacation(&what).await,
            Order::List => self.list().await,
            Order::Standings => self.standings(the(game)?).await,
            Order::History => self.history(the(game)?).await,
            Order::Games { of, which } => self.games(game, &of, which).await,
            Order::Show { boards, of, which, own } => {
                self.show(game, &boards, &of, which, own).await
            }
            Order::Preview { scene, moves } => self.preview(game, scene, &moves).await,
            Order::Challenge { names, wanted } => self.challenge(&names, &wanted).await,
            Order::Seek { n, wanted } => self.seek(n, &wanted).await,
            Order::AnswerChallenge { id, yes } => self.answer_challenge(id, yes).await,
            Order::AnswerChallenger { name, yes } => self.answer_challenger(game, &name, yes).await,
            Order::WithdrawChallenge(id) => self.withdraw_challenge(id).await,
            Order::Welcome(all) => self.welcome(the(game)?, all).await,
            Order::Limit(limit) => self.limit(the(game)?, limit).await,
            Order::At { id, deed } => self.deed(game, MatchId(id), deed).await,
            Order::Multiple => Err(CommandError::words("multiple cannot stand within multiple")),
            Order::Message(to) => self.message(&to).await,
            Order::Broadcast { again } => self.broadcast(again).await,
            Order::Block(name) => self.block(name.as_deref()).await,
            Order::Unblock(name) => self.unblock(&name).await,
            Order::Subscribe { ids, on: true } => self.follow(game, &ids, Follow::Turns).await,
            Order::Subscribe { ids, on: false } => self.unfollow(game, &ids).await,
            Order::Notify(ids) => self.notify(game, &ids).await,
        }
    }

    /// Carries out a command in the sender's name, once.
    pub(super) async fn act(&mut self, command: Command) -> Result<CommandOutcome, Error> {
        let once = self.once();
        self.app.act(&self.person, once, command).await
    }

    /// Adds the pieces of a comment at a table, all of them or none.
    pub(super) async fn say(
        &mut self,
        id: MatchId,
        room: Room,
        mut pieces: Vec<String>,
    ) -> Result<(), Error> {
        if pieces.is_empty() {
            return Ok(());
        }
        let more = pieces.split_off(1);
        let words = pieces.remove(0);
        self.act(Command::Say { id, room, words, more }).await?;
        Ok(())
    }

    pub(super) fn once(&mut self) -> Option<String> {
        self.done += 1;
        let word = self.sender.once.as_ref()?;
        // The first action has the caller's own key, as in the other transports; a mail's key is nobody else's.
        if self.done == 1 && !self.by_mail() {
            return Some(word.clone());
        }
        Some(token::hash(&format!("{word} {}", self.done)))
    }

    /// Whether the answer is a mail.
    pub(super) fn by_mail(&self) -> bool {
        matches!(self.sender.way, Transport::Mail(_))
    }

    pub(super) fn now(&self) -> Moment {
        self.app.clock().now()
    }

    /// The sender.
    ///
    /// # Errors
    /// The sender is not known.
    pub(super) fn me(&self) -> Result<&Member, CommandError> {
        self.me.as_ref().ok_or_else(|| match self.by_mail() {
            true => CommandError::words("only members can do that"),
            false => Error::NotSignedIn.into(),
        })
    }

    pub(super) fn my_id(&self) -> Result<MemberId, CommandError> {
        self.me().map(|it| it.id)
    }

    /// A match that the sender may see, with its players.
    pub(super) async fn look(&self, id: MatchId) -> Result<State, Error> {
        let mut club = match self.app.queue().look_at(id, self.person.who).await {
            Err(Error::Hidden) => {
                return Err(Refusal::NoSuch(Key::Match(id)).into());
            }
            other => other?,
        };
        // Spectators have names too.
        let who = self.person.who;
        let said = club.match_with(id).into_iter().flat_map(|it| last_said(it, who).1);
        let mut keys: Vec<Key> = said
            .filter_map(|it| if let Who::Member(id) = it.by { Some(Key::Member(id)) } else { None })
            .filter(|key| !club.knows(key))
            .collect();
        keys.sort();
        keys.dedup();
        let more = self.app.queue().look(&keys).await?;
        keys.iter().for_each(|key| club.share(&more, key));
        Ok(club)
    }

    pub(super) fn sheet<'b>(&self, it: &'b Match, club: &'b State, whole: bool) -> MatchSheet<'b> {
        let (who, now) = (self.person.who, self.now());
        MatchSheet { it, club, who, now, at: it.plies.len(), whole, own: false, notes: &[] }
    }

    /// The member of this name.
    pub(super) async fn named(&self, name: &str) -> Result<MemberId, CommandError> {
        let key = Key::name(name.trim());
        if let Some(id) = self.app.queue().named(&key).await? {
            return Ok(id);
        }
        Err(match self.app.queue().is_of_who_left(&key).await? {
            true => Refusal::HasLeft(name.trim().to_string()).into(),
            false => Refusal::NoSuch(key).into(),
        })
    }

    /// The body, split into remarks.
    pub(super) fn comment(&self) -> Result<Vec<String>, CommandError> {
        let pieces = remarks(&self.body, Remark::MAX_CHARS);
        if pieces.len() > Remark::MAX_AT_ONCE {
            return Err(CommandError::words(format!(
                "the comment is too long: it has {} characters, and {} is the most",
                self.body.chars().count(),
                Remark::MAX_AT_ONCE * Remark::MAX_CHARS
            )));
        }
        Ok(pieces)
    }
}

/// The game that was named; refuses if a game is required and none was.
fn the(game: Option<Card>) -> Result<Card, CommandError> {
    game.ok_or_else(|| CommandError::words("which game? Its name stands first"))
}

/// The match that was loaded.
pub(super) fn seen(club: &State, id: MatchId) -> Result<&Match, Error> {
    club.match_with(id).ok_or(Error::Hidden)
}

/// Refuses a match of another game than the named one.
pub(super) fn same_game(game: Option<&Card>, it: &Match) -> Result<(), CommandError> {
    let card = it.line.spec().card();
    match game {
        Some(other) if other.name != card.name => Err(CommandError::words(format!(
            "match {} is one of {}, and not of {}",
            it.id, card.title, other.title
        ))),
        _ => Ok(()),
    }
}

/// `Trellis Board 12`.
pub(super) fn board_name(it: &Match) -> String {
    format!("{} Board {}", game_word(it.line.spec().card().name), it.id)
}

/// Several sentences, each on its own line.
pub(super) fn lines(lines: &[String]) -> String {
    lines.iter().map(|it| sentence(it)).collect::<Vec<_>>().join("\n")
}

/// Whether a player is this member.
pub(super) fn is(player: Player, member: MemberId) -> bool {
    player.who() == Who::Member(member)
}
