//! A first match, answered move by move by the computer.

use crosscut_catalog::{Card, GAMES, Spec};
use crosscut_club::{Choice, Command, Player};
use crosscut_speech::{MatchFilter, PaceInDays, ProposedTerms};

use super::Reply;
use super::challenges::terms;
use super::help::TUTORIAL;
use super::layout::SheetHeading;
use super::session::{CommandResult, CommandSession, seen};
use crate::error::Error;

/// The computer's level in it.
const LEVEL: u8 = 1;

impl CommandSession<'_> {
    /// Begins a small unrated match against the computer, or continues it. Visitors who are not members are told how
    /// everything works.
    pub(super) async fn tutorial(&mut self) -> CommandResult {
        let card = GAMES[0].card();
        let told = |text: String| Ok(vec![Reply::new("Help tutorial", text)]);
        if self.me.is_none() || !self.app.is_open(card.name) {
            let more = "Once you are a member, `help tutorial` begins a small match against the computer, which answers each \
                        of your moves.";
            return told(format!("{TUTORIAL}\n{more}\n"));
        }
        let spec = smallest(&card)?;
        let me = Player::Member(self.my_id()?);
        let mine = self.matches_of(me, "", MatchFilter::Active).await?;
        let running = mine.iter().rev().find(|it| {
            it.terms.game == spec.to_string()
                && it.terms.private
                && it.seats.contains(&Player::Computer(LEVEL))
        });
        let id = match running {
            Some(it) => it.id,
            None => {
                let wanted = ProposedTerms {
                    spec,
                    pace: PaceInDays::default(),
                    unrated: true,
                    private: true,
                    level: None,
                };
                let (terms, _) = terms(&wanted);
                let command = Command::PlayComputer { level: LEVEL, terms, choice: Choice::First };
                self.act(command).await?.began().ok_or(Error::NotDone)?
            }
        };
        let club = self.look(id).await?;
        let it = seen(&club, id)?;
        let moves = it.line.position().moves();
        let example = moves.get(moves.len() / 2).cloned().unwrap_or_default();
        let sheet = self.sheet(it, &club, true);
        let text = format!(
            "This is a whole match of {title} against the computer, on a small board, and it counts for nothing. `help {name}` \
             tells the rules.\n\nAnswer this mail with your move in the first line, for example\n\n    {example}\n\nor send \
             `move {id} {example}` as a command. The computer answers each of your moves with the new board, until one of you \
             has won; `resign {id}` ends it, and `show {id}` shows it again.\n\n{board}\nHow a match with a person \
             goes:\n\n{TUTORIAL}",
            title = card.title,
            name = card.name,
            board = sheet.write(SheetHeading::Summary),
        );
        Ok(vec![Reply::new("Help tutorial", text).with_board(id, it.plies.len())])
    }
}

/// The game in its classic form on its smallest board.
fn smallest(card: &Card) -> Result<Spec, Error> {
    let bounds = card.classic.bounds;
    let given = bounds.iter().map(|(name, least, _)| format!("{name}={least}"));
    let classic = card.classic.options.split(',').filter(|it| {
        let name = it.split('=').next().unwrap_or("");
        !it.is_empty() && !bounds.iter().any(|(bound, ..)| *bound == name)
    });
    let options: Vec<String> = given.chain(classic.map(str::to_string)).collect();
    Spec::of(GAMES[0], &options.join(",")).map_err(|error| Error::Broken(error.into()))
}
