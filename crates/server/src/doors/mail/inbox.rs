use crosscut_club::{ChallengeId, Key, MatchId, MemberId};
use crosscut_mail::{Envelope, Incoming, Kind, Way, read};
use crosscut_speech::{Order, is_command, match_of, unprefixed};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::{mpsc, oneshot};

use super::Post;
use super::outbox::{Answer, count_bounce};
use crate::App;
use crate::config::Accept;
use crate::doors::speech::{self, Answers, Letter, Sender, obey};
use crate::error::Error;
use crate::limits::Whose;
use crate::store::{Handled, OutboxRow, Store, Unconfirmed};
use crate::token;

/// How many letters are noted in one transaction at most.
const TOGETHER: usize = 256;

/// A mail as it came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Came {
    /// Its first [`MOST`](super::MOST) bytes.
    pub(crate) bytes: Vec<u8>,
    /// Whether there was more.
    pub(crate) cut: bool,
    /// What was said beside it.
    pub(crate) envelope: Option<Envelope>,
}

/// What a letter asks for, kept until its sender says that they wrote it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Asked {
    pub(super) subject: String,
    pub(super) body: String,
    /// The mail of ours that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) answers: Option<Answers>,
    /// The number of the letter, and by what it is done once.
    pub(super) message_id: Option<String>,
    pub(super) once: String,
}

impl Asked {
    /// What it asks for in one line, for its sender to know it again.
    pub(super) fn gist(&self) -> String {
        let first = self.body.lines().map(str::trim).find(|it| !it.is_empty());
        let gist = match (&self.answers, first) {
            (Some(_), Some(first)) => format!("{first} (in answer to: {})", self.subject),
            _ => self.subject.clone(),
        };
        gist.chars().take(200).collect()
    }
}

/// Does what a mail asks for. When this returns, it is on the disk, and the answers are in the outbox.
///
/// # Errors
/// It cannot be done now: the mail has to come again.
pub(crate) async fn receive(app: &App, came: &Came) -> Result<(), Error> {
    let post = app.post().ok_or(Error::NotDone)?;
    metrics::counter!("crosscut_mails_total", "way" => "in").increment(1);
    let config = &post.0.config;
    let way = Way {
        house: &config.house,
        trusted: config.trust.as_deref(),
        hops: config.hops,
        envelope: came.envelope.as_ref(),
        cut: came.cut,
    };
    let it = read(&came.bytes, &way);
    let id = number(&it, &came.bytes);
    if app.store().is_handled(&id).await? {
        tracing::debug!(id, "a mail has come twice");
        return Ok(());
    }
    let now = app.clock().now();
    let mut handled = Handled { id, at: now, ..Handled::default() };
    match &it.kind {
        Kind::Letter | Kind::TooLarge => letter(app, post, &it, &mut handled).await?,
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

/// What tells a letter from all others: its Message-ID and sender, or where there is none, what it says.
fn number(it: &Incoming, bytes: &[u8]) -> String {
    let mut hash = Sha256::new();
    match (&it.message_id, &it.from) {
        (Some(id), Some(from)) => {
            hash.update(id);
            hash.update([0]);
            hash.update(from);
        }
        // What servers add at the top differs when a mail comes again.
        (None, Some(from)) => {
            for part in [from, &it.subject, &it.body, &it.tags.join(" ")] {
                hash.update(part);
                hash.update([0]);
            }
        }
        (_, None) => hash.update(bytes),
    }
    hash.finalize()[..20].iter().map(|byte| format!("{byte:02x}")).collect()
}

async fn letter(app: &App, post: &Post, it: &Incoming, handled: &mut Handled) -> Result<(), Error> {
    let Some(from) = it.from.clone() else { return Ok(()) };
    let owner = app.store().owner(&from).await?.map(|id| MemberId(id.cast_unsigned()));
    let sealed = it.tags.iter().find_map(|tag| sealed(post, tag));
    // The token is good for what it is about and for nothing else.
    let sealed = sealed.filter(|_| !asks_for_mails(&it.body));
    let trusted = match post.0.config.accept {
        Accept::Confirm => false,
        Accept::Vouched => it.vouched,
        Accept::From => true,
    };
    let member = sealed.as_ref().map(|it| it.0).or(owner);
    if it.kind == Kind::TooLarge {
        if let Some(member) = member {
            let text = "Your mail was too long: nobody read it to its end. Write the move or the command alone, without \
                        attachments.";
            handled.answers.push(answer(handled.at, Some(member), None, it, "Too long", text)?);
        }
        return Ok(());
    }
    let once = format!("mail/{}", handled.id);
    let number = it.message_id.as_deref();
    if let Some((member, mut answers)) = sealed {
        // A token is good for what it is about alone; whoever is known besides may say more.
        answers.free = trusted && owner == Some(member);
        // The mail may have told of challenges as well: `accept` does not say then what.
        if let Some((_, told)) = told(app, post, it).await?
            && let [(id, _)] = answers.matches[..]
            && told.matches.len() == 1
            && told.matches[0].0 == id
        {
            answers.challenges = told.challenges;
        }
        let letter =
            Letter { subject: it.subject.clone(), body: it.body.clone(), answers: Some(answers) };
        return follow(app, Some(member), &from, once, &letter, number, handled).await;
    }
    let (to, letter) = plain(app, post, it, owner).await?;
    if trusted {
        return follow(app, owner, &from, once, &letter, number, handled).await;
    }
    // Who writes to anybody in our name could be anybody: not too often to one address.
    if app.limits().take(Whose::Stranger(short(&from))).is_err() {
        tracing::info!(from, "an address is asked too often whether it wrote to us");
        return Ok(());
    }
    // Nothing is done, so whoever had the mail is asked at once, at their own address.
    if let Some(answers) = letter.answers.as_ref().filter(|_| owner.is_some() && owner == to)
        && answers.asks_which(&letter)
    {
        return follow(app, owner, &from, once, &letter, number, handled).await;
    }
    let code = token::token()?;
    let asked = Asked {
        subject: letter.subject,
        body: letter.body,
        answers: letter.answers,
        message_id: it.message_id.clone(),
        once,
    };
    handled.unconfirmed = Some(Unconfirmed {
        code: token::hash(&code),
        at: handled.at,
        member: owner.map(|it| it.0.cast_signed()),
        address: from.clone(),
        body: serde_json::to_string(&asked).map_err(anyhow::Error::from)?,
    });
    let text = format!(
        "A mail with your address asks for this:\n\n    {}\n\nNobody vouches that you wrote it. If you did, say so here, and it \
         is done:\n\n{}/mail/confirm/{code}\n\nIf you did not, there is nothing to do.",
        asked.gist(),
        post.0.base,
    );
    handled.answers.push(answer(handled.at, None, Some(from), it, "Did you write this?", &text)?);
    Ok(())
}

/// Has a letter obeyed, and puts the answers where they are sent from.
pub(super) async fn follow(
    app: &App,
    member: Option<MemberId>,
    from: &str,
    once: String,
    letter: &Letter,
    message_id: Option<&str>,
    handled: &mut Handled,
) -> Result<(), Error> {
    let sender = Sender { member, way: speech::Way::Mail(from.to_string()), once: Some(once) };
    let replies = obey(app, &sender, letter).await;
    // What could not be done now can be when the mail comes again.
    if replies.iter().any(|it| it.status.is_server_error()) {
        return Err(Error::NotDone);
    }
    // To an address that was stopped goes an answer to what was written from there, and how to start it again.
    let mut restart = match member.zip(app.post()) {
        Some((member, post)) => post.restart(app, member, from).await?,
        None => None,
    };
    let stopped = restart.is_some();
    // Later than what they tell of.
    let at = app.clock().now();
    for mut reply in replies {
        if let Some(words) = restart.take() {
            reply.text = format!("{}\n\n{words}", reply.text.trim_end());
        }
        let newcomer = reply.newcomer;
        if let (Some(member), Some(post)) = (newcomer, app.post()) {
            post.0.addressees.set(member, true);
        }
        let to = (stopped || member.or(newcomer).is_none()).then(|| from.to_string());
        let body = Answer {
            to,
            subject: reply.subject,
            text: reply.text,
            answers: message_id.map(str::to_string),
            by: None,
        };
        handled.answers.push(OutboxRow {
            id: token::number()?,
            member: member.or(newcomer).map_or(0, |it| it.0.cast_signed()),
            kind: "answer".to_string(),
            game: reply.scene_of.map(|(id, _)| id.0.cast_signed()),
            ply: reply.scene_of.map(|(_, ply)| i64::from(ply)),
            version: reply.challenge.map(|id| id.0.cast_signed()),
            body: serde_json::to_string(&body).map_err(anyhow::Error::from)?,
            at,
            due: at,
            tries: 0,
            lead: None,
        });
    }
    Ok(())
}

/// An answer of the door itself.
fn answer(
    at: i64,
    member: Option<MemberId>,
    to: Option<String>,
    it: &Incoming,
    subject: &str,
    text: &str,
) -> Result<OutboxRow, Error> {
    let answers = it.message_id.clone();
    let (subject, text) = (subject.to_string(), text.to_string());
    let answer = Answer { to, subject, text, answers, by: None };
    note(at, member, &answer)
}

/// A mail of ours that is about no match.
pub(super) fn note(at: i64, member: Option<MemberId>, answer: &Answer) -> Result<OutboxRow, Error> {
    Ok(OutboxRow {
        id: token::number()?,
        member: member.map_or(0, |it| it.0.cast_signed()),
        kind: "answer".to_string(),
        game: None,
        ply: None,
        version: None,
        body: serde_json::to_string(answer).map_err(anyhow::Error::from)?,
        at,
        due: at,
        tries: 0,
        lead: None,
    })
}

fn short(text: &str) -> u64 {
    let hash = Sha256::digest(text.as_bytes());
    hash[..8].iter().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}

/// Whether a letter says when its writer wants to be written to, which can be said in answer to any mail.
fn asks_for_mails(body: &str) -> bool {
    let asked = crosscut_speech::read(&lines(body).0, None);
    matches!(asked, Ok(request) if matches!(request.order, Order::Mails(_)))
}

/// The first line of a body, and the rest.
fn lines(body: &str) -> (String, String) {
    let (first, rest) = body.split_once('\n').unwrap_or((body, ""));
    // Whoever writes a set with blanks means the same.
    let words: Vec<&str> = first.split(',').map(str::trim).collect();
    (words.join(","), rest.trim().to_string())
}

/// What a tag is the token of: whose, and of what.
fn sealed(post: &Post, tag: &str) -> Option<(MemberId, Answers)> {
    if let Some(seal) = post.0.key.seal(tag) {
        let matches = vec![(seal.id, Some(seal.ply))];
        return Some((seal.member, Answers { matches, ..Answers::default() }));
    }
    let (id, member) = post.0.key.challenged(tag)?;
    Some((member, Answers { challenges: vec![id], ..Answers::default() }))
}

/// What a mail of ours told of that is answered, and to whom it went.
async fn told(app: &App, post: &Post, it: &Incoming) -> Result<Option<(i64, Answers)>, Error> {
    for id in it.answers.iter().filter_map(|id| post.row_of(id)) {
        let rows = app.store().parts(id).await?;
        let mut answers = Answers { free: true, ..Answers::default() };
        for row in &rows {
            let number = row.version.filter(|_| matches!(row.kind.as_str(), "news" | "answer"));
            let number = number.map(|id| ChallengeId(id.cast_unsigned()));
            match (row.game.map(|id| MatchId(id.cast_unsigned())), number) {
                (Some(id), _) => {
                    let ply = row.ply.and_then(|it| u32::try_from(it).ok());
                    match answers.matches.iter_mut().find(|it| it.0 == id) {
                        // The last board of several news is the one that was shown.
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

/// What a mail asks for that carries no token: what its subject says, or what answers the mail that it answers, or its first
/// line. And to whom the mail went that it answers.
async fn plain(
    app: &App,
    post: &Post,
    it: &Incoming,
    owner: Option<MemberId>,
) -> Result<(Option<MemberId>, Letter), Error> {
    let me = match owner {
        Some(id) => app.desk().look(&[Key::Member(id)]).await?.member(id).map(|it| it.name.clone()),
        None => None,
    };
    let (subject, re) = unprefixed(&it.subject);
    let understood =
        |line: &str| !line.is_empty() && crosscut_speech::read(line, me.as_deref()).is_ok();
    let new = |subject: &str, body: &str| {
        let (subject, body) = (subject.to_string(), body.to_string());
        (None, Letter { subject, body, answers: None })
    };
    let meant = !re && (understood(subject) || is_command(subject));
    if meant && !it.answers.iter().any(|id| post.row_of(id).is_some()) {
        return Ok(new(subject, &it.body));
    }
    // An answer whose token got lost: what it answers is known.
    for id in it.answers.iter().filter_map(|id| post.row_of(id)) {
        // Whoever answers what a member wrote writes to that member, and to nobody else.
        if let Some(name) = app.store().parts(id).await?.first().and_then(writer) {
            return Ok(new(&format!("message {name}"), &it.body));
        }
    }
    let letter = |answers| Letter {
        subject: it.subject.clone(),
        body: it.body.clone(),
        answers: Some(answers),
    };
    if let Some((to, answers)) = told(app, post, it).await? {
        return Ok((Some(MemberId(to.cast_unsigned())), letter(answers)));
    }
    // The subject of our mail still says which match it was.
    if let Some(id) = match_of(subject).filter(|_| re) {
        let matches = vec![(MatchId(id), None)];
        return Ok((None, letter(Answers { matches, free: true, ..Answers::default() })));
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

/// The name of the member whose message a mail of ours was.
fn writer(row: &OutboxRow) -> Option<String> {
    let answer: Answer = match row.kind.as_str() {
        "message" => serde_json::from_str(&row.body).ok()?,
        _ => return None,
    };
    answer.by
}

/// Notes what became of letters, many in one transaction: the busier it is, the more of them.
#[derive(Clone, Debug)]
pub(super) struct Registrar(mpsc::Sender<(Handled, oneshot::Sender<bool>)>);

impl Registrar {
    pub(super) fn begin(store: Store) -> Self {
        let (sender, mut letters) = mpsc::channel::<(Handled, oneshot::Sender<bool>)>(TOGETHER);
        tokio::spawn(async move {
            let mut some = Vec::with_capacity(TOGETHER);
            while letters.recv_many(&mut some, TOGETHER).await > 0 {
                let (letters, waiting): (Vec<_>, Vec<_>) = some.drain(..).unzip();
                let noted = store.handled(&letters).await;
                if let Err(error) = &noted {
                    tracing::error!("letters cannot be noted: {error}");
                }
                for waiting in waiting {
                    // Whoever waited may have gone away.
                    let _ = waiting.send(noted.is_ok());
                }
            }
        });
        Registrar(sender)
    }

    /// Notes what became of a letter; when this returns, it is on the disk.
    pub(super) async fn note(&self, handled: Handled) -> Result<(), Error> {
        let (noted, wait) = oneshot::channel();
        self.0.send((handled, noted)).await.map_err(|_| Error::NotDone)?;
        match wait.await {
            Ok(true) => Ok(()),
            _ => Err(Error::NotDone),
        }
    }
}
