use std::iter;

use super::{ActResult, CommandExecution};
use crate::{Fact, Key, MatchId, Refusal, Remark, Room, Who, plain};

impl CommandExecution<'_> {
    pub(super) fn say(self, id: MatchId, room: Room, words: &str, more: &[String]) -> ActResult {
        let it = self.match_with(id)?;
        if !matches!(self.context.who, Who::Member(_) | Who::Club) {
            return Err(Refusal::Nobody);
        }
        if self.context.who != Who::Club && !it.may_read(self.context.who, room) {
            return Err(Refusal::WrongRoom);
        }
        let pieces = iter::once(words).chain(more.iter().map(String::as_str));
        let pieces: Vec<String> = pieces.map(spoken).collect::<Result<_, _>>()?;
        if pieces.len() > Remark::MAX_AT_ONCE {
            return Err(Refusal::ManyRemarks);
        }
        // Each room has its own limit, so that spectators cannot silence the players.
        let here = it.remarks.iter().filter(|it| it.room == room);
        if here.clone().count() + pieces.len() > Remark::MAX_IN_A_ROOM {
            return Err(Refusal::EnoughSaid);
        }
        // Nor can one spectator silence the others.
        let who = self.context.who;
        let own = here.filter(|it| it.by == who).count() + pieces.len();
        if room == Room::Spectators && own > Remark::MAX_BY_ONE {
            return Err(Refusal::SaidEnough);
        }
        let said = |words| self.event(Key::Match(id), Fact::Said { room, words });
        Ok(pieces.into_iter().map(said).collect())
    }

    pub(super) fn unsay(self, id: MatchId, remark: u32) -> ActResult {
        self.club_only()?;
        let it = self.match_with(id)?;
        let at = (remark as usize).checked_sub(1).and_then(|at| it.remarks.get(at));
        match at.ok_or(Refusal::NoRemark)?.words == Remark::REMOVED {
            true => Ok(Vec::new()),
            false => Ok(vec![self.event(Key::Match(id), Fact::Unsaid { remark })]),
        }
    }
}

/// A remark as it is stored.
///
/// # Errors
/// It is empty or too long.
pub(super) fn spoken(words: &str) -> Result<String, Refusal> {
    let words = said(words)?;
    if words.is_empty() { Err(Refusal::NothingSaid) } else { Ok(words) }
}

/// What somebody says, without invisible characters.
///
/// # Errors
/// It is too long.
pub(super) fn said(words: &str) -> Result<String, Refusal> {
    let n = words.trim().chars().count();
    if n > Remark::MAX_CHARS {
        return Err(Refusal::TooLong(n));
    }
    Ok(plain(words, &['\n']))
}
