//! Answers to mails of ours: a word or a move is enough, since the mail says what it is about.

use axum::http::StatusCode;
use crosscut_catalog::{Line, is_list, shortened, unmarked};
use crosscut_club::{ChallengeId, Key, Match, MatchId, Player};
use crosscut_speech::{
    AnswerLine, AnsweredSubject, LineReading, MatchAction, Order, Request, is_command, plain, read,
    readings, unprefixed,
};
use serde::{Deserialize, Serialize};

use super::layout::{called, game_word};
use super::session::{CommandError, CommandSession, seen};
use super::{Message, Reply};
use crate::present::kinds::set_position;
use crate::present::sentence::sentence;

/// The mail of ours that a message answers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct AnsweredMail {
    /// The matches it was about, and after how many plies it showed each, if known.
    pub(crate) matches: Vec<(MatchId, Option<u32>)>,
    /// The challenges it was about.
    pub(crate) challenges: Vec<ChallengeId>,
    /// Whether the sender may also give other commands: a token alone does not allow that.
    pub(crate) free: bool,
}

/// The one thing that a message is about.
enum MessageSubject {
    Match(MatchId, Option<u32>),
    Challenge(ChallengeId),
}

impl AnsweredMail {
    /// What an answer is about, if that is unambiguous.
    fn only(&self, said: &[AnswerLine]) -> Option<MessageSubject> {
        let yes_or_no = |it: &AnswerLine| {
            matches!(it.heard, LineReading::Word { word: "accept" | "reject", .. })
        };
        match (&self.matches[..], &self.challenges[..]) {
            ([], [id]) => Some(MessageSubject::Challenge(*id)),
            ([(id, ply)], []) => Some(MessageSubject::Match(*id, *ply)),
            // A challenge can only be accepted or rejected, and so can a proposal in a match.
            ([(id, ply)], _) if !said.iter().any(yes_or_no) => {
                Some(MessageSubject::Match(*id, *ply))
            }
            _ => None,
        }
    }

    fn heard(&self, body: &str) -> Vec<AnswerLine> {
        let about = if self.matches.is_empty() {
            AnsweredSubject::Challenge
        } else {
            AnsweredSubject::Match
        };
        crosscut_speech::answers(body, about)
    }

    /// Whether a message does not say which of several things it is about: then it does nothing.
    pub(crate) fn asks_which(&self, message: &Message) -> bool {
        let said = self.heard(&message.body);
        let (subject, re) = unprefixed(&message.subject);
        let named = matches!(said.first().map(|it| &it.heard), Some(LineReading::Command(_)));
        self.only(&said).is_none() && !named && (re || !is_command(subject))
    }
}

impl CommandSession<'_> {
    /// Carries out an answer to a mail of ours.
    pub(super) async fn answered(
        &mut self,
        message: &Message,
        answers: &AnsweredMail,
    ) -> Vec<Reply> {
        if let Some(replies) = self.by_subject(message, answers).await {
            return replies;
        }
        let said = answers.heard(&message.body);
        match answers.only(&said) {
            Some(MessageSubject::Match(id, ply)) => self.at_match(id, ply, &said, answers).await,
            Some(MessageSubject::Challenge(id)) => self.at_challenge(id, &said, answers).await,
            None => match said.first() {
                Some(it @ AnswerLine { heard: LineReading::Command(line), .. }) if answers.free => {
                    self.answer(line, &it.comment()).await
                }
                _ => vec![self.which(&said, answers).await],
            },
        }
    }

    /// Carries out the subject, if it is a command. The subject of an answer is that of our mail, or what its writer
    /// has made of it: it only counts if it is a command that fits the mail being answered.
    async fn by_subject(
        &mut self,
        message: &Message,
        answers: &AnsweredMail,
    ) -> Option<Vec<Reply>> {
        let (subject, re) = unprefixed(&message.subject);
        if subject.is_empty() {
            return None;
        }
        let name = self.name();
        match read(subject, name.as_deref()) {
            Ok(request) => {
                if let Some(ply) = board_of(&request, answers) {
                    if self.is_ours(subject, &request).await {
                        return None;
                    }
                    return Some(self.carry_at(request, ply, subject, &message.body).await);
                }
                if let Order::AnswerChallenge { id, .. } = request.order
                    && answers.challenges.contains(&ChallengeId(id))
                {
                    return Some(self.carry(request, &message.body, subject).await);
                }
                if re {
                    return None;
                }
                if answers.free {
                    return Some(self.carry(request, &message.body, subject).await);
                }
                // What is said below one of these is not for the other player.
                let apart = matches!(
                    request.order,
                    Order::Multiple
                        | Order::Message(_)
                        | Order::Broadcast { .. }
                        | Order::Block(_)
                        | Order::Unblock(_)
                        | Order::Change(_)
                        | Order::Mails(_)
                        | Order::SignOff(_)
                );
                (apart || is_command(subject)).then_some(())?;
                Some(vec![self.elsewhere(subject, answers).await])
            }
            Err(error) if !re && is_command(subject) && !is_title(subject, name.as_deref()) => {
                Some(vec![self.not(&error.to_string(), answers).await])
            }
            Err(_) => None,
        }
    }

    /// Whether the subject is that of a mail of ours: in the place of a move is the name of the player to move, or
    /// another word that is not a move.
    async fn is_ours(&self, subject: &str, request: &Request) -> bool {
        let Order::At { id, deed: MatchAction::Turn { text, .. } } = &request.order else {
            return false;
        };
        let id = MatchId(*id);
        let Ok(club) = self.look(id).await else { return false };
        let named = subject.split_whitespace().any(|it| it.eq_ignore_ascii_case("board"));
        named
            && club.match_with(id).is_some_and(|it| {
                let name = |at: &Player| called(*at, &club).eq_ignore_ascii_case(text);
                it.seats.iter().any(name) || !is_move(&board(it, None), text)
            })
    }

    async fn at_match(
        &mut self,
        id: MatchId,
        ply: Option<u32>,
        said: &[AnswerLine],
        answers: &AnsweredMail,
    ) -> Vec<Reply> {
        let name = self.name();
        let club = match self.look(id).await {
            Ok(club) => club,
            Err(error) => return vec![Reply::no("Error", &error)],
        };
        let board = match seen(&club, id) {
            Ok(it) => board(it, ply),
            Err(error) => return vec![Reply::no("Error", &error)],
        };
        if said.is_empty() {
            return self.answer(&format!("show {id}"), "").await;
        }
        for it in said {
            let line = match &it.heard {
                LineReading::Command(line) => line.clone(),
                LineReading::Word { word, rest } => {
                    format!("{word} {id} {rest}").trim().to_string()
                }
                LineReading::Move(text) if is_move(&board, text) => format!("move {id} {text}"),
                LineReading::Move(_) => continue,
            };
            let request = match read(&line, name.as_deref()) {
                Ok(request) => request,
                Err(error) => return vec![self.not(&error.to_string(), answers).await],
            };
            let here = board_of(&request, answers).is_some();
            return match request.order {
                Order::Help(_) | Order::List => self.carry(request, &it.comment(), &line).await,
                _ if here => self.carry_at(request, ply, &line, &it.comment()).await,
                // A spectator stops following.
                Order::Subscribe { ref ids, .. } | Order::Notify(ref ids) if *ids == [id.0] => {
                    self.carry(request, &it.comment(), &line).await
                }
                Order::Show { ref boards, .. } if boards.iter().all(|it| it.id == id.0) => {
                    self.carry(request, &it.comment(), &line).await
                }
                Order::Preview { .. } if matches!(it.heard, LineReading::Word { .. }) => {
                    self.carry(request, &it.comment(), &line).await
                }
                _ if answers.free => self.carry(request, &it.comment(), &line).await,
                _ => vec![self.elsewhere(&line, answers).await],
            };
        }
        let line = shortened(&said[0].line);
        let why = format!(
            "'{line}' is neither a move nor a word that is known here: `help` tells which there are, and `chat` in the first line \
             says the rest to your opponent"
        );
        vec![self.not(&why, answers).await]
    }

    /// Carries out a command in a match; a move is for the board that was answered.
    async fn carry_at(
        &mut self,
        mut request: Request,
        answered: Option<u32>,
        line: &str,
        comment: &str,
    ) -> Vec<Reply> {
        let mut line = line.to_string();
        if let Order::At { id, deed } = &mut request.order {
            if let MatchAction::Turn { text, .. } = deed {
                line = format!("move {id} {text}");
            }
            if let MatchAction::Turn { ply, .. } | MatchAction::Submit { ply, .. } = deed {
                *ply = ply.or(answered.map(|it| it + 1));
            }
        }
        self.carry(request, comment, &line).await
    }

    async fn at_challenge(
        &mut self,
        id: ChallengeId,
        said: &[AnswerLine],
        answers: &AnsweredMail,
    ) -> Vec<Reply> {
        let name = self.name();
        for it in said {
            let line = match &it.heard {
                LineReading::Word { word: "show", .. } => return vec![self.told_of(id).await],
                LineReading::Word { word, .. } => format!("{word} c{id}"),
                LineReading::Command(line) => line.clone(),
                LineReading::Move(_) => continue,
            };
            let mut replies = match read(&line, name.as_deref()) {
                Ok(request) => match request.order {
                    Order::Help(_) | Order::List => self.carry(request, &it.comment(), &line).await,
                    Order::AnswerChallenge { id: it_is, .. } | Order::WithdrawChallenge(it_is)
                        if it_is == id.0 =>
                    {
                        self.carry(request, &it.comment(), &line).await
                    }
                    _ if answers.free => self.carry(request, &it.comment(), &line).await,
                    _ => vec![self.elsewhere(&line, answers).await],
                },
                Err(error) => vec![self.not(&error.to_string(), answers).await],
            };
            for reply in replies.iter_mut().filter(|it| !it.status.is_success()) {
                reply.challenge = Some(id);
            }
            return replies;
        }
        let Some(first) = said.first() else { return vec![self.told_of(id).await] };
        let line = shortened(&first.line);
        let why = format!(
            "'{line}' is not an answer to a challenge: write accept or reject alone, in the first line"
        );
        vec![self.not(&why, answers).await]
    }

    /// The terms of a challenge.
    async fn told_of(&self, id: ChallengeId) -> Reply {
        let reply = match self.described(id).await {
            Ok(said) => {
                let how = "Answer this mail with accept or reject, alone in the first line.";
                let mut text = format!("{}\n\n{how}", super::session::lines(&said));
                let club = self.app.queue().look(&[Key::Challenge(id)]).await;
                let terms = club.ok().and_then(|it| Some(it.challenge(id)?.terms.clone()));
                if let Some((line, _)) = terms.as_ref().and_then(set_position) {
                    text += &format!("\n\n{}", line.position().text());
                }
                Reply::new(format!("Challenge c{id}"), text)
            }
            Err(not) => self.refuse("Error", not, None).await,
        };
        Reply { challenge: Some(id), ..reply }
    }

    /// The refusal of an answer about something else than the mail it answers, for which its token is not valid.
    async fn elsewhere(&self, line: &str, answers: &AnsweredMail) -> Reply {
        let line: String = line.chars().take(100).collect();
        let why = format!(
            "`{line}` is about something else than the mail you answered: write it as a new mail, with this as its subject"
        );
        self.not(&why, answers).await
    }

    /// The refusal of an answer that was not understood; it can be answered in turn.
    async fn not(&self, why: &str, answers: &AnsweredMail) -> Reply {
        let not = CommandError::words(why);
        match (&answers.matches[..], &answers.challenges[..]) {
            ([(id, _)], _) => self.refuse("Error", not.at(*id), None).await,
            ([], [id]) => Reply { challenge: Some(*id), ..self.refuse("Error", not, None).await },
            _ => self.refuse("Error", not, None).await,
        }
    }

    /// Asks which of several things an answer is about, and explains how to say so.
    async fn which(&self, said: &[AnswerLine], answers: &AnsweredMail) -> Reply {
        let mut boards = Vec::new();
        for (id, ply) in &answers.matches {
            // A match that is gone cannot be chosen any more.
            let Ok(club) = self.look(*id).await else { continue };
            let Ok(it) = seen(&club, *id) else { continue };
            let others: Vec<String> = it
                .seats
                .iter()
                .filter(|at| at.who() != self.person.who)
                .map(|at| called(*at, &club))
                .collect();
            let title = game_word(it.line.spec().card().name);
            let what = format!("{title} Board {id} against {}", others.join(" and "));
            boards.push((*id, ply.unwrap_or(it.n_plies()), what, board(it, *ply)));
        }
        let moves = |text: &String| boards.iter().any(|it| is_move(&it.3, text));
        let meant = said.iter().find(|it| match &it.heard {
            LineReading::Move(text) => moves(text),
            _ => true,
        });
        let say = |number: &str| match meant.map(|it| &it.heard) {
            Some(LineReading::Word { word, rest }) => {
                format!("{word} {number} {rest}").trim().to_string()
            }
            Some(LineReading::Move(text)) => format!("move {number} {}", plain(text)),
            Some(LineReading::Command(_)) | None => format!("move {number} MOVE"),
        };
        let post = self.app.post();
        let me = self.me.as_ref().map(|it| it.id);
        let mut text = "The mail you answered was about several things, and your answer does not say which it means: nothing \
                        was done.\n\nWrite one of these lines in the first line of a mail; or write your answer once more to \
                        the address below the line.\n"
            .to_string();
        for (id, ply, what, _) in &boards {
            text += &format!("\n    {}\n{what}\n", say(&id.to_string()));
            if let (Some(post), Some(me)) = (post, me) {
                text += &format!("{}\n", post.turn_address(*id, *ply, me));
            }
        }
        let answer = match meant.map(|it| &it.heard) {
            Some(LineReading::Word { word: word @ ("accept" | "reject"), .. }) => Some(*word),
            _ if boards.is_empty() => Some("accept"),
            _ => None,
        };
        for id in answers.challenges.iter().filter(|_| answer.is_some()) {
            let what = self.described(*id).await.unwrap_or_default();
            let what = what.first().map_or_else(String::new, |it| format!(": {it}"));
            text += &format!("\n    {} c{id}\n", answer.unwrap_or("accept"));
            text += &format!("{}\n", sentence(&format!("challenge c{id}{what}")));
            if let (Some(post), Some(me)) = (post, me) {
                text += &format!("{}\n", post.challenge_address(*id, me));
            }
        }
        Reply { status: StatusCode::CONFLICT, ..Reply::new("Which one?", text) }
    }
}

/// The number of plies of the board that a request is about, if that board is one of those answered.
fn board_of(request: &Request, answers: &AnsweredMail) -> Option<Option<u32>> {
    let Order::At { id, .. } = request.order else { return None };
    answers.matches.iter().find(|it| it.0.0 == id).map(|it| it.1)
}

/// The board of a match as a mail has shown it.
fn board(it: &Match, ply: Option<u32>) -> Line {
    it.line.up_to(ply.unwrap_or(it.n_plies()) as usize)
}

/// Whether a line is a move on this board, or was meant as one: a single word with a digit in it, with nothing around
/// it but the number of the move before it; or several moves in a row.
fn is_move(board: &Line, text: &str) -> bool {
    let list = text.len() <= 64 && is_list(text);
    let asks = text.contains('?');
    // The number is checked where the move is played.
    let text = unmarked(text);
    let digits = text.contains(|c: char| c.is_ascii_digit());
    let plays = || readings(text).iter().any(|it| board.position().clone().play(it).is_ok());
    let word = !text.contains(char::is_whitespace) && text.len() <= 40;
    word && !asks && (digits && text.contains(char::is_alphabetic) || plays()) || list
}

/// Whether a subject is only the name of a board, and perhaps the sender's own: such are the subjects of our mails.
fn is_title(subject: &str, me: Option<&str>) -> bool {
    let words: Vec<&str> = subject.split_whitespace().filter(|it| *it != "**").collect();
    let rest = words.iter().position(|it| it.eq_ignore_ascii_case("board")).map(|at| &words[at..]);
    match rest {
        Some([_, number]) => number.parse::<u64>().is_ok(),
        Some([_, number, name]) => {
            number.parse::<u64>().is_ok() && me.is_some_and(|me| me.eq_ignore_ascii_case(name))
        }
        _ => false,
    }
}
