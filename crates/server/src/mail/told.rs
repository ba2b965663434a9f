//! What a mail says about a match: what happened, the current state, and how to answer.

use crosscut_catalog::{Outcome, Seat, Told as ToldOf};
use crosscut_club::{Match, MemberId, Moment, Offer, Player, Reason, Room, Span, State, Who};

use crate::commands::{MatchSheet, marked, plies, proposed, rerated};
use crate::present::ending::late;
use crate::present::terms::pace;
use crate::present::times;
use crate::store::{NewsKind, OutboxKind, OutboxRow};

/// The sentence for followers who do not play.
const FOLLOWING: &str =
    "You follow this match: an answer that says `unsubscribe NUMBER` ends that.";

/// A match as one reader sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchForReader<'a> {
    pub(super) it: &'a Match,
    pub(super) club: &'a State,
    pub(super) member: MemberId,
    pub(super) now: Moment,
    /// The time zone of all times in the mail.
    pub(super) zone: &'a str,
    /// The prefix of the addresses of pages.
    pub(super) base: &'a str,
    /// The address for answers, if it is not that of the mail.
    pub(super) to: Option<&'a str>,
}

impl MatchForReader<'_> {
    fn who(&self) -> Who {
        Who::Member(self.member)
    }

    fn name(&self, player: Player) -> String {
        match player {
            Player::Computer(level) => format!("the computer at level {level}"),
            Player::Member(id) => {
                self.club.member(id).map_or_else(|| format!("member {id}"), |it| it.name.clone())
            }
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.name(self.it.player(seat))
    }

    /// Whether the reader is to move.
    pub(super) fn mine(&self) -> bool {
        self.it.player_on_turn() == Some(Player::Member(self.member))
    }

    /// What happened, according to rows of the outbox, and the current state.
    pub(super) fn news(&self, rows: &[&OutboxRow]) -> String {
        let it = self.it;
        let news: Vec<&NewsKind> = rows
            .iter()
            .filter_map(|row| match &row.kind {
                OutboxKind::News(kind) => Some(kind),
                _ => None,
            })
            .collect();
        let has = |what: &NewsKind| news.contains(&what);
        let mut lines = Vec::new();
        if has(&NewsKind::Began) {
            let [first, second] = it.seats.map(|player| self.name(player));
            lines.push(format!("{first} and {second} play: {}.", pace(&it.terms)));
        }
        if has(&NewsKind::TakenBack(None)) {
            lines.push("Moves were taken back.".to_string());
        }
        let mut taken = news.iter().filter_map(|it| match it {
            NewsKind::TakenBack(taken) => taken.as_ref(),
            _ => None,
        });
        if let Some(taken) = taken.next() {
            let was = if taken.texts.len() == 1 { "was" } else { "were" };
            lines.push(format!("{} {was} taken back.", plies(taken.first, &taken.texts)));
        }
        if has(&NewsKind::PlanFailed) {
            lines.push("The move you had planned could not be played.".to_string());
        }
        if has(&NewsKind::OfferDeclined(None)) {
            lines.push("Your opponent has declined what you proposed.".to_string());
        }
        let mut declined = news.iter().filter_map(|it| match it {
            NewsKind::OfferDeclined(offer) => offer.as_ref(),
            _ => None,
        });
        if let Some(offer) = declined.next() {
            lines.push(format!("Your opponent has declined what you proposed: {offer}."));
        }
        if let (Some(ply), Some(text)) = (it.plies.last(), it.line.plies().last()) {
            let who = match it.player(ply.seat) == Player::Member(self.member) {
                true => "You".to_string(),
                false => self.seat_name(ply.seat),
            };
            let side = it.line.up_to(it.plies.len() - 1).takes(text);
            lines.push(match text.as_str() {
                _ if side.is_some() => {
                    format!("{who} chose {text} ({}).", side.unwrap_or_default())
                }
                "swap" => format!("{who} swapped sides."),
                "pass" => format!("{who} passed."),
                // Some moves end in a full stop themselves.
                _ => format!("{who} played {}.", text.trim_end_matches('.')),
            });
            let forced = it.line.position().forced_words();
            if !forced.is_empty() {
                lines.push(format!("Laid by itself after that: {forced}"));
            }
        }
        lines.extend(self.standing());
        lines.extend(self.offers());
        // The remarks since the first of these news.
        let since = rows.iter().map(|it| it.at).min().unwrap_or_default();
        let said = it.remarks.iter().filter(|it_| {
            let heard = it.may_read(self.who(), it_.room) && it_.room == Room::Players;
            heard && since <= it_.at && it_.by != self.who()
        });
        for remark in said {
            let by = match remark.by {
                Who::Member(id) => self.name(Player::Member(id)),
                other => other.to_string(),
            };
            lines.push(format!("\n{by} writes:\n{}", marked(&remark.words)));
        }
        lines.join("\n") + "\n"
    }

    /// Whose turn it is and until when, or how the match ended.
    fn standing(&self) -> Vec<String> {
        let (it, side) = (self.it, self.it.line.position().side());
        let Some(player) = it.player_on_turn() else { return self.ending() };
        let side = side.map_or(String::new(), |side| format!(", to move for {side}"));
        let names = it.seats.map(|player| self.name(player));
        let asked = it.line.decision(&ToldOf { names, me: it.seat_of(self.who()) });
        let mut lines = match asked.filter(|it| !it.ordinary) {
            Some(asked) => {
                let yours = self.mine().then(|| "It is your turn".to_string());
                let all = yours.into_iter().chain(asked.what).chain([asked.why]);
                all.map(|it| it + ".").collect()
            }
            None if self.mine() => vec![format!("It is your turn{side}.")],
            None => vec![format!("It is {}'s turn{side}.", self.name(player))],
        };
        lines.extend(self.reasons());
        if let Some(deadline) = it.deadline(self.club) {
            let until = times::when(deadline, self.zone);
            let left = Span((deadline - self.now).0.max(0));
            lines.push(format!("There is time until {until} ({}): {left}.", self.zone));
        }
        lines
    }

    /// How it ended and why, and what that did to the ratings.
    fn ending(&self) -> Vec<String> {
        let it = self.it;
        let Some(end) = it.ending else { return Vec::new() };
        let winner = end.winner().map(|seat| (self.seat_name(seat), self.name(it.opponent(seat))));
        let mut lines = vec![match (end.reason, winner) {
            (Reason::Rules, Some((winner, _))) => format!("{winner} has won: {}.", self.ground()),
            (Reason::Resignation, Some((winner, loser))) => {
                format!("{winner} has won by resignation: {loser} has given up.")
            }
            (Reason::Time, Some((winner, loser))) => {
                format!("{winner} has won on time: {loser} has run out of it.")
            }
            (_, Some((winner, _))) => format!("{winner} has won."),
            (Reason::Rules, None) => match it.line.position().score() {
                Some([first, _]) => format!("Drawn by the rules: each has {first} points."),
                None => match it.line.position().drawn_because() {
                    Some(why) => format!("Drawn by the rules: {why}."),
                    None => "Drawn by the rules.".to_string(),
                },
            },
            (Reason::Agreement, None) => "Drawn: you have agreed to it.".to_string(),
            (Reason::Aborted, None) => match late(it) {
                Some((seat, before)) => format!(
                    "No result: {} ran out of time before {before}, and nobody has lost.",
                    self.name(it.player(seat))
                ),
                None => {
                    "No result: it ended before both had moved, and nobody has lost.".to_string()
                }
            },
            (Reason::Cancelled, None) => "No result: both have agreed to cancel it.".to_string(),
            (Reason::Stopped, None) => "No result: the club has stopped it.".to_string(),
            (Reason::Resignation | Reason::Time, None) => "It is over.".to_string(),
        }];
        if it.seat_of(self.who()).is_none() && end.reason == Reason::Agreement {
            lines = vec!["Drawn: both have agreed to it.".to_string()];
        }
        lines.extend(self.reasons());
        match end.ratings {
            Some(changes) => {
                for (player, change) in it.seats.iter().zip(&changes) {
                    lines.push(rerated(&self.name(*player), change));
                }
            }
            None => lines.push("This match was not rated.".to_string()),
        }
        lines
    }

    /// Why the state is what it is, where the board does not show it.
    fn reasons(&self) -> impl Iterator<Item = String> {
        self.it.line.position().reasons().into_iter().map(|why| why + ".")
    }

    /// Why the winner has won by the rules.
    fn ground(&self) -> String {
        let (position, card) = (self.it.line.position(), self.it.line.spec().card());
        let side = position.winner_side();
        let goal = card.sides.iter().zip(card.goals).find(|(it, _)| Some(**it) == side);
        let goal =
            goal.map_or("by the rules".to_string(), |(side, goal)| match position.joined() {
                Some(joined) => format!("{side} joins {joined}"),
                None => format!("{side} {goal}"),
            });
        match (position.score(), position.outcome()) {
            (Some([first, second]), Some(Outcome::Won(_))) => {
                format!("{goal}, {} to {}", first.max(second), first.min(second))
            }
            _ => goal,
        }
    }

    /// The open offers, and how to answer them.
    fn offers(&self) -> Vec<String> {
        let it = self.it;
        let Some(seat) = it.seat_of(self.who()) else { return Vec::new() };
        let (theirs, mine): (Vec<_>, Vec<_>) =
            it.offers.standing().partition(|(_, by)| *by != seat);
        let other = self.name(it.opponent(seat));
        let alone = theirs.len() == 1;
        let mut lines: Vec<String> = Vec::new();
        for (offer, by) in theirs {
            let yes = if alone { "accept" } else { command(offer) };
            let what = proposed(it, offer, by);
            lines.push(format!("{other} proposes {what}: {} `{yes}` or `reject`.", self.answer()));
        }
        for (offer, by) in mine {
            let what = proposed(it, offer, by);
            lines.push(format!("You have proposed {what}; {other} has not answered yet."));
        }
        lines
    }

    /// How to send an answer.
    fn answer(&self) -> String {
        self.to.map_or("answer".to_string(), |to| format!("write to {to}"))
    }

    /// The last rounds.
    pub(super) fn moves(&self) -> String {
        let (it, club, who, now) = (self.it, self.club, self.who(), self.now);
        let at = it.plies.len();
        MatchSheet { it, club, who, now, at, whole: false, own: false, notes: &[] }
            .moves(it.line.position())
    }

    /// What may be answered now, what the sides want, and where to find more.
    pub(super) fn guide(&self) -> Vec<String> {
        let it = self.it;
        let mut lines = Vec::new();
        match it.seat_of(self.who()) {
            None if it.followers.contains_key(&self.member) => {
                lines.push(FOLLOWING.replace("NUMBER", &it.id.to_string()));
            }
            None => {}
            Some(seat) if it.runs() => {
                if self.mine() {
                    lines.push(self.allowed());
                }
                let mut more = vec!["`resign`", "`help`"];
                if it.before_last_turn(seat).is_some() {
                    more.insert(0, "`undo` (asks to take your last move back)");
                }
                if it.opponent(seat).member().is_some() {
                    more.insert(0, "`propose` (offers a draw)");
                    more.push("`chat` and words");
                }
                lines.push(format!("You can also answer: {}.", more.join(", ")));
            }
            Some(_) => match it.rematch {
                Some(next) => {
                    lines.push(format!("You play again: {}/match/{next}", self.base));
                }
                None if it.offers.by(Offer::Rematch).is_none() => lines.push(format!(
                    "To play again with the seats exchanged, {} `rematch`.",
                    self.answer()
                )),
                None => {}
            },
        }
        let (card, position) = (it.line.spec().card(), it.line.position());
        let side = |seat: Seat| {
            let side = position.held_by(seat);
            let goal = card.sides.iter().position(|it| *it == side).map_or("", |at| card.goals[at]);
            format!("{side} ({}) {goal}", self.seat_name(seat))
        };
        if position.sides_are_open() {
            let [first, second] = card.sides;
            let [one, two] = card.goals;
            lines.push(format!("The sides are not chosen yet: {first} {one}, and {second} {two}."));
        } else {
            let [first, second] = Seat::BOTH.map(side);
            lines.push(format!("{first}; {second}."));
        }
        lines.push(format!("{}: rules at {}/games/{}", card.title, self.base, card.name));
        lines.push(format!("The match with all its moves: {}/match/{}", self.base, it.id));
        lines
    }

    /// How to answer with a move, and which words may be used instead.
    fn allowed(&self) -> String {
        let position = self.it.line.position();
        let words = position.words();
        let quoted: Vec<String> = words.iter().map(|it| format!("`{it}`")).collect();
        let quoted = quoted.join(" or ");
        let (what, also) = match words.len() {
            0 => ("your move".to_string(), String::new()),
            n if n == position.count() => (quoted, String::new()),
            _ => {
                let draws = words.iter().find(|word| position.draws(word));
                let draws = draws
                    .map_or_else(String::new, |it| format!("; `{it}` ends the game as a draw"));
                ("your move".to_string(), format!(" You may also answer {quoted}{draws}."))
            }
        };
        let how = match self.to {
            Some(to) => format!("Write {what} to {to}, in the first line"),
            None => format!("Answer with {what} in the first line"),
        };
        format!("{how}; what else you write is for your opponent.{also}")
    }
}

/// The command that makes this offer, which also accepts it where several are open.
fn command(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "propose",
        Offer::Takeback => "undo",
        Offer::Cancel => "cancel",
        Offer::Rematch => "rematch",
    }
}
