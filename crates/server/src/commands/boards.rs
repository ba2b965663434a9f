//! Showing boards: of one match, of several, and previews.

use std::collections::HashSet;

use crosscut_catalog::{Card, Line};
use crosscut_club::{MatchId, Player};
use crosscut_speech::{BoardRef, MatchFilter, PreviewBoard};

use super::Reply;
use super::layout::{MatchSheet, SheetHeading, game_word, outlook};
use super::session::{CommandError, CommandResult, CommandSession, is, same_game, seen};
use crate::read::projection::MatchSummary;
use crate::read::queries;

impl CommandSession<'_> {
    pub(super) async fn show(
        &mut self,
        game: Option<Card>,
        boards: &[BoardRef],
        of: &[String],
        which: MatchFilter,
        own: bool,
    ) -> CommandResult {
        let mut boards = boards.to_vec();
        if own || !of.is_empty() {
            self.me().map(drop).or_else(|not| if own { Err(not) } else { Ok(()) })?;
            let mut players = Vec::new();
            for name in of {
                players.push(self.named(name).await?);
            }
            if own && boards.is_empty() && of.is_empty() {
                players.push(self.my_id()?);
            }
            for member in players {
                let player = Player::Member(member);
                let only = game.as_ref().map_or("", |it| it.name);
                let matches = self.matches_of(player, only, which).await?;
                boards.extend(matches.iter().map(|it| BoardRef { id: it.id.0, at: None }));
            }
        }
        // A board that is asked for twice is shown once: two opponents have the same match.
        let mut known = HashSet::new();
        boards.retain(|it| known.insert((it.id, it.at)));
        self.count_boards(boards.len())?;
        let mut replies = Vec::new();
        for board in boards {
            replies.push(self.one(game.as_ref(), board, own).await?);
        }
        Ok(replies)
    }

    async fn one(
        &self,
        game: Option<&Card>,
        board: BoardRef,
        own: bool,
    ) -> Result<Reply, CommandError> {
        let id = MatchId(board.id);
        let club = self.look(id).await?;
        let it = seen(&club, id)?;
        same_game(game, it)?;
        if own && !it.seats.iter().any(|seat| self.me().is_ok_and(|me| is(*seat, me.id))) {
            return Err(crosscut_club::Refusal::NotAPlayer.into());
        }
        let asked = board.at;
        let (who, now) = (self.person.who, self.now());
        let write = move || -> Result<_, CommandError> {
            let it = seen(&club, id)?;
            let at = moment(asked, it.plies.len())?;
            let sheet = MatchSheet { it, club: &club, who, now, at, whole: true, own, notes: &[] };
            Ok((sheet.subject(), sheet.write(SheetHeading::Summary), at))
        };
        let (subject, text, at) = self.draw(write).await??;
        Ok(Reply::new(subject, text).with_board(id, at))
    }

    /// A player's matches as in lists, of one game if one is named; private ones only in one's own list.
    pub(super) async fn matches_of(
        &self,
        player: Player,
        game: &str,
        which: MatchFilter,
    ) -> Result<Vec<MatchSummary>, CommandError> {
        let queries = self.app.queries();
        let own = self.me.as_ref().is_some_and(|me| is(player, me.id));
        let mut matches = Vec::new();
        if which != MatchFilter::Inactive {
            matches =
                queries.matches_of(player, queries::MatchPhase::Live, None, own, 1000).await?;
            matches.retain(|it| game.is_empty() || it.game() == game);
        }
        if which == MatchFilter::Next {
            matches.retain(|it| it.turn == Some(player));
        }
        if matches!(which, MatchFilter::Inactive | MatchFilter::All) {
            matches.extend(queries.played(player, game, None, own, 200).await?);
        }
        matches.sort_by_key(|it| it.id);
        Ok(matches)
    }

    pub(super) async fn preview(
        &mut self,
        game: Option<Card>,
        scene: PreviewBoard,
        moves: &[String],
    ) -> CommandResult {
        self.count_boards(1)?;
        match scene {
            PreviewBoard::New(spec) => {
                let moves = moves.to_vec();
                let write = move || -> Result<_, CommandError> {
                    let mut line = Line::new(spec);
                    play(&mut line, &moves)?;
                    Ok(empty(&line))
                };
                Ok(vec![self.draw(write).await??])
            }
            PreviewBoard::Of(board) => {
                let id = MatchId(board.id);
                let club = self.look(id).await?;
                same_game(game.as_ref(), seen(&club, id)?)?;
                let moves = moves.to_vec();
                let (who, now) = (self.person.who, self.now());
                let write = move || -> Result<_, CommandError> {
                    let it = seen(&club, id)?;
                    let at = moment(board.at, it.plies.len())?;
                    let sheet = MatchSheet {
                        it,
                        club: &club,
                        who,
                        now,
                        at,
                        whole: true,
                        own: false,
                        notes: &[],
                    };
                    let mut line = it.line.up_to(at);
                    play(&mut line, &moves).map_err(|not| not.at(id))?;
                    let played = &line.plies()[at..];
                    let text = sheet.with(SheetHeading::Preview, line.position(), played);
                    Ok(Reply::new(format!("Preview of {}", sheet.subject()), text))
                };
                Ok(vec![self.draw(write).await??])
            }
        }
    }
}

/// A board that belongs to no match.
fn empty(line: &Line) -> Reply {
    let (spec, position, played) = (line.spec(), line.position(), line.plies());
    let word = game_word(spec.card().name);
    let name = |seat: crosscut_catalog::Seat| format!("the {} player", seat.name());
    let moves: Vec<String> =
        played.iter().enumerate().map(|(n, text)| format!(" {:>3} {text}", n + 1)).collect();
    let moves = if moves.is_empty() { String::new() } else { moves.join("\n") + "\n\n" };
    let text = format!(
        "Preview of {word} ({spec})\n\n{}\n{moves}{}",
        outlook(position, played.len(), &spec.card(), &name),
        position.text()
    );
    Reply::new(format!("Preview of {word}"), text)
}

/// After how many plies a board is shown.
fn moment(at: Option<i64>, n: usize) -> Result<usize, CommandError> {
    let asked = match at {
        None => return Ok(n),
        Some(back) if back < 0 => (n as i64).checked_add(back),
        Some(at) => Some(at),
    };
    let fits = asked.and_then(|it| usize::try_from(it).ok()).filter(|it| *it <= n);
    fits.ok_or_else(|| CommandError::words(so_far(n)))
}

fn so_far(n: usize) -> String {
    format!("this match has {n} {} so far", if n == 1 { "move" } else { "moves" })
}

/// Plays the moves that a command names, which may be a list as people write it.
fn play(line: &mut Line, moves: &[String]) -> Result<(), CommandError> {
    let played = line.play_list(&moves.join(" "));
    played.map(drop).map_err(|error| CommandError::words(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_is_one() {
        assert_eq!(so_far(1), "this match has 1 move so far");
        assert_eq!(so_far(2), "this match has 2 moves so far");
    }
}
