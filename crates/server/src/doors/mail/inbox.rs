use crosscut_club::MemberId;
use crosscut_mail::{Envelope, Incoming, Kind, Way, read};
use crosscut_speech::Order;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::{mpsc, oneshot};

use super::Post;
use super::key::Seal;
use super::outbox::{Answer, count_bounce};
use crate::App;
use crate::config::Accept;
use crate::doors::speech::{self, Letter, Sender, obey};
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
    /// The number of the letter, and by what it is done once.
    pub(super) message_id: Option<String>,
    pub(super) once: String,
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
    let seal = it.tags.iter().find_map(|tag| post.0.key.seal(tag));
    // The token is good for the match and for nothing else.
    let seal = seal.filter(|_| !asks_for_mails(&it.body));
    let trusted = match post.0.config.accept {
        Accept::Confirm => false,
        Accept::Vouched => it.vouched,
        Accept::From => true,
    };
    let member = seal.map(|it| it.member).or(owner);
    if it.kind == Kind::TooLarge {
        if let Some(member) = member {
            let text = "Your mail was too long: nobody read it to its end. Write the move or the command alone, without \
                        attachments.";
            handled.answers.push(answer(handled.at, Some(member), None, it, "Too long", text)?);
        }
        return Ok(());
    }
    let once = format!("mail/{}", handled.id);
    if let Some(seal) = seal {
        // A token is good for its match alone; whoever is known besides may say more.
        let free = trusted && owner == Some(seal.member);
        let letter = sealed(it, seal, free);
        return follow(
            app,
            Some(seal.member),
            &from,
            once,
            &letter,
            it.message_id.as_deref(),
            handled,
        )
        .await;
    }
    let letter = plain(app, post, it).await?;
    if trusted {
        return follow(app, owner, &from, once, &letter, it.message_id.as_deref(), handled).await;
    }
    // Who writes to anybody in our name could be anybody: not too often to one address.
    if app.limits().take(Whose::Stranger(short(&from))).is_err() {
        tracing::info!(from, "an address is asked too often whether it wrote to us");
        return Ok(());
    }
    let code = token::token()?;
    let asked = Asked {
        subject: letter.subject.clone(),
        body: letter.body,
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
        letter.subject.chars().take(200).collect::<String>(),
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
            version: None,
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

/// What an answer to a match mail asks for: a move is enough.
fn sealed(it: &Incoming, seal: Seal, free: bool) -> Letter {
    let (first, rest) = lines(&it.body);
    let id = seal.id;
    let word = first.split_whitespace().next().unwrap_or("").to_lowercase();
    match word.as_str() {
        "" => return Letter { subject: format!("show {id}"), body: String::new() },
        // They follow it, and do not want to any more.
        "unsubscribe" | "unsub" => {
            return Letter { subject: format!("unsubscribe {id}"), body: rest };
        }
        "help" => return Letter { subject: first, body: rest },
        "show" => return Letter { subject: format!("show {id}"), body: rest },
        "chat" => {
            let said = first[word.len()..].trim();
            return Letter { subject: format!("{word} {id}"), body: format!("{said}\n{rest}") };
        }
        _ => {}
    }
    if free && crosscut_speech::read(&first, None).is_ok() {
        return Letter { subject: first, body: rest };
    }
    turn(id.0, Some(seal.ply), &first, rest)
}

/// A move in a match, which is refused if the board is not the one that was answered.
fn turn(id: u64, ply: Option<u32>, text: &str, comment: String) -> Letter {
    // Some write as they would without the token.
    let lower = text.to_lowercase();
    let prefix = ["move", "board"].map(|word| format!("{word} {id} ")).into_iter();
    let cut = prefix.filter(|it| lower.starts_with(it)).map(|it| it.len()).max().unwrap_or(0);
    let text = text.get(cut..).unwrap_or(text).trim();
    let guard = match ply {
        Some(ply) if !text.contains('#') => format!("#{}", ply + 1),
        _ => String::new(),
    };
    Letter { subject: format!("move {id} {text}{guard}"), body: comment }
}

/// What a mail asks for that carries no token: what its subject says, or its first line.
async fn plain(app: &App, post: &Post, it: &Incoming) -> Result<Letter, Error> {
    let (subject, answers) = without_prefixes(&it.subject);
    let (first, rest) = lines(&it.body);
    let understood = |line: &str| !line.is_empty() && crosscut_speech::read(line, None).is_ok();
    if !answers && understood(subject) {
        return Ok(Letter { subject: subject.to_string(), body: it.body.clone() });
    }
    if understood(&first) {
        return Ok(Letter { subject: first, body: rest });
    }
    // An answer whose token got lost: what it answers is known.
    for id in it.answers.iter().filter_map(|id| post.row_of(id)) {
        let row = app.store().posted(id).await?;
        // Whoever answers what a member wrote writes to that member, and to nobody else.
        if let Some(name) = row.as_ref().and_then(writer) {
            return Ok(Letter { subject: format!("message {name}"), body: it.body.clone() });
        }
        if let Some((game, ply)) = row.and_then(|it| it.game.zip(it.ply)) {
            let ply = u32::try_from(ply).ok();
            return Ok(turn(game.cast_unsigned(), ply, &first, rest));
        }
    }
    let both = format!("{subject} {first}");
    if answers && understood(&both) {
        return Ok(Letter { subject: both, body: rest });
    }
    let subject = if subject.is_empty() { first } else { subject.to_string() };
    Ok(Letter { subject, body: it.body.clone() })
}

/// The name of the member whose message a mail of ours was.
fn writer(row: &OutboxRow) -> Option<String> {
    let answer: Answer = match row.kind.as_str() {
        "message" => serde_json::from_str(&row.body).ok()?,
        _ => return None,
    };
    answer.by
}

/// A subject without what mail clients put in front of answers, and whether there was any.
fn without_prefixes(subject: &str) -> (&str, bool) {
    const PREFIXES: &[&str] =
        &["re:", "aw:", "sv:", "vs:", "antw:", "odp:", "ynt:", "rif:", "fwd:", "fw:", "wg:", "tr:"];
    let mut rest = subject.trim();
    let mut any = false;
    while let Some(prefix) = PREFIXES
        .iter()
        .find(|it| rest.get(..it.len()).is_some_and(|head| head.eq_ignore_ascii_case(it)))
    {
        rest = rest[prefix.len()..].trim();
        any = true;
    }
    (rest, any)
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

#[cfg(test)]
mod tests {
    use crosscut_club::MatchId;
    use crosscut_mail::HouseAddress;

    use super::*;

    fn sealed_by(body: &str, free: bool) -> (String, String) {
        let house: HouseAddress = "club@example.org".parse().unwrap();
        let mail = format!("From: ann@example.net\r\nSubject: Re: x\r\n\r\n{body}");
        let it = read(mail.as_bytes(), &Way::new(&house));
        let seal = Seal { id: MatchId(12), ply: 17, member: MemberId(3) };
        let letter = sealed(&it, seal, free);
        (letter.subject, letter.body)
    }

    #[test]
    fn a_move_in_the_first_line_is_enough() {
        let check = |body: &str, subject: &str, comment: &str| {
            assert_eq!(sealed_by(body, false), (subject.to_string(), comment.to_string()));
        };
        check("A2,C3", "move 12 A2,C3#18", "");
        check("A2 , C3\n\nwell met", "move 12 A2,C3#18", "well met");
        check("resign", "move 12 resign#18", "");
        check("move 12 A2,C3", "move 12 A2,C3#18", "");
        check("Board 12 A2,C3#9", "move 12 A2,C3#9", "");
        check("", "show 12", "");
        check("chat hello", "chat 12", "hello\n");
        // A token of one match says nothing in another.
        check("move 13 A2,C3", "move 12 move 13 A2,C3#18", "");
        check("challenge bob", "move 12 challenge bob#18", "");
    }

    #[test]
    fn whoever_is_known_besides_may_say_more() {
        assert_eq!(sealed_by("show 13", true).0, "show 12");
        assert_eq!(sealed_by("help commands", true).0, "help commands");
        assert_eq!(sealed_by("A2,C3", true).0, "move 12 A2,C3#18");
    }

    #[test]
    fn a_subject_is_read_without_what_clients_put_in_front() {
        assert_eq!(without_prefixes("Re: AW: board 12"), ("board 12", true));
        assert_eq!(without_prefixes("board 12"), ("board 12", false));
        assert_eq!(without_prefixes("é"), ("é", false));
    }
}
