use super::begin::game_name;
use super::{ActResult, CommandExecution};
use crate::{Event, Fact, Follow, Key, Match, MatchId, Refusal, Who};

impl CommandExecution<'_> {
    pub(super) fn follow(self, id: MatchId, follow: Option<Follow>) -> ActResult {
        let it = self.match_with(id)?;
        let me = self.member(self.me()?)?;
        // A match that is over sends nothing more.
        if it.followers.get(&me.id).copied() == follow || follow.is_none() && !it.runs() {
            return Ok(Vec::new());
        }
        if follow.is_some() {
            if me.guest {
                return Err(Refusal::NoNameYet);
            }
            if it.seat_of(self.context.who).is_some() {
                return Err(Refusal::PlaysThere);
            }
            self.not_over(it)?;
            if Match::MAX_FOLLOWERS <= it.followers.len() && !it.followers.contains_key(&me.id) {
                return Err(Refusal::Crowded);
            }
        }
        Ok(vec![self.event(Key::Match(id), Fact::Followed { member: me.id, follow })])
    }

    pub(super) fn follow_game(self, game: &str, follow: Option<Follow>) -> ActResult {
        let me = self.member(self.me()?)?;
        if me.guest {
            return Err(Refusal::NoNameYet);
        }
        let game = game_called(game)?;
        if me.follows.get(&game).copied() == follow {
            return Ok(Vec::new());
        }
        Ok(vec![self.event(Key::Member(me.id), Fact::FollowsGame { game, follow })])
    }

    /// The events by which those who follow every match of a game follow matches that have just begun.
    pub(super) fn game_followers(self, events: &[Event]) -> Vec<Event> {
        let mut followed = Vec::new();
        for event in events {
            let Fact::Began { seats, terms, .. } = &event.fact else { continue };
            let Some(game_followers) = self.context.game_followers.get(game_name(terms)) else {
                continue;
            };
            let plays = |who: Who| seats.iter().any(|it| it.who() == who);
            let others =
                game_followers.iter().filter(|(id, _)| !terms.private && !plays(Who::Member(**id)));
            followed.extend(others.take(Match::MAX_FOLLOWERS).map(|(member, follow)| {
                let fact = Fact::Followed { member: *member, follow: Some(*follow) };
                Event { by: Who::Club, ..self.event(event.key.clone(), fact) }
            }));
        }
        followed
    }
}

/// The name of the game requested.
pub(super) fn game_called(game: &str) -> Result<String, Refusal> {
    let spec: crosscut_catalog::Spec = game
        .parse()
        .map_err(|error: crosscut_catalog::SpecError| Refusal::Terms(error.to_string()))?;
    Ok(spec.card().name.to_string())
}
