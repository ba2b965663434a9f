use crosscut_catalog::Line;
use crosscut_club::{Aim, ChallengeId, MatchId, MemberId, State, Who};
use crosscut_mail::{Picture, wrapped};

use super::Post;
use super::measure::PICTURES;
use super::told::MatchForReader;
use crate::App;
use crate::commands::marked;
use crate::error::Error;
use crate::post::key::MatchTag;
use crate::present::html::escape;
use crate::present::kinds::{kind, set_position, told};
use crate::present::picture::{self, HOUSE, PictureError};
use crate::present::sentence::capital;
use crate::store::{NewsKind, OutboxKind, OutboxReply, OutboxRow};

/// The width of a drawn board in pixels; a tall board is narrower.
const WIDTH: u32 = 480;
/// How many boards are drawn in one mail; further ones are text only.
const BOARDS: usize = 6;

/// The contents of a mail.
#[derive(Debug, Default)]
pub(super) struct MailContent {
    pub(super) subject: String,
    pub(super) text: String,
    pub(super) html: Option<String>,
    pub(super) pictures: Vec<Picture>,
    /// The tag of the address for answers.
    pub(super) tag: String,
    pub(super) thread: Vec<String>,
}

/// An answer to a letter: its text, and its board.
pub(super) async fn of_answer(
    app: &App,
    post: &Post,
    row: &OutboxRow,
    answer: &OutboxReply,
) -> Result<MailContent, Error> {
    let mut written = MailContent {
        subject: answer.subject.clone(),
        text: wrapped(&format!("{}\n", answer.text.trim_end())),
        thread: answer.answers.iter().cloned().collect(),
        ..MailContent::default()
    };
    let member = row.member;
    let Some(id) = row.game else {
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
        Err(Error::Hidden) => return Ok(written),
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
    let image = match answer.in_letters {
        true => format!(
            "<p>The answers to one mail have {PICTURES} pictures at most: here the board is in letters.</p>"
        ),
        false => written.draw(app, post, &format!("match/{id}"), &line).await?,
    };
    // The board is drawn above, so the diagram is left out.
    let diagram = line.position().text().to_string();
    let text = match written.pictures.is_empty() {
        true => written.text.clone(),
        false => written.text.replace(&format!("{}\n", diagram.trim_end()), ""),
    };
    let mut html = format!("{image}<pre>{}</pre>", escape(text.trim()));
    // What may be answered is only stated for the current board.
    if at == it.plies.len() {
        let (now, base) = (app.clock().now(), &post.0.base);
        let guide =
            MatchForReader { it, club: &club, member, now, zone: "UTC", base, to: None }.guide();
        written.text += &format!("\n{}\n", wrapped(&guide.join("\n")));
        html += &format!("<p>{}</p>", linked(&guide.join("\n")));
    }
    written.html = Some(page(&html));
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
    let mut html = String::new();
    let mut waiting = 0;
    let mut subjects = Vec::new();
    let mut asked = Vec::new();
    let mut drawn = 0;
    // An answer to a mail about several would be ambiguous.
    let alone = rows.len() == 1;
    for row in rows.iter().filter(|it| it.game.is_none()) {
        let id = ChallengeId(row.version.unwrap_or(0).cast_unsigned());
        let Some((subject, text)) = challenge(post, &row.kind, id, alone, club) else { continue };
        html += &format!("<p>{}</p>", linked(&text));
        written.text += &format!("{}\n\n", wrapped(&text));
        // Nobody should accept a position that they have not seen.
        let open = club.challenge(id).filter(|_| !was_declined(&row.kind));
        if let Some((line, _)) = open.and_then(|it| set_position(&it.terms)) {
            written.text += &format!("{}\n\n", line.position().text());
            if drawn < BOARDS {
                let page = format!("challenge/{id}");
                html += &written.draw(app, post, &page, &line).await?;
                drawn += 1;
            }
        }
        asked.push(id);
        subjects.push(subject);
    }
    for id in ids.iter().copied() {
        let Some(it) = club.match_with(id) else { continue };
        let of: Vec<&OutboxRow> = rows.iter().filter(|row| row.game == Some(id)).collect();
        let subject = format!("{} Board {id}", it.line.spec().card().title);
        if 1 < ids.len() {
            let line = "=".repeat(subject.len());
            written.text += &format!("{subject}\n{line}\n\n");
            html += &format!("<h2>{}</h2>", escape(&subject));
        }
        subjects.push(subject);
        let tag = post.0.key.tag(MatchTag { id, ply: it.n_plies(), member });
        let address = post.house().tagged(&tag);
        // An answer to a mail about several would be ambiguous.
        let to = (1 < ids.len()).then_some(address.as_str());
        let told = MatchForReader { it, club, member, now, zone, base: &post.0.base, to };
        waiting += usize::from(told.mine());
        let (news, moves, guide) = (told.news(&of), told.moves(), told.guide().join("\n"));
        written.text += &format!(
            "{}\n{}\n{}\n{}\n\n",
            wrapped(&news),
            moves,
            it.line.position().text(),
            wrapped(&guide)
        );
        html += &format!("<p>{}</p>", linked(&news));
        if drawn < BOARDS {
            html += &written.draw(app, post, &format!("match/{id}"), &it.line).await?;
            drawn += 1;
        }
        html += &format!("<pre>{}</pre><p>{}</p>", escape(&moves), linked(&guide));
        if told.mine() {
            html += &format!("<p><a href=\"mailto:{address}\">Write your move</a></p>");
        }
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
    written.html = Some(page(&html));
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
) -> Option<(String, String)> {
    let it = club.challenge(id)?;
    let name = |id: MemberId| club.member(id).map_or("somebody", |it| it.name.as_str());
    let link = format!("{}/challenge/{id}", post.0.base);
    let rated = if it.terms.rated { "rated" } else { "not rated" };
    let terms = format!("{}, {}, {rated}", told(&it.terms.game), it.terms.pace);
    let start = set_position(&it.terms).map(|it| format!("{}, drawn below", it.1));
    let sort: String =
        kind(&it.terms.game).iter().chain(&start).map(|it| format!(" {}.", capital(it))).collect();
    let greeting = it.greeting.as_ref().map_or_else(String::new, |words| {
        format!("\n\n{} writes:\n{}", name(it.by), marked(words))
    });
    let (answer, unwilling) = match alone {
        true => {
            let answer = "answer this mail with the word `accept`, or with `reject` if you do not want to; or write";
            (answer, "")
        }
        false => ("write", " if you do not want to"),
    };
    match (was_declined(kind_of), &it.to) {
        (true, Aim::Member(to)) => {
            let words = format!("{} does not want to play {terms}.", name(*to));
            Some((format!("Challenge {id} is declined"), words))
        }
        (true, _) => None,
        _ => Some((
            format!("{} challenges you", name(it.by)),
            format!(
                "{} wants to play you: {terms}.{sort}{greeting}\n\nTo play, {answer} to {} with the subject\n\n    \
                 accept c{id}\n\nor `reject c{id}`{unwilling}; or do it here: {link}\n\nThe rules: {}/games/{}",
                name(it.by),
                post.house(),
                post.0.base,
                crate::read::projection::game(&it.terms)
            ),
        )),
    }
}

impl MailContent {
    /// Adds a board as a picture, drawn as on pages; returns the HTML that shows it, or that links to its page.
    async fn draw(
        &mut self,
        app: &App,
        post: &Post,
        page: &str,
        line: &Line,
    ) -> Result<String, Error> {
        let shown = line.clone();
        let draw = move || picture::picture(&shown.position().scene(), WIDTH);
        let drawn = match app.capacity().draw(HOUSE, draw).await? {
            Ok(drawn) => drawn,
            Err(why) => {
                if let PictureError::Broken(error) = why {
                    tracing::error!("a board is not drawn: {error}");
                }
                let page = format!("{}/{page}", post.0.base);
                let words =
                    format!("There is no picture of this board here. It is on its page: {page}");
                return Ok(format!("<p>{}</p>", linked(&words)));
            }
        };
        let name = page.replace("match/", "board-").replace('/', "-");
        let image = image(&name, drawn.width, line);
        self.pictures.push(Picture { name, png: drawn.png });
        Ok(image)
    }
}

fn image(name: &str, width: u32, line: &Line) -> String {
    let last = line.plies().last().map_or_else(String::new, |it| format!(" after {it}"));
    let alt = escape(&format!("The board{last}; the same is in the text of this mail"));
    format!(
        "<p><img src=\"cid:{name}\" width=\"{width}\" alt=\"{alt}\" style=\"max-width:100%\"></p>"
    )
}

/// Text with its addresses as links, except those that a person wrote.
fn linked(text: &str) -> String {
    let word = |word: &str| match word.starts_with("http://") || word.starts_with("https://") {
        true => format!("<a href=\"{0}\">{0}</a>", escape(word)),
        false => escape(word),
    };
    let line = |line: &str| match line.starts_with('>') {
        true => escape(line),
        false => line.split(' ').map(word).collect::<Vec<_>>().join(" "),
    };
    text.lines().map(line).collect::<Vec<_>>().join("<br>")
}

fn page(body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\">\
         </head><body style=\"font-family:sans-serif;overflow-wrap:anywhere\">{body}</body></html>"
    )
}

impl MailContent {
    /// Adds the footer of every mail to a member: how to get fewer of them.
    pub(super) fn add_foot(&mut self, base: &str, unsubscribe: &str) {
        let foot = format!(
            "Fewer mails, one a day or none: {base}/settings\nNo more mails at all: {unsubscribe}"
        );
        self.text = format!("{}\n\n-- \n{foot}\n", self.text.trim_end());
        let small = format!("<p><small>{}</small></p></body>", linked(&foot));
        self.html = self.html.take().map(|html| html.replace("</body>", &small));
    }
}

impl Post {
    /// The Message-ID of the mail whose first row this is.
    pub(super) fn message_id(&self, row: i64) -> String {
        format!("{row:016x}@{}", self.house().domain())
    }

    /// The first row of the mail with a Message-ID of ours.
    pub(super) fn row_of(&self, message_id: &str) -> Option<i64> {
        let (row, domain) = message_id.split_once('@')?;
        let ours = domain.eq_ignore_ascii_case(self.house().domain()) && row.len() == 16;
        i64::from_str_radix(row, 16).ok().filter(|_| ours)
    }

    /// The id that all mails about a match refer to, so that mail programs group them.
    pub(super) fn thread_id(&self, id: MatchId) -> String {
        format!("match.{id}@{}", self.house().domain())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_writes_is_no_link() {
        let words = marked("look:\nhttps://evil.example/a");
        let html = linked(&format!("ann writes:\n{words}\nThe rules: https://club.example/b"));
        assert!(!html.contains("href=\"https://evil.example"), "{html}");
        assert!(html.contains("&gt; https://evil.example/a<br>"), "{html}");
        assert!(html.contains("<a href=\"https://club.example/b\">"), "{html}");
    }
}
