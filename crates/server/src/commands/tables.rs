//! Queries: matches, ratings, history, the list of games.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use crosscut_catalog::{Card, GAMES, Level};
use crosscut_club::{Class, MemberId, Moment, Player, Span};
use crosscut_record::GameResult;
use crosscut_speech::MatchFilter;

use super::Reply;
use super::layout::game_word;
use super::session::{CommandResult, CommandSession};
use crate::error::Error;
use crate::present::kinds::listed;
use crate::present::sentence::sentence;
use crate::present::terms::pace;
use crate::read::projection::MatchSummary;
use crate::read::queries::Name;

/// The length of a list.
const LONG: u32 = 200;
/// How many past matches of each game are in a list over all games.
const OF_EACH: u32 = 25;
/// How many places a leaderboard has, which gives the record of each player.
const RANKED: u32 = 100;
/// How many provisional places it has.
const UNSURE: u32 = 50;

impl CommandSession<'_> {
    pub(super) async fn list(&mut self) -> CommandResult {
        let mut text = format!("{} The games:\n\n", self.how_many().await?);
        for game in GAMES {
            let card = game.card();
            let closed =
                if self.app.is_open(card.name) { "" } else { " (no new matches at present)" };
            let _ = writeln!(text, "{:20} {}{closed}", card.name, card.about);
        }
        text += "\n`help GAME` tells the rules of one, `GAME challenge NAME` begins a match.\n";
        Ok(vec![Reply::new("List of games", text)])
    }

    /// How many matches there are. This counts all matches in progress, so the answer is kept until one begins or ends.
    async fn how_many(&self) -> Result<String, Error> {
        let (of, results) =
            ("how many matches there are".to_string(), self.app.queries().results());
        if let Some(text) = self.app.documents().known_at(&of, results) {
            return Ok(text);
        }
        let (live, all) = self.app.queries().counts().await?;
        let go_on = if live == 1 { "match goes on" } else { "matches go on" };
        let text = format!("{live} {go_on}, of {all} in all.");
        self.app.documents().keep_at(of, results, &text);
        Ok(text)
    }

    pub(super) async fn games(
        &mut self,
        game: Option<Card>,
        of: &[String],
        which: MatchFilter,
    ) -> CommandResult {
        let mut matches: Vec<MatchSummary> = Vec::new();
        // What the list leaves out.
        let mut cut = Vec::new();
        for name in of {
            let player = match computer(name) {
                Some(computer) => computer,
                None => Player::Member(self.named(name).await?),
            };
            let only = game.as_ref().map_or("", |it| it.name);
            let theirs = self.matches_of(player, only, which).await?;
            if LONG as usize <= theirs.iter().filter(|it| it.ending.is_some()).count() {
                let all = match player {
                    Player::Member(_) => format!("; the page of {name} has all"),
                    Player::Computer(_) => String::new(),
                };
                let at = game.as_ref().map_or(String::new(), |it| format!(" at {}", it.title));
                cut.push(format!(
                    "Of the matches of {name}{at} that are over these are the {LONG} that began last{all}."
                ));
            }
            matches.extend(theirs);
        }
        if of.is_empty() {
            let queries = self.app.queries();
            if which != MatchFilter::Inactive {
                let live = match &game {
                    Some(card) => queries.live_of(card.name, LONG).await?,
                    None => queries.live(LONG).await?,
                };
                if live.len() == LONG as usize {
                    cut.push(format!(
                        "Of the matches that go on these are the {LONG} that began last."
                    ));
                }
                matches.extend(live);
            }
            if matches!(which, MatchFilter::Inactive | MatchFilter::All) {
                let most = if game.is_some() { LONG } else { OF_EACH };
                for card in GAMES.iter().map(|it| it.card()) {
                    if game.as_ref().is_none_or(|it| it.name == card.name) {
                        let ended = queries.ended(card.name, most).await?;
                        if ended.len() == most as usize {
                            cut.push(format!(
                                "Of the matches of {} that are over these are the {most} that ended last.",
                                card.title
                            ));
                        }
                        matches.extend(ended);
                    }
                }
            }
        }
        matches.retain(|it| game.as_ref().is_none_or(|card| card.name == it.game()));
        matches.sort_by_key(|it| it.id);
        matches.dedup_by_key(|it| it.id);
        let names = self.app.queries().names_in(&matches).await?;
        let word = game.as_ref().map_or("all".to_string(), |it| game_word(it.name));
        let mut rows = vec![["Board", "Move", "Game", "Players", "Status"].map(str::to_string)];
        rows.extend(matches.iter().map(|it| {
            let players = it.seats.map(|player| called(player, &names));
            [
                it.id.to_string(),
                it.plies.to_string(),
                listed(&it.terms),
                players.join(" "),
                status(it, &players),
            ]
        }));
        let mut text = table(&rows);
        if matches.is_empty() {
            text += "There are none.\n";
        }
        if !cut.is_empty() {
            if game.is_none() {
                cut.push(
                    "`GAME games` lists those of one game, `games NAME` those of one player."
                        .to_string(),
                );
            }
            text += &format!("\n{}\n", cut.join("\n"));
        }
        Ok(vec![Reply::new(format!("List of {word} games"), text)])
    }

    /// The leaderboards of a game. They are kept until something in them may have changed: with the records of the
    /// players they are the longest answer there is.
    async fn leaderboards(&self, card: &Card) -> Result<String, Error> {
        let queries = self.app.queries();
        let now = self.now();
        let of = format!("standings of {} on {}", card.name, now.0 / Span::days(1).0);
        let results = queries.results();
        if let Some(text) = self.app.documents().known_at(&of, results) {
            return Ok(text);
        }
        let mut standings = Vec::new();
        for class in Class::ALL {
            let title = sentence(class.name());
            let title = title.trim_end_matches('.');
            let sure = queries.best(card.name, class, now, RANKED).await?;
            standings.push((class, RANKED, format!("{title}:"), sure));
            let unsure = queries.provisional(card.name, class, now, UNSURE).await?;
            let title = format!("{title}, provisional (after few matches, so not certain yet):");
            standings.push((class, UNSURE, title, unsure));
        }
        standings.retain(|it| !it.3.is_empty());
        // A player with ratings in several classes is looked up once.
        let members: BTreeSet<MemberId> =
            standings.iter().flat_map(|it| &it.3).map(|it| it.member).collect();
        let names = queries.names(members.iter().copied()).await?;
        let records = queries.rated_records(card.name, members.iter().copied()).await?;
        let mut text = String::new();
        for (class, most, title, places) in standings {
            let head = ["Rank", "Name", "Rating", "+-", "Won", "Lost", "Drawn"];
            let mut rows = vec![head.map(str::to_string)];
            rows.extend(places.iter().enumerate().map(|(n, place)| {
                let key = (place.member, class.name().to_string());
                let [won, lost, drawn] = records.get(&key).copied().unwrap_or_default();
                [
                    (n + 1).to_string(),
                    called(Player::Member(place.member), &names),
                    format!("{:.0}", place.rating.points()),
                    format!("{:.0}", 2.0 * place.rating.deviation()),
                    won.to_string(),
                    lost.to_string(),
                    drawn.to_string(),
                ]
            }));
            let _ = writeln!(text, "{title}\n\n{}", table(&rows));
            if places.len() == most as usize {
                let _ = writeln!(text, "These are the first {most}.\n");
            }
        }
        if text.is_empty() {
            text = "Nobody has a rating yet.\n\n".to_string();
        }
        self.app.documents().keep_at(of, results, &text);
        Ok(text)
    }

    pub(super) async fn standings(&mut self, card: Card) -> CommandResult {
        let queries = self.app.queries();
        let mut text = self.leaderboards(&card).await?;
        let mut open = queries.challenges(LONG).await?;
        open.retain(|it| crate::read::projection::game(&it.terms) == card.name);
        if open.is_empty() {
            text += "Nobody is looking for a match.\n";
        } else {
            let names = queries.names(open.iter().map(|it| it.by)).await?;
            text += "Looking for a match (`accept` and the number takes one):\n\n";
            let rows: Vec<_> = open
                .iter()
                .map(|it| {
                    [
                        format!("c{}", it.id),
                        called(Player::Member(it.by), &names),
                        listed(&it.terms),
                        pace(&it.terms),
                        if it.terms.rated { "rated" } else { "unrated" }.to_string(),
                    ]
                })
                .collect();
            text += &table(&rows);
        }
        Ok(vec![Reply::new(format!("{} Standings", game_word(card.name)), text)])
    }

    /// The matches of a game that ended last. The table is kept as the leaderboards are.
    async fn ended(&self, card: &Card) -> Result<String, Error> {
        let queries = self.app.queries();
        let (of, results) = (format!("history of {}", card.name), queries.results());
        if let Some(text) = self.app.documents().known_at(&of, results) {
            return Ok(text);
        }
        let mut ended = queries.ended(card.name, LONG).await?;
        ended.reverse();
        let names = queries.names_in(&ended).await?;
        let rows: Vec<[String; 5]> = ended
            .iter()
            .filter_map(|it| {
                let end = it.ending?;
                let players = it.seats.map(|player| called(player, &names));
                let winner = match end.result {
                    GameResult::First => players[0].clone(),
                    GameResult::Second => players[1].clone(),
                    GameResult::Draw => "TIE".to_string(),
                    GameResult::Open => "-".to_string(),
                };
                let how = end.reason.name().to_string();
                Some([day(end.at), it.id.to_string(), winner, how, players.join(" ")])
            })
            .collect();
        let mut text = match rows.is_empty() {
            true => "No match has ended yet.\n".to_string(),
            false => table(&rows),
        };
        if ended.len() == LONG as usize {
            let _ = writeln!(text, "\nThese are the {LONG} that ended last.");
        }
        self.app.documents().keep_at(of, results, &text);
        Ok(text)
    }

    pub(super) async fn history(&mut self, card: Card) -> CommandResult {
        let text = self.ended(&card).await?;
        Ok(vec![Reply::new(format!("Historical List of {} games", game_word(card.name)), text)])
    }
}

/// The computer as lists name it: `computer5`.
fn computer(name: &str) -> Option<Player> {
    let level = name.to_ascii_lowercase().strip_prefix("computer")?.parse().ok()?;
    Level::ALL.iter().any(|it| it.number() == level).then_some(Player::Computer(level))
}

/// A player's name in one word.
pub(super) fn called(player: Player, names: &HashMap<MemberId, Name>) -> String {
    match player {
        Player::Computer(level) => format!("computer{level}"),
        Player::Member(id) => {
            names.get(&id).map_or_else(|| format!("member-{id}"), |it| it.name.clone())
        }
    }
}

fn status(it: &MatchSummary, players: &[String; 2]) -> String {
    let Some(end) = it.ending else {
        let on_turn = it.seats.iter().position(|seat| Some(*seat) == it.turn);
        let name = on_turn.map_or("nobody", |at| players[at].as_str());
        return match it.plies {
            0 => format!("{name} to start"),
            _ => format!("{name}'s turn"),
        };
    };
    match end.result {
        GameResult::First => format!("{} Won", players[0]),
        GameResult::Second => format!("{} Won", players[1]),
        GameResult::Draw => "game was a tie".to_string(),
        GameResult::Open => format!("no result, {}", end.reason.name()),
    }
}

/// Rows in columns, with a blank between columns.
fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let widths: Vec<usize> = (0..N)
        .map(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0))
        .collect();
    let mut out = String::new();
    for row in rows {
        for (cell, width) in row.iter().zip(&widths) {
            out.push_str(cell);
            out.extend(std::iter::repeat_n(' ', width + 2 - cell.chars().count()));
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
    }
    out
}

/// `2026-11-21 19:30 UTC`.
pub(super) fn day(at: Moment) -> String {
    let Ok(stamp) = jiff::Timestamp::from_millisecond(at.0) else { return "never".to_string() };
    let at = jiff::tz::TimeZone::UTC.to_datetime(stamp);
    format!("{} {:02}:{:02} UTC", at.date(), at.hour(), at.minute())
}
