use crosscut_catalog::Seat;
use crosscut_record::{GameResult, Record, mark, tag};

use crate::{Match, Moment, Player, Span, State};

impl Match {
    /// The match as a record: who played and when (in UTC), on what terms, every ply with its time, and how it ended. Names are
    /// the players' current ones; a player who is not loaded gets a number.
    ///
    /// Check [`Match::visible_to`] before giving it to anybody.
    pub fn record(&self, state: &State) -> Record {
        let mut record = self.line.to_record();
        for (seat, name) in [(Seat::First, tag::FIRST), (Seat::Second, tag::SECOND)] {
            record.tags.set(name, name_of(self.player(seat), state));
        }
        for (rating, name) in self.ratings.iter().zip(["FirstRating", "SecondRating"]) {
            if let Some(rating) = rating {
                record.tags.set(name, rating.to_string());
            }
        }
        record.tags.set(tag::DATE, iso(self.began));
        record.tags.set("Match", self.id.to_string());
        record.tags.set("Pace", self.terms.pace.to_string());
        record.tags.set("Rated", if self.terms.rated { "yes" } else { "no" });
        for (ply, played) in record.plies.iter_mut().zip(&self.plies) {
            ply.marks.set(mark::ELAPSED, seconds(played.spent));
            if played.planned {
                ply.marks.set("planned", "yes");
            }
        }
        record.result = GameResult::Open;
        if let Some(ending) = self.ending {
            record.result = ending.result;
            record.tags.set(tag::ENDING, ending.reason.name());
            record.tags.set("Ended", iso(ending.at));
        }
        record
    }
}

/// A player's name in a record: the member's name, `computer 5`, or `member 3` for a member who is not loaded.
fn name_of(player: Player, state: &State) -> String {
    match player {
        Player::Computer(level) => format!("computer {level}"),
        Player::Member(id) => {
            state.member(id).map_or_else(|| format!("member {id}"), |member| member.name.clone())
        }
    }
}

/// `2026-05-01T19:30:00Z`; empty beyond the calendar.
fn iso(at: Moment) -> String {
    let seconds = jiff::Timestamp::from_second(at.0.div_euclid(1000));
    seconds.map_or_else(|_| String::new(), |at| at.to_string())
}

/// `12.5`, exact.
fn seconds(span: Span) -> String {
    let (whole, rest) = (span.0.div_euclid(1000), span.0.rem_euclid(1000));
    let text = format!("{whole}.{rest:03}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
