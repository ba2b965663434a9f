use data_encoding::HEXLOWER;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::PathBuf;

use askama::Template;
use crosscut_club::{Key, MatchId, MemberId, Moment};
use crosscut_mail::{Arrival, Envelope, Incoming, Kind, read};
use crosscut_speech::{Order, is_command, match_of, unprefixed};
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::measure::keep_to_it;
use super::notes::Confirm;
use super::outbox::count_bounce;
use super::{MOST, Post};
use crate::App;
use crate::commands::{self, AnsweredMail, Message, MessageSender, marked, obey};
use crate::config::Accept;
use crate::error::Error;
use crate::limits::rates::Whose;
use crate::private;
use crate::store::{HandledMail, MailPart, OutboxKind, OutboxReply, OutboxRow, UnconfirmedRow};
use crate::token;

/// How many lines of a message are quoted when its sender is asked about it.
const GIST: usize = 3;
/// How many characters of each of these lines are quoted.
const COLUMNS: usize = 200;
/// The longest message, in bytes, that its sender is asked about: they have to read all of it.
const ASKED: usize = 8 << 10;

/// A mail as it arrived.
#[derive(Clone, Debug, Default)]
pub(crate) struct IncomingMail {
    /// Its first [`MOST`] bytes.
    pub(crate) bytes: Vec<u8>,
    /// Whether there was more.
    pub(crate) cut: bool,
    /// The envelope it came with, if there was one.
    pub(crate) envelope: Option<Envelope>,
    /// Its path, if it is a file in the mail folder.
    pub(crate) file: Option<PathBuf>,
}

impl IncomingMail {
    /// A mail that was read to its end, or until it was longer than what is kept.
    pub(super) fn of(mut bytes: Vec<u8>) -> Self {
        let cut = MOST < bytes.len();
        bytes.truncate(MOST);
        IncomingMail { bytes, cut, ..IncomingMail::default() }
    }
}

/// What a message asks for, kept until its sender confirms that they wrote it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct UnconfirmedMail {
    pub(super) subject: String,
    pub(super) body: String,
    /// The mail of ours that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) answers: Option<AnsweredMail>,
    /// The message's Message-ID, and the idempotency key with which it is carried out.
    pub(super) message_id: Option<String>,
    pub(super) once: String,
}

impl UnconfirmedMail {
    /// All that it asks for: senders must see everything that they confirm.
    pub(super) fn whole(&self) -> String {
        let about = match &self.answers {
            Some(it) => {
                let matches = it.matches.iter().map(|(id, _)| format!("match {id}"));
                let challenges = it.challenges.iter().map(|id| format!("challenge {id}"));
                let about: Vec<String> = matches.chain(challenges).collect();
                format!(" (in answer to a mail about {})", about.join(", "))
            }
            None => String::new(),
        };
        let whole = format!("{}{about}\n{}", self.subject, self.body);
        // Bidirectional control characters could hide what is done.
        let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        whole.chars().filter(|c| !turns(*c)).collect::<String>().trim_end().to_string()
    }

    /// Its beginning, marked as a quotation, so that its sender recognises it: a mail to somebody who may not have
    /// asked for it carries no more of what a stranger has written.
    fn gist(&self) -> String {
        let whole = self.whole();
        let gist: Vec<String> =
            whole.lines().take(GIST).map(|it| it.chars().take(COLUMNS).collect()).collect();
        let gist = gist.join("\n");
        let more = match whole.lines().count().saturating_sub(GIST) {
            _ if gist == whole => String::new(),
            0 => "\n..".to_string(),
            1 => "\n.. and one more line".to_string(),
            n => format!("\n.. and {n} more lines"),
        };
        marked(&gist) + &more
    }
}

/// Carries out a mail. On return, the results are on the disk and the answers in the outbox; or the mail has crashed
/// the server before, and was put aside.
///
/// # Errors
/// It cannot be done now: the mail has to be delivered again.
pub(crate) async fn receive(app: &App, came: &IncomingMail) -> Result<(), Error> {
    let post = app.post().ok_or(Error::NotDone)?;
    let Some(attempt) = post.0.attempts.begin(&came.bytes).await else {
        return put_aside(post, came).await;
    };
    metrics::counter!("crosscut_mails_total", "way" => "in").increment(1);
    match AssertUnwindSafe(handle(app, post, came)).catch_unwind().await {
        Ok(done) => done,
        Err(_) => {
            attempt.fail();
            Err(Error::Broken(anyhow::anyhow!("what a mail asks for panicked")))
        }
    }
}

/// Moves a mail to where only the operator reads it.
async fn put_aside(post: &Post, came: &IncomingMail) -> Result<(), Error> {
    let folder = &post.0.aside;
    private::make_folder(folder).map_err(anyhow::Error::from)?;
    let file = match came.file.as_ref().and_then(|it| Some((it, it.file_name()?))) {
        Some((from, name)) => {
            let to = folder.join(name);
            tokio::fs::rename(from, &to).await.map_err(anyhow::Error::from)?;
            to
        }
        None => {
            let to = folder.join(format!("{}.eml", short_word(&came.bytes, 8)));
            private::write(&to, &came.bytes).map_err(anyhow::Error::from)?;
            to
        }
    };
    metrics::counter!("crosscut_mails_total", "way" => "aside").increment(1);
    tracing::error!(
        "a mail that was begun twice and never finished is put aside: {}",
        file.display()
    );
    Ok(())
}

/// The beginning of a digest, in hexadecimal digits.
fn short_word(bytes: &[u8], length: usize) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes)[..length])
}

/// Parses a mail on a blocking thread, few at a time: each may need many times its own size in memory.
async fn read_beside(post: &Post, came: &IncomingMail) -> Result<Incoming, Error> {
    let _place = post.0.readers.acquire().await.map_err(|_| Error::NotDone)?;
    let (post, bytes) = (post.clone(), came.bytes.clone());
    let (envelope, cut) = (came.envelope.clone(), came.cut);
    let read = tokio::task::spawn_blocking(move || {
        let config = &post.0.config;
        let way = Arrival {
            club: &config.club,
            trusted: config.trust.as_deref(),
            hops: config.hops,
            envelope: envelope.as_ref(),
            cut,
        };
        read(&bytes, &way)
    });
    match read.await {
        Ok(it) => Ok(it),
        Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
        Err(_) => Err(Error::NotDone),
    }
}

async fn handle(app: &App, post: &Post, came: &IncomingMail) -> Result<(), Error> {
    let it = read_beside(post, came).await?;
    let id = copy_number(post, &it, &came.bytes);
    if app.store().is_handled(&id).await? {
        tracing::debug!(id, "a mail has come twice");
        return Ok(());
    }
    let now = app.clock().now();
    let mut handled = HandledMail { id, at: now, ..HandledMail::default() };
    match &it.kind {
        Kind::Message | Kind::TooLarge => message(app, post, &it, &mut handled).await?,
        Kind::Bounce { permanent, .. } => {
            let mail = it.tags.iter().find_map(|tag| post.0.key.returned(tag));
            tracing::info!(?mail, permanent, "a mail has come back");
            if let Some((member, mail)) = mail.filter(|_| *permanent) {
                count_bounce(app, post, member, &mail).await?;
            }
        }
        other => tracing::info!(from = it.from, kind = ?other, "a mail is passed over"),
    }
    post.0.registrar.note(handled).await?;
    post.0.addressees.wake();
    Ok(())
}

fn is_trusted(post: &Post, it: &Incoming) -> bool {
    match post.0.config.accept {
        Accept::Confirm => false,
        Accept::Vouched => it.vouched,
        Accept::From => true,
    }
}

/// Identifies a mail that came, to know it when it comes once more. A copy that is not believed, is believed for another reason,
/// or is of another kind, as those of mailing lists are, has a number of its own: it must not keep the mail itself from being
/// read.
fn copy_number(post: &Post, it: &Incoming, bytes: &[u8]) -> String {
    let by = it.tags.iter().find_map(|tag| sealed(post, tag)).map(|it| it.0);
    let read = matches!(it.kind, Kind::Message | Kind::TooLarge);
    let as_what = match (is_trusted(post, it), by) {
        _ if !read => "nothing".to_string(),
        (_, Some(member)) => format!("answer of {member}"),
        (true, None) => "message".to_string(),
        (false, None) => "question".to_string(),
    };
    short_word(format!("{as_what} {}", number(it, bytes)).as_bytes(), 20)
}

/// Identifies a message: by its Message-ID and sender, or without a Message-ID by its content.
fn number(it: &Incoming, bytes: &[u8]) -> String {
    let mut hash = Sha256::new();
    match (&it.message_id, &it.from) {
        (Some(id), Some(from)) => {
            hash.update(id);
            hash.update([0]);
            hash.update(from);
        }
        // The lines that servers add at the top differ when a mail comes again.
        (None, Some(from)) => {
            let date = it.date.as_deref().unwrap_or_default();
            for part in [from, date, &it.subject, &it.body, &it.tags.join(" ")] {
                hash.update(part);
                hash.update([0]);
            }
        }
        (_, None) => hash.update(bytes),
    }
    HEXLOWER.encode(&hash.finalize()[..20])
}

async fn message(
    app: &App,
    post: &Post,
    it: &Incoming,
    handled: &mut HandledMail,
) -> Result<(), Error> {
    let Some(from) = it.from.clone() else { return Ok(()) };
    let owner = app.store().owner(&from).await?;
    let sealed = it.tags.iter().find_map(|tag| sealed(post, tag));
    let is_dead = sealed.is_none()
        && (!it.tags.is_empty() || it.answers.iter().any(|id| post.is_of_before(id)));
    // A token is valid for its own subject and for nothing else.
    let sealed = sealed.filter(|_| !asks_for_mails(&it.body));
    let trusted = is_trusted(post, it);
    let member = sealed.as_ref().map(|it| it.0).or(owner);
    // The number of answers is bounded. What a known member asks for is still done.
    let to: &[Whose] = match member {
        Some(member) if trusted || sealed.is_some() => &[Whose::AnswerTo(member.0)],
        // Anybody can write in their name: now and then they are asked whether they did.
        Some(member) => &[Whose::AskedOf(member.0)],
        None if trusted => &Whose::unproven(&from),
        None => &Whose::unvouched(&from),
    };
    let answered = app.limits().take_all(to).is_ok();
    if !answered {
        metrics::counter!("crosscut_mails_total", "way" => "unanswered").increment(1);
        tracing::info!(from, "an address has had answers enough");
    }
    if member.is_none() && !answered {
        return Ok(());
    }
    // Messages that strangers write in somebody's name are counted separately: they must not use up the answers to the
    // real one.
    let ours = trusted || sealed.is_some();
    let address = if ours { from.clone() } else { format!("in the name of {from}") };
    let words = format!("{}\n{}", it.subject, it.body);
    let plays = ours && member.is_some();
    let bounds = ReplyLimits { from: &from, address: &address, words: &words, plays, answered };
    if it.kind == Kind::TooLarge {
        if let Some(member) = member.filter(|_| bounds.may_answer_error(app)) {
            let text = "Your mail was too long, or made of too many parts: nobody read it to its end. Write the move or the \
                        command alone, without attachments.";
            handled.answers.push(answer(handled.at, Some(member), None, it, "Too long", text)?);
        }
        return Ok(());
    }
    // What is confirmed by a link is not done once more when the same mail comes believed.
    let once = format!("mail/{}", number(it, &[]));
    let number = it.message_id.as_deref();
    if let Some((member, mut answers)) = sealed {
        // A token is valid for its own subject alone; a member who is identified otherwise may ask for more.
        answers.free = trusted && owner == Some(member);
        // The mail may have contained challenges as well: `accept` is then ambiguous. What went to somebody else says nothing.
        if let Some((to, told)) = told(app, post, it).await?
            && to == member
            && let [(id, _)] = answers.matches[..]
            && told.matches.len() == 1
            && told.matches[0].0 == id
        {
            answers.challenges = told.challenges;
        }
        let message =
            Message { subject: it.subject.clone(), body: it.body.clone(), answers: Some(answers) };
        return bounded(app, bounds, Some(member), once, &message, number, handled).await;
    }
    // What a mail of ours with an invalid token was about may be something else now: after a restored backup, numbers are given
    // once more.
    if is_dead && (unprefixed(&it.subject).1 || !it.answers.is_empty()) {
        if bounds.may_answer_error(app) {
            let text = "The mail you answered is no longer valid: since it was sent, the club was restored from a backup or the \
                        account was closed; or the address was changed on its way. Nothing was done. Write a new mail, with a command as its subject: \
                        `games next` shows where it is your turn.";
            let to = owner.is_none().then(|| from.clone());
            handled.answers.push(answer(handled.at, owner, to, it, "Error", text)?);
        }
        return Ok(());
    }
    let (to, message) = plain(app, post, it, owner).await?;
    if trusted {
        return bounded(app, bounds, owner, once, &message, number, handled).await;
    }
    if !answered {
        return Ok(());
    }
    // Nothing is done, so the recipient of that mail is asked immediately, at their own address.
    if let Some(answers) = message.answers.as_ref().filter(|_| owner.is_some() && owner == to)
        && answers.asks_which(&message)
    {
        return bounded(app, bounds, owner, once, &message, number, handled).await;
    }
    // A machine that answers automatically asks for nothing: it is not asked again and again whether it did.
    let understood =
        message.answers.is_some() || crosscut_speech::read(&message.subject, None).is_ok();
    if !understood && !bounds.may_answer_error(app) {
        return Ok(());
    }
    if ASKED < message.subject.len() + message.body.len() {
        let text = "Nobody vouches that you wrote the mail that came from your address, and it is too long to be asked about. \
                    Write the move or the command alone.";
        handled.answers.push(answer(handled.at, None, Some(from), it, "Too long", text)?);
        return Ok(());
    }
    let code = token::token()?;
    let asked = UnconfirmedMail {
        subject: message.subject,
        body: message.body,
        answers: message.answers,
        message_id: it.message_id.clone(),
        once,
    };
    handled.unconfirmed = Some(UnconfirmedRow {
        code: token::hash(&code),
        at: handled.at,
        member: owner,
        address: from.clone(),
        body: serde_json::to_string(&asked).map_err(anyhow::Error::from)?,
    });
    let text = Confirm { base: &post.0.base, gist: asked.gist(), code: &code }.render()?;
    handled.answers.push(answer(handled.at, None, Some(from), it, "Did you write this?", &text)?);
    Ok(())
}

/// What limits the answers to a message.
#[derive(Clone, Copy)]
struct ReplyLimits<'a> {
    /// The address it came from.
    from: &'a str,
    /// The same as it is counted: separately if nobody vouches for it.
    address: &'a str,
    /// The text of the message.
    words: &'a str,
    /// Whether a member has written it.
    plays: bool,
    /// Whether it may be answered at all.
    answered: bool,
}

impl ReplyLimits<'_> {
    fn again(&self) -> Whose {
        Whose::again(self.address, self.words, self.plays)
    }

    /// Whether the writer is told that they were not understood: three times for the same words, and not without limit
    /// for others, because a machine that answers answers continues for as long as the club does.
    fn may_answer_error(&self, app: &App) -> bool {
        if !self.answered {
            return false;
        }
        let again = self.again();
        let may = app.limits().take_all(&[again, Whose::error_to(self.address)]).is_ok();
        if !may {
            tracing::info!(from = self.from, "who is never understood is not answered any more");
        }
        may
    }

    /// The note in the last answer before silence: without an answer, writers would think that they have moved.
    fn before_silence(&self, app: &App) -> Option<&'static str> {
        if !self.plays {
            None
        } else if app.limits().is_out(Whose::error_to(self.address)) {
            Some(
                "This is the last answer for an hour to what cannot be done: if nothing comes back, nothing was done. What can be \
                 done is done, and answered, as always.",
            )
        } else {
            app.limits().is_out(self.again()).then_some(
                "The same words are not answered again today: if nothing comes back, nothing was done.",
            )
        }
    }
}

/// Carries out a message, and answers it within the bounds.
async fn bounded(
    app: &App,
    bounds: ReplyLimits<'_>,
    member: Option<MemberId>,
    once: String,
    message: &Message,
    number: Option<&str>,
    handled: &mut HandledMail,
) -> Result<(), Error> {
    let understood = follow(app, member, bounds.from, once, message, number, handled).await?;
    if understood {
        app.limits().forgive(Whose::error_to(bounds.address));
        app.limits().forgive(bounds.again());
    }
    if !bounds.answered || !(understood || bounds.may_answer_error(app)) {
        handled.answers.clear();
    }
    if !understood
        && let Some(words) = bounds.before_silence(app)
        && let Some(last) = handled.answers.last_mut()
        && let OutboxKind::Answer(answer) = &mut last.kind
    {
        answer.text = format!("{words}\n\n{}", answer.text);
    }
    Ok(())
}

/// Carries out a message, and puts the answers into the outbox; returns whether any of it was understood.
pub(super) async fn follow(
    app: &App,
    member: Option<MemberId>,
    from: &str,
    once: String,
    message: &Message,
    message_id: Option<&str>,
    handled: &mut HandledMail,
) -> Result<bool, Error> {
    let way = commands::Transport::Mail(from.to_string());
    let sender = MessageSender { member, way, token: None, once: Some(once) };
    let mut replies = obey(app, &sender, message).await;
    // What failed now may succeed when the mail comes again.
    if replies.iter().any(|it| it.status.is_server_error()) {
        return Err(Error::NotDone);
    }
    let understood = replies.iter().any(|it| it.status.is_success());
    // An address that mails no longer go to gets answers to what was written from it, and how to start mails again.
    let mut restart = match member.zip(app.post()) {
        Some((member, post)) => post.restart(app, member, from).await?,
        None => None,
    };
    let stopped = restart.is_some();
    // Taken after the commands, so that it is later than the events that the answers report.
    let at = app.clock().now();
    let drawn = keep_to_it(&mut replies);
    for (mut reply, drawn) in replies.into_iter().zip(drawn) {
        if let Some(words) = restart.take() {
            reply.text = format!("{}\n\n{words}", reply.text.trim_end());
        }
        let newcomer = reply.newcomer;
        if let (Some(member), Some(post)) = (newcomer, app.post()) {
            // A member may sign up once more, who wants no mails.
            post.write_to(app, member).await?;
        }
        let to = (stopped || member.or(newcomer).is_none()).then(|| from.to_string());
        let body = OutboxReply {
            to,
            subject: reply.subject,
            text: reply.text,
            answers: message_id.map(str::to_string),
            by: None,
            in_letters: reply.scene_of.is_some() && !drawn,
        };
        handled.answers.push(OutboxRow {
            id: token::number()?,
            member: member.or(newcomer).unwrap_or(OutboxRow::NOBODY),
            kind: OutboxKind::Answer(body),
            game: reply.scene_of.map(|(id, _)| id),
            ply: reply.scene_of.map(|(_, ply)| i64::from(ply)),
            version: reply.challenge.map(|id| id.0.cast_signed()),
            at,
            due: at,
            tries: 0,
            lead: None,
        });
    }
    Ok(understood)
}

/// An answer by the mail transport itself.
fn answer(
    at: Moment,
    member: Option<MemberId>,
    to: Option<String>,
    it: &Incoming,
    subject: &str,
    text: &str,
) -> Result<OutboxRow, Error> {
    let answers = it.message_id.clone();
    let (subject, text) = (subject.to_string(), text.to_string());
    let answer = OutboxReply { to, subject, text, answers, ..OutboxReply::default() };
    note(at, member, OutboxKind::Answer(answer))
}

/// A mail of ours that is not about a match.
pub(super) fn note(
    at: Moment,
    member: Option<MemberId>,
    kind: OutboxKind,
) -> Result<OutboxRow, Error> {
    Ok(OutboxRow {
        id: token::number()?,
        member: member.unwrap_or(OutboxRow::NOBODY),
        kind,
        game: None,
        ply: None,
        version: None,
        at,
        due: at,
        tries: 0,
        lead: None,
    })
}

/// Whether a message says when its writer wants mails, which may answer any mail.
fn asks_for_mails(body: &str) -> bool {
    let asked = crosscut_speech::read(&lines(body).0, None);
    matches!(asked, Ok(request) if matches!(request.order, Order::Mails(_)))
}

/// Splits a body into its first line and the rest.
fn lines(body: &str) -> (String, String) {
    let (first, rest) = body.split_once('\n').unwrap_or((body, ""));
    // A set written with blanks means the same.
    let words: Vec<&str> = first.split(',').map(str::trim).collect();
    (words.join(","), rest.trim().to_string())
}

/// The token in a tag: whose it is, and what it is for.
fn sealed(post: &Post, tag: &str) -> Option<(MemberId, AnsweredMail)> {
    if let Some(seal) = post.0.key.read_tag(tag) {
        let matches = vec![(seal.id, Some(seal.ply))];
        return Some((seal.member, AnsweredMail { matches, ..AnsweredMail::default() }));
    }
    let (id, member) = post.0.key.challenged(tag)?;
    Some((member, AnsweredMail { challenges: vec![id], ..AnsweredMail::default() }))
}

/// What the mail that is answered was about, and its recipient.
async fn told(
    app: &App,
    post: &Post,
    it: &Incoming,
) -> Result<Option<(MemberId, AnsweredMail)>, Error> {
    for id in it.answers.iter().filter_map(|id| post.row_of(id)) {
        let rows = app.store().parts(id).await?;
        let mut answers = AnsweredMail { free: true, ..AnsweredMail::default() };
        for row in &rows {
            match (row.game, row.challenge) {
                (Some(id), _) => {
                    let ply = row.ply.and_then(|it| u32::try_from(it).ok());
                    match answers.matches.iter_mut().find(|it| it.0 == id) {
                        // Of several news of a match, the last board is the one that was shown.
                        Some(known) => known.1 = known.1.max(ply),
                        None => answers.matches.push((id, ply)),
                    }
                }
                (None, Some(id)) if !answers.challenges.contains(&id) => {
                    answers.challenges.push(id);
                }
                (None, _) => {}
            }
        }
        answers.matches.sort();
        answers.challenges.sort();
        if !answers.matches.is_empty() || !answers.challenges.is_empty() {
            return Ok(rows.first().map(|row| (row.member, answers)));
        }
    }
    Ok(None)
}

/// Reads a mail without a token: its subject as a command, or an answer to the mail it refers to, or its first line.
/// Also returns the recipient of the mail that it answers.
async fn plain(
    app: &App,
    post: &Post,
    it: &Incoming,
    owner: Option<MemberId>,
) -> Result<(Option<MemberId>, Message), Error> {
    let me = match owner {
        Some(id) => {
            app.queue().look(&[Key::Member(id)]).await?.member(id).map(|it| it.name.clone())
        }
        None => None,
    };
    let (subject, re) = unprefixed(&it.subject);
    let understood =
        |line: &str| !line.is_empty() && crosscut_speech::read(line, me.as_deref()).is_ok();
    let new = |subject: &str, body: &str| {
        let (subject, body) = (subject.to_string(), body.to_string());
        (None, Message { subject, body, answers: None })
    };
    let meant = !re && (understood(subject) || is_command(subject));
    if meant && !it.answers.iter().any(|id| post.row_of(id).is_some()) {
        return Ok(new(subject, &it.body));
    }
    // An answer that lost its token: the mail it answers is known.
    for id in it.answers.iter().filter_map(|id| post.row_of(id)) {
        // An answer to a member's message goes to that member and to nobody else.
        if let Some(name) = app.store().parts(id).await?.first().and_then(MailPart::writer) {
            return Ok(new(&format!("message {name}"), &it.body));
        }
    }
    let message = |answers| Message {
        subject: it.subject.clone(),
        body: it.body.clone(),
        answers: Some(answers),
    };
    if let Some((to, answers)) = told(app, post, it).await? {
        return Ok((Some(to), message(answers)));
    }
    // The subject of our mail still names the match.
    if let Some(id) = match_of(subject).filter(|_| re) {
        let matches = vec![(MatchId(id), None)];
        return Ok((
            None,
            message(AnsweredMail { matches, free: true, ..AnsweredMail::default() }),
        ));
    }
    let (first, rest) = lines(&it.body);
    if meant {
        return Ok(new(subject, &it.body));
    }
    if understood(&first) {
        return Ok(new(&first, &rest));
    }
    let both = format!("{subject} {first}");
    if re && understood(&both) {
        return Ok(new(&both, &rest));
    }
    Ok(new(if subject.is_empty() { &first } else { subject }, &it.body))
}
