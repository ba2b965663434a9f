//! A match in the order of lines of the old play-by-mail server, so that programs that read its mails can read ours:
//! a heading, what happened, the players, the moves numbered by ply in a column for each player, the board, sixty stars
//! and the remarks, sixty stars and the times.

use std::cmp::Ordering;
use std::fmt::Write;

use crosscut_catalog::{AnyPosition, Card, Seat, Told, decision};
use crosscut_club::{
    Branch, Ending, Match, Moment, Offer, Pace, Plan, Player, Reason, Remark, Rerating, Span,
    State, Who, plain,
};
use crosscut_record::GameResult;

use crate::present::ending::late;
use crate::present::sentence::capital;
use crate::present::terms::pace;

/// How many rounds of moves are listed for a match in progress, unless all are asked for.
const ROUNDS: usize = 4;
/// How many remarks are listed, the latest ones: the answer to thirty commands may cover thirty matches.
const REMARKS: usize = 25;
/// The narrowest column of moves.
const COLUMN: usize = 14;

/// What to write of a match, and for whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchSheet<'a> {
    /// The match.
    pub(crate) it: &'a Match,
    /// The club's state, with the players loaded.
    pub(crate) club: &'a State,
    /// The reader.
    pub(crate) who: Who,
    /// The current time.
    pub(crate) now: Moment,
    /// After how many plies the board is shown.
    pub(crate) at: usize,
    /// Whether every move is listed.
    pub(crate) whole: bool,
    /// Whether the reader's queue of moves is included.
    pub(crate) own: bool,
    /// What else happened, in sentences.
    pub(crate) notes: &'a [String],
}

/// The first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SheetHeading {
    /// A match that has begun.
    New,
    /// A match in its current state.
    Summary,
    /// After moves that have not been played.
    Preview,
    /// After a move that waits to be confirmed.
    Submit,
}

/// The name of a game in letters: `Trail-Mix`.
pub(crate) fn game_word(name: &str) -> String {
    let capital = |part: &str| {
        let mut chars = part.chars();
        chars
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect::<String>())
    };
    name.split('-').map(capital).collect::<Vec<_>>().join("-")
}

/// A player's name in one word.
pub(crate) fn called(player: Player, club: &State) -> String {
    match player {
        Player::Computer(level) => format!("computer{level}"),
        Player::Member(id) => {
            club.member(id).map_or_else(|| format!("member-{id}"), |it| it.name.clone())
        }
    }
}

/// A person's text with a mark before each line, so that nobody takes it for the club's words.
pub(crate) fn marked(words: &str) -> String {
    // Characters that some programs show as a line break count as one.
    let words = plain(words, &['\n']);
    let lines = words.split(['\n', '\u{2028}', '\u{2029}']);
    lines.map(|line| format!("> {line}").trim_end().to_string()).collect::<Vec<_>>().join("\n")
}

/// The remarks since the last move that the reader may see: how many earlier ones are left out, and the latest ones.
pub(super) fn last_said(it: &Match, who: Who) -> (usize, Vec<&Remark>) {
    let since = it.plies.last().map_or(it.began, |it| it.at);
    let heard = |it_: &&Remark| since <= it_.at && it.may_read(who, it_.room);
    let mut said: Vec<&Remark> = it.remarks.iter().filter(heard).collect();
    let earlier = said.len().saturating_sub(REMARKS);
    (earlier, said.split_off(earlier))
}

/// A match in its current state with all its moves, for a reader who may see it: the format of programs for the old
/// server.
pub(crate) fn old_layout(it: &Match, club: &State, who: Who, now: Moment) -> String {
    let at = it.plies.len();
    MatchSheet { it, club, who, now, at, whole: true, own: false, notes: &[] }
        .write(SheetHeading::Summary)
}

impl MatchSheet<'_> {
    /// The subject of a mail about the match: who is to move, and `**` if it contains remarks.
    pub(crate) fn subject(&self) -> String {
        let mut text =
            format!("{} Board {}", game_word(self.it.line.spec().card().name), self.it.id);
        if let Some(seat) = self.it.turn() {
            text += &format!(" {}", self.name(seat));
        }
        if !last_said(self.it, self.who).1.is_empty() {
            text += " **";
        }
        text
    }

    /// The whole text, in the old order.
    pub(crate) fn write(&self, heading: SheetHeading) -> String {
        let line = self.it.line.up_to(self.at);
        self.with(heading, line.position(), &[])
    }

    /// The same for a board that some further moves have led to.
    pub(crate) fn with(
        &self,
        heading: SheetHeading,
        position: &AnyPosition,
        more: &[String],
    ) -> String {
        let mut out = self.heading(heading);
        out.push_str("\n\n");
        out += &self.events(position, more);
        out.push('\n');
        out += &self.moves(position);
        let forced = position.forced_words();
        if !forced.is_empty() {
            let _ = writeln!(out, "Laid by itself after the last move:\n  {forced}");
        }
        let _ = write!(out, "\n{}", position.text());
        if self.at == self.it.plies.len() {
            out += &self.said();
        }
        if more.is_empty() && (!self.it.runs() || self.it.terms.pace != (Pace::Days { days: 21 })) {
            let _ = write!(out, "\n{}\n\n{}", "*".repeat(60), self.times());
        }
        out
    }

    fn name(&self, seat: Seat) -> String {
        called(self.it.player(seat), self.club)
    }

    fn heading(&self, heading: SheetHeading) -> String {
        let (game, id) = (game_word(self.it.line.spec().card().name), self.it.id);
        match heading {
            SheetHeading::New => format!("A new {game} board ({id}) has been started"),
            SheetHeading::Summary => format!("Summary of {game} Board {id}"),
            SheetHeading::Preview => format!("Preview of {game} Board {id}"),
            SheetHeading::Submit => format!("Submit of {game} Board {id}"),
        }
    }

    fn events(&self, position: &AnyPosition, more: &[String]) -> String {
        let (it, n) = (self.it, self.it.plies.len());
        let mut out = String::new();
        if !more.is_empty() {
            let _ = writeln!(out, "After {}, which nobody has played:", more.join(" "));
            out += &self.outlook(position, self.at + more.len());
            return out;
        }
        if let Some(last) = self.at.checked_sub(1) {
            let before = it.line.up_to(last);
            let (who, text) = (self.name(it.plies[last].seat), &it.line.plies()[last]);
            if let Some(side) = before.takes(text) {
                let _ = writeln!(out, "{who} has chosen {text} ({side}).");
            } else if before.position().held_by(Seat::First) != position.held_by(Seat::First) {
                let _ = writeln!(out, "{who} has swapped sides.");
            }
        }
        if self.at < n {
            let _ = writeln!(out, "This is the board after {} of {n} moves.", self.at);
            out += &self.outlook(position, self.at);
            return out;
        }
        for note in self.notes {
            let _ = writeln!(out, "{note}");
        }
        for (offer, by) in it.offers.standing() {
            let what = proposed(it, offer, by);
            let asked = called(it.opponent(by), self.club);
            let _ = writeln!(
                out,
                "{} proposes {what}: {asked} must accept or reject it.",
                self.name(by)
            );
        }
        match it.ending {
            Some(ending) => out += &self.ended(&ending, position),
            None if n == 0 => {
                let first = it.turn().map_or_else(String::new, |seat| self.name(seat));
                let _ = writeln!(out, "Please start the game {first}.");
                for words in opened(position, 0, &it.line.spec().card(), &|seat| self.name(seat)) {
                    let _ = writeln!(out, "{words}.");
                }
            }
            None => out += &self.outlook(position, n),
        }
        if let Some(setup) = it.line.setup() {
            let _ = writeln!(out, "The game began with the set-up {setup}.");
        }
        if self.own
            && let Some(plan) = it.plan_of(self.who)
        {
            let _ = writeln!(out, "You have the following move queued: {}", queued(plan));
            if plan.branches.iter().any(|it| !it.say.is_empty()) {
                let _ = writeln!(out, "What you wrote with it is told when it is played.");
            }
        }
        out
    }

    fn outlook(&self, position: &AnyPosition, plies: usize) -> String {
        outlook(position, plies, &self.it.line.spec().card(), &|seat| self.name(seat))
    }

    fn ended(&self, ending: &Ending, position: &AnyPosition) -> String {
        let mut out = String::new();
        let loser = ending.winner().map(|seat| called(self.it.opponent(seat), self.club));
        let how = match (ending.reason, loser) {
            (Reason::Resignation, Some(loser)) => format!("{loser} has resigned."),
            (Reason::Time, Some(loser)) => format!("{loser} has run out of time."),
            (Reason::Agreement, _) => "Both have agreed to a draw.".to_string(),
            (Reason::Aborted, _) => match late(self.it) {
                Some((seat, before)) => {
                    format!("{} ran out of time before {before}: nobody has lost.", self.name(seat))
                }
                None => "It ended before both had moved: nobody has lost.".to_string(),
            },
            (Reason::Cancelled, _) => "Both have agreed to cancel it.".to_string(),
            (Reason::Stopped, _) => "The club has stopped it.".to_string(),
            (Reason::Rules, None) => position
                .drawn_because()
                .map_or_else(String::new, |why| format!("{}.", capital(why))),
            _ => String::new(),
        };
        if !how.is_empty() {
            let _ = writeln!(out, "{how}");
        }
        let _ = match (ending.winner(), ending.result) {
            (Some(seat), _) => {
                let score = position.score().filter(|_| ending.reason == Reason::Rules);
                let points = match score.map(|[first, second]| first.abs_diff(second)) {
                    None => String::new(),
                    Some(1) => " by 1 point".to_string(),
                    Some(n) => format!(" by {n} points"),
                };
                writeln!(out, "Game won by {}{points}.", self.name(seat))
            }
            (None, GameResult::Draw) => writeln!(out, "Game was a tie."),
            (None, _) => writeln!(out, "Game has no result."),
        };
        for why in position.reasons() {
            let _ = writeln!(out, "{why}.");
        }
        if !self.it.terms.rated || ending.result == GameResult::Open {
            let _ = writeln!(out, "This game was not rated.");
            return out;
        }
        let game = self.it.line.spec().card().name.to_string();
        let kind = (game, self.it.terms.pace.class());
        for member in self.it.members().filter_map(|id| self.club.member(id)) {
            // A later match's change of the rating is not this one's news.
            let rating = member.ratings.get(&kind).filter(|it| it.at == ending.at);
            if let Some(change) = ending.ratings.and_then(|both| {
                let seat = self.it.seat_of(Who::Member(member.id))?;
                Some(both[seat.index()])
            }) {
                let _ = writeln!(out, "{}", rerated(&member.name, &change));
                continue;
            }
            let _ = match rating {
                Some(rating) if rating.is_uncertain() => {
                    writeln!(
                        out,
                        "{}'s rating is {:.0} (provisional).",
                        member.name,
                        rating.points()
                    )
                }
                Some(rating) => {
                    writeln!(out, "{}'s rating is {:.0}.", member.name, rating.points())
                }
                None => Ok(()),
            };
        }
        out
    }

    /// Sides, players, and the moves in a column for each player.
    pub(crate) fn moves(&self, position: &AnyPosition) -> String {
        let it = self.it;
        let mut rows: Vec<[String; 2]> = Vec::new();
        for (n, (text, ply)) in it.line.plies().iter().zip(&it.plies).take(self.at).enumerate() {
            let cell = format!(" {:>3} {text}", n + 1);
            let column = ply.seat.index();
            match rows.last_mut() {
                Some(row) if row[column..].iter().all(String::is_empty) => row[column] = cell,
                _ => {
                    let mut row = [String::new(), String::new()];
                    row[column] = cell;
                    rows.push(row);
                }
            }
        }
        if !self.whole {
            rows.drain(..rows.len().saturating_sub(ROUNDS));
        }
        let head = |words: [String; 2]| words.map(|it| format!("   {it}"));
        rows.insert(0, head(Seat::BOTH.map(|seat| self.name(seat))));
        // While sides are still to be chosen, nobody has one.
        if !position.sides_are_open() {
            rows.insert(0, head(Seat::BOTH.map(|seat| position.held_by(seat).to_string())));
        }
        let width = rows.iter().map(|row| row[0].chars().count() + 2).max().unwrap_or(0);
        let width = width.max(COLUMN);
        rows.iter().fold(String::new(), |mut out, [first, second]| {
            let line = format!("{first:width$}{second}");
            let _ = writeln!(out, "{}", line.trim_end());
            out
        })
    }

    /// The remarks since the last move that the reader may see.
    fn said(&self) -> String {
        let (earlier, said) = last_said(self.it, self.who);
        let mut out = String::new();
        if 0 < earlier {
            let remarks = if earlier == 1 { "remark is" } else { "remarks are" };
            let line = "*".repeat(60);
            let _ = write!(out, "\n{line}\n\n{earlier} earlier {remarks} on the match's page.\n");
        }
        for remark in said {
            let name = match remark.by {
                Who::Member(id) => called(Player::Member(id), self.club),
                other => other.to_string(),
            };
            let (line, words) = ("*".repeat(60), marked(&remark.words));
            let _ = write!(out, "\n{line}\n\n{name} writes:\n{words}\n");
        }
        out
    }

    fn times(&self) -> String {
        let it = self.it;
        let mut out = format!("Game started....{}\n", moment(it.began));
        if let Some(last) = it.plies.last() {
            let _ = writeln!(out, "Last move made..{}", moment(last.at));
        }
        let _ = match it.ending {
            Some(ending) => writeln!(out, "Game ended......{}", moment(ending.at)),
            None => writeln!(out, "It is now.......{}", moment(self.now)),
        };
        let _ = writeln!(out, "Time limit......{}", pace(&it.terms));
        if let Some(deadline) = it.deadline(self.club) {
            let _ = writeln!(out, "To move until...{}", moment(deadline));
        }
        let mut total = Span::ZERO;
        let names = Seat::BOTH.map(|seat| self.name(seat));
        let width = names.iter().map(|it| it.chars().count()).max().unwrap_or(0).max(5);
        for (seat, name) in Seat::BOTH.into_iter().zip(&names) {
            let plies = it.plies.iter().filter(|ply| ply.seat == seat);
            let mut spent = plies.fold(Span::ZERO, |sum, ply| sum + ply.spent);
            if it.turn() == Some(seat) {
                spent = spent + it.spent(self.now, self.club);
            }
            total = total + spent;
            let _ = writeln!(out, "{name:width$}  {}", used(spent));
        }
        let _ = writeln!(out, "{:width$}  {}", "Total", used(total));
        out
    }
}

/// The change of a rating by a match: `ann's rating went up from 1500 to 1662 (provisional).`
pub(crate) fn rerated(name: &str, change: &Rerating) -> String {
    let [from, to] = [change.from, change.to].map(|it| it.points().round());
    let provisional = if change.to.is_uncertain() { " (provisional)" } else { "" };
    match from.total_cmp(&to) {
        Ordering::Less => format!("{name}'s rating went up from {from} to {to}{provisional}."),
        Ordering::Greater => format!("{name}'s rating went down from {from} to {to}{provisional}."),
        Ordering::Equal => format!("{name}'s rating stays at {to}{provisional}."),
    }
}

/// Lines for a board after this many plies: whose turn it is and what an opening asks of them, or who has won; and what
/// breaks a chain.
pub(crate) fn outlook(
    position: &AnyPosition,
    plies: usize,
    card: &Card,
    name: &dyn Fn(Seat) -> String,
) -> String {
    let mut lines = opened(position, plies, card, name);
    if lines.is_empty() {
        lines.extend(position.drawn_because().map(capital));
        lines.push(match (position.turn(), position.outcome().and_then(|it| it.winner())) {
            (Some(seat), _) => format!("It is {}'s turn", name(seat)),
            (None, Some(seat)) => format!("Game won by {}", name(seat)),
            (None, None) => "Game was a tie".to_string(),
        });
    }
    lines.extend(position.reasons());
    lines.iter().fold(String::new(), |text, line| text + line + ".\n")
}

/// What an opening asks for besides an ordinary turn, and why.
fn opened(
    position: &AnyPosition,
    plies: usize,
    card: &Card,
    name: &dyn Fn(Seat) -> String,
) -> Vec<String> {
    match decision(position, plies, card, &Told::anybody(name)) {
        Some(it) if !it.ordinary => it.what.into_iter().chain([it.why]).collect(),
        // Programs read the line that says whose turn it is.
        _ => Vec::new(),
    }
}

/// What a player proposes, to follow "proposes".
pub(crate) fn proposed(it: &Match, offer: Offer, by: Seat) -> String {
    match offer {
        Offer::Draw => "a draw".to_string(),
        Offer::Takeback => {
            let left = it.before_last_turn(by).unwrap_or(it.n_plies());
            format!("to take back {}", plies(left + 1, &it.line.plies()[left as usize..]))
        }
        Offer::Cancel => "to end the match without a result".to_string(),
        Offer::Rematch => "to play again with the seats exchanged".to_string(),
    }
}

/// Plies with their numbers, from `first` on: `C6 (move 3) and B2 (move 4)`.
pub(crate) fn plies<T: AsRef<str>>(first: u32, texts: &[T]) -> String {
    let one = |(n, text): (u32, &T)| format!("{} (move {n})", text.as_ref());
    let all: Vec<String> = (first..).zip(texts).map(one).collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => "the last move".to_string(),
    }
}

/// A plan in words: `C6`, or `after A1 C6; after B2 D4`.
pub(crate) fn queued(plan: &Plan) -> String {
    let one = |branch: &Branch| {
        let what = if branch.resign { "resign".to_string() } else { branch.play.join(" ") };
        let more = if branch.then.is_empty() { "" } else { ", and more" };
        match &branch.on {
            Some(on) => format!("after {on} {what}{more}"),
            None => format!("{what}{more}"),
        }
    };
    plan.branches.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// `Nov 21 19:30 2026 UTC`: month, day and time are where they used to be; year and zone were never given before.
fn moment(at: Moment) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let Ok(stamp) = jiff::Timestamp::from_millisecond(at.0) else { return "never".to_string() };
    let at = jiff::tz::TimeZone::UTC.to_datetime(stamp);
    let month = MONTHS[(at.month() - 1) as usize];
    format!("{month} {:02} {:02}:{:02} {} UTC", at.day(), at.hour(), at.minute(), at.year())
}

/// `2 days, 02:03:04`.
fn used(span: Span) -> String {
    let seconds = span.0.max(0) / 1000;
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let word = if days == 1 { "day" } else { "days" };
    format!("{days} {word}, {:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn what_a_person_writes_is_marked_line_by_line() {
        assert_eq!(marked("hello"), "> hello");
        assert_eq!(marked("hello\n\nthere\r\nyou"), "> hello\n>\n> there\n> you");
        let forged = format!("bye\n{}\n\nThe club: come to https://evil.example", "*".repeat(60));
        for words in [forged.clone(), forged.replace('\n', "\u{2028}"), forged.replace('\n', "\r")]
        {
            assert!(marked(&words).lines().all(|line| line.starts_with('>')), "{words}");
        }
    }
}
