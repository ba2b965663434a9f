use askama::Template;
use crosscut_catalog::Line;
use crosscut_club::{Aim, ChallengeId, MatchId, MemberId, State, Who};
use crosscut_mail::{ClubAddress, Picture, wrapped};

use super::Post;
use super::page::{self, MailBoard, MailSection, ShownMatch};
use super::told::MatchForReader;
use crate::App;
use crate::commands::marked;
use crate::error::Error;
use crate::post::key::MatchTag;
use crate::present::kinds::{kind, set_position, told};
use crate::present::picture::{self, HOUSE, PictureError};
use crate::present::sentence::capital;
use crate::present::terms::pace;
use crate::store::{NewsKind, OutboxKind, OutboxReply, OutboxRow};

/// The width of a drawn board in pixels; a tall board is narrower.
const WIDTH: u32 = 480;
/// How many boards are drawn in one mail; further ones are text only.
const BOARDS: usize = 6;

/// The contents of a mail.
#[derive(Debug, Default)]
pub(super) struct MailContent {
    pub(super) subject: String,
    pub(super) sections: Vec<MailSection>,
    pub(super) pictures: Vec<Picture>,
    /// The tag of the address for answers.
    pub(super) tag: String,
    pub(super) thread: Vec<String>,
}

/// The news of a challenge in words.
#[derive(Template)]
#[template(path = "mail/challenge.txt")]
struct ChallengeText<'a> {
    by: &'a str,
    terms: String,
    /// What else is to be known of the game, in sentences.
    more: Vec<String>,
    /// What the challenger writes.
    greeting: Option<String>,
    /// Whether an answer to the mail can only mean this challenge.
    alone: bool,
    club: &'a ClubAddress,
    id: ChallengeId,
    base: &'a str,
    game: &'a str,
}

/// An answer to a mail: its text, and its board.
pub(super) async fn of_answer(
    app: &App,
    post: &Post,
    row: &OutboxRow,
    answer: &OutboxReply,
) -> Result<MailContent, Error> {
    let mut written = MailContent {
        subject: answer.subject.clone(),
        thread: answer.answers.iter().cloned().collect(),
        ..MailContent::default()
    };
    let member = row.member;
    let text = wrapped(answer.text.trim_end()).trim_end().to_string();
    let Some(id) = row.game else {
        written.sections.push(MailSection::Answer { text, shown: None });
        if let Some(id) = row
            .version
            .filter(|_| matches!(row.kind, OutboxKind::Answer(_)) && member != OutboxRow::NOBODY)
        {
            written.tag = post.0.key.challenge_tag(ChallengeId(id.cast_unsigned()), member);
        }
        return Ok(written);
    };
    let who = if member == OutboxRow::NOBODY { Who::Visitor } else { Who::Member(member) };
    let club = match app.queue().look_at(id, who).await {
        Ok(club) => club,
        Err(Error::Hidden) => {
            written.sections.push(MailSection::Answer { text, shown: None });
            return Ok(written);
        }
        Err(error) => return Err(error),
    };
    let it = club.match_with(id).ok_or(Error::Hidden)?;
    written.thread.insert(0, post.thread_id(id));
    let at = row.ply.map_or(it.plies.len(), |it| usize::try_from(it).unwrap_or(0));
    let at = at.min(it.plies.len());
    // The reader's answer refers to this board, and not to later ones.
    if it.seat_of(who).is_some() {
        written.tag = post.0.key.tag(MatchTag { id, ply: at as u32, member });
    }
    let line = it.line.up_to(at);
    let board = match answer.in_letters {
        true => MailBoard::InLetters,
        false => written.draw(app, post, &format!("match/{id}"), &line).await?,
    };
    // The board is drawn above, so the diagram is left out.
    let diagram = line.position().text().to_string();
    let without = match board {
        MailBoard::Drawn { .. } => {
            format!("{text}\n").replace(&format!("{}\n", diagram.trim_end()), "")
        }
        MailBoard::Undrawn { .. } | MailBoard::InLetters => text.clone(),
    };
    // What may be answered is only stated for the current board.
    let guide = (at == it.plies.len()).then(|| {
        let (now, base) = (app.clock().now(), &post.0.base);
        MatchForReader { it, club: &club, member, now, zone: "UTC", base, to: None }
            .guide()
            .join("\n")
    });
    let shown = ShownMatch { board, text: without.trim().to_string(), guide };
    written.sections.push(MailSection::Answer { text, shown: Some(shown) });
    Ok(written)
}

/// The news, match by match.
pub(super) async fn of_news(
    app: &App,
    post: &Post,
    member: MemberId,
    rows: &[OutboxRow],
    club: &State,
) -> Result<MailContent, Error> {
    let zone = club.member(member).map_or("UTC", |it| it.zone.as_str());
    let now = app.clock().now();
    let mut ids: Vec<MatchId> = Vec::new();
    for id in rows.iter().filter_map(|it| it.game) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let mut written = MailContent::default();
    let mut waiting = 0;
    let mut subjects = Vec::new();
    let mut asked = Vec::new();
    let mut drawn = 0;
    // An answer to a mail about several would be ambiguous.
    let alone = rows.len() == 1;
    for row in rows.iter().filter(|it| it.game.is_none()) {
        let id = ChallengeId(row.version.unwrap_or(0).cast_unsigned());
        let Some((subject, words)) = challenge(post, &row.kind, id, alone, club)? else { continue };
        // Nobody should accept a position that they have not seen.
        let open = club.challenge(id).filter(|_| !was_declined(&row.kind));
        let start = open.and_then(|it| set_position(&it.terms)).map(|it| it.0);
        let diagram = start.as_ref().map(|line| line.position().text().to_string());
        let board = match start.filter(|_| drawn < BOARDS) {
            Some(line) => {
                drawn += 1;
                Some(written.draw(app, post, &format!("challenge/{id}"), &line).await?)
            }
            None => None,
        };
        written.sections.push(MailSection::Challenge { words, diagram, board });
        asked.push(id);
        subjects.push(subject);
    }
    for id in ids.iter().copied() {
        let Some(it) = club.match_with(id) else { continue };
        let of: Vec<&OutboxRow> = rows.iter().filter(|row| row.game == Some(id)).collect();
        let subject = format!("{} Board {id}", it.line.spec().card().title);
        let heading = (1 < ids.len()).then(|| subject.clone());
        subjects.push(subject);
        let tag = post.0.key.tag(MatchTag { id, ply: it.n_plies(), member });
        let address = post.club_address().tagged(&tag);
        // An answer to a mail about several would be ambiguous.
        let to = (1 < ids.len()).then_some(address.as_str());
        let told = MatchForReader { it, club, member, now, zone, base: &post.0.base, to };
        waiting += usize::from(told.mine());
        let board = match drawn < BOARDS {
            true => {
                drawn += 1;
                Some(written.draw(app, post, &format!("match/{id}"), &it.line).await?)
            }
            false => None,
        };
        written.sections.push(MailSection::Match {
            heading,
            news: told.news(&of),
            moves: told.moves(),
            diagram: it.line.position().text().to_string(),
            board,
            guide: told.guide().join("\n"),
            write_to: told.mine().then(|| address.clone()),
        });
        // A match that is over can be answered too: with a rematch.
        if ids.len() == 1 {
            written.tag = tag;
        }
    }
    if let ([id], []) = (&asked[..], &ids[..]) {
        written.tag = post.0.key.challenge_tag(*id, member);
    }
    written.thread = if let [id] = ids[..] { vec![post.thread_id(id)] } else { Vec::new() };
    written.subject = match (&subjects[..], waiting) {
        ([one], _) => one.clone(),
        (_, 0) => format!("{} pieces of news", subjects.len()),
        (_, _) if ids.len() == 1 => "Your turn, and other news".to_string(),
        (_, n) => format!("Your turn in {n} of {} matches", ids.len()),
    };
    if rows.iter().any(|it| matches!(it.kind, OutboxKind::Reminder(_))) {
        written.subject = format!("Reminder: {}", written.subject);
    }
    Ok(written)
}

fn was_declined(kind: &OutboxKind) -> bool {
    *kind == OutboxKind::News(NewsKind::Declined)
}

/// The news about a challenge: a subject and a text.
fn challenge(
    post: &Post,
    kind_of: &OutboxKind,
    id: ChallengeId,
    alone: bool,
    club: &State,
) -> Result<Option<(String, String)>, Error> {
    let Some(it) = club.challenge(id) else { return Ok(None) };
    let name = |id: MemberId| club.member(id).map_or("somebody", |it| it.name.as_str());
    let rated = if it.terms.rated { "rated" } else { "not rated" };
    let terms = format!("{}, {}, {rated}", told(&it.terms.game), pace(&it.terms));
    if was_declined(kind_of) {
        let Aim::Member(to) = it.to else { return Ok(None) };
        let words = format!("{} does not want to play {terms}.", name(to));
        return Ok(Some((format!("Challenge {id} is declined"), words)));
    }
    let start = set_position(&it.terms).map(|it| format!("{}, drawn below", it.1));
    let words = ChallengeText {
        by: name(it.by),
        terms,
        more: kind(&it.terms.game).iter().chain(&start).map(|it| capital(it)).collect(),
        greeting: it.greeting.as_ref().map(|words| marked(words)),
        alone,
        club: post.club_address(),
        id,
        base: &post.0.base,
        game: crate::read::projection::game(&it.terms),
    };
    Ok(Some((format!("{} challenges you", name(it.by)), words.render()?)))
}

impl MailContent {
    /// Adds a board as a picture, drawn as on pages; returns what shows it, or links to its page.
    async fn draw(
        &mut self,
        app: &App,
        post: &Post,
        page: &str,
        line: &Line,
    ) -> Result<MailBoard, Error> {
        let shown = line.clone();
        let draw = move || picture::picture(&shown.position().scene(), WIDTH);
        let drawn = match app.capacity().draw(HOUSE, draw).await? {
            Ok(drawn) => drawn,
            Err(why) => {
                if let PictureError::Broken(error) = why {
                    tracing::error!("a board is not drawn: {error}");
                }
                return Ok(MailBoard::Undrawn { page: format!("{}/{page}", post.0.base) });
            }
        };
        let name = page.replace("match/", "board-").replace('/', "-");
        self.pictures.push(Picture { name: name.clone(), png: drawn.png });
        let last = line.plies().last().cloned();
        Ok(MailBoard::Drawn { name, width: drawn.width, last })
    }

    /// The text of the mail and the same as HTML, if that adds anything. To a member, both end with how to get fewer mails.
    pub(super) fn written(
        &self,
        base: &str,
        unsubscribe: Option<&str>,
    ) -> Result<(String, Option<String>), Error> {
        let foot = unsubscribe.map(|link| {
            format!("Fewer mails, one a day or none: {base}/settings\nNo more mails at all: {link}")
        });
        let (sections, foot) = (&self.sections, foot.as_deref());
        let html = page::html(sections, foot).transpose()?;
        Ok((page::text(sections, foot)?, html))
    }
}

impl Post {
    /// The Message-ID of the mail whose first row this is.
    pub(super) fn message_id(&self, row: i64) -> String {
        format!("{row:016x}.{}@{}", self.0.key.mark(row), self.club_address().domain())
    }

    /// The first row of the mail with a Message-ID of ours.
    pub(super) fn row_of(&self, message_id: &str) -> Option<i64> {
        let (row, mark) = self.numbered(message_id)?;
        // Those of version 0.2 and before have no mark.
        (mark.is_empty() || mark == self.0.key.mark(row)).then_some(row)
    }

    /// Whether this is the Message-ID of a mail of ours from before a backup was restored: its number may be another's by now.
    pub(super) fn is_of_before(&self, message_id: &str) -> bool {
        self.numbered(message_id).is_some() && self.row_of(message_id).is_none()
    }

    /// The number in a Message-ID of the form of ours, and its mark.
    fn numbered<'a>(&self, message_id: &'a str) -> Option<(i64, &'a str)> {
        let (local, domain) = message_id.split_once('@')?;
        let (row, mark) = local.split_once('.').unwrap_or((local, ""));
        let ours = domain.eq_ignore_ascii_case(self.club_address().domain()) && row.len() == 16;
        i64::from_str_radix(row, 16).ok().filter(|_| ours).map(|row| (row, mark))
    }

    /// The id that all mails about a match refer to, so that mail programs group them.
    pub(super) fn thread_id(&self, id: MatchId) -> String {
        format!("match.{id}@{}", self.club_address().domain())
    }
}
