use crosscut_catalog::{Line, png};
use crosscut_club::{
    Aim, ChallengeId, Match, MatchId, MemberId, Moment, Player, Reason, Room, State, Who,
};
use crosscut_mail::Picture;
use crosscut_record::GameResult;

use super::Post;
use super::key::Seal;
use super::outbox::Answer;
use crate::App;
use crate::doors::web::{board, times};
use crate::error::Error;
use crate::store::OutboxRow;

/// How wide a board is drawn, in pixels.
const WIDTH: u32 = 480;
/// How many boards are drawn in one mail; of more only the text is there.
const BOARDS: usize = 6;

/// What those are told at the end who do not play.
const FOLLOWING: &str =
    "You follow this match: an answer that says `unsubscribe NUMBER` ends that.";

/// What a mail says.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) subject: String,
    pub(super) text: String,
    pub(super) html: Option<String>,
    pub(super) pictures: Vec<Picture>,
    /// The tag of the address it is answered to.
    pub(super) tag: String,
    pub(super) thread: Vec<String>,
}

/// An answer to a letter: its text, and the board it shows.
pub(super) async fn of_answer(
    app: &App,
    post: &Post,
    row: &OutboxRow,
    answer: &Answer,
) -> Result<Written, Error> {
    let mut written = Written {
        subject: answer.subject.clone(),
        text: format!("{}\n", answer.text.trim_end()),
        thread: answer.answers.iter().cloned().collect(),
        ..Written::default()
    };
    let member = MemberId(row.member.cast_unsigned());
    let Some(id) = row.game.map(|id| MatchId(id.cast_unsigned())) else {
        if let Some(id) = row.version.filter(|_| row.kind == "answer" && row.member != 0) {
            written.tag = post.0.key.challenge_tag(ChallengeId(id.cast_unsigned()), member);
        }
        return Ok(written);
    };
    let who = if row.member == 0 { Who::Visitor } else { Who::Member(member) };
    let club = match app.desk().look_at(id, who).await {
        Ok(club) => club,
        Err(Error::Hidden) => return Ok(written),
        Err(error) => return Err(error),
    };
    let it = club.match_with(id).ok_or(Error::Hidden)?;
    written.thread.insert(0, post.thread_id(id));
    let at = row.ply.map_or(it.plies.len(), |it| usize::try_from(it).unwrap_or(0));
    let at = at.min(it.plies.len());
    // Who answers has seen this board, and not what came since.
    if it.seat_of(who).is_some() {
        written.tag = post.0.key.tag(Seal { id, ply: at as u32, member });
    }
    let line = it.line.up_to(at);
    let name = format!("board-{id}");
    written.pictures.extend(picture(name.clone(), &line).await?);
    let image = image(&name, &line);
    // The board is drawn above: it need not stand there in letters again.
    let diagram = line.position().text().to_string();
    let text = match written.pictures.is_empty() {
        true => written.text.clone(),
        false => written.text.replace(&format!("{}\n", diagram.trim_end()), ""),
    };
    let text = board::escape(text.trim());
    written.html = Some(page(&format!("{image}<pre>{text}</pre>")));
    Ok(written)
}

/// What has happened, match by match.
pub(super) async fn of_news(
    app: &App,
    post: &Post,
    member: i64,
    rows: &[OutboxRow],
    club: &State,
) -> Result<Written, Error> {
    let member = MemberId(member.cast_unsigned());
    let zone = club.member(member).map_or("UTC", |it| it.zone.as_str());
    let now = Moment(app.clock().now());
    let mut ids: Vec<MatchId> = Vec::new();
    for id in rows.iter().filter_map(|it| it.game) {
        let id = MatchId(id.cast_unsigned());
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let mut written = Written::default();
    let mut html = String::new();
    let mut waiting = 0;
    let mut subjects = Vec::new();
    let mut asked = Vec::new();
    for row in rows.iter().filter(|it| it.game.is_none()) {
        let id = ChallengeId(row.version.unwrap_or(0).cast_unsigned());
        let Some((subject, text)) = challenge(post, &row.body, id, club) else { continue };
        html += &format!("<p>{}</p>", linked(&text));
        written.text += &format!("{text}\n\n");
        asked.push(id);
        subjects.push(subject);
    }
    for (n, id) in ids.iter().copied().enumerate() {
        let Some(it) = club.match_with(id) else { continue };
        let of: Vec<&OutboxRow> =
            rows.iter().filter(|row| row.game == Some(id.0.cast_signed())).collect();
        let subject = format!("{} Board {id}", it.line.spec().card().title);
        if 1 < ids.len() {
            let line = "=".repeat(subject.len());
            written.text += &format!("{subject}\n{line}\n\n");
            html += &format!("<h2>{}</h2>", board::escape(&subject));
        }
        subjects.push(subject);
        let mine = it.player_on_turn() == Some(Player::Member(member));
        waiting += usize::from(mine);
        let words = words(it, club, member, &of, now, zone);
        written.text += &words;
        html += &format!("<p>{}</p>", board::escape(&words).replace('\n', "<br>"));
        let tag = post.0.key.tag(Seal { id, ply: it.n_plies(), member });
        let address = post.house().tagged(&tag);
        written.text += &format!("\n{}\n{}\n", moves(it, club), it.line.position().text());
        if n < BOARDS {
            let name = format!("board-{id}");
            written.pictures.extend(picture(name.clone(), &it.line).await?);
            html += &image(&name, &it.line);
        }
        html += &format!("<pre>{}</pre>", board::escape(&moves(it, club)));
        let link = format!("{}/match/{id}", post.0.base);
        let follows = it.seat_of(Who::Member(member)).is_none();
        let how = match (mine, ids.len()) {
            _ if follows => FOLLOWING.replace("NUMBER", &id.to_string()),
            (true, 1) => {
                "Answer with your move in the first line; what else you write is for your opponent."
                    .to_string()
            }
            (true, _) => format!("Write your move to {address}, in the first line."),
            (false, _) => String::new(),
        };
        if !how.is_empty() {
            written.text += &format!("{how}\n");
            let mail = match mine {
                true => format!(" <a href=\"mailto:{address}\">Write your move</a>"),
                false => String::new(),
            };
            html += &format!("<p>{}{mail}</p>", board::escape(&how));
        }
        written.text += &format!("{link}\n\n");
        html += &format!("<p><a href=\"{link}\">The match on the web</a></p>");
        // What is over can be answered too: by asking to play again.
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
        (_, n) => format!("Your turn in {n} of {} matches", ids.len()),
    };
    if rows.iter().any(|it| it.kind == "remind") {
        written.subject = format!("Reminder: {}", written.subject);
    }
    written.html = Some(page(&html));
    Ok(written)
}

/// What is said of a challenge: a subject and a text.
fn challenge(post: &Post, what: &str, id: ChallengeId, club: &State) -> Option<(String, String)> {
    let it = club.challenge(id)?;
    let name = |id: MemberId| club.member(id).map_or("somebody", |it| it.name.as_str());
    let (game, link) = (&it.terms.game, format!("{}/challenge/{id}", post.0.base));
    let rated = if it.terms.rated { "rated" } else { "not rated" };
    let terms = format!("{game}, {}, {rated}", it.terms.pace);
    match (what, &it.to) {
        ("declined", Aim::Member(to)) => {
            let words = format!("{} does not want to play {terms}.", name(*to));
            Some((format!("Challenge {id} is declined"), words))
        }
        ("declined", _) => None,
        _ => Some((
            format!("{} challenges you", name(it.by)),
            format!(
                "{} wants to play you: {terms}.\n\nTo play, answer this mail with the word `accept`, or with `reject` if you \
                 do not want to; or write to {} with the subject\n\n    accept c{id}\n\nor `reject c{id}`; or do it here: \
                 {link}",
                name(it.by),
                post.house()
            ),
        )),
    }
}

/// What has happened in a match, and how it stands.
fn words(
    it: &Match,
    club: &State,
    member: MemberId,
    rows: &[&OutboxRow],
    now: Moment,
    zone: &str,
) -> String {
    let name = |player: Player| called(player, club);
    let has = |what: &str| rows.iter().any(|it| it.body == what);
    let mut lines = Vec::new();
    if has("began") {
        lines.push(format!(
            "{} and {} play: {}.",
            name(it.seats[0]),
            name(it.seats[1]),
            it.terms.pace
        ));
    }
    if has("taken-back") {
        lines.push("Plies were taken back.".to_string());
    }
    if has("plan-failed") {
        lines.push("The move you had planned could not be played.".to_string());
    }
    if has("offer-declined") {
        lines.push("Your opponent has declined what you proposed.".to_string());
    }
    if has("offered") {
        lines.push(
            "Your opponent proposes something: see the match, or answer `accept` or `reject`."
                .to_string(),
        );
    }
    if let (Some(ply), Some(text)) = (it.plies.last(), it.line.plies().last()) {
        lines.push(format!("{} played {text}.", name(it.player(ply.seat))));
    }
    match (it.ending, it.player_on_turn(), it.line.position().side()) {
        (Some(end), ..) => {
            let by = crate::doors::web::matches_by(end.reason);
            lines.push(match end.result {
                GameResult::First => format!("{} has won {by}.", name(it.seats[0])),
                GameResult::Second => format!("{} has won {by}.", name(it.seats[1])),
                GameResult::Draw => format!("Drawn {by}."),
                GameResult::Open if end.reason == Reason::Rules => "It is over.".to_string(),
                GameResult::Open => format!("No result: {by}."),
            });
        }
        (None, Some(player), side) => {
            let side = side.map_or(String::new(), |side| format!(", to move for {side}"));
            let mine = player == Player::Member(member);
            lines.push(match mine {
                true => format!("It is your turn{side}."),
                false => format!("It is {}'s turn{side}.", name(player)),
            });
            if let Some(deadline) = it.deadline(club) {
                let until = times::when(deadline, zone);
                let left = crosscut_club::Span((deadline - now).0.max(0));
                lines.push(format!("There is time until {until} ({zone}): {left}."));
            }
        }
        (None, None, _) => {}
    }
    // What was said since the first of these news.
    let since = rows.iter().map(|it| it.at).min().unwrap_or(0);
    let said = it.remarks.iter().filter(|it_| {
        let heard = it.may_read(Who::Member(member), it_.room) && it_.room == Room::Players;
        heard && since <= it_.at.0 && it_.by != Who::Member(member)
    });
    for remark in said {
        let by = match remark.by {
            Who::Member(id) => name(Player::Member(id)),
            other => other.to_string(),
        };
        lines.push(format!("\n{by} writes:\n{}", remark.words));
    }
    lines.join("\n") + "\n"
}

fn called(player: Player, club: &State) -> String {
    match player {
        Player::Computer(level) => format!("the computer at level {level}"),
        Player::Member(id) => {
            club.member(id).map_or_else(|| format!("member {id}"), |it| it.name.clone())
        }
    }
}

/// The moves in two columns, numbered by ply.
fn moves(it: &Match, club: &State) -> String {
    let names = it.seats.map(|player| called(player, club));
    let cell = |index: usize| {
        it.line
            .plies()
            .get(index)
            .map_or_else(String::new, |text| format!("{:>4} {text}", index + 1))
    };
    let width = (0..it.plies.len()).map(|n| cell(n).len()).chain([names[0].len() + 5]).max();
    let width = width.unwrap_or(0) + 2;
    let mut out = format!("     {:<1$}     {2}\n", names[0], width - 5, names[1]);
    for n in (0..it.plies.len()).step_by(2) {
        out += format!("{:<width$}{}", cell(n), cell(n + 1)).trim_end();
        out.push('\n');
    }
    out
}

/// The board as a picture. Drawing takes a while, so it is done beside everything else.
async fn picture(name: String, line: &Line) -> Result<Option<Picture>, Error> {
    let scene = line.position().scene();
    let drawn = tokio::task::spawn_blocking(move || png(&scene, Some(WIDTH))).await;
    match drawn.map_err(anyhow::Error::from)? {
        Ok(png) => Ok(Some(Picture { name, png })),
        Err(error) => {
            tracing::error!("a board is not drawn: {error}");
            Ok(None)
        }
    }
}

fn image(name: &str, line: &Line) -> String {
    let last = line.plies().last().map_or_else(String::new, |it| format!(" after {it}"));
    let alt = board::escape(&format!("The board{last}; the same is in the text of this mail"));
    format!(
        "<p><img src=\"cid:{name}\" width=\"{WIDTH}\" alt=\"{alt}\" style=\"max-width:100%\"></p>"
    )
}

/// Text with its addresses as links.
fn linked(text: &str) -> String {
    let word = |word: &str| match word.starts_with("http://") || word.starts_with("https://") {
        true => format!("<a href=\"{0}\">{0}</a>", board::escape(word)),
        false => board::escape(word),
    };
    let line = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ");
    text.lines().map(line).collect::<Vec<_>>().join("<br>")
}

fn page(body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\">\
         </head><body style=\"font-family:sans-serif;overflow-wrap:anywhere\">{body}</body></html>"
    )
}

impl Post {
    /// The Message-ID of the mail that begins with this row.
    pub(super) fn message_id(&self, row: i64) -> String {
        format!("{row:016x}@{}", self.house().domain())
    }

    /// The row of the outbox a Message-ID of ours begins with.
    pub(super) fn row_of(&self, message_id: &str) -> Option<i64> {
        let (row, domain) = message_id.split_once('@')?;
        let ours = domain.eq_ignore_ascii_case(self.house().domain()) && row.len() == 16;
        i64::from_str_radix(row, 16).ok().filter(|_| ours)
    }

    /// What all mails about a match refer to, so that they stand together.
    pub(super) fn thread_id(&self, id: MatchId) -> String {
        format!("match.{id}@{}", self.house().domain())
    }
}
